"""A calendar month, the unit of the budget."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

MONTHS = (
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
)


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """`Period.parse("2026-06")`; ordered, and one month steps into the next across years."""

    year: int
    month: int

    def __post_init__(self) -> None:
        if not (1 <= self.month <= 12 and 1 <= self.year <= 9999):
            raise ValueError(f"not a month: {self.year}-{self.month}")

    @classmethod
    def parse(cls, text: str) -> Period:
        """From "YYYY-MM"; anything else is a ValueError."""
        found = re.fullmatch(r"([0-9]{4})-([0-9]{2})", text)
        if not found:
            raise ValueError(f"not a month like 2026-06: {text!r}")
        return cls(int(found[1]), int(found[2]))

    @classmethod
    def of(cls, day: date) -> Period:
        return cls(day.year, day.month)

    def plus(self, months: int) -> Period:
        """That many months later (earlier when negative)."""
        years, month = divmod(self.year * 12 + self.month - 1 + months, 12)
        return Period(years, month + 1)

    def months_until(self, other: Period) -> int:
        return (other.year - self.year) * 12 + other.month - self.month

    @property
    def first_day(self) -> date:
        return date(self.year, self.month, 1)

    @property
    def last_day(self) -> date:
        return self.day(31)

    def day(self, number: int) -> date:
        """That day of the month, clamped: day 31 of June is 30 June, and the kept day stays 31."""
        return date(self.year, self.month, min(number, monthrange(self.year, self.month)[1]))

    def __contains__(self, day: date) -> bool:
        return (day.year, day.month) == (self.year, self.month)

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.month:02d}"

    def spoken(self, today: date | None = None) -> str:
        """ "junho", or "junho de 2026" when it is not today's year."""
        name = MONTHS[self.month - 1]
        return name if today is not None and today.year == self.year else f"{name} de {self.year}"
