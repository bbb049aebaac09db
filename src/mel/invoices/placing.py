"""Which fatura a row of a card file belongs to, and whether the file proves it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from mel.accounts import Account, InvoiceOf
from mel.invoices.cycles import Cycles
from mel.invoices.model import InvoicePrint
from mel.shared.money import Money
from mel.shared.period import Period
from mel.statements import Row, Statement

_ONE_FATURA = timedelta(days=40)
"""Rows that lie closer together than this are of one fatura when nothing else is known."""
_DAY_IN_NAME = re.compile(r"(?<!\d)(20\d{2})[-_.](\d{2})[-_.](\d{2})(?!\d)")
_MONTH_IN_NAME = re.compile(r"(?<!\d)(20\d{2})[-_.](\d{2})(?![-_.]?\d)")


@dataclass(frozen=True, slots=True)
class Named:
    """The fatura that a whole file is, by the month it is due, and the day if the file or its name tells it."""

    period: Period
    due: date | None = None


def placed(statement: Statement, account: Account, cycles: Cycles, file: str = "") -> tuple[InvoiceOf, Named | None]:
    """How to place each row, and the one fatura that the whole file is, if it is one."""
    if not account.is_card or not statement.rows:
        return (lambda _: (None, False)), None
    named = _declared(statement, cycles) or _named(statement, file)
    if named is not None:
        return (lambda _: (named.period, True)), named
    if cycles.rule is not None or cycles.printed:
        end = _end(statement)
        return (lambda row: (_by_cycle(row, cycles, end), False)), None
    return _by_span(statement), None


def printed(statement: Statement, account: Account, named: Named | None, batch_id: str) -> InvoicePrint | None:
    """What this file is to be remembered for: its dates, its total, and whether that total was met."""
    if named is None or not account.is_card:
        return None
    currency = account.currency
    read = -sum((row.amount for row in statement.rows if row.kind != "payment"), Decimal(0))
    gap = statement.reconciliation.difference
    total = statement.printed_total
    carried = total - read - (gap or 0) if total is not None else None
    return InvoicePrint(
        account.id,
        named.period,
        batch_id,
        statement.closing_date,
        named.due,
        _money(total, currency),
        _money(carried, currency),
        _money(gap, currency),
    )


def _money(value: Decimal | None, currency: str) -> Money | None:
    return None if value is None else Money.rounded(value, currency)


def _declared(statement: Statement, cycles: Cycles) -> Named | None:
    if statement.due_date is not None:
        return Named(Period.of(statement.due_date), statement.due_date)
    if statement.closing_date is not None:
        near = [Period.of(statement.closing_date).plus(months) for months in (0, 1, 2)]
        known = [cycle for period in near if (cycle := cycles.cycle(period)) is not None]
        close = [c for c in known if abs((c.closing - statement.closing_date).days) <= 6]
        return Named(close[0].period if close else Period.of(statement.closing_date + timedelta(days=8)))
    return None


def _named(statement: Statement, file: str) -> Named | None:
    """Nubank, XP and others tell the fatura only in the name of the file: a due date or a month that fits its rows."""
    if statement.format == "ofx":
        return None
    latest = max(row.date for row in statement.rows)
    if found := _DAY_IN_NAME.search(file):
        try:
            due = date(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            return None
        return Named(Period.of(due), due) if latest <= due <= latest + timedelta(days=45) else None
    if (found := _MONTH_IN_NAME.search(file)) and 1 <= int(found[2]) <= 12:
        month = Period(int(found[1]), int(found[2]))
        return Named(month) if 0 <= Period.of(latest).months_until(month) <= 2 else None
    return None


def _end(statement: Statement) -> date:
    latest = max(row.date for row in statement.rows)
    return max(latest, statement.period[1]) if statement.period else latest


def charged_on(row: Row, end: date) -> date:
    """The day a row weighs on: parcela n of a bank that repeats the purchase date falls n - 1 months later."""
    if row.installment is None or row.installment[0] == 1:
        return row.date
    later = Period.of(row.date).plus(row.installment[0] - 1).day(row.date.day)
    return later if later <= end + timedelta(days=10) else row.date


def _by_cycle(row: Row, cycles: Cycles, end: date) -> Period:
    day = charged_on(row, end)
    cycle = cycles.of(day)
    return cycle.period if cycle else Period.of(day)


def _by_span(statement: Statement) -> InvoiceOf:
    """No dates and no rule: one fatura when the rows are of one month, else each by its own."""
    end = _end(statement)
    days: Sequence[date] = [charged_on(row, end) for row in statement.rows]
    if max(days) - min(days) <= _ONE_FATURA:
        return lambda _: (Period.of(end), False)
    return lambda row: (Period.of(charged_on(row, end)), False)
