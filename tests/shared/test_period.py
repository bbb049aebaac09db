"""Calendar months: they step across years, clamp long days, and know their own days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.shared.period import Period

periods = st.builds(Period, st.integers(1900, 2200), st.integers(1, 12))


@given(periods, st.integers(-1200, 1200))
def test_stepping_months_is_undone_by_stepping_back(period: Period, months: int) -> None:
    assert period.plus(months).plus(-months) == period
    assert period.months_until(period.plus(months)) == months
    assert (period.plus(months) > period) == (months > 0)


@given(periods)
def test_a_period_reads_back_from_its_text(period: Period) -> None:
    assert Period.parse(str(period)) == period


@pytest.mark.parametrize(
    "text", ["2026-13", "2026-00", "2026-6", "26-06", "junho", "", "2026-06-15", "0000-01", "２０２６-06"]
)
def test_what_is_no_month_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="not a month"):
        Period.parse(text)


@given(periods)
def test_a_period_holds_exactly_its_own_days(period: Period) -> None:
    assert period.first_day in period
    assert period.last_day in period
    assert period.first_day - timedelta(days=1) not in period
    assert period.last_day + timedelta(days=1) not in period
    assert Period.of(period.last_day) == period


@given(periods, st.integers(1, 31))
def test_a_long_day_is_clamped_to_the_end_of_the_month(period: Period, number: int) -> None:
    day = period.day(number)

    assert day in period
    assert day.day == min(number, period.last_day.day)


def test_the_29th_of_february_follows_leap_years() -> None:
    assert Period.parse("2028-02").day(31) == date(2028, 2, 29)
    assert Period.parse("2026-02").day(31) == date(2026, 2, 28)
    assert Period.parse("2100-02").day(31) == date(2100, 2, 28)


def test_the_year_is_spoken_only_when_it_is_another_one() -> None:
    june = Period.parse("2026-06")

    assert june.spoken(date(2026, 1, 1)) == "junho"
    assert june.spoken(date(2027, 1, 1)) == "junho de 2026"
    assert june.spoken() == "junho de 2026"
