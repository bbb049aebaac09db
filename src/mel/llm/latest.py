"""Questions about what was told lately: "o que eu lancei hoje?" is about when it was told, not when it was spent."""

from __future__ import annotations

import re

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.shared.text import fold
from mel.understanding import Reading

_LATEST = re.compile(
    r"\b(?:mostr\w+|ver|veja|ve|lista\w*) (?:os|as) ultim[oa]s\s*[?!.]*$"
    r"|\bultim[oa]s (?:\d+ )?(?:lancamentos?|registros?|anotacoes|movimentacoes|coisas)\b"
    r"|\bo que (?:(?:eu|a gente|voce|vc|nos) )?(?:(?:ja )?(?:lanc|anot|registr)(?:ei|ou|amos|aram)|tem de lancamento)\b"
)
_TODAY = re.compile(r"\bhoje\b")
_MINE = re.compile(r"\b(?:eu|lancei|anotei|registrei)\b")
_OTHER_DAYS = re.compile(
    r"\b(?:ontem|anteontem|semana|mes|dia|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro"
    r"|novembro|dezembro|faturas?|extratos?|cartao)\b"
)
_COUNT = re.compile(r"\bultim[oa]s (?P<count>\d{1,2})\b")


def asked(reading: Reading, turn: TurnContext) -> tuple[str, Wire] | None:
    """The look into what was recorded, newest first. A message about other days asks when it was spent."""
    text = fold(turn.text)
    if reading.writes or not _LATEST.search(text) or _OTHER_DAYS.search(text) or reading.slots.get("name"):
        return None
    count = _COUNT.search(text)
    args: Wire = {"limit": max(int(count["count"]), 1) if count else 5}
    if _TODAY.search(text):
        args = {"limit": 10, "day": turn.today.isoformat()}
    if _MINE.search(text) and turn.speaker:
        args["member"] = turn.speaker
    return ("operationsList", args)
