"""The language Mel speaks with models: each tool is a thin, named door to one room."""

from mel.agent.tools.account_tool import AccountTool
from mel.agent.tools.adjust_expense import AdjustExpenseTool
from mel.agent.tools.budget_tool import BudgetTool
from mel.agent.tools.contribute_to_goal import ContributeToGoalTool
from mel.agent.tools.create_goal import CreateGoalTool
from mel.agent.tools.entry_tool import EntryTool
from mel.agent.tools.feasibility_tool import FeasibilityTool
from mel.agent.tools.goal_tool import GoalTool
from mel.agent.tools.import_invoice import ImportInvoiceTool
from mel.agent.tools.income_tool import IncomeTool
from mel.agent.tools.invoice_tool import InvoiceTool
from mel.agent.tools.record_spend import RecordSpendTool
from mel.agent.tools.register_expense import RegisterExpenseTool
from mel.agent.tools.remember_fact import RememberFactTool
from mel.agent.tools.statement_tool import StatementTool
from mel.agent.tools.tool import Change, Operation, Told, Tool, reads, writes
from mel.agent.tools.undo_operation import UndoOperationTool

__all__ = [
    "AccountTool",
    "AdjustExpenseTool",
    "BudgetTool",
    "Change",
    "ContributeToGoalTool",
    "CreateGoalTool",
    "EntryTool",
    "FeasibilityTool",
    "GoalTool",
    "ImportInvoiceTool",
    "IncomeTool",
    "InvoiceTool",
    "Operation",
    "RecordSpendTool",
    "RegisterExpenseTool",
    "RememberFactTool",
    "StatementTool",
    "Told",
    "Tool",
    "UndoOperationTool",
    "reads",
    "writes",
]
