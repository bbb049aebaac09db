"""Where a goal stands: exact cents, unknown when a rate is unknown, and honest about deadlines."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from mel.goals import Goal
from mel.goals.model import add_months, months_between
from mel.household import Member
from mel.shared.errors import AmbiguousName, InvalidInput, NotThere
from mel.shared.money import Money
from mel.shared.period import Period
from mel.shared.rates import Rate, RateTable

GABRIEL, ANA = Member("Gabriel", ("Gabi",)), Member("Ana")
days = st.dates(date(2000, 1, 1), date(2060, 12, 31))
cents = st.integers(1, 10**9)


def a_goal(**changes: object) -> Goal:
    told = {
        "id": "ams",
        "name": "Amsterdam Setembro/2026",
        "target": Money(6000, "EUR"),
        "deadline": date(2026, 9, 1),
        "created_on": date(2026, 6, 1),
        "members": (GABRIEL, ANA),
    }
    return Goal(**{**told, **changes})  # type: ignore[arg-type]


def a_saved_goal(target: int, saved: int, created: date, deadline: date) -> Goal:
    goal = a_goal(target=Money.of_minor(target, "EUR"), created_on=created, deadline=deadline)
    if saved:
        goal.contribute(GABRIEL, Money.of_minor(saved, "EUR"), created)
    return goal


@given(days, st.integers(0, 12 * 40))
def test_whole_months_are_counted_whole(start: date, months: int) -> None:
    assume(start.day <= 28)

    assert months_between(start, Period.of(start).plus(months).day(start.day)) == months


@given(days, days)
@example(date(2026, 1, 31), date(2026, 3, 1))
@example(date(2024, 2, 29), date(2025, 2, 28))
def test_months_between_and_add_months_undo_each_other(one: date, other: date) -> None:
    start, end = sorted((one, other))

    assert add_months(start, months_between(start, end)) == end


@given(days, days)
def test_months_between_is_negative_when_reversed(one: date, other: date) -> None:
    assert months_between(one, other) == -months_between(other, one)


@given(days, days)
def test_a_later_day_is_never_fewer_months_away(start: date, end: date) -> None:
    assert months_between(start, end) <= months_between(start, end + timedelta(days=1))


@given(days, days)
def test_months_between_is_near_the_days_between(start: date, end: date) -> None:
    assert abs(float(months_between(start, end)) - (end - start).days / 30.4369) < 0.2


@given(cents, cents, days, days, days)
def test_the_required_quota_is_enough_and_a_cent_less_is_not(
    target: int, saved: int, created: date, deadline: date, today: date
) -> None:
    assume(saved < target)
    assume(today <= deadline)
    progress = a_saved_goal(target, saved, created, deadline).progress(today)
    months = max(months_between(today, deadline), Fraction(1))

    assert progress.required_monthly is not None
    quota = progress.required_monthly.minor
    assert quota * months >= target - saved
    assert (quota - 1) * months < target - saved


@given(cents, st.integers(0, 10**9), st.integers(1, 120))
def test_paying_the_quota_each_month_reaches_the_target_in_time(target: int, saved: int, months: int) -> None:
    created = date(2026, 6, 1)
    deadline = Period.of(created).plus(months).first_day
    goal = a_saved_goal(target, saved, created, deadline)

    for month in range(months):
        today = Period.of(created).plus(month).first_day
        quota = goal.progress(today).required_monthly
        assert quota is not None
        goal.contribute(ANA, quota, today)

    assert goal.progress(deadline).required_monthly == Money(0, "EUR")
    assert goal.progress(deadline).on_track


@given(cents, st.integers(0, 10**9), days, days, days)
def test_on_track_compares_exact_cents(target: int, saved: int, created: date, deadline: date, today: date) -> None:
    assume(created < deadline)
    progress = a_saved_goal(target, saved, created, deadline).progress(today)
    share_of_time = months_between(created, today) / months_between(created, deadline)

    expected = saved >= target or (today <= deadline and Fraction(saved, target) >= share_of_time)

    assert progress.on_track is expected


@given(cents, cents, st.tuples(days, days, days).map(sorted).filter(lambda told: told[0] < told[1]))
def test_on_track_and_the_forecast_tell_the_same(target: int, saved: int, told: list[date]) -> None:
    created, today, deadline = told
    progress = a_saved_goal(target, saved, created, deadline).progress(today)
    assume(progress.forecast is not None)

    assert progress.forecast is not None
    if progress.on_track:
        assert progress.forecast <= max(deadline, today)
    else:
        assert progress.forecast >= deadline


def test_one_cent_decides_on_track() -> None:
    created, half, deadline = date(2026, 6, 1), date(2026, 7, 1), date(2026, 8, 1)

    assert a_saved_goal(10_01, 5_00, created, deadline).progress(half).on_track is False
    assert a_saved_goal(10_01, 5_01, created, deadline).progress(half).on_track is True


def test_pace_is_what_a_month_saved_since_creation() -> None:
    goal = a_saved_goal(6000_00, 1000_00, date(2026, 6, 1), date(2026, 9, 1))

    assert goal.progress(date(2026, 6, 1)).pace is None
    assert goal.progress(date(2026, 8, 1)).pace == Money(500, "EUR")
    assert goal.progress(date(2026, 8, 1)).forecast == date(2027, 6, 1)


@pytest.mark.parametrize(
    ("today", "required"),
    [
        (date(2026, 8, 20), Money(5000, "EUR")),
        (date(2026, 9, 1), Money(5000, "EUR")),
        (date(2026, 9, 2), Money(5000, "EUR")),
        (date(2030, 1, 1), Money(5000, "EUR")),
    ],
)
def test_the_last_month_and_any_day_after_it_ask_for_all(today: date, required: Money) -> None:
    progress = a_saved_goal(6000_00, 1000_00, date(2026, 6, 1), date(2026, 9, 1)).progress(today)

    assert progress.required_monthly == required
    assert progress.on_track is False


def test_a_goal_may_be_made_after_its_deadline() -> None:
    goal = a_saved_goal(6000_00, 0, date(2026, 6, 1), date(2025, 1, 1))

    progress = goal.progress(date(2026, 6, 1))

    assert progress.on_track is False
    assert progress.required_monthly == Money(6000, "EUR")
    assert progress.forecast is None


@pytest.mark.parametrize("deadline", [date(9999, 12, 31), date(9999, 12, 1)])
def test_the_farthest_deadline_is_no_error(deadline: date) -> None:
    progress = a_saved_goal(6000_00, 1, date(2026, 6, 1), deadline).progress(date(2026, 7, 1))

    assert progress.required_monthly == Money("0.07", "EUR")
    assert a_saved_goal(6000_00, 1, date(2026, 6, 1), deadline).progress(deadline).on_track is False


def test_a_reached_goal_is_on_track_for_ever_and_needs_nothing() -> None:
    progress = a_saved_goal(100, 100, date(2026, 6, 1), date(2026, 9, 1)).progress(date(2040, 1, 1))

    assert (progress.on_track, progress.required_monthly) == (True, Money(0, "EUR"))
    assert progress.forecast == date(2040, 1, 1)


def test_a_missing_rate_makes_everything_unknown() -> None:
    goal = a_goal()
    goal.contribute(GABRIEL, Money(500, "BRL"), date(2026, 6, 15))
    goal.contribute(ANA, Money(100, "EUR"), date(2026, 6, 16))
    goal.contribute(ANA, Money(100, "BRL"), date(2026, 6, 17))

    progress = goal.progress(date(2026, 7, 1))

    assert (progress.saved, progress.required_monthly, progress.pace) == (None, None, None)
    assert (progress.on_track, progress.forecast) == (None, None)
    assert progress.missing == ("BRL→EUR",)
    assert goal.saved_by_currency() == {"BRL": Money(600, "BRL"), "EUR": Money(100, "EUR")}


def test_each_contribution_counts_at_the_rate_of_its_day() -> None:
    goal = a_goal()
    goal.contribute(GABRIEL, Money(600, "BRL"), date(2026, 6, 15))
    goal.contribute("ana", Money(600, "BRL"), date(2026, 7, 15))
    rates = RateTable.of(
        [Rate("EUR", "BRL", date(2026, 6, 1), Decimal(6)), Rate("EUR", "BRL", date(2026, 7, 1), Decimal(5))]
    )

    assert goal.progress(date(2026, 8, 1), rates).saved == Money(220, "EUR")


@given(st.lists(st.tuples(st.integers(-(10**6), 10**6), st.sampled_from(["EUR", "BRL", "USD"])), max_size=12))
def test_currencies_are_never_mixed_in_what_was_saved(told: list[tuple[int, str]]) -> None:
    goal = a_goal()
    for amount, currency in told:
        goal.contribute(GABRIEL, Money.of_minor(amount, currency), date(2026, 6, 2))

    saved = goal.saved_by_currency()

    assert {key: money.minor for key, money in saved.items()} == {
        currency: sum(amount for amount, c in told if c == currency) for currency in {c for _, c in told}
    }


def test_only_members_of_the_goal_contribute() -> None:
    goal = a_goal(members=(GABRIEL, ANA, Member("Ana Clara")))

    assert goal.contribute("gabi", Money(1, "EUR"), date(2020, 1, 1)).paid_by == GABRIEL
    assert goal.contribute("ana", Money(1, "EUR"), date(2040, 1, 1)).paid_by == ANA
    with pytest.raises(NotThere, match="'Carla' não participa"):
        goal.contribute("Carla", Money(1, "EUR"), date(2026, 6, 1))
    with pytest.raises(AmbiguousName):
        a_goal(members=(Member("Ana Maria"), Member("Ana Clara"))).member("ana")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " \u200b"}, "name"),
        ({"target": Money(0, "EUR")}, "target"),
        ({"target": Money(-1, "EUR")}, "target"),
    ],
)
def test_a_goal_that_cannot_be_is_refused(changes: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        a_goal(**changes)
    assert raised.value.field == field


def test_months_left_are_rounded_for_nobody() -> None:
    goal = a_saved_goal(3000_00, 0, date(2026, 6, 1), date(2026, 9, 1))

    assert goal.progress(date(2026, 6, 1)).required_monthly == Money(1000, "EUR")
    assert goal.progress(date(2026, 6, 16)).required_monthly == Money("1192.31", "EUR")
    assert months_between(date(2026, 6, 16), date(2026, 9, 1)) == 2 + Fraction(16, 31)
