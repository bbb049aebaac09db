"""The house as a plan sees it, month by month: taken once, then only read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date

from mel.budget import Budget
from mel.goals import Goal
from mel.income import Income, IncomeBook
from mel.shared.money import Money, total
from mel.shared.period import Period
from mel.shared.rates import RateTable


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`income` is None when none is known in a currency that counts; `quotas` what the goals need in a month, each
    until its deadline; `missing` names the goals and incomes left out because their currency has no known rate.

    `bills` answers what a month's expenses take: for each the larger of expected and actual, so that neither a bill
    still to come nor an overspend is forgotten. `commitments` are parcelas and faturas already due in a month.
    """

    currency: str
    today: date
    income: Money | None
    bills: Callable[[Period], Money]
    quotas: Callable[[Period], Money]
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
    """Join what the rooms know. Foreign amounts count at today's rate; an unknown rate is named, not guessed."""
    table, currency = rates or RateTable(), budget.currency
    wanted = [(goal, _quota(goal, today, table, currency)) for goal in goals if goal.deadline > today]
    known = [(Period.of(goal.deadline), *quota) for goal, quota in wanted if quota is not None]
    this_month = Period.of(today)
    sources = [(source, table.convert(source.amount, currency, today)) for source in _cash(incomes)]
    earned = [amount for _, amount in sources if amount is not None]
    return Snapshot(
        currency=currency,
        today=today,
        income=total(earned, currency) if earned else None,
        bills=lambda period: _bills(budget, period),
        quotas=lambda period: total(
            (still if period == this_month else later for last, still, later in known if period <= last), currency
        ),
        commitments=commitments or (lambda _: Money.zero(currency)),
        missing=(
            *(goal.name for goal, quota in wanted if quota is None),
            *(source.name for source, amount in sources if amount is None),
        ),
    )


def _quota(goal: Goal, today: date, rates: RateTable, currency: str) -> tuple[Money, Money] | None:
    """What a goal still needs in this month, after what was put in during it, and what it needs in a later one."""
    month = Period.of(today)
    given = [each for each in goal.contributions if each.on in month]
    before = replace(goal, contributions=[each for each in goal.contributions if each.on not in month])
    needed, later = before.progress(today, rates).required_monthly, goal.progress(today, rates).required_monthly
    if needed is None or later is None:
        return None
    put_in, _ = replace(goal, contributions=given).saved(rates)
    assert put_in is not None, "a contribution without a rate leaves what is needed unknown"
    still = max(needed - put_in, Money.zero(needed.currency))
    parts = [rates.convert(amount, currency, today) for amount in (still, later)]
    return None if parts[0] is None or parts[1] is None else (parts[0], parts[1])


def _cash(incomes: IncomeBook | None) -> tuple[Income, ...]:
    return incomes.cash_sources if incomes else ()


def _bills(budget: Budget, period: Period) -> Money:
    return total((max(e.expected_for(period), e.actual_for(period)) for e in budget.expenses), budget.currency)
