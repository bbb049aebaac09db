"""Money: an exact decimal amount in one currency. Adding two currencies is an error, never a guess."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache, total_ordering
from math import floor

# Minor units by ISO 4217; every currency not named here has two.
_MINOR_UNITS = {"JPY": 0, "KRW": 0, "CLP": 0, "PYG": 0, "VND": 0, "KWD": 3, "BHD": 3, "TND": 3}
_SIGNS = {"BRL": "R$", "EUR": "€", "USD": "US$", "GBP": "£", "JPY": "¥", "ARS": "AR$", "CHF": "CHF", "CAD": "CA$"}
_QUANTA = {decimals: Decimal(1).scaleb(-decimals) for decimals in (0, 2, 3)}
_DIGITS = 20  # before the comma; decimal arithmetic keeps 28 in all, and no household has more
KNOWN_CURRENCIES = frozenset(_MINOR_UNITS) | frozenset(_SIGNS) | {"AUD", "MXN", "UYU", "COP", "PEN", "CNY", "NZD"}


class CurrencyMismatch(ValueError):
    """Two currencies met in one sum."""


def minor_units(currency: str) -> int:
    """How many decimals an amount of this currency may have."""
    return _MINOR_UNITS.get(currency, 2)


@total_ordering
@dataclass(frozen=True, slots=True, eq=True)
class Money:
    """`Money("1500.00", "BRL")`. Refuses floats, non-finite numbers and more decimals than the currency has."""

    amount: Decimal
    currency: str

    def __init__(self, amount: Decimal | str | int, currency: str) -> None:
        if isinstance(amount, float | bool):
            raise TypeError("money is never a float: pass a Decimal, a string or an integer")
        try:
            value = Decimal(amount)
        except InvalidOperation as error:
            raise ValueError(f"not an amount: {amount!r}") from error
        if not value.is_finite() or value.adjusted() > _DIGITS:
            raise ValueError(f"not an amount: {amount!r}")
        if len(currency) != 3 or not currency.isalpha() or not currency.isupper():
            raise ValueError(f"not a currency code: {currency!r}")
        exact = value.quantize(_QUANTA[minor_units(currency)])
        if exact != value:
            raise ValueError(f"{currency} has {minor_units(currency)} decimals: {amount!r}")
        # Adding zero turns -0 into 0, so that equal amounts print alike.
        object.__setattr__(self, "amount", exact + 0)
        object.__setattr__(self, "currency", currency)

    @classmethod
    def zero(cls, currency: str) -> Money:
        """Nothing, in that currency."""
        return _zero(currency)

    @classmethod
    def rounded(cls, amount: Decimal, currency: str) -> Money:
        """Round half to even to the currency's minor unit; for rates and shares, never for what a person said."""
        return cls(amount.quantize(Decimal(1).scaleb(-minor_units(currency)), rounding=ROUND_HALF_EVEN), currency)

    @classmethod
    def of_minor(cls, units: int, currency: str) -> Money:
        """From whole cents, as storage keeps them."""
        return cls(Decimal(units).scaleb(-minor_units(currency)), currency)

    @property
    def minor(self) -> int:
        """The amount in whole cents (or whatever the currency's minor unit is)."""
        return int(self.amount.scaleb(minor_units(self.currency)))

    @property
    def is_positive(self) -> bool:
        return self.amount > 0

    @property
    def is_zero(self) -> bool:
        return self.amount == 0

    def _with(self, other: Money) -> Decimal:
        if self.currency != other.currency:
            raise CurrencyMismatch(f"{self.currency} and {other.currency} do not add up")
        return other.amount

    def __add__(self, other: Money) -> Money:
        return _exact(self.amount + self._with(other), self.currency)

    def __sub__(self, other: Money) -> Money:
        return _exact(self.amount - self._with(other), self.currency)

    def __neg__(self) -> Money:
        return _exact(-self.amount, self.currency)

    def __mul__(self, times: int) -> Money:
        return Money(self.amount * times, self.currency)

    def __lt__(self, other: Money) -> bool:
        return self.amount < self._with(other)

    def split(self, weights: Sequence[int | Decimal]) -> tuple[Money, ...]:
        """Share out by weight so that the parts sum to the whole, by largest remainder.

        The earlier part gets the cent when remainders tie. Weights are non-negative and not all zero.
        """
        total = sum((Decimal(weight) for weight in weights), Decimal(0))
        if total <= 0 or any(weight < 0 for weight in weights):
            raise ValueError("weights must be non-negative and not all zero")
        exact = [Fraction(self.minor) * Fraction(weight) / Fraction(total) for weight in weights]
        floors = [floor(part) for part in exact]
        left = self.minor - sum(floors)
        by_remainder = sorted(range(len(exact)), key=lambda i: (floors[i] - exact[i], i))
        for i in by_remainder[:left]:
            floors[i] += 1
        return tuple(Money.of_minor(part, self.currency) for part in floors)

    def in_parts(self, count: int) -> tuple[Money, ...]:
        """`count` equal parts; the first ones carry the odd cents, as card issuers do."""
        if count < 1:
            raise ValueError("an amount has one part or more")
        if count == 1:
            return (self,)
        part, odd = divmod(self.minor, count)
        return tuple(Money.of_minor(part + (number < odd), self.currency) for number in range(count))

    def __str__(self) -> str:
        """The Brazilian way: "R$ 2.820", cents only when there are any."""
        sign = "-" if self.amount < 0 else ""
        decimals = 0 if self.amount == self.amount.to_integral_value() else minor_units(self.currency)
        grouped = f"{abs(self.amount):,.{decimals}f}".translate(_BRAZILIAN)
        return f"{sign}{_SIGNS.get(self.currency, self.currency)} {grouped}"


@lru_cache(maxsize=64)
def _zero(currency: str) -> Money:
    return Money(0, currency)


def _exact(amount: Decimal, currency: str) -> Money:
    """What two exact amounts of a currency come to: only its size can have become too much."""
    if amount.adjusted() > _DIGITS:
        raise ValueError(f"not an amount: {amount!r}")
    money = object.__new__(Money)
    object.__setattr__(money, "amount", amount + 0)
    object.__setattr__(money, "currency", currency)
    return money


_BRAZILIAN = str.maketrans({",": ".", ".": ","})


def total(amounts: Iterable[Money], currency: str) -> Money:
    """The sum, zero when there is nothing to add."""
    result = Money.zero(currency)
    for amount in amounts:
        result += amount
    return result
