"""Claims of a write: the words by which a reply says that something was recorded, and which commit would bear them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mel.shared.text import fold

_RECORDED = frozenset({"recordSpend", "contributeToGoal", "recordIncome", "importInvoice", "rememberFact"})
_CHANGED = frozenset({"adjustExpense", "correctEntry", "undoOperation", "setSharing", "renameExpense"})
_TAKEN_BACK = frozenset({"undoOperation", "removeEntry", "correctEntry", "withdrawFromGoal", "closeExpense"})
_MADE = frozenset({"createGoal", "registerExpense"})
_BY_STEM = {
    "aport": frozenset({"contributeToGoal"}),
    "deposit": frozenset({"contributeToGoal", "recordIncome"}),
    "guard": frozenset({"contributeToGoal", "rememberFact"}),
    "cri": _MADE,
    "cadastr": _MADE,
    "ajust": _CHANGED,
    "alter": _CHANGED,
    "mud": _CHANGED,
    "aument": _CHANGED,
    "diminu": _CHANGED,
    "reduz": _CHANGED,
    "atualiz": _CHANGED,
    "corrig": _CHANGED,
    "apag": _TAKEN_BACK,
    "remov": _TAKEN_BACK,
    "desf": _TAKEN_BACK,
    "cancel": _TAKEN_BACK | {"decline"},
    "import": frozenset({"importInvoice"}),
    "pag": frozenset[str](),
    "quit": frozenset[str](),
    "transfer": frozenset[str](),
    "env": frozenset[str](),
}
"""Which tools' commits bear a verb; a verb that is not here is borne by any commit. Mel never moves money herself."""

_I_DID = re.compile(
    r"\b(?:(?:registr|anot|lanc|aport|guard|deposit|cri|cadastr|ajust|mud|alter|atualiz|apag|apagu|salv|adicion|grav|import"
    r"|contabiliz|som|aument|diminu|reduz|confirm|cancel|coloc|coloqu|bot|pagu|pag|marqu|marc|comput|efetu|realiz|quit|envi|pus)"
    r"(?:ei|amos)|removi|removemos|desfiz|desfizemos|corrigi|corrigimos|transferi|transferimos|conclui|pus|tirei"
    r"|(?:eu|ja|e) inclui|acab(?:ei|amos) de \w+r|dei baixa"
    r"|(?:fiz|fizemos|efetuei) (?:o|a|um|uma|seu|sua|esse|essa|este|esta) (?:lancamento|registro|aporte|deposito"
    r"|pagamento|transferencia|anotacao|cadastro|ajuste|pix))\b"
)
_PART = (
    r"(?:registrad|anotad|lancad|salv|cadastrad|criad|ajustad|gravad|inclu?id|adicionad|confirmad|aportad|desfeit"
    r"|apagad|atualizad|importad|guardad|computad|contabilizad|efetuad|realizad|concluid|depositad)[oa]s?"
)
_NOT_NOW = r"\b(?! (?:pel[oa]s?|[en][mo] nome) )"
"""Who recorded it is told of what was there before."""
_THING = r"(?:gasto|aporte|meta|despesa|valor|lancamento|compra|entrada|renda|registro|pagamento|deposito|mudanca)"
_IT_IS = re.compile(
    rf"\b(?:ta|esta|foi|ficou|foram|estao|tudo|ja|pronto|prontinho)\s*(?:ja\s+|tudo\s+|bem\s+)?{_PART}{_NOT_NOW}"
    rf"|^(?:ok\s+|certo\s+|beleza\s+)?{_PART}{_NOT_NOW}"
    rf"|\b{_THING}\s+(?:{_PART}|feit[oa])(?=\s*(?:$|[.!]|com sucesso|pra voces|aqui))"
    rf"|\b{_PART}\s+com sucesso\b"
    r"|^(?:tudo\s+)?(?:pronto|prontinho|feito)(?:\s*[.!]*$)"
)
_SOMEBODY_DID = re.compile(
    r"(?:^(?:ja |tambem |sim |ok |pronto |mel )*|\b(?:a mel|o sistema|o app|o aplicativo|tudo|voces?) (?:ja )?)"
    r"(?:registr|anot|lanc|aport|cri|cadastr|ajust|alter|atualiz|apag|salv|adicion|grav|confirm|cancel|marc)ou\b"
)
""" "Sim, registrou o gasto": nobody is named, so it is Mel."""
_I_DO = re.compile(
    r"^(?:eu )?(?:registro|anoto|lanco|crio|cadastro|aporto) (?:ess[ea]s?|est[ea]s?|[oa]s?|seus?|suas?|isso|r\$|\d)"
)
""" "Sim, registro esse gasto." """
_ENDS_DONE = re.compile(rf"(?<= ){_PART}[\s.!]*$")
""" "Aluguel registrado." """
_NOT_YET = re.compile(
    r"\b(?:deix\w+|fic(?:a|ar|ara)|sera?|seja|ter|tenha|ver|quer\w*|pra|para|conforme|como|ta|esta|estao|tenho|temos|tem|ha)"
    r"\s+(?:\w+\s+){0,2}$"
)
_HELD = re.compile(r"\bguardad[oa]s?\b")
_BOOKED = re.compile(r"\bja (?:ta|esta|entrou|foi|ficou) (?:no|na|nos|nas|pro|pra|em|dentro)\b")
_DENIED = re.compile(
    r"\b(?:nao|nunca|nem|nada|sem|nenhuma?)\s+(?!so\b|se\b|apenas\b)(?:\w+\s+){0,3}$"
    r"|\b(?:quer que|posso|se)\s+(?:\w+\s+){0,2}$|\b(?:o|pelo) que\s+(?:ja\s+)?$"
)
_CLAUSE = re.compile(r"[,;:()\n–—]+|\s-\s|\b(?:mas|porem|e)\b")


@dataclass(frozen=True, slots=True)
class Claim:
    """`words` as they were said, folded; `tools` whose commit would make it true, None for any."""

    words: str
    tools: frozenset[str] | None


def claim_in(sentence: str, *, looked: bool = False, asked: bool = False) -> Claim | None:
    """The first thing that a sentence claims."""
    return next(claims_in(sentence, looked=looked, asked=asked), None)


def claims_in(sentence: str, *, looked: bool = False, asked: bool = False, proposes: bool = False) -> Iterator[Claim]:
    """What a sentence claims, one thing a clause. A question asks with its last clause only, and never "registrei?".

    `looked`: something was read in this turn, so that "já está no orçamento" may tell what was found there. `asked`: it
    was, and the member named no amount, so that "foram guardados R$ 500" tells what a goal holds. `proposes`: it asks,
    so that "anoto R$ 50" is only what would be done.
    """
    folded = fold(sentence)
    clauses = [part.strip() for part in _CLAUSE.split(folded) if part and part.strip()]
    for number, clause in enumerate(clauses, 1):
        asking = folded.endswith("?") and number == len(clauses)
        patterns = [_I_DID] + ([] if asking else [_IT_IS]) + ([] if asking or looked else [_BOOKED])
        if not asking and not asked:
            patterns += [_SOMEBODY_DID, _ENDS_DONE] + ([] if proposes else [_I_DO])
        found: list[Claim] = []
        for pattern in patterns:
            for hit in pattern.finditer(clause):
                if pattern is _ENDS_DONE and _NOT_YET.search(clause[: hit.start()]):
                    continue
                held = asked and _HELD.search(hit[0])
                if not held and not _DENIED.search(clause[: hit.start()]):
                    found.append(Claim(hit[0].strip(" .!"), _tools(hit[0])))
        yield from found[:1]


_UNDONE = re.compile(
    r"\b(?:nao|nem) (?:consegui|pude|deu pra|(?:registr|anot|grav|lanc|salv)ei)\b"
    r"|\b(?:nao (?:foi|ficou)|nada (?:foi|ficou)|nada) (?:registrad|anotad|gravad|salv)\w+"
    r"|\b(?:deu|houve) (?:um )?(?:erro|problema)\b"
)


def denial_in(sentence: str) -> str | None:
    """The words by which a sentence denies that something was written; not that it was written twice."""
    folded = fold(sentence)
    hit = _UNDONE.search(folded)
    return hit[0] if hit and "de novo" not in folded[hit.end() : hit.end() + 12] else None


def borne(claim: Claim, wrote: Iterable[str]) -> bool:
    """Whether a commit of one of these tools makes the claim true."""
    tools = set(wrote)
    return bool(tools - {"decline"}) if claim.tools is None else bool(tools & claim.tools)


def _tools(words: str) -> frozenset[str] | None:
    first, last = words.split()[0], words.split()[-1]
    deed = first if last.startswith("feit") else last
    return next((tools for stem, tools in _BY_STEM.items() if deed.startswith(stem)), None)
