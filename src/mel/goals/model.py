"""A goal: a target in one currency, a deadline, and a ledger of contributions in any currency."""

from __future__ import annotations

import builtins
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction

from mel.household import Member
from mel.shared.errors import InvalidInput, NotThere
from mel.shared.ids import new_id
from mel.shared.money import Money, minor_units
from mel.shared.names import find
from mel.shared.period import Period
from mel.shared.rates import RateTable
from mel.shared.text import clean_name


@dataclass(frozen=True, slots=True)
class Contribution:
    """Money put aside by one member on one day; negative when it was taken out again."""

    paid_by: Member
    amount: Money
    on: date
    author: str | None = None
    operation_id: str | None = None
    id: str = field(default_factory=new_id)


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a goal stands on a day, in its own currency. None means unknown, and `missing` says which rates lack."""

    saved: Money | None
    required_monthly: Money | None
    pace: Money | None
    on_track: bool | None
    forecast: date | None
    missing: tuple[str, ...] = ()


@dataclass(slots=True)
class Goal:
    """`owner` is the only member who may see it; None means the whole house does. `version` guards lost updates."""

    id: str
    name: str
    target: Money
    deadline: date
    created_on: date
    members: tuple[Member, ...] = ()
    contributions: list[Contribution] = field(default_factory=list)
    aliases: tuple[str, ...] = ()
    owner: str | None = None
    version: int = 0

    def __post_init__(self) -> None:
        self.name = clean_name(self.name)
        if not self.name:
            raise InvalidInput("name", "Falta o nome da meta.")
        if not self.target.is_positive:
            raise InvalidInput("target", "O valor da meta precisa ser maior que zero.")

    def member(self, name: str, field: str = "paidBy") -> Member:
        """Who of the goal's members is meant; `NotThere` for anybody else."""
        found = find(name, self.members, field)
        if found is None:
            raise NotThere(
                f"'{clean_name(name)}' não participa da meta '{self.name}'", tuple(m.name for m in self.members)
            )
        return found

    def contribute(self, paid_by: Member | str, amount: Money, on: date, **told: str | None) -> Contribution:
        """Put money aside. `told`: author and operation_id of the `Contribution`. Past and future days are accepted."""
        who = paid_by if isinstance(paid_by, Member) else self.member(paid_by)
        contribution = Contribution(paid_by=who, amount=amount, on=on, **told)  # type: ignore[arg-type]
        self.contributions.append(contribution)
        return contribution

    def saved_by_currency(self) -> dict[str, Money]:
        """What was put aside, each currency on its own."""
        sums: dict[str, Money] = {}
        for contribution in self.contributions:
            currency = contribution.amount.currency
            sums[currency] = sums.get(currency, Money.zero(currency)) + contribution.amount
        return sums

    def saved(self, rates: RateTable) -> tuple[Money | None, tuple[str, ...]]:
        """In the goal's currency, each contribution at the rate of its day; and the pairs no rate is known for."""
        result = Money.zero(self.target.currency)
        missing: builtins.list[str] = []
        for contribution in self.contributions:
            converted = rates.convert(contribution.amount, self.target.currency, contribution.on)
            if converted is None:
                missing.append(f"{contribution.amount.currency}→{self.target.currency}")
            else:
                result += converted
        return (None if missing else result), tuple(dict.fromkeys(missing))

    def progress(self, today: date, rates: RateTable | None = None) -> Progress:
        """Pace since creation, what each remaining month needs, and the day it is reached at this pace."""
        saved, missing = self.saved(rates or RateTable())
        if saved is None:
            return Progress(None, None, None, None, None, missing)
        left, elapsed = self.target - saved, months_between(self.created_on, today)
        pace = _per_month(saved, elapsed) if elapsed > 0 else None
        total = max(months_between(self.created_on, self.deadline), Fraction(0))
        reached = not left.is_positive
        # Exact cents by cross-multiplication: never a rounded percentage (finance.md item 37).
        on_track = reached or (today <= self.deadline and saved.minor * total >= self.target.minor * elapsed)
        return Progress(
            saved=saved,
            required_monthly=self._required(left, today),
            pace=pace,
            on_track=on_track,
            forecast=today if reached else self._forecast(saved, elapsed),
        )

    def _required(self, left: Money, today: date) -> Money:
        """Rounded up, so that paying it each month is enough; all of it when less than a month remains."""
        if not left.is_positive:
            return Money.zero(left.currency)
        months = max(months_between(today, self.deadline), Fraction(1))
        return _rounded_up(Fraction(left.amount) / months, left.currency)

    def _forecast(self, saved: Money, elapsed: Fraction) -> date | None:
        if elapsed <= 0 or not saved.is_positive:
            return None
        months = Fraction(self.target.minor, saved.minor) * elapsed
        if months > min(12 * 200, Period.of(self.created_on).months_until(_LAST)):
            return None
        return add_months(self.created_on, months)


def months_between(start: date, end: date) -> Fraction:
    """Calendar months and a fraction: 1 June to 1 September is 3, to 16 June half a month. Negative when reversed."""
    if end < start:
        return -months_between(end, start)
    whole = Period.of(start).months_until(Period.of(end))
    anchor = Period.of(start).plus(whole).day(start.day)
    if anchor > end:
        whole -= 1
        anchor = Period.of(start).plus(whole).day(start.day)
    return whole + Fraction((end - anchor).days, _days_of_month_from(anchor, start.day))


def add_months(start: date, months: Fraction) -> date:
    """The inverse of `months_between`, rounded up to the next day."""
    whole = int(months)
    anchor = Period.of(start).plus(whole).day(start.day)
    days = (months - whole) * _days_of_month_from(anchor, start.day)
    return anchor + timedelta(days=-(-days.numerator // days.denominator))


def _days_of_month_from(anchor: date, kept_day: int) -> int:
    """From that day to the same day of the next month; the last month of the calendar is a December like any other."""
    month = Period.of(anchor)
    return 31 if month == _LAST else (month.plus(1).day(kept_day) - anchor).days


_LAST = Period.of(date.max)


def _per_month(saved: Money, elapsed: Fraction) -> Money:
    exact = Fraction(saved.amount) / elapsed
    return Money.rounded(Decimal(exact.numerator) / Decimal(exact.denominator), saved.currency)


def _rounded_up(exact: Fraction, currency: str) -> Money:
    quantum = Decimal(1).scaleb(-minor_units(currency))
    return Money((Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(quantum, ROUND_CEILING), currency)
