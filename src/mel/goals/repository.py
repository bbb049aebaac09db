"""Where goals are kept."""

from __future__ import annotations

from typing import Protocol

from mel.goals.model import Goal


class GoalRepository(Protocol):
    """Port. `list` tells only what the reader may see: shared goals, and private ones of that member.

    `load` raises `NotThere`; `save` raises `ConcurrentChange` when somebody saved first.
    """

    def load(self, goal_id: str) -> Goal: ...

    def list(self, reader: str | None = None) -> tuple[Goal, ...]: ...

    def save(self, goal: Goal) -> None: ...

    def remove(self, goal: Goal) -> None:
        """Take a goal away; one that has contributions is kept, and `ConcurrentChange` says so."""
