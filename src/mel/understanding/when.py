"""A time expression as the scanner sees it: where it stands, and how to find its day once the direction is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Literal, NamedTuple, TypeAlias

from mel.understanding.calendar import (
    Span,
)
from mel.understanding.numbers import words_value
from mel.understanding.tokens import Token

Direction = Literal["past", "future"]
Moment = date | Span
Ahead: TypeAlias = bool
"""Whether to look ahead of today (dues, deadlines) or behind it (events)."""
Resolver = Callable[[date, Ahead], "Moment | None"]


class When(NamedTuple):
    """Tokens `first` up to `last` (exclusive) as a time expression.

    `kind`: "day", "month", "span" or "vague". `until` and `since` open a span towards or from today.
    """

    first: int
    last: int
    kind: str
    find: Resolver | None = None
    until: bool = False
    since: bool = False
    from_now: bool = False
    month_number: int | None = None
    day_number: int | None = None

    @property
    def vague(self) -> bool:
        return self.kind == "vague"

    def resolve(self, today: date, *, future: Ahead) -> Moment | None:
        """The day, or the first and last day of the span; None when no such day exists."""
        if self.find is None:
            return None
        try:
            return self.find(today, future)
        except (OverflowError, ValueError):
            return None


def moved(when: When, first: int, *, until: bool = False, since: bool = False) -> When:
    find = when.find
    if until and find is not None:
        find = _until(find, when.kind)
    if since and find is not None:
        find = _since(find)
    return When(first, when.last, when.kind, find, until, since, when.from_now, when.month_number, when.day_number)


def end_of(moment: Moment) -> date:
    return moment if isinstance(moment, date) else moment[1]


def start_of(moment: Moment) -> date:
    return moment if isinstance(moment, date) else moment[0]


def _until(find: Resolver, kind: str) -> Resolver:
    def resolve(today: date, future: Ahead) -> Moment | None:
        moment = find(today, True) if future or kind in {"month"} else find(today, False)
        if moment is None:
            return None
        last = end_of(moment)
        if kind == "month" or kind == "year":
            return last
        return (min(today, last), max(today, last))

    return resolve


def _since(find: Resolver) -> Resolver:
    def resolve(today: date, future: Ahead) -> Moment | None:
        moment = find(today, future)
        if moment is None:
            return None
        first = start_of(moment)
        return first if future else (min(first, today), max(first, today))

    return resolve


def norms(tokens: Sequence[Token], at: int, count: int) -> list[str]:
    return [token.norm for token in tokens[at : at + count]]


def small_number(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """A small whole number at `at` and the place after it; (0, at) when none."""
    if at < len(tokens) and tokens[at].kind == "num":
        text = tokens[at].text
        if text.isdigit() and len(text) <= 3:
            after = at + 1
            if after < len(tokens) and tokens[after].glued and tokens[after].text in {"º", "°", "o", "ª"}:
                after += 1
            return int(text), after
        return 0, at
    value, used = words_value(norms(tokens, at, 4), 0)
    return (value, at + used) if value else (0, at)


UNITS = {
    "dia": ("d", 1), "dias": ("d", 1), "semana": ("d", 7), "semanas": ("d", 7), "mes": ("m", 1), "meses": ("m", 1),
    "ano": ("m", 12), "anos": ("m", 12), "quinzena": ("d", 15),
}  # fmt: skip
