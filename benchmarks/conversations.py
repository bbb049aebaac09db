"""Scripted two-turn conversations (propose, "confirma") a second: AgentChat with real tools, gate and grounding.

In memory, on one core: `python benchmarks/conversations.py [--profile | --held N]`. The bar of DESIGN §7 is 800 a
second of CPU. `--held N` only holds N of them: under `valgrind --tool=callgrind`, 25 less 5 tell the instructions of
20, which no busy neighbour changes.
"""

from __future__ import annotations

import asyncio
import cProfile
import pstats
import sys
from datetime import date

from measuring import p50, rounds, row, verdict

from mel.agent import AgentChat
from mel.agent.limits import Limits
from mel.agent.tools import BudgetTool, RecordSpendTool
from mel.budget import Budget, RecurringExpense
from mel.llm.scripted import ScriptedModel, call, say
from mel.shared.money import Money
from mel.storage.memory import InMemoryBudgetRepository

BAR, CONVERSATIONS, ROUNDS = 800, 400, 7
TODAY = date(2026, 6, 15)
SPEND = {"expense": "Mercado", "period": "2026-06", "amount": {"amount": 200, "currency": "BRL"}, "operationId": "op-1"}


def a_repository() -> InMemoryBudgetRepository:
    budget = Budget(id="casa")
    for name in ("Mercado", "Luz", "Aluguel", "Internet", "Academia", "Farmácia"):
        budget.register(RecurringExpense(name=name, expected=Money(1500, "BRL"), aliases=(name.lower()[:4],)))
    repo = InMemoryBudgetRepository()
    repo.save(budget)
    return repo


async def conversation() -> None:
    """Everything of its own: repository, tools, chat. What is asserted is that the write landed, once."""
    model = ScriptedModel(
        [
            call("recordSpend", **SPEND),
            say("Anoto R$ 200 a mais no mercado?"),
            call("recordSpend", **SPEND, confirm=True),
            say("Pronto, registrei R$ 200 no mercado."),
        ]
    )
    repo = a_repository()
    tools = [RecordSpendTool(budget_repo=repo, budget_id="casa"), BudgetTool(budget_repo=repo, budget_id="casa")]
    chat = AgentChat(model, tools, limits=Limits(per_minute=1000))
    await chat.ask("registra R$ 200 a mais no mercado essa semana", speaker="Gabriel", today=TODAY)
    reply = await chat.ask("confirma", speaker="Gabriel", today=TODAY)
    assert len(reply.receipts) == 1
    assert reply.grounded


async def many(count: int) -> None:
    for _ in range(count):
        await conversation()


def main() -> None:
    if "--held" in sys.argv:
        asyncio.run(many(int(sys.argv[sys.argv.index("--held") + 1])))
        return
    asyncio.run(many(20))
    if "--profile" in sys.argv:
        profile = cProfile.Profile()
        profile.runcall(asyncio.run, many(CONVERSATIONS))
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        return
    costs = rounds(lambda: asyncio.run(many(CONVERSATIONS)), ROUNDS)
    by_cpu, by_wall = CONVERSATIONS / p50([c.cpu for c in costs]), CONVERSATIONS / p50([c.wall for c in costs])
    row(
        "conversations a second",
        f"{by_cpu:.0f} by CPU, {by_wall:.0f} by wall",
        f"≥ {BAR}",
        verdict(holds=by_cpu >= BAR),
    )


if __name__ == "__main__":
    main()
