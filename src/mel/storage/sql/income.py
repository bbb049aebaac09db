"""The income book in SQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from mel.income import Income, IncomeBook, Receipt
from mel.shared.errors import ConcurrentChange
from mel.storage.sql import prepared
from mel.storage.sql.children import Children, Rows
from mel.storage.sql.tables import income_books, income_receipts, incomes
from mel.storage.sql.values import a_day, aliases, day, money, words

_OWNER = ("household_id", "book_id")
_BOOK = prepared.select(income_books, ("version",), ("household_id", "id"))
_NEW = prepared.insert(income_books)
_BUMP = prepared.bump(income_books)
_SOURCES = Children(incomes, _OWNER, ("id",), order="position")
_RECEIPTS = Children(income_receipts, _OWNER, ("id",), order="number")


class SqlIncomeRepository:
    """Fills the `IncomeRepository` port for one household, inside one unit of work."""

    def __init__(self, db: Connection, household_id: str) -> None:
        self._db, self._household_id = db, household_id

    def load(self, book_id: str) -> IncomeBook:
        found = _BOOK(self._db, household_id=self._household_id, id=book_id).first()
        if found is None:
            return IncomeBook(book_id)
        owner = {"household_id": self._household_id, "book_id": book_id}
        sources = [_income(row) for row in _SOURCES.read(self._db, **owner).values()]
        receipts = [_receipt(row) for row in _RECEIPTS.read(self._db, **owner).values()]
        return IncomeBook(book_id, sources, receipts, found[0])

    def save(self, book: IncomeBook) -> None:
        owner = {"household_id": self._household_id, "book_id": book.id}
        if book.version == 0:
            try:
                _NEW(self._db, household_id=self._household_id, id=book.id, version=1)
            except IntegrityError as error:
                raise ConcurrentChange("somebody made this income book first") from error
        elif _BUMP(self._db, household_id=self._household_id, id=book.id, seen=book.version).rowcount != 1:
            raise ConcurrentChange(f"somebody saved over version {book.version}")
        _SOURCES.write(self._db, _SOURCES.read(self._db, **owner), _source_rows(book), **owner)
        stored = _RECEIPTS.read(self._db, **owner)
        _RECEIPTS.write(self._db, stored, _receipt_rows(book, stored), **owner)
        book.version += 1


def _source_rows(book: IncomeBook) -> Rows:
    return {
        (each.id,): (
            each.id,
            position,
            each.name,
            each.amount.minor,
            each.amount.currency,
            each.received_by,
            each.kind,
            each.day,
            each.business_day,
            words(each.aliases),
        )
        for position, each in enumerate(book.sources)
    }


def _income(row: tuple[Any, ...]) -> Income:
    ident, _, name, minor, currency, received_by, kind, day_of_month, business_day, names = row
    return Income(name, money(minor, currency), received_by, kind, day_of_month, business_day, aliases(names), ident)


def _receipt_rows(book: IncomeBook, stored: Rows) -> Rows:
    """Each keeps the number it has; new ones follow the last."""
    following = max((row[1] for row in stored.values()), default=0)
    rows: Rows = {}
    for each in book.receipts:
        known = stored.get((each.id,))
        following += known is None
        rows[(each.id,)] = (
            each.id,
            known[1] if known else following,
            each.name,
            each.amount.minor,
            each.amount.currency,
            day(each.on),
            each.received_by,
            each.operation_id,
        )
    return rows


def _receipt(row: tuple[Any, ...]) -> Receipt:
    ident, _, name, minor, currency, on_day, received_by, operation_id = row
    return Receipt(name, money(minor, currency), a_day(on_day), received_by, operation_id, ident)
