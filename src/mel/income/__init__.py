"""What comes in, from whom, when."""

from mel.income.model import Income, IncomeBook, IncomeKind, Receipt
from mel.income.repository import IncomeRepository

__all__ = ["Income", "IncomeBook", "IncomeKind", "IncomeRepository", "Receipt"]
