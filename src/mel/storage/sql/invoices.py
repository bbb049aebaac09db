"""Faturas in SQL: what files printed of them, and their lines added up by the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, or_
from sqlalchemy import select as core_select

from mel.accounts import Account, Movement
from mel.invoices import InvoicePrint, LineSum
from mel.shared.money import Money
from mel.shared.period import Period
from mel.storage.sql import prepared
from mel.storage.sql.accounts import SqlAccountRepository
from mel.storage.sql.tables import batches, invoice_prints, movements
from mel.storage.sql.values import day, money, month, to_day

_PRINT = ("account_id", "month", "batch_id", "closing_on", "due_on", "total_minor", "carried_minor", "difference_minor")
_PRINTS = prepared.Prepared(
    core_select(*[invoice_prints.c[name] for name in _PRINT], invoice_prints.c.currency)
    .join(
        batches,
        (batches.c.household_id == invoice_prints.c.household_id) & (batches.c.id == invoice_prints.c.batch_id),
    )
    .where(*prepared.where(invoice_prints, "household_id", "account_id"))
    .order_by(batches.c.number)
)
_KEEP = prepared.insert(invoice_prints)
_FORGET = prepared.delete(invoice_prints, ("household_id", "batch_id"))
_PARCELLED = movements.c.parcelas.is_not(None)
_SUMS = prepared.Prepared(
    core_select(
        movements.c.invoice,
        movements.c.kind,
        _PARCELLED.label("parcelled"),
        movements.c.currency,
        func.sum(movements.c.minor),
        func.count(),
    )
    .where(*prepared.where(movements, "household_id", "account_id"), movements.c.invoice.is_not(None))
    .group_by(movements.c.invoice, movements.c.kind, _PARCELLED, movements.c.currency)
)


class SqlInvoiceRepository:
    """Fills the `InvoiceRepository` port for one household, inside one unit of work."""

    def __init__(self, db: Connection, accounts: SqlAccountRepository, household_id: str) -> None:
        self._db, self._accounts, self._household_id = db, accounts, household_id

    def cards(self, reader: str | None = None) -> tuple[Account, ...]:
        return tuple(account for account in self._accounts.list(reader) if account.is_card)

    def prints(self, account_id: str) -> tuple[InvoicePrint, ...]:
        found = _PRINTS(self._db, household_id=self._household_id, account_id=account_id)
        return tuple(_print(row) for row in found)

    def keep(self, prints: Sequence[InvoicePrint]) -> None:
        _KEEP.many(self._db, ({**_print_values(each), "household_id": self._household_id} for each in prints))

    def take_back(self, batch_id: str) -> None:
        _FORGET(self._db, household_id=self._household_id, batch_id=batch_id)

    def sums(self, account_id: str) -> tuple[LineSum, ...]:
        found = _SUMS(self._db, household_id=self._household_id, account_id=account_id)
        return tuple(
            LineSum(month(period), kind, bool(parcelled), money(int(minor), currency), int(count))
            for period, kind, parcelled, currency, minor, count in found
        )

    def lines(self, account_id: str, period: Period) -> tuple[Movement, ...]:
        return self._accounts.where(movements.c.account_id == account_id, movements.c.invoice == str(period))

    def payments(self, account_id: str) -> tuple[Movement, ...]:
        c = movements.c
        return self._accounts.where(c.account_id == account_id, c.invoice.is_not(None), c.kind == "payment")

    def parcelas(self, account_id: str, since: Period) -> tuple[Movement, ...]:
        c = movements.c
        return self._accounts.where(
            c.account_id == account_id, c.invoice >= str(since), or_(c.parcelas.is_not(None), c.kind == "refund")
        )


def _print(row: Any) -> InvoicePrint:
    account_id, period, batch_id, closing, due, total, carried, difference, currency = row
    amounts = [None if each is None else money(each, currency) for each in (total, carried, difference)]
    return InvoicePrint(account_id, month(period), batch_id, to_day(closing), to_day(due), *amounts)


def _print_values(each: InvoicePrint) -> dict[str, Any]:
    known = next((amount for amount in (each.total, each.carried, each.difference) if amount is not None), None)
    return {
        "account_id": each.account_id,
        "month": str(each.period),
        "batch_id": each.batch_id,
        "closing_on": day(each.closing),
        "due_on": day(each.due),
        "total_minor": _minor(each.total),
        "carried_minor": _minor(each.carried),
        "difference_minor": _minor(each.difference),
        "currency": known.currency if known else "BRL",
    }


def _minor(amount: Money | None) -> int | None:
    return None if amount is None else amount.minor
