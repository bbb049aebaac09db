"""Dated exchange rates. A missing rate is unknown: it is never one to one, and never tomorrow's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from mel.shared.money import Money


@dataclass(frozen=True, slots=True)
class Rate:
    """On day `on`, one unit of `source` bought `value` units of `target`."""

    source: str
    target: str
    on: date
    value: Decimal

    def __post_init__(self) -> None:
        if self.value <= 0:
            raise ValueError("a rate is positive")


@dataclass(frozen=True, slots=True)
class RateTable:
    """The household's stored rates; a rate also serves in the other direction."""

    rates: tuple[Rate, ...] = ()

    @classmethod
    def of(cls, rates: Iterable[Rate]) -> RateTable:
        return cls(tuple(sorted(rates, key=lambda rate: rate.on)))

    def convert(self, money: Money, currency: str, on: date) -> Money | None:
        """By the latest rate dated on or before that day, or None when there is none."""
        if money.currency == currency or money.is_zero:
            return Money.rounded(money.amount, currency)
        for rate in reversed(self.rates):
            if rate.on > on:
                continue
            if (rate.source, rate.target) == (money.currency, currency):
                return Money.rounded(money.amount * rate.value, currency)
            if (rate.target, rate.source) == (money.currency, currency):
                return Money.rounded(money.amount / rate.value, currency)
        return None
