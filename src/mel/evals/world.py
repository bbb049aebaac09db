"""The world of a conversation: a household in a storage of its own, the agent over it, and its rows to compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from mel.agent import AgentChat
from mel.agent.model import LanguageModel
from mel.agent.tools import (
    AdjustExpenseTool,
    BudgetTool,
    ContributeToGoalTool,
    CreateGoalTool,
    EntryTool,
    FeasibilityTool,
    GoalTool,
    IncomeTool,
    RecordSpendTool,
    RegisterExpenseTool,
    RememberFactTool,
    UndoOperationTool,
)
from mel.agent.tools.tool import Tool
from mel.agent.work import Storage, UnitOfWork
from mel.agent.workbench import OpenWorkbench, Workbench
from mel.evals.export import house_rows
from mel.evals.fixture import EvalContext
from mel.evals.rows import Rows


@dataclass(slots=True)
class EvalClock:
    """Noon in São Paulo on the conversation's day, a minute later at each look: nothing depends on when a test runs."""

    day: date
    looks: int = 0

    def __call__(self) -> datetime:
        self.looks += 1
        return datetime.combine(self.day, time(15), UTC) + timedelta(minutes=self.looks)


def tools_over(work: UnitOfWork) -> tuple[Tool, ...]:
    """Every tool there is, bound to one unit of work and one operation log."""
    house, log = work.households.load(work.household_id), work.operations
    budget: dict[str, Any] = {"budget_repo": work.budgets, "budget_id": house.id}
    tools: tuple[Tool, ...] = (
        BudgetTool(**budget),
        GoalTool(goal_repo=work.goals, rates=house.rates),
        FeasibilityTool(**budget, goal_repo=work.goals, income_repo=work.incomes, rates=house.rates),
        RecordSpendTool(**budget, operations=log),
        RegisterExpenseTool(**budget, operations=log),
        AdjustExpenseTool(**budget, operations=log),
        ContributeToGoalTool(goal_repo=work.goals, operations=log),
        CreateGoalTool(goal_repo=work.goals, household=house, operations=log),
        IncomeTool(income_repo=work.incomes, book_id=house.id, household=house, operations=log),
        EntryTool(**budget, operations=log),
        RememberFactTool(memory=work.memory, operations=log),
    )
    return (*tools, UndoOperationTool(tools=tools, operations=log))


def workbench_of(storage: Storage, house_id: str) -> OpenWorkbench:
    """One unit of work per opening, kept or dropped as a whole."""

    @contextmanager
    def opened() -> Iterator[Workbench]:
        with storage.work(house_id) as work:
            yield Workbench(tools_over(work), work.operations, work.conversations, work.memory, work.inbox)

    return opened


@dataclass(slots=True)
class HouseWorld:
    """One household under test among its neighbours; a row that changes next door is a change like any other."""

    storage: Storage
    house_id: str
    today: date
    touched: Callable[[], bool] = field(default=lambda: True)
    _last: Rows | None = None

    def rows(self) -> Rows:
        """All rows of all households; the very same object when the storage knows that nothing was written."""
        if self._last is not None and not self.touched():
            return self._last
        last = self._last or {}
        rows: dict[str, Mapping[str, Mapping[str, Any]]] = {}
        for house_id in self.storage.household_ids():
            prefix = "" if house_id == self.house_id else f"{house_id}: "
            with self.storage.work(house_id) as work:
                for table, found in house_rows(work, self.today).items():
                    name = prefix + table
                    rows[name] = last[name] if name in last and last[name] == found else found
        self._last = rows
        return rows


def context_over(
    storage: Storage,
    house_id: str,
    today: date,
    canaries: tuple[str, ...] = (),
    touched: Callable[[], bool] | None = None,
) -> EvalContext[dict[str, Any]]:
    """The setting of a conversation with this household: the chat exactly as the app builds it, over this storage."""
    clock = EvalClock(today)
    world = HouseWorld(storage, house_id, today, touched or (lambda: True))

    def chat(model: LanguageModel) -> AgentChat:
        return AgentChat(model, clock=clock, workbench=workbench_of(storage, house_id))

    state = {
        "chat": chat,
        "clock": clock,
        "world": world,
        "storage": storage,
        "house_id": house_id,
        "canaries": canaries,
    }
    return EvalContext(state=state)
