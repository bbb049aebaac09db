"""The rooms that bookkeeping joins."""

from __future__ import annotations

from dataclasses import dataclass

from mel.accounts import AccountRepository
from mel.bookkeeping.repository import BookkeepingRepository
from mel.budget import Budget, BudgetRepository
from mel.household import Member
from mel.invoices import InvoiceRepository
from mel.shared.errors import NotThere


@dataclass(frozen=True, slots=True)
class Rooms:
    """Where an import reads and writes. Without a budget nothing is counted, only kept."""

    accounts: AccountRepository
    invoices: InvoiceRepository
    bookkeeping: BookkeepingRepository | None = None
    budgets: BudgetRepository | None = None
    budget_id: str = ""
    members: tuple[Member, ...] = ()


def loaded(rooms: Rooms) -> Budget | None:
    """The budget, in a house that has one already."""
    try:
        return rooms.budgets.load(rooms.budget_id) if rooms.budgets is not None else None
    except NotThere:
        return None
