"""The house as a plan sees it, month by month: taken once, then only read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from mel.budget import Budget
from mel.goals import Goal
from mel.income import IncomeBook
from mel.shared.money import Money, total
from mel.shared.period import Period
from mel.shared.rates import RateTable


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`income` is None when nobody told any; `quotas` what the goals need each month, `missing` the rates they lack.

    `bills` answers what a month's expenses take: for each the larger of expected and actual, so that neither a bill
    still to come nor an overspend is forgotten. `commitments` are parcelas and faturas already due in a month.
    """

    currency: str
    today: date
    income: Money | None
    bills: Callable[[Period], Money]
    quotas: Money
    commitments: Callable[[Period], Money]
    missing: tuple[str, ...] = ()


def snapshot(
    budget: Budget,
    today: date,
    *,
    incomes: IncomeBook | None = None,
    goals: Iterable[Goal] = (),
    rates: RateTable | None = None,
    commitments: Callable[[Period], Money] | None = None,
) -> Snapshot:
    """Join what the rooms know. Goal quotas are converted at today's rate; an unknown rate is named, not guessed."""
    table, quotas, missing = rates or RateTable(), Money.zero(budget.currency), []
    for goal in goals:
        if goal.deadline <= today:
            continue
        needed = goal.progress(today, table).required_monthly
        converted = table.convert(needed, budget.currency, today) if needed is not None else None
        if converted is None:
            missing.append(goal.name)
        else:
            quotas += converted
    return Snapshot(
        currency=budget.currency,
        today=today,
        income=incomes.expected_cash(budget.currency) if incomes else None,
        bills=lambda period: _bills(budget, period),
        quotas=quotas,
        commitments=commitments or (lambda _: Money.zero(budget.currency)),
        missing=tuple(missing),
    )


def _bills(budget: Budget, period: Period) -> Money:
    return total((max(e.expected_for(period), e.actual_for(period)) for e in budget.expenses), budget.currency)
