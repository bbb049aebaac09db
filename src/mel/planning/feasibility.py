"""Does it fit? Income minus bills, faturas, parcelas and goal quotas, per month: a pure sum over a snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from mel.planning.snapshot import Snapshot
from mel.shared.money import Money
from mel.shared.period import Period

CUSHION = Decimal("0.10")
"""A month that keeps less than this share of its income free is tight."""

Verdict = Literal["fits", "tight", "does_not_fit"]


@dataclass(frozen=True, slots=True)
class MonthOutlook:
    """The parts of one month's sum; `free` is what is left before the purchase, `after` what is left behind it."""

    period: Period
    income: Money
    bills: Money
    commitments: Money
    quotas: Money
    free: Money
    cost: Money
    after: Money


@dataclass(frozen=True, slots=True)
class Feasibility:
    """`breaks` is the first month that does not carry its instalment."""

    status: Verdict
    months: tuple[MonthOutlook, ...]
    breaks: Period | None = None

    @property
    def telling(self) -> MonthOutlook:
        """The month to talk about: the first that breaks, else the tightest."""
        broken = (month for month in self.months if month.period == self.breaks)
        return next(broken, None) or min(self.months, key=lambda month: month.after.amount)


def feasibility(house: Snapshot, amount: Money, installments: int, start: Period) -> Feasibility | None:
    """Whether each month from `start` can carry its instalment; None when no income is known."""
    if house.income is None:
        return None
    parts = amount.in_parts(installments)
    months = tuple(_outlook(house, house.income, start.plus(i), part) for i, part in enumerate(parts))
    broken = next((month.period for month in months if month.after.amount < 0), None)
    if broken:
        return Feasibility("does_not_fit", months, broken)
    tight = any(month.after.amount < month.income.amount * CUSHION for month in months)
    return Feasibility("tight" if tight else "fits", months)


def _outlook(house: Snapshot, income: Money, period: Period, cost: Money) -> MonthOutlook:
    bills, commitments = house.bills(period), house.commitments(period)
    quotas = house.quotas(period)
    free = income - bills - commitments - quotas
    return MonthOutlook(period, income, bills, commitments, quotas, free, cost, free - cost)
