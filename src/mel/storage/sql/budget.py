"""Budgets in SQL. Expenses are read whole; entries a month at a time, when somebody asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func
from sqlalchemy import select as core_select
from sqlalchemy.exc import IntegrityError

from mel.budget import Budget, Entry, ExpenseLedger, RecurringExpense, Revision
from mel.shared.errors import ConcurrentChange, NotThere
from mel.shared.money import Money
from mel.shared.period import Period
from mel.storage.errors import ExpenseInUse
from mel.storage.sql import prepared
from mel.storage.sql.children import Children, Row, Rows
from mel.storage.sql.tables import budgets, entries, expenses, revisions
from mel.storage.sql.values import aliases, day, money, month, to_day, words

_OWNER = ("household_id", "budget_id")
_BUDGET = prepared.select(budgets, ("currency", "version"), ("household_id", "id"))
_NEW = prepared.insert(budgets)
_BUMP = prepared.bump(budgets)
_EXPENSES = Children(expenses, _OWNER, ("id",), order="position")
_REVISIONS = Children(revisions, _OWNER, ("expense_id", "since"), order="since")

_MONTH = ("household_id", "budget_id", "month")
_TOTALS = prepared.Prepared(
    core_select(entries.c.expense_id, func.sum(entries.c.minor))
    .where(*prepared.where(entries, *_MONTH))
    .group_by(entries.c.expense_id)
)
_ENTRY = ("id", "minor", "currency", "on_day", "payer", "author", "origin", "note", "operation_id")
# By a sum, which no index has in order; else SQLite rather walks the household's whole history than sort one month.
_OF_MONTH = (
    core_select(*[entries.c[name] for name in _ENTRY])
    .where(*prepared.where(entries, *_MONTH, "expense_id"))
    .order_by(entries.c.number + 0)
)
_ENTRIES = prepared.Prepared(_OF_MONTH)
_PRICED = prepared.Prepared(_OF_MONTH.where(*prepared.where(entries, "minor", "currency")))
_HAS_ENTRIES = prepared.Prepared(
    core_select(entries.c.id).where(*prepared.where(entries, *_OWNER, "expense_id")).limit(1)
)
_ADD = prepared.append(entries)
_ADD_MANY = prepared.insert(entries)
_NEXT = prepared.Prepared(
    core_select(func.coalesce(func.max(entries.c.number), 0) + 1).where(*prepared.where(entries, "household_id"))
)
_FEW, _CHUNK = 20, 500
"""From how many on entries are written together; and how many one statement names."""
_REMOVE = prepared.delete(entries, (*_OWNER, "expense_id", "id"))


class _Months:
    """The stored entries of one budget: one question a month for all totals, one for each list that is looked at."""

    def __init__(self, db: Connection, currency: str, owner: dict[str, str]) -> None:
        self._db, self._currency, self._owner = db, currency, owner
        self._totals: dict[Period, dict[str, Money]] = {}
        self._lists: dict[tuple[str, Period], tuple[Entry, ...]] = {}

    def total(self, expense_id: str, period: Period) -> Money | None:
        totals = self._totals.get(period)
        if totals is None:
            rows = _TOTALS(self._db, **self._owner, month=str(period)).rows
            # PostgreSQL sums integers into a numeric.
            totals = {row[0]: money(int(row[1]), self._currency) for row in rows}
            self._totals[period] = totals
        return totals.get(expense_id)

    def priced(self, expense_id: str, period: Period, amount: Money) -> tuple[Entry, ...]:
        asked = {**self._owner, "month": str(period), "expense_id": expense_id}
        rows = _PRICED(self._db, **asked, minor=amount.minor, currency=amount.currency).rows
        return tuple(_entry(period, row) for row in rows)

    def entries(self, expense_id: str, period: Period) -> tuple[Entry, ...]:
        found = self._lists.get((expense_id, period))
        if found is None:
            rows = _ENTRIES(self._db, **self._owner, month=str(period), expense_id=expense_id).rows
            found = tuple(_entry(period, row) for row in rows)
            self._lists[expense_id, period] = found
        return found

    def write(self, expense_id: str, ledger: ExpenseLedger) -> None:
        if len(ledger.removed) > _FEW:
            self._remove_many(expense_id, ledger.removed)
        for entry in ledger.removed if len(ledger.removed) <= _FEW else ():
            gone = _REMOVE(self._db, **self._owner, expense_id=expense_id, id=entry.id)
            if gone.rowcount != 1:
                raise ConcurrentChange(f"entry {entry.id} is no longer there")
            self._changed(expense_id, entry.period, -entry.amount)
        if len(ledger.added) > _FEW:
            self._add_many(expense_id, ledger.added)
            return
        for entry in ledger.added:
            row = _entry_values(entry)
            _ADD(self._db, **self._owner, house=self._owner["household_id"], expense_id=expense_id, **row)
            self._changed(expense_id, entry.period, entry.amount)

    def _remove_many(self, expense_id: str, removed: Sequence[Entry]) -> None:
        """An import taken back; each must still be there."""
        c, owner = entries.c, self._owner
        for start in range(0, len(removed), _CHUNK):
            some = [entry.id for entry in removed[start : start + _CHUNK]]
            statement = entries.delete().where(
                c.household_id == owner["household_id"],
                c.budget_id == owner["budget_id"],
                c.expense_id == expense_id,
                c.id.in_(some),
            )
            if self._db.execute(statement).rowcount != len(some):
                raise ConcurrentChange("some of many entries are no longer there")
        for entry in removed:
            self._changed(expense_id, entry.period, -entry.amount)

    def _add_many(self, expense_id: str, added: Sequence[Entry]) -> None:
        """An import brings thousands: the next number is asked for once."""
        start = int(_NEXT(self._db, household_id=self._owner["household_id"]).rows[0][0])
        rows = (
            {**self._owner, "expense_id": expense_id, "number": start + at, **_entry_values(entry)}
            for at, entry in enumerate(added)
        )
        _ADD_MANY.many(self._db, rows)
        for entry in added:
            self._changed(expense_id, entry.period, entry.amount)

    def _changed(self, expense_id: str, period: Period, by: Money) -> None:
        self._lists.pop((expense_id, period), None)
        totals = self._totals.get(period)
        if totals is not None:
            known = totals.get(expense_id)
            totals[expense_id] = by if known is None else known + by


def _entry(period: Period, row: Any) -> Entry:
    ident, minor, currency, on_day, payer, author, origin, note, operation_id = row
    return Entry(period, money(minor, currency), to_day(on_day), payer, author, origin, note, operation_id, ident)


def _entry_values(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "month": str(entry.period),
        "minor": entry.amount.minor,
        "currency": entry.amount.currency,
        "on_day": day(entry.date),
        "payer": entry.payer,
        "author": entry.author,
        "origin": entry.origin,
        "note": entry.note,
        "operation_id": entry.operation_id,
    }


@dataclass(slots=True)
class _ExpenseEntries:
    """Fills the `EntrySource` port for one expense."""

    months: _Months
    expense_id: str

    def total(self, period: Period) -> Money | None:
        return self.months.total(self.expense_id, period)

    def entries(self, period: Period, amount: Money | None = None) -> tuple[Entry, ...]:
        if amount is not None:
            return self.months.priced(self.expense_id, period, amount)
        return self.months.entries(self.expense_id, period)


@dataclass(slots=True)
class _Stored:
    """A budget as it lies in the tables."""

    currency: str
    version: int
    expenses: Rows
    revisions: Rows
    months: _Months


class SqlBudgetRepository:
    """Fills the `BudgetRepository` port for one household, inside one unit of work."""

    def __init__(self, db: Connection, household_id: str) -> None:
        self._db, self._household_id = db, household_id
        self._seen: dict[str, _Stored] = {}

    def load(self, budget_id: str) -> Budget:
        stored = self._read(budget_id)
        if stored is None:
            raise NotThere("a casa ainda não tem um orçamento")
        revised: dict[str, tuple[Revision, ...]] = {}
        for expense_id, since, minor, currency in stored.revisions.values():
            revised[expense_id] = (
                *revised.get(expense_id, ()),
                Revision(month(since), money(minor, currency)),
            )
        lines = [_expense(row, revised.get(row[0], ()), stored.months) for row in stored.expenses.values()]
        return Budget(budget_id, stored.currency, lines, stored.version)

    def save(self, budget: Budget) -> None:
        """Only what changed is written; the version moves even when nothing did, as a save was asked for."""
        stored = self._seen.get(budget.id)
        if stored is None or stored.version != budget.version:
            stored = self._read(budget.id)
        owner = self._owner(budget.id)
        if stored is None or budget.version == 0:
            stored = self._create(budget)
        elif _BUMP(self._db, household_id=self._household_id, id=budget.id, seen=budget.version).rowcount != 1:
            raise ConcurrentChange(f"somebody saved over version {budget.version}")
        lines, plans = _rows(budget)
        self._refuse_lost_history(budget.id, stored, lines)
        _REVISIONS.write(self._db, stored.revisions, {k: v for k, v in stored.revisions.items() if k in plans}, **owner)
        _EXPENSES.write(self._db, stored.expenses, lines, **owner)
        _REVISIONS.write(self._db, {k: v for k, v in stored.revisions.items() if k in plans}, plans, **owner)
        for expense in budget.expenses:
            stored.months.write(expense.id, expense.ledger)
        budget.version += 1
        self._seen[budget.id] = _Stored(budget.currency, budget.version, lines, plans, stored.months)
        for expense in budget.expenses:
            expense.ledger.source = _ExpenseEntries(stored.months, expense.id)
            expense.ledger.settle()

    def _owner(self, budget_id: str) -> dict[str, str]:
        return {"household_id": self._household_id, "budget_id": budget_id}

    def _read(self, budget_id: str) -> _Stored | None:
        row = _BUDGET(self._db, household_id=self._household_id, id=budget_id).first()
        if row is None:
            return None
        owner = self._owner(budget_id)
        months = _Months(self._db, row[0], owner)
        stored = _Stored(row[0], row[1], _EXPENSES.read(self._db, **owner), _REVISIONS.read(self._db, **owner), months)
        self._seen[budget_id] = stored
        return stored

    def _create(self, budget: Budget) -> _Stored:
        if budget.version != 0:
            raise ConcurrentChange(f"version {budget.version} of a budget that is not there")
        try:
            _NEW(self._db, household_id=self._household_id, id=budget.id, currency=budget.currency, version=1)
        except IntegrityError as error:
            raise ConcurrentChange("somebody made this budget first") from error
        return _Stored(budget.currency, 0, {}, {}, _Months(self._db, budget.currency, self._owner(budget.id)))

    def _refuse_lost_history(self, budget_id: str, stored: _Stored, lines: Rows) -> None:
        for key in stored.expenses.keys() - lines.keys():
            if _HAS_ENTRIES(self._db, **self._owner(budget_id), expense_id=key[0]).first():
                raise ExpenseInUse(str(stored.expenses[key][2]))


def _expense(row: Row, revised: tuple[Revision, ...], months: _Months) -> RecurringExpense:
    # Past __post_init__, which cleans names letter by letter: these were cleaned when they came in.
    expense = object.__new__(RecurringExpense)
    expense.id, _, expense.name, minor, currency, names, expense.category, expense.billing_day, expense.payment = row
    expense.expected, expense.aliases, expense.revisions = money(minor, currency), aliases(names), revised
    expense.ledger = ExpenseLedger(_ExpenseEntries(months, expense.id))
    return expense


def _rows(budget: Budget) -> tuple[Rows, Rows]:
    """Expenses and revisions as rows, in the order of `Children.columns`."""
    lines: Rows = {}
    plans: Rows = {}
    for position, each in enumerate(budget.expenses):
        lines[(each.id,)] = (
            each.id,
            position,
            each.name,
            each.expected.minor,
            each.expected.currency,
            words(each.aliases),
            each.category,
            each.billing_day,
            each.payment,
        )
        for plan in each.revisions:
            key = (each.id, str(plan.since))
            plans[key] = (*key, plan.expected.minor, plan.expected.currency)
    return lines, plans
