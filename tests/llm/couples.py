"""A couple whose Mel talks to a scripted OpenAI-compatible server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from llm.server import FakeServer
from mel.agent import AgentChat, Reply
from mel.budget import Budget, RecurringExpense
from mel.llm.exchange import Address, Exchange, Patience
from mel.llm.provider import ProviderModel
from mel.shared.money import Money
from worlds import MemoryWorld, spent

TODAY = date(2026, 6, 15)
PATIENT = Patience(request=30.0, step=55.0, attempts=3, wait=2.0)
"""Longer than any busy machine takes to answer."""

HASTY = Patience(request=0.2, step=55.0, attempts=3, wait=2.0)
"""For servers that never answer; nothing else may depend on so little time."""


@dataclass
class Couple:
    """One conversation; `waits` are the pauses that retries would have made."""

    server: FakeServer
    model: ProviderModel
    world: MemoryWorld
    chat: AgentChat
    waits: list[float]
    exchanges: list[Exchange] = field(default_factory=list)

    async def says(self, text: str) -> Reply:
        return await self.chat.ask(text, today=TODAY, speaker="Ana")

    def spent(self, expense: str) -> Money:
        return Money(str(spent(self.world, expense, "2026-06").amount), "BRL")


def a_budget() -> Budget:
    budget = Budget(id="casa", currency="BRL")
    for name, expected in (("Mercado", "1500"), ("Luz", "320")):
        budget.register(
            RecurringExpense(
                name=name,
                expected=Money(expected, "BRL"),
                aliases=(name.lower(),),
                category="casa",
                billing_day=5,
                payment="débito",
            )
        )
    return budget


def couple_with(
    server: FakeServer,
    addresses: list[Address],
    *,
    mocked: bool = True,
    streamed: bool = False,
    patience: Patience = PATIENT,
) -> Couple:
    waits: list[float] = []
    exchanges: list[Exchange] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    more: dict[str, Any] = {"transport": server.transport} if mocked else {}
    model = ProviderModel(
        *addresses, patience=patience, streamed=streamed, record=exchanges.append, sleep=sleep, **more
    )
    world = MemoryWorld(a_budget(), ())
    return Couple(server, model, world, world.chat(model), waits, exchanges)


MakeCouple = Callable[..., Awaitable[Couple]]
