"""What the household expects to spend in a month, and what it did spend."""

from mel.budget.ledger import Entry, EntrySource, ExpenseLedger
from mel.budget.model import OTHER, Budget, RecurringExpense, Revision
from mel.budget.repository import BudgetRepository

__all__ = [
    "OTHER",
    "Budget",
    "BudgetRepository",
    "Entry",
    "EntrySource",
    "ExpenseLedger",
    "RecurringExpense",
    "Revision",
]
