"""One card as it stands: its faturas, what pays which, the limit in use, and what the coming months already owe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from mel.accounts import Account, Movement
from mel.invoices.cycles import Cycles
from mel.invoices.model import Bill, Line, LineSum
from mel.invoices.plans import Plan, plans
from mel.invoices.repository import InvoiceRepository
from mel.shared.money import Money
from mel.shared.period import Period

LOOK_BACK = 60
"""Months of parcelas to read: no shop sells in more."""


@dataclass(frozen=True, slots=True)
class Card:
    """`bills` by month, each with what was paid of it; `plans` with parcelas booked in the months looked at."""

    account: Account
    cycles: Cycles
    bills: dict[Period, Bill]
    plans: tuple[Plan, ...]
    today: date

    @property
    def open_period(self) -> Period:
        """The month of the fatura that purchases of today go to."""
        cycle = self.cycles.of(self.today)
        if cycle is not None:
            return cycle.period
        return max([*self.bills, Period.of(self.today)])

    def bill(self, period: Period) -> Bill | None:
        return self.bills.get(period)

    def to_come(self, period: Period) -> Money:
        """The parcelas that fall into the fatura of that month and are not booked yet."""
        result = Money.zero(self.account.currency)
        for plan in self.plans:
            for month, part in plan.tail():
                if month == period and part.currency == result.currency:
                    result += part
        return result

    @property
    def used(self) -> Money:
        """Used limit: what is open or closed and unpaid, and every parcela to come (securo#535)."""
        result = Money.zero(self.account.currency)
        for bill in self.bills.values():
            result += bill.open_amount
        for plan in self.plans:
            if plan.part.currency == result.currency:
                result += plan.debt
        return result


def read_card(repository: InvoiceRepository, account: Account, today: date) -> Card:
    """From storage; reads sums and parcelas, no other lines."""
    cycles = Cycles.of_card(account, repository.prints(account.id))
    bills = {bill.period: bill for bill in _bills(account, cycles, repository.sums(account.id))}
    booked = repository.parcelas(account.id, Period.of(today).plus(-LOOK_BACK))
    settled = settle(bills, repository.payments(account.id), today)
    return Card(account, cycles, settled, plans(booked), today)


def _bills(account: Account, cycles: Cycles, sums: Iterable[LineSum]) -> Iterable[Bill]:
    by_period: dict[Period, list[LineSum]] = defaultdict(list)
    for each in sums:
        by_period[each.period].append(each)
    zero = Money.zero(account.currency)
    for period in sorted(by_period.keys() | {p for p, known in cycles.printed.items() if known.total}):
        lines: dict[Line, Money] = {}
        charged, count = zero, 0
        for each in by_period[period]:
            count += each.count
            if each.total.currency != account.currency:
                continue
            lines[each.line] = lines.get(each.line, zero) + each.total
            charged -= each.total if each.kind != "payment" else zero
        known, cycle = cycles.printed.get(period), cycles.cycle(period)
        yield Bill(
            period=period,
            charges=charged,
            by_line=lines,
            count=count,
            printed=known.total if known else None,
            carried=(known.carried if known else None) or zero,
            closing=cycle.closing if cycle else None,
            due=cycle.due if cycle else None,
            predicted=cycle.predicted if cycle else True,
        )


def settle(bills: dict[Period, Bill], payments: Sequence[Movement], today: date) -> dict[Period, Bill]:
    """Each payment settles the earliest closed unpaid fatura, once (ff3e PR#17 matched by calendar month).

    A printed total holds whatever was left of the faturas before it, so those take no payment after it closed. What no
    closed fatura wants pays the open one ahead (antecipação), unless it pays for a time before all we know.
    """
    paid = {period: Money.zero(bill.charges.currency) for period, bill in bills.items()}
    order = sorted(bills)
    for payment in sorted(payments, key=lambda m: (m.date, m.id)):
        left = payment.amount
        if left.amount <= 0:
            continue
        newest = _newest_printed(bills, payment.date)
        for period in order:
            if newest is not None and period < newest:
                continue
            wanted = bills[period].total - paid[period]
            if left.currency != wanted.currency or wanted.amount <= 0 or not _closed(bills[period], payment.date):
                continue
            part = min(left, wanted)
            paid[period] += part
            left -= part
            if not left.is_positive:
                break
        if left.is_positive:
            _ahead(bills, paid, order, payment, left)
    newest = _newest_printed(bills, today)
    rolled = {period for period in order if newest is not None and period < newest}
    return {period: _as_paid(bill, paid[period], today, rolled=period in rolled) for period, bill in bills.items()}


def _newest_printed(bills: dict[Period, Bill], day: date) -> Period | None:
    return max((p for p, bill in bills.items() if bill.printed is not None and _closed(bill, day)), default=None)


def _closed(bill: Bill, day: date) -> bool:
    """Whether the fatura was closed by then. Without dates: when the month it is named after is over."""
    closing = bill.closing or bill.period.last_day
    return closing <= day


def _ahead(
    bills: dict[Period, Bill], paid: dict[Period, Money], order: Sequence[Period], payment: Movement, left: Money
) -> None:
    earlier = [period for period in order if _closed(bills[period], payment.date)]
    waiting = [period for period in order if not _closed(bills[period], payment.date)]
    if earlier and waiting and left.currency == paid[waiting[0]].currency:
        paid[waiting[0]] += left


def _as_paid(bill: Bill, paid: Money, today: date, *, rolled: bool) -> Bill:
    closed = _closed(bill, today)
    if not closed:
        status = "open"
    elif paid >= bill.total:
        status = "paid"
    elif rolled:
        status = "rolled"
    else:
        status = "overdue" if bill.due is not None and bill.due + _GRACE < today else "closed"
    return replace(bill, paid=paid, status=status)  # type: ignore[arg-type]


_GRACE = timedelta(days=3)
"""A due date on a weekend or holiday is paid on the next business day (Lei 7.089/83)."""


Counted = Callable[[Sequence[Movement]], Money]
"""How much of these lines the budget holds as spending already."""


def commitments(
    repository: InvoiceRepository,
    today: date,
    currency: str,
    reader: str | None = None,
    counted: Counted | None = None,
) -> Commitments:
    """What the cards that the reader sees already owe, month by month.

    A purchase that the budget counted in the month it was made is not owed a second time when its fatura is due.
    """
    cards = [read_card(repository, account, today) for account in repository.cards(reader)]
    owed: dict[Period, Money] = {}
    mine = [card for card in cards if card.account.currency == currency]
    for card in mine:
        for period, bill in card.bills.items():
            left = bill.open_amount
            if counted is not None and left.is_positive:
                left -= min(left, counted(repository.lines(card.account.id, period)))
            owed[period] = owed.get(period, Money.zero(currency)) + left
    return Commitments(tuple(mine), owed, currency)


@dataclass(frozen=True, slots=True)
class Commitments:
    """Callable, as `planning.snapshot` takes it: unpaid faturas by due month, and the parcelas that will join them."""

    cards: tuple[Card, ...]
    owed: Mapping[Period, Money]
    currency: str

    def __call__(self, period: Period) -> Money:
        result = self.owed.get(period, Money.zero(self.currency))
        for card in self.cards:
            result += card.to_come(period)
        return result
