"""Promises to act later: no code of Mel's keeps one, unless something proposed waits for a yes or was just written."""

from __future__ import annotations

import re
from typing import Final

from mel.agent.deeds import NOBODY, Claim, is_future, tools_of

_WRITTEN = (
    r"registr|anot|lanc|grav|salv|cadastr|cri|ajust|mud|alter|atualiz|corrig|apag|remov|exclu|delet|desfaz|cancel"
    r"|adicion"
    r"|inclu|acrescent|coloc|bot|guard|aport|import|debit|descont|insir|inser"
)
_NEVER = (
    r"lembr|avis|notific|alert|cobr|pag|transfer|agend|program|envi|quit|monitor|acompanh|vigi|cham|lig|convers|compr"
)
_WILL = re.compile(
    r" (?:vou|vamos|irei|to|tou|estou)(?: (?:te|lhe|voces?|ja|tambem|me|so|ai|entao|sim|logo|deixar))*"
    rf" (?:(?P<kept>(?:{_WRITTEN})(?:[aei]r|[aei]ndo)|por)|(?P<never>(?:{_NEVER})(?:[aei]r|[aei]ndo)"
    rf"|mandar? (?:mensagem|um aviso"
    r"|lembrete|o pix|um pix)|ficar de olho))\b"
)
_DOING = re.compile(
    r" (?:registr|anot|lanc|grav|salv|cadastr|apag|remov|delet|atualiz)[ae]ndo(?: (?:isso|aqui|agora|ja|[oa]|seu"
    r"|sua|ess[ea])\b|$)"
)
_TELL = re.compile(
    r" (?:(?:te|lhe) (?:lembro|aviso|notifico|alerto|cobro|chamo|dou um toque|mando (?:um |uma )?(?:aviso|lembrete"
    r"|mensagem))"
    r"|(?:lembro|aviso|notifico|alerto) (?:pr[ao] )?(?:voces?|[oa]s? \w+)|(?:fico|ficarei) de olho"
    r"|(?:te |lhe |vos )?(?:lembr|avis|notific|alert)arei)\b(?! que\b| de que\b)"
)
_LATER = re.compile(
    r" (?:depois|amanha|mais tarde|ja ja|daqui a pouco|todo (?:dia|mes)|toda semana)(?: eu)?(?: (?:te|lhe|ja))?"
    r" (?:registro|anoto|lanco|vejo|confiro|faco|resolvo|cuido|volto|mando|aviso|lembro|pago|transfiro|corrijo"
    r"|apago|ajusto)\b"
)
_LEAVE = re.compile(r" (?:pode deixar(?=\s*(?:$|[.!]|comigo|que))|deixa comigo)")
_FUTURE = re.compile(r"rei\b")
_DENIED = re.compile(r"\b(?:nao|nunca|nem|quer que)\s+(?:\w+\s+){0,3}$")
_IF = re.compile(r"\bse\b")
_WHEN: Final = re.compile(r"\b(?:se|assim que|quando|depois que|so|sem|antes|com (?:o )?seu (?:sim|ok))\b")
_SELF = re.compile(r"lembr\w+ (?:d|que\b)")


def promise_in(clause: str, folded: str, *, waits: bool) -> Claim | None:
    """What a clause (with a blank before it) promises. `folded` is its sentence, whose "se você quiser" makes an offer
    of it; `waits`: something proposed waits for a yes, so that "vou anotar" tells what comes of it."""
    if "rei" in clause and (claim := _future(clause)) is not None:
        return None if _IF.search(folded) or (waits and claim.tools != NOBODY) else claim
    for pattern in (_WILL, _DOING, _TELL, _LATER, _LEAVE):
        hit = (pattern.match if pattern is _DOING else pattern.search)(clause)
        if hit is None or _DENIED.search(clause[: hit.start() + 1]):
            continue
        kept = pattern in (_LEAVE, _DOING) or (pattern is _WILL and hit["kept"] is not None)
        if (waits or _WHEN.search(folded)) if kept else _IF.search(folded):
            continue
        if pattern is _WILL and _SELF.match(clause, hit.start("never")) and " te " not in hit[0]:
            return Claim(hit[0].strip(), frozenset({"rememberFact"}))
        return Claim(hit[0].strip(), None if kept else NOBODY)
    return None


def _future(clause: str) -> Claim | None:
    """ "Registrarei amanhã": the future of a deed."""
    for hit in _FUTURE.finditer(clause):
        start = clause.rfind(" ", 0, hit.start()) + 1
        word = clause[start : hit.end()]
        told = _WILL.search(f" vou {word[:-2]}")
        if is_future(word) and told is not None and not _DENIED.search(clause[:start]):
            return Claim(word, None if told["kept"] else tools_of(word) or NOBODY)
    return None
