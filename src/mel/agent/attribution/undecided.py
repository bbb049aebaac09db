"""Verdicts that no tool decided: what fits, went over, is late or paid, said when nothing of that was read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from mel.agent.attribution.names import Names

_AS_TOLD = r"que (?:voces )?(?:planej|prev|orc|combin)\w+"
_PLAN = rf"(?:orcamento|previsto|planejado|limite|esperado|combinado|teto|{_AS_TOLD})"
_WORDS = re.compile(
    r" (?:"
    rf"(?P<fits>cabe[mn]?(?! a voces?| a mim|l| ressaltar| lembrar| dizer| destacar)|caberiam?|da (?:sim )?(?:pra"
    rf"|para) (?:comprar"
    r"|encaixar|levar|bancar)|entra (?:sim )?no orcamento|encaixa (?:sim )?n|podem? comprar)\b"
    r"|(?P<easy>(?:ta|esta|estao|tao|segue|continua|anda) (?:\w+ )?(?:de boa|tranquil[oa]s?|folgad[oa]s?"
    r"|controlad[oa]s?))\b"
    rf"|(?P<over>estour(?:ou|aram|ad[oa]s?|ando|am?|aria)\b|vai estourar|passa(?:ram|ndo|m)? d[aoe]s? {_PLAN}"
    rf"|passou d[aoe]s? {_PLAN}"
    rf"|ultrapass(?:ou|aram|a|am)\b|exced(?:eu|eram|e|em)\b|acima d[aoe]s? {_PLAN}|dentro d[oe]s? {_PLAN}"
    rf"|abaixo d[oe]s? {_PLAN}"
    r"|no vermelho\b|no azul\b|sob controle\b|com folga\b|sobr(?:ou|a|aram|am) (?:bastante|muito|pouco|dinheiro"
    r"|um bom|nada|grana)\b"
    r"|gast(?:ou|aram|amos) tudo\b|acab(?:ou|aram) (?:o|com o|todo o) (?:dinheiro|orcamento|limite|saldo)"
    r"|(?:dinheiro|grana|orcamento|saldo)(?: d\w+ \w+)? (?:ja )?acabou\b|torr(?:ou"
    r"|aram) tudo\b"
    r"|ficou sem (?:nada|saldo|dinheiro|limite)\b|gast(?:ou|aram|ando) (?:demais|muito|pouco|mais do que"
    r"|menos do que)\b)"
    r"|(?P<track>no ritmo (?:certo|bom|ideal|esperado)|ritmo (?:certo|bom|ideal|otimo)|dentro d[oe] prazo|no prazo\b"
    r"|(?:ta|esta|tao|estao|tudo|contas|segue|seguem) em dia\b(?! \d)|no caminho certo"
    r"|(?:ta|esta|tao|estao|ficou|segue|anda|vai) (?:\w+ )?(?:adiantad|atrasad)[oa]s?|fora d[oe] (?:ritmo|prazo)"
    r"|(?:passa|estoura) (?:d)?o prazo|va(?:i|o) (?:dar tempo|atrasar)|va(?:i|o) (?:bater|alcancar"
    r"|conseguir) a meta|longe da meta"
    r"|meta (?:ja )?(?:foi |vai ser )?(?:batida|atingida|alcancada)|ja (?:bateram|alcancaram|atingiram) a meta)\b"
    r"|(?P<paid>(?:ja|esta|ta|foi|foram|estao|tao|tudo|tem|nao foi|conta) (?:\w+ )?(?:pag[oa]s?|quitad[oa]s?)\b"
    r"|ja pag(?:ou|aram)|nao pag(?:ou|aram)|falta(?:m)? pagar|(?:fatura|conta|boleto|parcela|aluguel)s? em aberto"
    r"|(?:continua|segue|esta|ta|ficou) em aberto"
    r"|(?:ta|esta|tao|estao) vencid[oa]s?|(?:conta|fatura|boleto|aluguel) (?:ja )?venceu|ainda devem?)\b"
    r")"
)
"""Each kind begins at a blank, which a search can skip to."""
_EDGES = str.maketrans("()*_:;,.!?\n\"'-/", " " * 15)
_FREE_FROM = re.compile(
    r"\b(?:se|caso|quando|quanto|quanta|quais|qual|quem|como|onde|o que|sem|antes de|evit\w+|propost\w+|pedidos?"
    r"|pergunta|talvez|sera"
    r"|nao (?:sei|consigo|tenho como|da pra|posso|pude|vejo|vi|deu)|pra (?:que|voces)"
    r"|(?:pra|para) (?:\w+ ){0,2}?\w+[aei]r|ficar?|fique\w*|manter|deixar|caber|dizer|saber|ver|diz)\b"
    r"[^,;.!?:]*$"
)
"""Under these a verdict is a condition, an aim or an honest limit."""
_BUDGETS = frozenset({"budgetStatus", "expenseStatus", "feasibility", "recordSpend"})
_LEDGERS = _BUDGETS | {"entriesList", "statementSearch", "accountStatus", "invoiceStatus", "operationsList"}
_DECIDE: Final[dict[str, frozenset[str]]] = {
    "fits": frozenset({"feasibility"}),
    "over": _BUDGETS | {"goalStatus", "goalsList", "incomeStatus", "invoiceStatus", "accountStatus"},
    "track": frozenset({"goalStatus", "goalsList", "invoiceStatus"}),
    "paid": _LEDGERS | {"installmentsAhead"},
}
_DECIDE["easy"] = _DECIDE["over"]
_ASKS_IF_IT_FITS = re.compile(r"\b(?:cabe|caberia|encaixa|rola|da pra|posso|podemos|podia|compr\w+)\b")
_MONEY = re.compile(r"\b(?:mes|orcamento|contas|gastos?|meta|fatura|dinheiro|grana)\b")
_FAILED = frozenset({"invalid", "refused", "error", "found"})
_I_PAID = re.compile(r"\b(?:pagu?ei|pagamos|quitei|quitamos|pagou|ta pag[oa])\b")


def undecided(
    folded: str, results: Iterable[tuple[str, Any, Any]], told: str, names: Names
) -> Iterator[tuple[int, int]]:
    """Where a sentence (folded letter by letter) says what no result decided. `told`: the member's message, folded,
    who may have said himself that he paid, and in asking whether a thing fits is answered by no rest."""
    tools: frozenset[str] | None = None
    for hit in _WORDS.finditer(f" {folded.translate(_EDGES)}"):
        kind, start = str(hit.lastgroup), hit.start()
        if _FREE_FROM.search(folded, 0, start):
            continue
        if tools is None:
            tools = frozenset(tool for tool, _, result in results if _answered(result))
        if _decided(kind, tools, told) or (kind == "easy" and not _of_something(folded, names)):
            continue
        if not any(each.start <= start and hit.end() - 1 <= each.end for each in names.named_in(folded)):
            yield start, hit.end() - 1


def _decided(kind: str, tools: frozenset[str], told: str) -> bool:
    if kind == "paid" and not told.endswith("?") and _I_PAID.search(told):
        return True
    if kind == "fits" and not _ASKS_IF_IT_FITS.search(told):
        return bool(tools & (_DECIDE[kind] | _BUDGETS))
    return bool(tools & _DECIDE[kind])


def _of_something(folded: str, names: Names) -> bool:
    """ "Tá tranquilo" alone only comforts."""
    return _MONEY.search(folded) is not None or bool(names.named_in(folded))


def _answered(result: Any) -> bool:
    return isinstance(result, dict) and not result.keys() & _FAILED
