"""When a fatura closes and is due. The file that prints the dates wins; a rule only predicts, and is marked so.

Issuers move the closing day from month to month (securo#92, pynubank#173), so a rule never changes a known cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from mel.accounts import Account
from mel.invoices.model import InvoicePrint
from mel.shared.period import Period

_USUAL_GAP = 7
"""Days from closing to due date where only one of them is printed: what most issuers use, so always a prediction."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """The fatura of `period`, the month of its due date. A purchase on the closing day goes to the next one."""

    period: Period
    closing: date
    due: date
    closing_predicted: bool = False
    due_predicted: bool = False

    @property
    def predicted(self) -> bool:
        return self.closing_predicted or self.due_predicted


@dataclass(frozen=True, slots=True)
class Rule:
    """The days on which a card usually closes and is due, 1–31 and clamped to each month's end."""

    closing_day: int
    due_day: int

    def closing(self, period: Period) -> date:
        """Closing before due in the same month (3 and 7), else in the month before (28 and 5)."""
        return (period if self.closing_day < self.due_day else period.plus(-1)).day(self.closing_day)

    def due(self, period: Period) -> date:
        return period.day(self.due_day)


@dataclass(frozen=True, slots=True)
class Cycles:
    """The cycles of one card: as printed where known, by rule elsewhere."""

    rule: Rule | None = None
    printed: Mapping[Period, InvoicePrint] = field(default_factory=dict)

    @classmethod
    def of_card(cls, account: Account, prints: Iterable[InvoicePrint] = ()) -> Cycles:
        """The account's own rule, else one read off the latest fatura that printed its dates."""
        printed: dict[Period, InvoicePrint] = {}
        for each in prints:
            known = printed.get(each.period)
            printed[each.period] = each.over(known) if known else each
        if account.closing_day and account.due_day:
            return cls(Rule(account.closing_day, account.due_day), printed)
        latest = next((printed[p] for p in sorted(printed, reverse=True) if printed[p].due or printed[p].closing), None)
        return cls(_rule_of(latest) if latest else _half_rule(account), printed)

    def cycle(self, period: Period) -> Cycle | None:
        """None when neither a file nor a rule says anything."""
        known = self.printed.get(period)
        closing, due = (known.closing, known.due) if known else (None, None)
        if self.rule is None and closing is None and due is None:
            return None
        expected_due = due or (self.rule.due(period) if self.rule else _later(closing))
        expected = closing or (self.rule.closing(period) if self.rule and due is None else None)
        if expected is None:
            by_rule = self.rule.closing(period) if self.rule else None
            expected = by_rule if by_rule and by_rule < expected_due else expected_due - timedelta(days=_USUAL_GAP)
        return Cycle(period, expected, expected_due, closing is None, due is None)

    def of(self, day: date) -> Cycle | None:
        """The fatura that a purchase of this day goes to: the first that closes after it."""
        start = Period.of(day)
        for months in range(-1, 4):
            cycle = self.cycle(start.plus(months))
            if cycle is not None and cycle.closing > day:
                return cycle
        return None


def _later(closing: date | None) -> date:
    assert closing is not None
    return closing + timedelta(days=_USUAL_GAP)


def _rule_of(known: InvoicePrint) -> Rule:
    closing = known.closing or (known.due - timedelta(days=_USUAL_GAP) if known.due else None)
    due = known.due or _later(closing)
    assert closing is not None
    return Rule(closing.day, due.day)


def _half_rule(account: Account) -> Rule | None:
    """Only one of the two days is known: the other lies about a week away."""
    some_month = Period(2026, 3)
    if account.due_day:
        return Rule((some_month.day(account.due_day) - timedelta(days=_USUAL_GAP)).day, account.due_day)
    if account.closing_day:
        return Rule(account.closing_day, (some_month.day(account.closing_day) + timedelta(days=_USUAL_GAP)).day)
    return None
