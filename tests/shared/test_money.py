"""Money: exact, in one currency, and shown the Brazilian way."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.shared.money import CurrencyMismatch, Money, minor_units, total

cents = st.integers(-(10**12), 10**12)
currencies = st.sampled_from(["BRL", "EUR", "JPY", "KWD"])
monies = st.builds(Money.of_minor, cents, currencies)


@given(monies, st.lists(st.integers(0, 1000), min_size=1, max_size=12).filter(any))
def test_a_split_sums_to_the_whole(whole: Money, weights: list[int]) -> None:
    parts = whole.split(weights)

    assert len(parts) == len(weights)
    assert total(parts, whole.currency) == whole


@given(monies, st.lists(st.integers(0, 1000), min_size=1, max_size=12).filter(any))
def test_no_part_of_a_split_is_a_cent_away_from_its_exact_share(whole: Money, weights: list[int]) -> None:
    cent = Decimal(1).scaleb(-minor_units(whole.currency))

    for part, weight in zip(whole.split(weights), weights, strict=True):
        assert abs(part.amount - whole.amount * weight / sum(weights)) < cent


@given(monies, st.integers(1, 48))
def test_instalments_differ_by_a_cent_at_most_and_the_first_carry_it(whole: Money, count: int) -> None:
    minors = [part.minor for part in whole.in_parts(count)]

    assert max(minors) - min(minors) <= 1
    assert minors == sorted(minors, reverse=True)


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1], [-1]])
def test_a_split_by_nothing_is_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="weights"):
        Money("10", "BRL").split(weights)


@pytest.mark.parametrize("amount", [1.5, 2.0, True, False])
def test_money_is_never_a_float_nor_a_boolean(amount: object) -> None:
    with pytest.raises(TypeError, match="never a float"):
        Money(amount, "BRL")  # type: ignore[arg-type]


@pytest.mark.parametrize("amount", ["NaN", "Infinity", "-Infinity", "sNaN", "", "dez", "1.234,50", "1e40"])
def test_what_is_no_amount_is_a_value_error(amount: str) -> None:
    with pytest.raises(ValueError, match="not an amount"):
        Money(amount, "BRL")


@pytest.mark.parametrize(("amount", "currency"), [("0.001", "BRL"), ("1.5", "JPY"), ("1.2345", "KWD"), ("1E-9", "EUR")])
def test_more_decimals_than_the_currency_has_are_refused(amount: str, currency: str) -> None:
    with pytest.raises(ValueError, match="decimals"):
        Money(amount, currency)


@pytest.mark.parametrize("currency", ["", "R$", "brl", "REAIS", "B1L"])
def test_a_currency_is_three_capitals(currency: str) -> None:
    with pytest.raises(ValueError, match="currency"):
        Money(1, currency)


def test_two_currencies_never_meet_in_one_operation() -> None:
    reais, euros = Money(1, "BRL"), Money(1, "EUR")

    for meet in (lambda: reais + euros, lambda: reais - euros, lambda: reais < euros, lambda: max(reais, euros)):
        with pytest.raises(CurrencyMismatch):
            meet()
    with pytest.raises(CurrencyMismatch):
        total([reais, euros], "BRL")
    assert reais != euros


@given(cents, cents, currencies)
def test_sums_are_exact_and_undone_by_subtraction(left: int, right: int, currency: str) -> None:
    a, b = Money.of_minor(left, currency), Money.of_minor(right, currency)

    assert (a + b).minor == left + right
    assert a + b - b == a
    assert (-a).minor == -left
    assert (a < b) == (left < right)


@given(monies)
def test_whole_cents_survive_storage(money: Money) -> None:
    assert Money.of_minor(money.minor, money.currency) == money


def test_equal_amounts_are_equal_however_written() -> None:
    assert Money("200", "BRL") == Money("200.00", "BRL") == Money(Decimal("2E+2"), "BRL")
    assert hash(Money("200", "BRL")) == hash(Money("200.00", "BRL"))
    assert str(Money("-0", "BRL")) == "R$ 0"


@pytest.mark.parametrize(
    ("amount", "currency", "shown"),
    [
        ("2820", "BRL", "R$ 2.820"),
        ("5000", "EUR", "€ 5.000"),
        ("35.9", "BRL", "R$ 35,90"),
        ("1234567.89", "BRL", "R$ 1.234.567,89"),
        ("-50", "BRL", "-R$ 50"),
        ("0.05", "USD", "US$ 0,05"),
        ("1500", "JPY", "¥ 1.500"),
        ("1.234", "KWD", "KWD 1,234"),
    ],
)
def test_amounts_are_shown_the_brazilian_way(amount: str, currency: str, shown: str) -> None:
    assert str(Money(amount, currency)) == shown


@given(st.integers(-(10**11), 10**11))
def test_the_shown_form_reads_back_as_the_same_amount(minor: int) -> None:
    money = Money.of_minor(minor, "BRL")

    digits = re.sub(r"[R$ .]", "", str(money)).replace(",", ".")

    assert Decimal(digits) == money.amount
