"""Where budgets are kept."""

from __future__ import annotations

from typing import Protocol

from mel.budget.model import Budget


class BudgetRepository(Protocol):
    """Port. `load` raises `NotThere`; `save` raises `ConcurrentChange` when somebody saved first."""

    def load(self, budget_id: str) -> Budget: ...

    def save(self, budget: Budget) -> None: ...
