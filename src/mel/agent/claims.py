"""Claims of a write: the words by which a reply says that something was recorded, and which commit would bear them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from mel.agent.deeds import NOBODY, Claim, is_deed, tools_of
from mel.agent.promises import promise_in
from mel.shared.text import fold

_EI = re.compile(r"ei\b")
_WE_DID = re.compile(
    r" (?:registr|anot|lanc|aport|guard|deposit|cri|cadastr|ajust|mud|alter|atualiz|apag|salv|adicion|grav|import"
    r"|contabiliz|som|aument|diminu|reduz|confirm|cancel|coloc|bot|pag|marc|comput|efetu|realiz|quit|envi|delet"
    r"|acrescent"
    r"|debit|agend|avis|notific|encaix)amos\b"
)
_I_DID = re.compile(
    r" (?:(?:remov|corrig|transfer|insir|inser|reduz|divid|distribu|conclu|revert|convert|devolv|substitu|mov|redefin"
    r"|defin"
    r"|resolv|estend|investi|repart|abat|abr|sub|sum)i(?:mos)?"
    r"|(?:des|re)fiz(?:emos)?|(?:re|dis|su|com)?pus|mexi (?:n[ao]s?|em)|(?:eu|ja|e|pronto|ok) (?:in|ex)clui"
    r"|(?:in|ex)cluimos|dei (?:baixa|entrada|um jeito|um toque|um aviso)|acab(?:ei|amos) de (?!olhar|ver|conferir"
    r"|consult|chec"
    r"|verific|proc|busc)\w+r"
    r"|fiz(?:emos)?(?=\s*(?:$|[.!])| (?:isso|sim|tudo)\b| (?:o|a|um|uma|seu|sua|ess[ea]|est[ea]) (?:lancamento"
    r"|registro"
    r"|aporte|deposito|pagamento|transferencia|anotacao|cadastro|ajuste|pix|agendamento|estorno|exclusao|mudanca"
    r"|alteracao"
    r"|correcao)))\b(?! que\b)"
)
_CLUDED = re.compile(r"^(?:in|ex)clui(?: (?:n[ao]s?|em|pr[ao]s?|ao|isso|ess\w+|est\w+|d[ao]s?)\b|$|[.!])")
_CLUI = re.compile(r"(?:in|ex)clui\b")
_EXCLUDED = re.compile(r"^exclui (?:[oa]s? |tudo\b)")
"""Without its accent, "inclui" may be what something includes: only at the head of a clause, and of such things."""
_PART = (
    r"(?:registrad|anotad|lancad|salv|cadastrad|criad|ajustad|gravad|inclu?id|adicionad|confirmad|aportad|desfeit"
    r"|apagad|atualizad|importad|guardad|computad|contabilizad|efetuad|realizad|concluid|depositad|excluid|deletad"
    r"|removid|revertid|estornad|acrescentad|inserid|debitad|descontad|alterad|corrigid|encaixad|agendad|programad"
    r"|avisad|notificad|transferid|enviad|anexad|somad|jogad|colocad|arquivad)(?:inh|it|issim)?[oa]s?"
)
_FEIT = r"feit(?:inh)?[oa]s?(?=\s*(?:$|[.!]|com sucesso|pra voces|aqui|sim\b))"
_NOT_NOW = r"\b(?! (?:pel[oa]s?|[en][mo] nome) )"
"""Who recorded it is told of what was there before."""
_THING = (
    r"(?:gasto|aporte|meta|despesa|valor|lancamento|compra|entrada|renda|registro|pagamento|deposito|mudanca|exclusao"
    r"|agendamento|transferencia|pix|boleto|lembrete|alerta|aviso|anotacao|correcao|alteracao|estorno|ajuste"
    r"|cadastro|remocao)"
)
_IT_IS = re.compile(
    rf" (?:(?:ta|esta|foi|ficou|foram|estao|tudo|ja|pronto|prontinho) *(?:ja +|tudo +|bem +)?(?:{_PART}{_NOT_NOW}"
    rf"|{_FEIT})"
    rf"|{_THING} +(?:{_PART}|ativad[oa]|feit[oa])(?=\s*(?:$|[.!]|com sucesso|pr[ao]s? |aqui)))"
)
_AT_THE_HEAD = re.compile(
    rf" (?:(?:ok|certo|beleza) +)?{_PART}{_NOT_NOW}"
    r"| (?:(?:ja +)?tudo +)?(?:pronto|prontinh[oa]|feit(?:inh)?[oa]|resolvid[oa]|considera (?:isso )?feito)"
    r"(?:\s*[.!]*$)"
)
_LEFT = re.compile(rf" deix(?:ei|amos) (?:\w+ ){{0,2}}?{_PART}\b")
""" "Já deixei agendado." """
_PARTNER = re.compile(
    r" (?!(?:voce|quem|que|nao|mel) )(?:[oa] )?[a-z]{3,} (?:ja |tambem )?"
    r"(?:aceitou|confirmou|aprovou|autorizou|topou|recusou)\b"
)
"""What the other one decided: Mel hears it when it is said to her, and tells nobody else's yes unread."""
_WELL_DONE = re.compile(rf" (?:{_PART}|(?:pag|quitad)[oa]s?) com sucesso\b")
_SOMEBODY_DID = re.compile(
    r"(?:^(?:ja |tambem |sim |ok |pronto |mel )*|\b(?:a mel|o sistema|o app|o aplicativo|tudo|voces?) (?:ja )?)"
    r"(?:registr|anot|lanc|aport|cri|cadastr|ajust|alter|atualiz|apag|salv|adicion|grav|confirm|cancel|marc|delet"
    r"|acrescent|debit|agend|avis|notific)ou\b"
)
""" "Sim, registrou o gasto": nobody is named, so it is Mel."""
_I_DO = re.compile(
    r"^(?:eu )?(?:registro|anoto|lanco|crio|cadastro|aporto|deleto|apago|debito|acrescento|agendo)"
    r" (?:ess[ea]s?|est[ea]s?|[oa]s?|seus?|suas?|isso|r\$|\d)"
)
""" "Sim, registro esse gasto." """
_ENDS_DONE = re.compile(rf"(?<= ){_PART}[\s.!]*$")
""" "Aluguel registrado." """
_NOT_YET = re.compile(
    r"\b(?:deix\w+|fic(?:a|ar|ara)|sera?|seja|ter|tenha|ver|quer\w*|pra|para|conforme|como|ta|esta|estao|tenho"
    r"|temos|tem|ha)"
    r"\s+(?:\w+\s+){0,2}$"
)
_HELD = re.compile(r"\bguardad[oa]s?\b")
_OF_A_BANK = re.compile(r"\b(?:estornad|descontad|debitad|transferid|enviad|agendad|programad)[oa]s?\b")
"""Told of what was read, these are deeds of a bank, or of a person there."""
_BOOKED = re.compile(r" ja (?:(?:ta|esta|entrou|foi|ficou) (?:no|na|nos|nas|pro|pra|em|dentro)|consta)\b")
_GONE = re.compile(
    rf"^(?:(?:ja|agora|pronto|ok|sim|certo|tudo|isso|ele|ela|(?:[oa]s?|ess[ea]s?|est[ea]s?|seus?"
    rf"|suas?) {_THING}s?(?: d[aeo]s? \w+)?"
    r"|r\$ ?[\d.,]*\d) )*(?:entr(?:ou|aram)|foi|foram|ta|esta|tao|estao|ficou|ficaram|ca(?:iu|iram)|consta) (?:la "
    r"|tudo )?"
    r"(?:n[ao]s?|pr[ao]s?|para [ao]s?) (?:seu |sua )?(?!(?:dia|mes|ano|semana|fim|vermelho|azul|ritmo|prazo|caminho"
    r"|limite"
    r"|meio|ar|mao|hora|vez|momento|ponto|mesm[oa]|geral|duvida|ultim[oa]|passado|padrao|comeco|inicio|nome|app"
    r"|banco|site|menu"
    r"|extrato|arquivo|que|dela|dele|cara|media|faixa|frente|conta certa|celular|computador|proxim[oa]|minha|meu"
    r"|espera|fila"
    r"|segunda|terca|quarta|quinta|sexta|sabado|domingo|primeir[oa]|fatura de)\b)[a-z]{3,}"
)
"""Where an amount went, of nothing that was read: "entrou no mercado", "o gasto foi pro mercado", "ta no sistema"."""
_DENIED = re.compile(
    r"\b(?:nao|nunca|nem|nada|sem|nenhuma?)\s+(?!so\b|se\b|apenas\b)(?:\w+\s+){0,3}$"
    r"|\b(?:quer que|posso|se)\s+(?:\w+\s+){0,2}$|\b(?:o|pelo) que\s+(?:ja\s+)?$"
)
_MARKS = " *_\"'“”‘’«»✅✔\ufe0f👍🎉•➡😉🙂😊"
_CLAUSE = re.compile(r"[,;:()\n–—]+|\s-\s|\b(?:mas|porem|e)\b")


def claim_in(sentence: str, *, looked: bool = False, asked: bool = False) -> Claim | None:
    """The first thing that a sentence claims."""
    return next(claims_in(sentence, looked=looked, asked=asked), None)


def claims_in(
    sentence: str, *, looked: bool = False, asked: bool = False, proposes: bool = False, waits: bool = False
) -> Iterator[Claim]:
    """What a sentence claims, one thing a clause. A question asks with its last clause only, and never "registrei?".

    `looked`: something was read in this turn, so that "já está no orçamento" may tell what was found there. `asked`: it
    was, and the member named no amount, so that "foram guardados R$ 500" tells what a goal holds. `proposes`: it asks,
    so that "anoto R$ 50" is only what would be done. `waits`: something proposed waits for a yes.
    """
    text = unquoted(sentence)
    folded, accented = fold(text), "cluí" in text.lower()
    if "**" in folded:
        folded = folded.replace("**", "")
    clauses = [bare for part in _CLAUSE.split(folded) if part and (bare := part.strip(_MARKS))]
    for number, clause in enumerate(clauses, 1):
        asking = folded.endswith("?") and number == len(clauses)
        hits = chain(
            _deeds(f" {clause}", accented=accented),
            () if asking else _states(clause, looked=looked, asked=asked, proposes=proposes),
        )
        claim = next((each for each in hits if each is not None), None)
        if claim is None and not asking:
            claim = promise_in(f" {clause}", folded, waits=waits or proposes or folded.endswith("?"))
        if claim is not None:
            yield claim


def _deeds(clause: str, *, accented: bool) -> Iterator[Claim | None]:
    """Pasts of the first person, in a clause with a blank before it; also at the end of what asks."""
    for hit in _EI.finditer(clause):
        start = max(clause.rfind(" ", 0, hit.start()), clause.rfind("-", 0, hit.start())) + 1
        word = clause[start : hit.end()].lstrip("*_")
        if is_deed(word, clause[hit.end() :]) and not _DENIED.search(clause[:start]):
            yield Claim(word, tools_of(word))
    if (did := _I_DID.search(clause) or ("amos" in clause and _WE_DID.search(clause)) or None) is not None:
        yield _claim(clause, did, did.start() + 1)
    if "clui" in clause:
        bare = clause.lstrip()
        did = (_CLUI if accented else _CLUDED).search(bare) or _EXCLUDED.search(bare)
        if did is not None:
            yield _claim(bare, did, did.start())


def _states(clause: str, *, looked: bool, asked: bool, proposes: bool) -> Iterator[Claim | None]:
    """Things said to be done, by whomever."""
    padded = f" {clause}"
    well = _WELL_DONE.search(padded) if "sucesso" in clause else None
    for hit in (_AT_THE_HEAD.match(padded), well, *_IT_IS.finditer(padded)):
        if hit and not ((asked and _HELD.search(hit[0])) or (looked and _OF_A_BANK.search(hit[0]))):
            yield _claim(padded, hit, hit.start() + 1)
    if "deix" in clause and (left := _LEFT.search(padded)):
        yield _claim(padded, left, left.start() + 1)
    if not looked and (there := _BOOKED.search(padded)):
        yield _claim(padded, there, there.start() + 1)
    if (
        not looked
        and "ou" in clause
        and (said := _PARTNER.search(padded))
        and not _DENIED.search(padded[: said.start() + 1])
    ):
        yield Claim(said[0].strip(), NOBODY)
    if asked:
        return
    by_somebody = (_SOMEBODY_DID,) if "ou" in clause else ()
    for pattern in (_GONE, *by_somebody, *(() if proposes else (_I_DO,))):
        if said := pattern.search(clause):
            yield _claim(clause, said, said.start())
    done = _ENDS_DONE.search(clause)
    if done and not _NOT_YET.search(clause[: done.start()]) and not (looked and _OF_A_BANK.search(done[0])):
        yield _claim(clause, done, done.start())


def _claim(clause: str, hit: re.Match[str], start: int) -> Claim | None:
    if _DENIED.search(clause[:start]):
        return None
    return Claim(hit[0].strip(" .!"), tools_of(hit[0]))


_QUOTED = re.compile(r"(?<=\w )[\"'“‘«][^\"'”’»]{1,60}[\"'”’»]|^[\"'“‘«][^\"'”’»]{1,60}[\"'”’»](?= [a-zà-ú])")
_QUOTES = re.compile("[\"'“‘«]")


def unquoted(sentence: str) -> str:
    """Without what stands in quotation marks among other words: a name, or words for the member to say."""
    return _QUOTED.sub("«»", sentence) if _QUOTES.search(sentence) else sentence


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
