"""The unit of work: everything a turn may touch in one household, kept or dropped together."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from mel.accounts import AccountRepository
from mel.agent.conversation import ConversationLog
from mel.agent.memory import MemorySource
from mel.agent.operations import OperationLog
from mel.bookkeeping import BookkeepingRepository
from mel.budget import BudgetRepository
from mel.delivery import Inbox
from mel.goals import GoalRepository
from mel.household import HouseholdRepository
from mel.income import IncomeRepository
from mel.invoices import InvoiceRepository


class UnitOfWork(Protocol):
    """Repositories, logs and memory bound to one household and one transaction.

    Leaving the context that opened it commits; an exception drops everything. `ConcurrentChange` means run it again.
    """

    household_id: str

    @property
    def households(self) -> HouseholdRepository: ...

    @property
    def budgets(self) -> BudgetRepository: ...

    @property
    def goals(self) -> GoalRepository: ...

    @property
    def incomes(self) -> IncomeRepository: ...

    @property
    def accounts(self) -> AccountRepository: ...

    @property
    def invoices(self) -> InvoiceRepository: ...

    @property
    def bookkeeping(self) -> BookkeepingRepository: ...

    @property
    def operations(self) -> OperationLog: ...

    @property
    def conversations(self) -> ConversationLog: ...

    @property
    def memory(self) -> MemorySource: ...

    @property
    def inbox(self) -> Inbox: ...


class Storage(Protocol):
    """Port: opens units of work. A household's budget and income book share its id."""

    def work(self, household_id: str) -> AbstractContextManager[UnitOfWork]: ...

    def household_ids(self) -> tuple[str, ...]: ...
