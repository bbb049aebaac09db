"""Rates: dated, never one to one, never tomorrow's."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.shared.money import Money
from mel.shared.rates import Rate, RateTable

JUNE = date(2026, 6, 1)
TABLE = RateTable.of(
    [
        Rate("EUR", "BRL", date(2026, 6, 10), Decimal("6.20")),
        Rate("EUR", "BRL", JUNE, Decimal(6)),
        Rate("USD", "BRL", date(2026, 6, 5), Decimal(5)),
    ]
)


@pytest.mark.parametrize(
    ("amount", "currency", "to", "on", "expected"),
    [
        ("100", "EUR", "BRL", date(2026, 6, 1), Money(600, "BRL")),
        ("100", "EUR", "BRL", date(2026, 6, 9), Money(600, "BRL")),
        ("100", "EUR", "BRL", date(2026, 6, 10), Money(620, "BRL")),
        ("100", "EUR", "BRL", date(2027, 1, 1), Money(620, "BRL")),
        ("620", "BRL", "EUR", date(2026, 6, 10), Money(100, "EUR")),
        ("100", "EUR", "BRL", date(2026, 5, 31), None),
        ("100", "EUR", "USD", date(2026, 6, 10), None),
        ("100", "JPY", "BRL", date(2026, 6, 10), None),
        ("100", "GBP", "GBP", date(2000, 1, 1), Money(100, "GBP")),
        ("0", "GBP", "BRL", date(2000, 1, 1), Money(0, "BRL")),
        ("0.05", "BRL", "EUR", JUNE, Money("0.01", "EUR")),
    ],
)
def test_the_latest_rate_on_or_before_the_day_counts(
    amount: str, currency: str, to: str, on: date, expected: Money | None
) -> None:
    assert TABLE.convert(Money(amount, currency), to, on) == expected


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 999)), max_size=8), st.integers(0, 60))
def test_a_later_rate_never_changes_an_earlier_day(stored: list[tuple[int, int]], asked: int) -> None:
    rates = [Rate("EUR", "BRL", JUNE + timedelta(days=day), Decimal(value) / 100) for day, value in stored]
    day = JUNE + timedelta(days=asked)

    known = RateTable.of(rate for rate in rates if rate.on <= day)

    assert RateTable.of(rates).convert(Money(100, "EUR"), "BRL", day) == known.convert(Money(100, "EUR"), "BRL", day)


@pytest.mark.parametrize("value", ["0", "-1"])
def test_a_rate_is_positive(value: str) -> None:
    with pytest.raises(ValueError, match="positive"):
        Rate("EUR", "BRL", JUNE, Decimal(value))
