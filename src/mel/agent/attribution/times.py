"""The months and days that a clause names beside an amount."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from mel.agent.attribution.clauses import Clause
from mel.agent.attribution.facts import Day, Fact, Holds, Month

_RELATIVE = (
    (
        0,
        re.compile(
            r"\b(?:n?est[ea]|n?ess[ea]|dess[ea]|dest[ea]) mes\b(?! passad| que| anterior)|\bmes atual\b"
            r"|\bdo mes\b(?! passad| que| anterior)"
        ),
    ),
    (-1, re.compile(r"\bmes (?:passado|anterior)\b|\bultimo mes\b")),
    (1, re.compile(r"\bmes que vem\b|\bproximo mes\b|\bmes seguinte\b")),
)
_UNTIL = re.compile(r"\b(?:ate|desde)(?: [oa])?(?: dia)? *$")


def months_named(clause: Clause, today: date) -> set[Month]:
    """Year 0 stands for any. "Até outubro" says when something ends, not when it was."""
    found = {
        ((figure.value[1] if len(figure.value) > 1 else 0), figure.value[0])
        for figure in clause.stated
        if figure.kind == "month"
        and isinstance(figure.value, tuple)
        and not _UNTIL.search(clause.sentence[: figure.start])
    }
    now = today.year * 12 + today.month - 1
    steps = [now + step for step, words in _RELATIVE if words.search(clause.text)]
    return found | {(step // 12, step % 12 + 1) for step in steps}


def days_named(clause: Clause) -> set[tuple[int, ...]]:
    """Days as (day, month, year), with what was said of them."""
    return {
        figure.value
        for figure in clause.stated
        if figure.kind == "date"
        and isinstance(figure.value, tuple)
        and not _UNTIL.search(clause.sentence[: figure.start])
    }


def same_month(known: Iterable[Month], said: Iterable[Month]) -> bool:
    """Whether one of the months said is one of those known."""
    return any(number == month and year in (0, of) for year, number in said for of, month in known)


def same_day(known: Iterable[Day], said: Iterable[tuple[int, ...]]) -> bool:
    """Whether one of the days said, which may lack year or month, is one of those known."""
    return any((day, month, year)[: len(each)] == each for year, month, day in known for each in said)


def at_times(
    clause: Clause, months: set[Month], days: set[tuple[int, ...]], beside: list[Fact]
) -> Iterator[tuple[str, Holds]]:
    """When a fact must be of, by the months and days named. `beside`: the facts of all the clause's amounts, of which
    one is enough for a day."""
    if months:
        billed = "fatura" in clause.text
        yield "month", lambda fact: _in_months(fact, months, billed=billed)
    if days and not (len(clause.amounts) > 1 and any(same_day(fact.days, days) for fact in beside)):
        yield "day", lambda fact: not fact.days or same_day(fact.days, days)


def _in_months(fact: Fact, months: set[Month], *, billed: bool) -> bool:
    """A purchase is of its day's month, and of its fatura's only where the fatura is spoken of."""
    if billed and fact.tool == "statementSearch":
        return same_month(fact.billed, months)
    return not fact.months or same_month(fact.months, months)
