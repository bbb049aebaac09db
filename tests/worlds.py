"""Worlds for tests: a household in some storage, with every `load` and `save` of a tool counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Protocol

from mel.agent import AgentChat
from mel.agent.model import LanguageModel
from mel.agent.tools import BudgetTool, ContributeToGoalTool, FeasibilityTool, GoalTool, RecordSpendTool, Tool
from mel.agent.workbench import Workbench
from mel.budget import Budget
from mel.goals import Goal
from mel.household import Household, Member
from mel.shared.period import Period
from mel.storage.memory import InMemoryBudgetRepository, InMemoryGoalRepository, InMemoryHouseholdRepository
from mel.storage.sql import SqlStorage

HOUSE = "casa"


@dataclass
class Counted:
    """A repository whose loads and saves are counted; everything else passes through."""

    inner: Any
    counts: Counter[str]

    def load(self, key: str) -> Any:
        self.counts["load"] += 1
        return self.inner.load(key)

    def list(self, *args: Any) -> Any:
        self.counts["load"] += 1
        return self.inner.list(*args)

    def save(self, aggregate: Any) -> None:
        self.counts["save"] += 1
        self.inner.save(aggregate)


@dataclass
class Repositories:
    """What tools are built from, in a test."""

    budgets: Any
    goals: Any


MakeTools = Callable[[Repositories, Any], Sequence[Tool]]


class World(Protocol):
    counts: Counter[str]

    def chat(self, model: LanguageModel) -> AgentChat: ...

    def budget(self, read: Callable[[Budget], Any]) -> Any: ...

    def goal(self, goal_id: str, read: Callable[[Goal], Any]) -> Any: ...


def all_tools(repos: Repositories, operations: Any) -> Sequence[Tool]:
    """The tools of the scenarios over one household's repositories."""
    return [
        BudgetTool(budget_repo=repos.budgets, budget_id=HOUSE),
        GoalTool(goal_repo=repos.goals),
        FeasibilityTool(budget_repo=repos.budgets, budget_id=HOUSE, goal_repo=repos.goals),
        RecordSpendTool(budget_repo=repos.budgets, budget_id=HOUSE, operations=operations),
        ContributeToGoalTool(goal_repo=repos.goals, goal_id="ams", operations=operations),
    ]


@dataclass
class MemoryWorld:
    """Standing tools over in-memory repositories, as DESIGN §3 shows them."""

    saved_budget: Budget | None
    goals: Sequence[Goal]
    make_tools: MakeTools = all_tools
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        budgets, goals = InMemoryBudgetRepository(), InMemoryGoalRepository()
        if self.saved_budget is not None:
            budgets.save(self.saved_budget)
        for goal in self.goals:
            goals.save(goal)
        self.repos = Repositories(Counted(budgets, self.counts), Counted(goals, self.counts))
        self.tools = self.make_tools(self.repos, None)

    def chat(self, model: LanguageModel) -> AgentChat:
        return AgentChat(model=model, tools=self.tools)

    def budget(self, read: Callable[[Budget], Any]) -> Any:
        return read(self.repos.budgets.inner.load(HOUSE))

    def goal(self, goal_id: str, read: Callable[[Goal], Any]) -> Any:
        return read(self.repos.goals.inner.load(goal_id))


@dataclass
class SqlWorld:
    """Tools bound to a unit of work of a SQLite file, opened again for every call."""

    folder: Path
    saved_budget: Budget | None
    goals: Sequence[Goal]
    make_tools: MakeTools = all_tools
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.storage = SqlStorage(self.folder / "mel.db")
        with self.storage.work(HOUSE) as work:
            work.households.save(Household(id=HOUSE, members=(Member("Gabriel"), Member("Ana"))))
            if self.saved_budget is not None:
                work.budgets.save(self.saved_budget)
            for goal in self.goals:
                work.goals.save(goal)

    @contextmanager
    def bench(self) -> Iterator[Workbench]:
        with self.storage.work(HOUSE) as work:
            repos = Repositories(Counted(work.budgets, self.counts), Counted(work.goals, self.counts))
            tools = self.make_tools(repos, work.operations)
            yield Workbench(tools, work.operations, work.conversations, work.memory, work.inbox)

    def chat(self, model: LanguageModel) -> AgentChat:
        return AgentChat(model=model, workbench=self.bench)

    def budget(self, read: Callable[[Budget], Any]) -> Any:
        with self.storage.work(HOUSE) as work:
            return read(work.budgets.load(HOUSE))

    def goal(self, goal_id: str, read: Callable[[Goal], Any]) -> Any:
        with self.storage.work(HOUSE) as work:
            return read(work.goals.load(goal_id))


def spent(world: World, expense: str, period: str) -> Any:
    """The month's figure, as the store has it."""
    return world.budget(lambda budget: budget.expense(expense).actual_for(Period.parse(period)))


def clock_at(year: int, month: int, day: int, hour: int = 15) -> Callable[[], datetime]:
    """A clock that stands still."""
    return lambda: datetime(year, month, day, hour, tzinfo=UTC)


def a_day(text: str) -> date:
    return date.fromisoformat(text)


__all__ = ["InMemoryHouseholdRepository", "MemoryWorld", "SqlWorld", "World", "all_tools", "spent"]
