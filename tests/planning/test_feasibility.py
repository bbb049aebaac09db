"""Does it fit? A pure sum over a snapshot, the same for everybody who adds it up again."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from mel.budget import Budget, RecurringExpense
from mel.goals import Goal
from mel.household import Member
from mel.income import Income, IncomeBook
from mel.planning import Feasibility, Snapshot, feasibility, snapshot
from mel.shared.money import Money, total
from mel.shared.period import Period
from mel.shared.rates import Rate, RateTable

JUNE, TODAY = Period.parse("2026-06"), date(2026, 6, 15)
cents = st.integers(0, 10**8)
RANK = {"fits": 0, "tight": 1, "does_not_fit": 2}


def brl(minor: int) -> Money:
    return Money.of_minor(minor, "BRL")


def a_house(income: int | None, bills: int = 0, quotas: int = 0, commitments: tuple[int, ...] = ()) -> Snapshot:
    def due(period: Period) -> Money:
        month = JUNE.months_until(period)
        return brl(commitments[month]) if 0 <= month < len(commitments) else brl(0)

    return Snapshot(
        "BRL", TODAY, None if income is None else brl(income), lambda _: brl(bills), lambda _: brl(quotas), due
    )


def asked(house: Snapshot, amount: int, installments: int = 1) -> Feasibility:
    result = feasibility(house, brl(amount), installments, JUNE)
    assert result is not None
    return result


houses = st.builds(a_house, cents, cents, cents, st.lists(cents, max_size=6).map(tuple))


@given(houses, cents, st.integers(1, 24))
def test_the_parts_of_every_month_sum_to_what_is_left(house: Snapshot, amount: int, installments: int) -> None:
    result = asked(house, amount, installments)

    for month in result.months:
        assert month.free == month.income - month.bills - month.commitments - month.quotas
        assert month.after == month.free - month.cost
    assert total((month.cost for month in result.months), "BRL") == brl(amount)
    assert [JUNE.months_until(month.period) for month in result.months] == list(range(installments))


@given(houses, cents, cents, st.integers(1, 12))
def test_a_dearer_purchase_never_fits_better(house: Snapshot, one: int, other: int, installments: int) -> None:
    cheap, dear = sorted((one, other))

    assert RANK[asked(house, cheap, installments).status] <= RANK[asked(house, dear, installments).status]


@given(houses, cents, st.integers(1, 12))
def test_the_verdict_is_what_the_months_say(house: Snapshot, amount: int, installments: int) -> None:
    result = asked(house, amount, installments)
    broken = [month.period for month in result.months if month.after.minor < 0]
    narrow = any(month.after.minor * 10 < month.income.minor for month in result.months)

    assert result.breaks == (broken[0] if broken else None)
    assert result.status == ("does_not_fit" if broken else "tight" if narrow else "fits")
    assert result.telling.after == (
        next(m.after for m in result.months if m.period == broken[0]) if broken else min(m.after for m in result.months)
    )


def test_without_income_nothing_is_claimed() -> None:
    assert feasibility(a_house(None), brl(1), 1, JUNE) is None


def test_the_cushion_is_a_tenth_of_the_income_to_the_cent() -> None:
    assert asked(a_house(1000_00), 900_00).status == "fits"
    assert asked(a_house(1000_00), 900_01).status == "tight"
    assert asked(a_house(1000_00), 1000_00).status == "tight"
    assert asked(a_house(1000_00), 1000_01).status == "does_not_fit"


def test_instalments_break_in_the_month_that_cannot_carry_them() -> None:
    house = a_house(1000_00, bills=500_00, commitments=(0, 0, 450_00))

    result = asked(house, 400_00, 4)

    assert result.status == "does_not_fit"
    assert result.breaks == Period.parse("2026-08")


def a_budget() -> Budget:
    budget = Budget(id="casa")
    budget.register(RecurringExpense(name="Mercado", expected=brl(1500_00)))
    budget.register(RecurringExpense(name="Luz", expected=brl(200_00)))
    return budget


def a_goal(name: str, target: Money, deadline: date) -> Goal:
    return Goal(id=name, name=name, target=target, deadline=deadline, created_on=date(2026, 6, 1))


def test_a_month_takes_the_larger_of_expected_and_actual_of_each_bill() -> None:
    budget = a_budget()
    budget.expense("mercado").add_to_actual(JUNE, brl(1800_00))
    budget.expense("luz").add_to_actual(JUNE, brl(50_00))

    house = snapshot(budget, TODAY)

    assert house.bills(JUNE) == brl(2000_00)
    assert house.bills(JUNE.plus(1)) == brl(1700_00)
    assert house.income is None


def test_quotas_are_what_the_goals_ahead_need_each_month() -> None:
    goals = [
        a_goal("Sofá", brl(3000_00), date(2026, 9, 15)),
        a_goal("Passou", brl(9000_00), date(2026, 1, 1)),
        a_goal("Amsterdam", Money(6000, "EUR"), date(2026, 9, 15)),
        a_goal("Paris velha", Money(6000, "EUR"), date(2025, 9, 15)),
    ]

    house = snapshot(a_budget(), TODAY, incomes=IncomeBook("casa", [Income("Salário", brl(1))]), goals=goals)

    assert [house.quotas(JUNE.plus(months)) for months in (0, 3, 4)] == [brl(1000_00), brl(1000_00), brl(0)]
    assert house.missing == ("Amsterdam",)
    assert house.income == brl(1)


def test_income_in_another_currency_counts_at_its_rate_or_is_named() -> None:
    book = IncomeBook("casa", [Income("Salário", brl(1000_00)), Income("Freela", Money(100, "EUR"))])
    rates = RateTable.of([Rate("EUR", "BRL", date(2026, 1, 1), Decimal(6))])

    assert snapshot(a_budget(), TODAY, incomes=book, rates=rates).income == brl(1600_00)
    unknown = snapshot(a_budget(), TODAY, incomes=book)
    assert (unknown.income, unknown.missing) == (brl(1000_00), ("Freela",))


def test_without_any_known_cash_the_income_is_unknown_and_not_zero() -> None:
    for book in (
        IncomeBook("casa"),
        IncomeBook("casa", [Income("VR", brl(800), kind="benefit")]),
        IncomeBook("casa", [Income("Aluguel", Money(100, "EUR"))]),
    ):
        assert snapshot(a_budget(), TODAY, incomes=book).income is None
    assert snapshot(a_budget(), TODAY, incomes=IncomeBook("casa", [Income("Bico", brl(0))])).income == brl(0)


def test_what_was_put_in_this_month_is_not_asked_for_again() -> None:
    goal = Goal("g", "Viagem", brl(6000_00), date(2026, 12, 15), date(2026, 6, 1), (Member("Ana"),))
    whole = snapshot(Budget("casa"), TODAY, goals=[goal])
    goal.contribute("Ana", brl(400_00), TODAY)
    part = snapshot(Budget("casa"), TODAY, goals=[goal])
    goal.contribute("Ana", brl(2000_00), TODAY)
    more = snapshot(Budget("casa"), TODAY, goals=[goal])

    assert [house.quotas(JUNE) for house in (whole, part, more)] == [brl(1000_00), brl(600_00), brl(0)]
    assert part.quotas(JUNE.plus(1)) == brl(933_34)
