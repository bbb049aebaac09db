"""A home for the agent's tests: the tools of the app over in-memory repositories, and one way to run a single call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from mel.agent import AgentChat, Reply
from mel.agent.memory import WorkingMemory
from mel.agent.model import CallRequest, LanguageModel, Step
from mel.agent.toolbox import Toolbox
from mel.agent.turn import Turn
from mel.agent.workbench import Workbench
from mel.app import tools_of, workbench
from mel.budget import Budget, RecurringExpense
from mel.goals import Goal
from mel.household import Household, Member
from mel.income import Income, IncomeBook
from mel.llm.scripted import ScriptedModel, call, say
from mel.shared.money import Money
from mel.shared.period import Period
from mel.storage.memory import InMemoryStorage

TODAY = date(2026, 6, 15)
JUNE = Period.of(TODAY)
NOW = datetime(2026, 6, 15, 15, tzinfo=UTC)
GABRIEL, ANA = Member("Gabriel"), Member("Ana")
BRL_200 = {"amount": 200, "currency": "BRL"}


def brl(amount: int | str) -> Money:
    return Money(amount, "BRL")


def amsterdam() -> Goal:
    target, deadline, created = Money(6000, "EUR"), date(2026, 9, 1), date(2026, 6, 1)
    return Goal("ams", "Amsterdam Setembro/2026", target, deadline, created, (GABRIEL, ANA))


@dataclass
class Home:
    """Gabriel and Ana, in memory; `house` is also the id of their budget."""

    storage: InMemoryStorage = field(default_factory=InMemoryStorage)
    now: datetime = NOW
    house: str = "casa"

    def __post_init__(self) -> None:
        budget = Budget(id=self.house)
        for name, expected in (("Mercado", 1500), ("Luz", 220), ("Conta de gás", 100), ("Conta de água", 90)):
            budget.register(RecurringExpense(name=name, expected=brl(expected), category="casa"))
        with self.storage.work(self.house) as work:
            work.households.save(Household(id=self.house, members=(GABRIEL, ANA)))
            work.budgets.save(budget)
            work.incomes.save(IncomeBook(self.house, [Income("Salário", brl(8000))]))
            work.goals.save(amsterdam())

    def chat(self, model: LanguageModel, **options: Any) -> AgentChat:
        opened = options.pop("workbench", workbench(self.storage, self.house))
        return AgentChat(model=model, workbench=opened, clock=lambda: self.now, **options)

    def spent(self, expense: str = "Mercado") -> Money:
        with self.storage.work(self.house) as work:
            return work.budgets.load(self.house).expense(expense).actual_for(JUNE)

    def expected(self, expense: str = "Mercado") -> Money:
        with self.storage.work(self.house) as work:
            return work.budgets.load(self.house).expense(expense).expected_for(JUNE)

    def change(self, do: Callable[[Budget], Any]) -> None:
        """What somebody else did meanwhile."""
        with self.storage.work(self.house) as work:
            budget = work.budgets.load(self.house)
            do(budget)
            work.budgets.save(budget)

    def toolbox(self, text: str = "oi", *, opened: Any = None) -> Toolbox:
        turn = Turn("turn-1", text, TODAY, self.now, "Gabriel", "python:Gabriel")
        return Toolbox(opened or workbench(self.storage, self.house), turn, WorkingMemory(Household(self.house)))

    async def run(self, tool: str, args: Any, text: str = "oi") -> Any:
        return await self.toolbox(text).call(CallRequest("1", tool, args))


class Talk:
    """Turns with a scripted model each: `await talk("confirma", call(...), say(...))`."""

    def __init__(self, home: Home, speaker: str = "Gabriel", **options: Any) -> None:
        self.home, self.speaker, self.options = home, speaker, options
        self.models: list[ScriptedModel] = []

    async def __call__(self, text: str, *steps: Step, **asked: Any) -> Reply:
        self.models.append(ScriptedModel(list(steps)))
        chat = self.home.chat(self.models[-1], **self.options)
        return await chat.ask(text, speaker=self.speaker, today=TODAY, **asked)


def a_spend(amount: float = 200, expense: str = "Mercado", operation: str = "op-1", **more: Any) -> dict[str, Any]:
    return {
        "expense": expense,
        "period": "2026-06",
        "amount": {"amount": amount, "currency": "BRL"},
        "operationId": operation,
        **more,
    }


def spend(*args: Any, **more: Any) -> Step:
    return call("recordSpend", **a_spend(*args, **more))


@contextmanager
def opened_then(home: Home, after: Callable[[], None]) -> Iterator[Workbench]:
    """A unit of work with something between its end and its commit."""
    with home.storage.work(home.house) as work:
        yield Workbench(tools_of(work), work.operations, work.conversations, work.memory, work.inbox)
        after()


__all__ = ["Home", "Talk", "a_spend", "brl", "call", "opened_then", "say", "spend"]
