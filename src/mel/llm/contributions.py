"""Questions about money put aside: "quanto a Carla aportou em junho?" is about goals, never about spending."""

from __future__ import annotations

import re

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.llm.named import dated, the_one
from mel.llm.wish import known, person
from mel.shared.text import fold
from mel.understanding import Reading

_SAVED = re.compile(r"\b(?:aport|guard|junt|poup)(?P<who>ei|ou|amos|aram)\b")
_ASKS = re.compile(r"\b(?:quant[oa]s?|quem|o que|qua(?:l|is))\b")
_QUESTIONS = {"budget_total", "expense_status", "goal_status", "goals_list", "out_of_scope", "unclear"}


def asked(reading: Reading, turn: TurnContext) -> tuple[str, Wire] | None:
    """The read of contributions that such a question wishes. "Quanto já guardei pra viagem?" is the goal's status."""
    text = fold(turn.text)
    said = _SAVED.search(text)
    if said is None or not _ASKS.search(text) or reading.intent not in _QUESTIONS or "amount" in reading.slots:
        return None
    if reading.intent == "unclear" and reading.reason not in {"question", "not_understood"}:
        return None
    slots = dated(reading, turn)
    goal = known(slots.get("name"), turn.vocabulary.goals) or the_one(turn.text, turn.vocabulary.goals)
    member = _member(slots.get("member"), said["who"], turn)
    if (goal or slots.get("name")) and not slots.keys() & {"member", "date", "period"}:
        return None
    args: Wire = {}
    if "period" in slots:
        args = {"from": slots["period"]["from"], "to": slots["period"]["to"]}
    elif "date" in slots:
        args = {"from": slots["date"], "to": slots["date"]}
    if goal or slots.get("name"):
        args["goal"] = goal or slots["name"]
    if member:
        args["member"] = member
    return ("contributionsList", args)


def _member(slot: object, ending: str, turn: TurnContext) -> str | None:
    """Whose contributions: who was named, the speaker of "aportei", everybody's for "aportamos"."""
    if slot is None:
        return turn.speaker if ending == "ei" else the_one(turn.text, turn.vocabulary.members)
    return person(slot, turn)
