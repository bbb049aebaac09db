"""The unit of work on SQL: every room's repository over one connection, for one household."""

from __future__ import annotations

from functools import cached_property

from sqlalchemy import Connection

from mel.storage.sql.accounts import SqlAccountRepository
from mel.storage.sql.bookkeeping import SqlBookkeepingRepository
from mel.storage.sql.budget import SqlBudgetRepository
from mel.storage.sql.conversations import SqlConversationLog
from mel.storage.sql.goals import SqlGoalRepository
from mel.storage.sql.household import SqlHouseholdRepository
from mel.storage.sql.inbox import SqlInbox
from mel.storage.sql.income import SqlIncomeRepository
from mel.storage.sql.invoices import SqlInvoiceRepository
from mel.storage.sql.memory import SqlMemorySource
from mel.storage.sql.operations import SqlOperationLog


class SqlUnitOfWork:
    """Fills the `UnitOfWork` port. Who opened it commits; in here nothing does."""

    def __init__(self, db: Connection, household_id: str) -> None:
        self._db, self.household_id = db, household_id

    @cached_property
    def households(self) -> SqlHouseholdRepository:
        return SqlHouseholdRepository(self._db, self.household_id)

    @cached_property
    def budgets(self) -> SqlBudgetRepository:
        return SqlBudgetRepository(self._db, self.household_id)

    @cached_property
    def goals(self) -> SqlGoalRepository:
        return SqlGoalRepository(self._db, self.household_id)

    @cached_property
    def incomes(self) -> SqlIncomeRepository:
        return SqlIncomeRepository(self._db, self.household_id)

    @cached_property
    def accounts(self) -> SqlAccountRepository:
        return SqlAccountRepository(self._db, self.household_id)

    @cached_property
    def invoices(self) -> SqlInvoiceRepository:
        return SqlInvoiceRepository(self._db, self.accounts, self.household_id)

    @cached_property
    def bookkeeping(self) -> SqlBookkeepingRepository:
        return SqlBookkeepingRepository(self._db, self.household_id)

    @cached_property
    def operations(self) -> SqlOperationLog:
        return SqlOperationLog(self._db, self.household_id)

    @cached_property
    def conversations(self) -> SqlConversationLog:
        return SqlConversationLog(self._db, self.household_id)

    @cached_property
    def memory(self) -> SqlMemorySource:
        return SqlMemorySource(self._db, self.households, self.household_id)

    @cached_property
    def inbox(self) -> SqlInbox:
        return SqlInbox(self._db, self.household_id)
