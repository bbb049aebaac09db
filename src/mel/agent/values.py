"""Figures that may be said: what results, members and the household state, to be found again in a draft."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from mel.agent.figures import Figure, figures

_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_ISO_LENGTHS = {len("2026-06"), len("2026-06-15")}
_PERCENT_KEY = re.compile(r"percent|share|rate", re.IGNORECASE)


@dataclass(slots=True)
class Values:
    """Figures that may be said. Amounts by their size, so that "faltam R$ 50" matches a remaining of -50."""

    amounts: set[tuple[Decimal, str | None]] = field(default_factory=set)
    numbers: set[Decimal] = field(default_factory=set)
    percents: set[Decimal] = field(default_factory=set)
    days: set[tuple[int, int, int]] = field(default_factory=set)
    months: set[tuple[int, int]] = field(default_factory=set)

    def add_day(self, day: date) -> None:
        self.days.add((day.day, day.month, day.year))
        self.add_month(day.month, day.year)

    def add_month(self, month: int, year: int) -> None:
        self.months.add((month, year))

    def add_json(self, value: Any, key: str = "") -> None:
        """Typed values of a tool result. Text in it is no source, except ISO dates and months, which we write."""
        if isinstance(value, str):
            self._add_text(value)
        elif isinstance(value, dict):
            if (money := money_of(value)) is not None:
                self.amounts.add((abs(money[0]), money[1]))
                return
            for name, item in value.items():
                self.add_json(item, name)
        elif isinstance(value, list | tuple):
            if key == "installment" and len(value) == 2:
                self.days.add((*value, 0))  # "parcela 2/6" reads like a day
            self.numbers.add(Decimal(len(value)))
            for item in value:
                self.add_json(item, key)
        elif isinstance(value, bool) or value is None:
            return
        elif isinstance(value, int | float):
            told = self.percents if _PERCENT_KEY.search(key) else self.numbers
            told.add(abs(Decimal(str(value))))

    def _add_text(self, value: str) -> None:
        if len(value) not in _ISO_LENGTHS:
            return
        if hit := _DAY.fullmatch(value):
            self.days.add((int(hit[3]), int(hit[2]), int(hit[1])))
            self.add_month(int(hit[2]), int(hit[1]))
        elif hit := _MONTH.fullmatch(value):
            self.add_month(int(hit[2]), int(hit[1]))

    def add_said(self, text: str, today: date) -> None:
        """Figures as a person wrote them; "10x de 300" also says 3000."""
        said = figures(text)
        if not said:
            return
        for figure in said:
            if isinstance(figure.value, Decimal):
                self.numbers.add(abs(figure.value))
                self.amounts.add((abs(figure.value), figure.currency))
                self.percents.add(abs(figure.value))
            elif figure.kind == "month":
                self.add_month(figure.value[0], figure.value[1] if len(figure.value) > 1 else today.year)
            else:
                self.days.add(_whole_day(figure.value, today))
        counts = [f.value for f in said if isinstance(f.value, Decimal) and f.kind == "count" and f.value <= 120]
        amounts = [
            (f.value, f.currency) for f in said if isinstance(f.value, Decimal) and f.kind in {"amount", "count"}
        ]
        if len(said) <= 8:
            self.amounts.update((abs(count * value), currency) for count in counts for value, currency in amounts)

    def hold(self, money: tuple[Decimal, str]) -> bool:
        """Whether this amount is among the values; one said without a currency fits any."""
        return any(value == abs(money[0]) and currency in (None, money[1]) for value, currency in self.amounts)

    def carry(self, figure: Figure) -> bool:
        """Whether this figure is among the values."""
        if isinstance(figure.value, Decimal):
            return self._carry_number(figure, abs(figure.value))
        if figure.kind == "month":
            return any(month[: len(figure.value)] == figure.value for month in self.months)
        return any(day[: len(figure.value)] == figure.value for day in self.days)

    def _carry_number(self, figure: Figure, value: Decimal) -> bool:
        if figure.kind == "year":
            return any(year == value for _, year in self.months)
        if figure.kind == "amount":
            # A bare "900" that a member said has no currency, and may be asked back as "R$ 900".
            return any(v == value and (c is None or figure.currency in (None, c)) for v, c in self.amounts)
        if figure.kind == "percent":
            return value in self.percents
        return value in self.numbers or any(v == value for v, _ in self.amounts)


def money_of(value: Any) -> tuple[Decimal, str] | None:
    """The amount and currency of a wire money; None for anything else a model may have sent."""
    if not isinstance(value, dict) or len(value) != 2 or "amount" not in value or "currency" not in value:
        return None
    amount = value["amount"]
    if isinstance(amount, bool) or not isinstance(amount, int | float) or amount != amount or abs(amount) > 10**15:
        return None
    return Decimal(str(amount)), str(value["currency"])


def _whole_day(said: tuple[int, ...], today: date) -> tuple[int, int, int]:
    """A day as said, completed with this month and this year."""
    if len(said) == 1:
        return said[0], today.month, today.year
    return said[0], said[1], said[2] if len(said) > 2 else today.year
