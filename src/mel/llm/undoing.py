"""Undoing: the last thing at once, one that is called by its name ("desfaz o aporte de Amsterdam") as a proposal."""

from __future__ import annotations

from collections.abc import Sequence

from mel.agent.fast_path import may_be_meant
from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.llm.wish import Wish
from mel.shared.names import match
from mel.shared.text import tokens
from mel.understanding import Term
from mel.understanding.dates import find_dates
from mel.understanding.undo import UNDOES

_AROUND = {
    "o", "a", "os", "as", "de", "do", "da", "no", "na", "em", "pra", "pro", "gasto", "aporte", "lancamento", "compra",
    "entrada", "registro", "ultimo", "ultima", "mel", "por", "favor", "que", "eu", "fiz", "lancei", "agora", "meta",
    "la", "ai",
}  # fmt: skip
RECENT = ("operationsList", {"limit": 20})
"""Where the operation to undo is looked for."""


def undo(turn: TurnContext) -> Wish:
    """What the previous reply wrote goes at once; anything older is looked up first, and proposed."""
    last = turn.last_write
    if last is not None and last.tool != "undoOperation" and may_be_meant(turn.text, last.tool):
        return Wish(calls=(("undoOperation", {"target": last.operation_id, "confirm": True}),))
    return Wish(calls=(RECENT,))


def named(turn: TurnContext) -> str | None:
    """The one thing of the house that "desfaz o mercado" names, by the words that are left around nothing else."""
    words = tokens(turn.text)
    if not words or words[0] not in UNDOES or find_dates(turn.text, turn.today):
        return None
    said = " ".join(word for word in words[1:] if word not in _AROUND)
    house = turn.vocabulary
    things: tuple[Term, ...] = (*house.expenses, *house.goals, *house.incomes)
    found = match(said, things).found if said else None
    return None if found is None else found.name


def _things(row: Wire) -> set[object]:
    """What an operation was about, as it was found or as its preview shows it."""
    shown = row.get("preview") or {}
    sides = [side for side in (shown.get("before"), shown.get("after")) if isinstance(side, dict)]
    return {*row["names"].values(), *(side.get("expense") or side.get("goal") for side in sides)}


def latest(operations: Sequence[Wire], turn: TurnContext, thing: str | None) -> str | None:
    """The newest of this member's operations that may be meant: of the thing that was named, if one was."""
    mine = [row for row in operations if row["who"] == turn.speaker and may_be_meant(turn.text, row["tool"])]
    of = [row for row in mine if thing is None or thing in _things(row)]
    return str(of[0]["operationId"]) if of else None
