"""Storage in memory: the same promises as SQL, kept with dicts.

Everything is copied on the way in and on the way out. What lies on a shelf is never changed, only replaced, so copies
share the frozen values (entries, contributions) and history is never copied.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeVar, cast

from mel.agent.conversation import InMemoryConversationLog, TurnRecord
from mel.agent.memory import Fact, WorkingMemory
from mel.agent.operations import InMemoryOperationLog, OperationEvent
from mel.budget import Budget, Entry, EntrySource, ExpenseLedger, RecurringExpense
from mel.delivery.inbox import LEASE, Claim
from mel.goals import Goal
from mel.goals.namesakes import told_apart
from mel.household import Household
from mel.income import IncomeBook
from mel.shared.errors import ConcurrentChange, NotThere
from mel.shared.money import Money, total
from mel.shared.period import Period
from mel.storage.errors import Busy, ExpenseInUse
from mel.storage.memory_accounts import InMemoryAccountRepository, InMemoryInvoiceRepository
from mel.storage.memory_bookkeeping import InMemoryBookkeepingRepository
from mel.storage.shelf import Journal, Shelf
from mel.understanding import Term

PATIENCE = 5.0
"""Seconds to wait for a household that another thread is working on; SQLite's busy_timeout is the same."""

T = TypeVar("T")


def _check_version(version: int, stored: int) -> None:
    if version != stored:
        raise ConcurrentChange(f"version {version} was saved over version {stored}")


@dataclass(frozen=True, slots=True)
class _StoredEntries:
    """An `EntrySource` over what was stored when the budget was loaded; later saves do not show through."""

    months: dict[Period, tuple[Entry, ...]]

    def total(self, period: Period) -> Money | None:
        entries = self.months.get(period)
        return total((entry.amount for entry in entries), entries[0].amount.currency) if entries else None

    def entries(self, period: Period, amount: Money | None = None) -> tuple[Entry, ...]:
        found = self.months.get(period, ())
        return found if amount is None else tuple(entry for entry in found if entry.amount == amount)

    def after(self, ledger: ExpenseLedger) -> _StoredEntries:
        """With a ledger's changes; the months they do not touch are shared."""
        if not ledger.added and not ledger.removed:
            return self
        months = dict(self.months)
        for gone in ledger.removed:
            months[gone.period] = tuple(entry for entry in months.get(gone.period, ()) if entry.id != gone.id)
        for entry in ledger.added:
            months[entry.period] = (*months.get(entry.period, ()), entry)
        return _StoredEntries(months)


_NO_ENTRIES = _StoredEntries({})


def _copy_expense(expense: RecurringExpense, source: EntrySource) -> RecurringExpense:
    # Past __post_init__, which cleans names letter by letter: these were cleaned when they came in.
    copy = object.__new__(RecurringExpense)
    copy.id, copy.name, copy.expected, copy.aliases = expense.id, expense.name, expense.expected, expense.aliases
    copy.category, copy.billing_day, copy.payment = expense.category, expense.billing_day, expense.payment
    copy.revisions = expense.revisions
    copy.ledger = ExpenseLedger(source)
    return copy


class InMemoryBudgetRepository:
    """Fills the `BudgetRepository` port."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._shelf: Shelf[Budget] = Shelf(journal)

    def load(self, budget_id: str) -> Budget:
        stored = self._shelf.get(budget_id)
        if stored is None:
            raise NotThere("a casa ainda não tem um orçamento")
        expenses = [_copy_expense(expense, _source(expense)) for expense in stored.expenses]
        return Budget(stored.id, stored.currency, expenses, stored.version)

    def save(self, budget: Budget) -> None:
        stored = self._shelf.get(budget.id)
        _check_version(budget.version, stored.version if stored else 0)
        before = {expense.id: _source(expense) for expense in stored.expenses} if stored else {}
        self._refuse_lost_history(budget, stored)
        expenses = [
            _copy_expense(expense, before.get(expense.id, _NO_ENTRIES).after(expense.ledger))
            for expense in budget.expenses
        ]
        self._shelf.put(budget.id, Budget(budget.id, budget.currency, expenses, budget.version + 1))
        budget.version += 1
        for mine, kept in zip(budget.expenses, expenses, strict=True):
            mine.ledger.source = _source(kept)
            mine.ledger.settle()

    def _refuse_lost_history(self, budget: Budget, stored: Budget | None) -> None:
        kept = {expense.id for expense in budget.expenses}
        for expense in stored.expenses if stored else ():
            if expense.id not in kept and any(_source(expense).months.values()):
                raise ExpenseInUse(expense.name)


def _source(stored: RecurringExpense) -> _StoredEntries:
    return cast("_StoredEntries", stored.ledger.source)


def _copy_goal(goal: Goal, version: int) -> Goal:
    copy = object.__new__(Goal)
    for name in Goal.__slots__:
        setattr(copy, name, getattr(goal, name))
    copy.contributions, copy.version = list(goal.contributions), version
    return copy


class InMemoryGoalRepository:
    """Fills the `GoalRepository` port."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._shelf: Shelf[Goal] = Shelf(journal)

    def load(self, goal_id: str) -> Goal:
        stored = self._shelf.get(goal_id)
        if stored is None:
            raise NotThere("essa meta não existe ainda")
        return _copy_goal(stored, stored.version)

    def list(self, reader: str | None = None) -> tuple[Goal, ...]:
        seen = (goal for goal in self._shelf.all() if goal.owner is None or goal.owner == reader)
        return tuple(_copy_goal(goal, goal.version) for goal in seen)

    def save(self, goal: Goal) -> None:
        stored = self._shelf.get(goal.id)
        _check_version(goal.version, stored.version if stored else 0)
        self._shelf.put(goal.id, _copy_goal(goal, goal.version + 1))
        goal.version += 1

    def remove(self, goal: Goal) -> None:
        stored = self._shelf.get(goal.id)
        if stored is None or stored.contributions:
            raise ConcurrentChange("a goal with contributions stays")
        _check_version(goal.version, stored.version)
        self._shelf.drop(goal.id)


class InMemoryHouseholdRepository:
    """Fills the `HouseholdRepository` port, bound to one household or free. What is frozen needs no copy."""

    def __init__(self, journal: Journal | None = None, household_id: str | None = None) -> None:
        self._shelf: Shelf[Household] = Shelf(journal)
        self._household_id = household_id

    def load(self, household_id: str) -> Household:
        stored = self._shelf.get(household_id)
        if stored is None:
            raise NotThere("essa casa ainda não foi criada")
        return stored

    def save(self, household: Household) -> None:
        if self._household_id not in (None, household.id):
            raise ValueError(f"this unit of work is for {self._household_id!r}, not for {household.id!r}")
        self._shelf.put(household.id, household)


class InMemoryIncomeRepository:
    """Fills the `IncomeRepository` port."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._shelf: Shelf[IncomeBook] = Shelf(journal)

    def load(self, book_id: str) -> IncomeBook:
        stored = self._shelf.get(book_id)
        return _copy_book(stored, stored.version) if stored else IncomeBook(book_id)

    def save(self, book: IncomeBook) -> None:
        stored = self._shelf.get(book.id)
        _check_version(book.version, stored.version if stored else 0)
        self._shelf.put(book.id, _copy_book(book, book.version + 1))
        book.version += 1


def _copy_book(book: IncomeBook, version: int) -> IncomeBook:
    return IncomeBook(book.id, list(book.sources), list(book.receipts), version)


@dataclass(frozen=True, slots=True)
class _Message:
    turn_id: str
    lease_until: datetime
    reply: dict[str, Any] | None = None


class InMemoryInbox:
    """Fills the `Inbox` port."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._shelf: Shelf[_Message] = Shelf(journal)

    def claim(self, message_id: str, turn_id: str, now: datetime) -> Claim:
        known = self._shelf.get(message_id)
        if known is None:
            self._shelf.put(message_id, _Message(turn_id, now + LEASE))
            return Claim("fresh", turn_id)
        if known.reply is not None:
            return Claim("done", known.turn_id, deepcopy(known.reply))
        if now < known.lease_until:
            return Claim("busy", known.turn_id)
        self._shelf.put(message_id, _Message(known.turn_id, now + LEASE))
        return Claim("resumed", known.turn_id)

    def finish(self, message_id: str, reply: dict[str, Any], now: datetime) -> None:
        known = self._shelf.get(message_id)
        if known is None:
            raise LookupError(f"message {message_id!r} was never claimed")
        # The first reply is the one the member saw; a late worker does not change it.
        if known.reply is None:
            self._shelf.put(message_id, _Message(known.turn_id, now, deepcopy(reply)))


class _Operations(InMemoryOperationLog):
    """The agent's own log, which can also take back what a failed unit of work appended."""

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self._journal = journal

    def append(self, event: OperationEvent) -> None:
        latest = self._latest.get(event.operation_id, 0)
        super().append(event)
        self._journal.append(partial(self._take_back, event.operation_id, latest))

    def _take_back(self, operation_id: str, latest: int) -> None:
        _take_back(self._events, operation_id)
        self._latest[operation_id] = latest


class _Conversations(InMemoryConversationLog):
    """Likewise for what was said."""

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self._journal = journal

    def append(self, record: TurnRecord) -> None:
        super().append(record)
        self._journal.append(partial(_take_back, self._turns, record.conversation))


def _take_back(lists: dict[str, list[T]], key: str) -> None:
    lists[key].pop()
    if not lists[key]:
        del lists[key]


class InMemoryUnitOfWork:
    """One household's shelves; the storage keeps them between units of work."""

    def __init__(self, household_id: str) -> None:
        self.household_id = household_id
        self._journal: Journal = []
        self.households = InMemoryHouseholdRepository(self._journal, household_id)
        self.budgets = InMemoryBudgetRepository(self._journal)
        self.goals = InMemoryGoalRepository(self._journal)
        self.incomes = InMemoryIncomeRepository(self._journal)
        self.accounts = InMemoryAccountRepository(self._journal)
        self.invoices = InMemoryInvoiceRepository(self.accounts, self._journal)
        self.bookkeeping = InMemoryBookkeepingRepository(self._journal, self.accounts)
        self.operations = _Operations(self._journal)
        self.conversations = _Conversations(self._journal)
        self.inbox = InMemoryInbox(self._journal)
        self.memory = InMemoryMemorySource(self, self._journal)
        self.lock = threading.Lock()

    def keep(self) -> None:
        self._journal.clear()

    def drop(self) -> None:
        for take_back in reversed(self._journal):
            take_back()
        self._journal.clear()


class InMemoryMemorySource:
    """Fills the `MemorySource` port from the shelves of one household."""

    def __init__(self, house: InMemoryUnitOfWork, journal: Journal) -> None:
        self._house = house
        self._facts: Shelf[tuple[Fact, ...]] = Shelf(journal)

    def read(self, reader: str | None) -> WorkingMemory:
        house_id = self._house.household_id
        try:
            household = self._house.households.load(house_id)
        except NotThere:
            household = Household(house_id)
        try:
            expenses = self._house.budgets.load(house_id).list()
        except NotThere:
            expenses = ()
        goals = self._house.goals.list(reader)
        names = told_apart((goal.name, goal.owner is not None) for goal in goals)
        return WorkingMemory(
            household=household,
            expenses=tuple(Term(expense.name, expense.aliases) for expense in expenses),
            goals=tuple(Term(name, goal.aliases) for name, goal in zip(names, goals, strict=True)),
            incomes=tuple(Term(income.name, income.aliases) for income in self._house.incomes.load(house_id).sources),
            cards=tuple(Term(card.name, card.aliases) for card in self._house.invoices.cards(reader)),
            facts=self._facts.get("") or (),
        )

    def remember(self, fact: Fact) -> None:
        self._facts.put("", (*(self._facts.get("") or ()), fact))


class InMemoryStorage:
    """Fills the `Storage` port. One unit of work at a time in a household; others wait."""

    def __init__(self) -> None:
        self._houses: dict[str, InMemoryUnitOfWork] = {}
        self._guard = threading.Lock()

    @contextmanager
    def work(self, household_id: str) -> Iterator[InMemoryUnitOfWork]:
        with self._guard:
            house = self._houses.get(household_id) or InMemoryUnitOfWork(household_id)
            self._houses[household_id] = house
        if not house.lock.acquire(timeout=PATIENCE):
            raise Busy(household_id)
        try:
            yield house
        except BaseException:
            house.drop()
            raise
        else:
            house.keep()
        finally:
            house.lock.release()

    def household_ids(self) -> tuple[str, ...]:
        """The households that were set up."""
        with self._guard:
            houses = tuple(self._houses.items())
        return tuple(sorted(house_id for house_id, house in houses if _is_set_up(house)))


def _is_set_up(house: InMemoryUnitOfWork) -> bool:
    try:
        house.households.load(house.household_id)
    except NotThere:
        return False
    return True
