"""What a member wrote of figures, so that a preview with other ones can be marked as Mel's own suggestion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from mel.agent.conversation import TurnRecord
from mel.agent.figures import figures, hidden
from mel.agent.values import Values, money_of
from mel.agent.wire import Wire
from mel.shared.text import fold
from mel.understanding import Vocabulary


def said_by(history: Sequence[TurnRecord], text: str, today: date) -> Values:
    """Every figure of the member's messages in this conversation."""
    said = Values()
    for message in (message for record in history for message in record.messages if message["role"] == "user"):
        said.add_said(str(message["text"]), today)
    said.add_said(text, today)
    return said


def names_of(vocabulary: Vocabulary) -> frozenset[str]:
    """Every name and alias of the household's things: a figure in one of them is no figure."""
    things = (*vocabulary.expenses, *vocabulary.goals, *vocabulary.incomes, *vocabulary.cards)
    return frozenset(name for term in things for name in (term.name, *term.aliases))


def suggested(arguments: Wire, said: Values, names: Iterable[str]) -> bool:
    """Whether a write carries an amount, or a figure inside a text, that the member never wrote."""
    known = {fold(name) for name in names}
    told = [value for key, value in arguments.items() if isinstance(value, dict) or key not in _NO_FIGURES]
    return any(not _is_said(value, said, known) for value in told)


_NO_FIGURES = frozenset({"operationId", "confirm", "target", "entry", "period", "date", "from", "deadline"})
"""Texts that hold no figure of the member's: ids, and days that are shown as days."""


def _is_said(value: Any, said: Values, names: set[str]) -> bool:
    money = money_of(value)
    if money is not None:
        return money[0] == 0 or said.hold(money)
    if isinstance(value, list | tuple):
        return all(_is_said(item, said, names) for item in value)
    if not isinstance(value, str) or fold(value) in names:
        return True
    stated = [figure for figure in (*figures(value), *hidden(value)) if figure.kind in {"amount", "count", "percent"}]
    return all(said.carry(figure) for figure in stated)
