"""What the household saves towards."""

from mel.goals.model import Contribution, Goal, Progress
from mel.goals.repository import GoalRepository

__all__ = ["Contribution", "Goal", "GoalRepository", "Progress"]
