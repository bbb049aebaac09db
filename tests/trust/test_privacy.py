"""Canaries in private goals and in another household: no tool, prompt, memory, error or reply tells them to others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from mel.agent import AgentChat, Reply
from mel.agent.model import CallRequest, Prompt, Step
from mel.app import tools_of, workbench
from mel.storage.memory import InMemoryStorage
from trust.hostile.house import (
    FOREIGN,
    FOREIGN_WORDS,
    HOUSE,
    OTHER_HOUSE,
    PRIVATE,
    PRIVATE_WORDS,
    TODAY,
    HandClock,
    move_in,
)

DAY, MONTH, SMALL = TODAY.isoformat(), "2026-06", {"amount": 10, "currency": "BRL"}
PROBES: dict[str, dict[str, Any]] = {
    "budgetTotal": {"month": MONTH},
    "budgetStatus": {"month": MONTH},
    "expenseStatus": {"expense": "{name}", "month": MONTH},
    "entriesList": {"from": "2026-01-01", "to": "2026-06-30"},
    "goalStatus": {"name": "{name}", "today": DAY},
    "goalsList": {},
    "feasibility": {"amount": SMALL, "today": DAY},
    "incomeStatus": {"month": MONTH, "name": "{name}"},
    "operationsList": {"limit": 50},
    "recordSpend": {"expense": "{name}", "period": MONTH, "amount": SMALL},
    "registerExpense": {
        "nome": "{name}",
        "expected": SMALL,
        "categoria": "casa",
        "vencimento": 5,
        "pagamento": "pix",
    },
    "adjustExpense": {"expense": "{name}", "newExpected": SMALL},
    "removeEntry": {"entry": "op-private"},
    "correctEntry": {"entry": "op-private", "amount": SMALL},
    "contributeToGoal": {"goal": "{name}", "paidBy": "Ana", "amount": SMALL, "date": DAY},
    "createGoal": {"name": "{name}", "target": SMALL, "deadline": "2027-01-01"},
    "recordIncome": {"name": "{name}", "amount": SMALL, "date": DAY},
    "rememberFact": {"fact": "sobre {name}"},
    "undoOperation": {"target": "op-private"},
}
"""Every tool, asked about somebody else's thing by a name that an outsider could guess."""


class Probing:
    """Calls one tool and keeps every prompt."""

    offline = False

    def __init__(self) -> None:
        self.calls: list[CallRequest] = []
        self.prompts: list[Prompt] = []

    async def step(self, prompt: Prompt) -> Step:
        self.prompts.append(prompt)
        calls, self.calls = tuple(self.calls), []
        return Step(calls=calls) if calls else Step("Tá bom.")


class Home:
    """A couple with a private goal each, and a private contribution that was confirmed."""

    def __init__(self) -> None:
        self.storage, self.model, self.clock = InMemoryStorage(), Probing(), HandClock()
        move_in(self.storage)
        self.chats = {
            house: AgentChat(self.model, workbench=workbench(self.storage, house), clock=self.clock)
            for house in (HOUSE, OTHER_HOUSE)
        }

    async def says(self, speaker: str, text: str, *calls: tuple[str, dict[str, Any]], house: str = HOUSE) -> Reply:
        self.model.calls = [CallRequest(f"c{n}", tool, args) for n, (tool, args) in enumerate(calls)]
        return await self.chats[house].ask(text, speaker=speaker, today=TODAY)

    async def contribute_in_private(self, owner: str, goal: str) -> None:
        args = {"goal": goal, "paidBy": owner, "amount": SMALL, "date": DAY, "operationId": "op-private"}
        await self.says(owner, f"aporta 10 em {goal}", ("contributeToGoal", args))
        done = await self.says(owner, "confirma", ("contributeToGoal", {**args, "confirm": True}))
        assert done.receipts


def _secrets(owner: str) -> Iterator[str]:
    yield PRIVATE_WORDS[owner]
    for number in (*PRIVATE[owner], PRIVATE[owner][1] + 10):
        yield str(number)
        yield f"{number:,}".replace(",", ".")


def _tells(secrets: Iterator[str], *things: object) -> list[str]:
    text = "\n".join(str(thing) for thing in things).casefold()
    return [secret for secret in secrets if re.search(rf"(?<![\w.]){re.escape(secret)}(?!\w)", text)]


def _named(args: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value.format(name=name) if isinstance(value, str) else value for key, value in args.items()}


def test_every_tool_is_probed() -> None:
    storage = InMemoryStorage()
    move_in(storage)
    with storage.work(HOUSE) as work:
        names = {name for tool in tools_of(work) for name in tool.catalogue}

    assert names == set(PROBES), "a tool without a privacy probe"


@pytest.mark.parametrize("tool", PROBES)
@pytest.mark.parametrize(("owner", "goal", "reader"), [("Ana", "Anel", "Gabriel"), ("Gabriel", "Moto", "Ana")])
async def test_a_private_goal_stays_private(tool: str, owner: str, goal: str, reader: str) -> None:
    home = Home()
    await home.contribute_in_private(owner, goal)
    home.model.prompts.clear()
    args = _named(PROBES[tool], goal)
    with_id = {**args, "operationId": "op-probe"}

    reads = tool.endswith(("List", "Status", "Total")) or tool == "feasibility"
    reply = await home.says(reader, f"e {goal}?", (tool, args if reads else with_id))
    later = await home.says(reader, "sim", (tool, args if reads else {**with_id, "confirm": True}))

    assert not _tells(_secrets(owner), reply, later, *home.model.prompts)


@pytest.mark.parametrize("tool", ["goalStatus", "goalsList", "operationsList"])
async def test_the_owner_sees_it(tool: str) -> None:
    home = Home()
    await home.contribute_in_private("Ana", "Anel")

    reply = await home.says("Ana", "e o anel?", (tool, _named(PROBES[tool], "Anel")))

    assert _tells(_secrets("Ana"), reply)


async def test_a_private_quota_is_in_no_sum_of_the_partner() -> None:
    home = Home()
    call = ("feasibility", PROBES["feasibility"])

    anas = await home.says("Ana", "cabe 10?", call)
    gabriels = await home.says("Gabriel", "cabe 10?", call)

    quotas = [reply.tool_calls[0].result["month"]["goalQuotas"]["amount"] for reply in (anas, gabriels)]
    with home.storage.work(HOUSE) as work:
        mine = {g.name: g.progress(TODAY).required_monthly for g in work.goals.list("Gabriel")}
    assert quotas[0] != quotas[1]
    assert float(quotas[1]) == float(sum(money.amount for money in mine.values() if money is not None))


async def test_the_same_conversation_is_two_histories() -> None:
    home = Home()
    chat = home.chats[HOUSE]
    home.model.calls = [CallRequest("c", "goalsList", {})]
    await chat.ask("minhas metas", speaker="Ana", today=TODAY, conversation="grupo")
    home.model.prompts.clear()

    reply = await chat.ask("e aí?", speaker="Gabriel", today=TODAY, conversation="grupo")

    assert not _tells(_secrets("Ana"), reply, *home.model.prompts)


async def test_two_households_in_turn_hear_nothing_of_each_other() -> None:
    home = Home()
    secrets = [*FOREIGN_WORDS, *(str(number) for number in (*FOREIGN, 9874, 9968, 9863))]
    for tool in ("budgetStatus", "goalsList", "incomeStatus", "operationsList"):
        args = {"month": MONTH} if "Status" in tool else {}
        await home.says("Zuleica", "como estamos?", (tool, args), house=OTHER_HOUSE)
        home.model.prompts.clear()

        reply = await home.says("Ana", "como estamos?", (tool, args))

        assert not _tells(iter(secrets), reply, *home.model.prompts)


async def test_an_operation_of_another_household_is_not_there() -> None:
    home = Home()
    args = {"expense": "Mercado", "period": MONTH, "amount": SMALL, "operationId": "op-theirs"}
    await home.says("Zuleica", "registra 10 no mercado", ("recordSpend", args), house=OTHER_HOUSE)

    reply = await home.says("Ana", "confirma", ("recordSpend", {**args, "confirm": True}))

    assert not reply.receipts
    assert reply.previews[0]["confirmed"] is False
