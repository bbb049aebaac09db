"""Bank files drawn for tests, and a house that takes them in: invented names, invented figures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from mel.accounts import Account
from mel.bookkeeping import Arrival, BankFile, FileImport, Rooms, prepare, take_back
from mel.budget import Budget, RecurringExpense
from mel.household import Household, Member
from mel.shared.money import Money
from mel.shared.period import Period
from mel.statements import AccountHint, Reconciliation, Row, Statement
from mel.statements.kinds import kind_of
from mel.storage.memory import InMemoryStorage

NOON = datetime(2026, 6, 15, 15, 0, tzinfo=UTC)
HOUSE = "casa"
COUPLE = (Member("Ana"), Member("Gabriel", ("Gabi",)))


def brl(amount: str | int) -> Money:
    return Money(amount, "BRL")


def day(text: str) -> date:
    return date.fromisoformat(text)


def row(on: str, amount: str, text: str, **told: Any) -> Row:
    """A line of a card by default; its kind by its words, as the readers do."""
    product = told.pop("product", "card")
    value = Decimal(amount)
    told.setdefault("kind", kind_of(text, value, product))
    return Row(date.fromisoformat(on), value, "BRL", text, **told)


def fatura(rows: Sequence[Row], due: str | None = None, closing: str | None = None, **told: Any) -> Statement:
    """A card's fatura that prints its total, as the sum of its lines without payments."""
    number = told.pop("number", "1111")
    total = told.pop("total", -sum((r.amount for r in rows if r.kind != "payment"), Decimal(0)))
    return Statement(
        format="csv",
        profile="teste",
        product="card",
        rows=tuple(rows),
        hint=AccountHint(bank=told.pop("bank", "Nubank"), card=number),
        due_date=date.fromisoformat(due) if due else None,
        closing_date=date.fromisoformat(closing) if closing else None,
        printed_total=total if due else None,
        reconciliation=Reconciliation(("total",), Decimal(0)) if due else Reconciliation(),
        **told,
    )


def extrato(rows: Sequence[Row], number: str = "123-4", bank: str = "Itaú", **told: Any) -> Statement:
    return Statement(
        format="ofx",
        profile="teste",
        product="account",
        rows=tuple(rows),
        hint=AccountHint(bank=bank, account=number),
        **told,
    )


@dataclass
class House:
    """A couple's storage that takes statements in as files do."""

    storage: Any = field(default_factory=InMemoryStorage)
    files: int = 0

    def __post_init__(self) -> None:
        with self.storage.work(HOUSE) as work:
            work.households.save(Household(HOUSE, members=COUPLE))
            budget = Budget(HOUSE)
            for name, aliases in (("Mercado", ("mercado",)), ("Lazer", ("cinema",)), ("Casa", ())):
                budget.register(RecurringExpense(name, brl(1000), aliases=aliases))
            work.budgets.save(budget)

    @contextmanager
    def rooms(self) -> Any:
        with self.storage.work(HOUSE) as work:
            yield rooms_of(work)

    def take(self, *statements: Statement, by: str | None = "Ana", account: str | None = None, name: str = "") -> str:
        """Import; the batch's id."""
        return self.look(*statements, by=by, account=account, name=name, write=True).arrival.batch_id

    def look(
        self,
        *statements: Statement,
        by: str | None = "Ana",
        account: str | None = None,
        name: str = "",
        write: bool = False,
    ) -> FileImport:
        self.files += 1
        digest = hashlib.sha256(f"{self.files}".encode()).hexdigest()
        file = BankFile(name or f"{self.files}.csv", digest, statements)
        with self.rooms() as rooms:
            ready = prepare(rooms, Arrival(file, f"imp-{self.files}", NOON, account, by))
            if write:
                ready.save()
        return ready

    def undo(self, batch_id: str) -> None:
        with self.rooms() as rooms:
            take_back(rooms, batch_id).save()

    def account(self, account: Account) -> Account:
        with self.rooms() as rooms:
            rooms.accounts.save(account)
        return account

    def tell(self, expense: str, on: str, amount: str, note: str | None = None) -> None:
        """As a member tells a spend in chat."""
        with self.storage.work(HOUSE) as work:
            budget = work.budgets.load(HOUSE)
            when = date.fromisoformat(on)
            budget.expense(expense).add_to_actual(Period.of(when), brl(amount), date=when, payer="Ana", note=note)
            work.budgets.save(budget)

    def actual(self, month: str, expense: str | None = None) -> Money:
        with self.storage.work(HOUSE) as work:
            budget, period = work.budgets.load(HOUSE), Period.parse(month)
            return budget.expense(expense).actual_for(period) if expense else budget.actual_total(period)

    def content(self) -> list[Any]:
        """What the store holds, whatever ids it gave, in no order."""
        with self.rooms() as rooms:
            names = {account.id: account.name for account in rooms.accounts.every()}
            found = rooms.accounts.between(date.min, date.max)
            return sorted(
                (names[m.account_id], m.date.isoformat(), m.amount.amount, m.description, m.installment) for m in found
            )


def rooms_of(work: Any) -> Rooms:
    return Rooms(work.accounts, work.invoices, work.bookkeeping, work.budgets, HOUSE, COUPLE)


def months(first: str, count: int) -> Iterable[Period]:
    return (Period.parse(first).plus(step) for step in range(count))

