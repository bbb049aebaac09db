"""The language Mel speaks with models: each tool is a thin, named door to one room."""

from mel.agent.tools.adjust_expense import AdjustExpenseTool
from mel.agent.tools.budget_tool import BudgetTool
from mel.agent.tools.contribute_to_goal import ContributeToGoalTool
from mel.agent.tools.create_goal import CreateGoalTool
from mel.agent.tools.feasibility_tool import FeasibilityTool
from mel.agent.tools.goal_tool import GoalTool
from mel.agent.tools.record_spend import RecordSpendTool
from mel.agent.tools.register_expense import RegisterExpenseTool
from mel.agent.tools.remember_fact import RememberFactTool
from mel.agent.tools.tool import Change, Operation, Told, Tool, reads, writes

__all__ = [
    "AdjustExpenseTool",
    "BudgetTool",
    "Change",
    "ContributeToGoalTool",
    "CreateGoalTool",
    "FeasibilityTool",
    "GoalTool",
    "Operation",
    "RecordSpendTool",
    "RegisterExpenseTool",
    "RememberFactTool",
    "Told",
    "Tool",
    "reads",
    "writes",
]
