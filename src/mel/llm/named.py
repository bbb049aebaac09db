"""Questions that name one thing of the house in words that no intent has: "como tá Outros?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from mel.agent.turn import TurnContext
from mel.shared.text import fold, tokens
from mel.understanding import Reading, Term
from mel.understanding.dates import find_dates

_ASKS = re.compile(r"^(?:e |mas )?(?:como|quant[oa]s?|o que|que|qua(?:l|is)|cade)\b|\?\s*$")
_LEFT = re.compile(r"\b(?:sobr\w+|resta\w*)\b")
_OTHER = re.compile(
    r"\boutros\b(?=\s*$|\s+(?:(?:n?ess[ea]|n?est[ea]|no|em|ate|de|d[eo]s?)\s+)*"
    r"(?:mes|semana|ano|hoje|ontem|agora|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro"
    r"|novembro|dezembro|previsto)\b)"
)
"""The expense, and not the "outros" of "outros gastos"."""
_UNREAD = {"out_of_scope", "unclear"}
_DOING = re.compile(r"\b(?:cabe|registra|anota|lanca|aporta|apaga|muda|cria|desfaz)\b")


def reread(reading: Reading, turn: TurnContext) -> Reading:
    """The reading of such a question, or the reading as it was."""
    text = fold(turn.text).strip()
    if not _ASKS.search(text) or _DOING.search(text):
        return reading
    if reading.intent in {*_UNREAD, "budget_total"} and "name" not in reading.slots and _others(text, turn):
        return Reading("expense_status", {**dated(reading, turn), "name": "Outros"}, aspect=_aspect(text))
    if reading.intent != "out_of_scope":
        return reading
    goal, expense = the_one(turn.text, turn.vocabulary.goals), the_one(turn.text, turn.vocabulary.expenses)
    if goal and not expense:
        return Reading("goal_status", {**dated(reading, turn), "name": goal})
    if expense and not goal:
        return Reading("expense_status", {**dated(reading, turn), "name": expense}, aspect=_aspect(text))
    return reading


def the_one(text: str, terms: Sequence[Term]) -> str | None:
    """The one thing whose name or alias stands whole in the text; a longer name hides what stands inside it."""
    words = f" {' '.join(tokens(text))} "
    hits: dict[str, int] = {}
    for term in terms:
        for name in (term.name, *term.aliases):
            if (said := " ".join(tokens(name))) and f" {said} " in words:
                hits[term.name] = max(hits.get(term.name, 0), len(said))
    longest = [name for name, size in hits.items() if size == max(hits.values())]
    return longest[0] if len(longest) == 1 else None


def dated(reading: Reading, turn: TurnContext) -> dict[str, Any]:
    """The slots as read, with the days that stand in the text where none were read."""
    slots = dict(reading.slots)
    if "date" in slots or "period" in slots:
        return slots
    spans = find_dates(turn.text, turn.today)
    if len(spans) != 1:
        return slots
    if spans[0].date is not None:
        return {**slots, "date": spans[0].date.isoformat()}
    return {**slots, "period": _span(spans[0].period)} if spans[0].period else slots


def _span(days: tuple[date, date]) -> dict[str, str]:
    return {"from": days[0].isoformat(), "to": days[1].isoformat()}


def _others(text: str, turn: TurnContext) -> bool:
    known = any(fold(term.name) == "outros" for term in turn.vocabulary.expenses)
    return known and _OTHER.search(text.strip(" ?!.")) is not None


def _aspect(text: str) -> str:
    return "left" if _LEFT.search(text) else "summary"
