"""What the tools that write into the budget have in common: which budget it is."""

from __future__ import annotations

from mel.agent.operations import OperationLog
from mel.agent.tools.tool import Tool
from mel.budget import BudgetRepository


class BudgetWriter(Tool):
    """Base of the tools that write into one budget."""

    def __init__(
        self, *, budget_repo: BudgetRepository, budget_id: str, operations: OperationLog | None = None
    ) -> None:
        super().__init__(operations)
        self._repo = budget_repo
        self._id = budget_id
