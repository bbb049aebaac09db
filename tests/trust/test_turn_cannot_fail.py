"""After a commit the turn cannot fail; before it, a turn that is dropped leaves nothing and may run again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from mel.agent import AgentChat, Reply
from mel.agent.limits import Limits
from mel.agent.model import CallRequest, ModelUnavailable, Prompt, Step
from mel.agent.operations import InMemoryOperationLog
from mel.agent.tools import RecordSpendTool
from mel.agent.wording import answers
from mel.agent.workbench import Workbench
from mel.app import workbench
from mel.llm.embedded import EmbeddedModel
from mel.shared.errors import ConcurrentChange
from mel.shared.period import Period
from mel.storage.memory import InMemoryStorage
from trust.hostile.house import HOUSE, TODAY, HandClock, move_in

SPEND = {"expense": "Mercado", "period": "2026-06", "amount": {"amount": 50, "currency": "BRL"}, "confirm": True}


class Spending:
    """Asks for the spend, then does what a test wants."""

    offline = False

    def __init__(self, then: Any = "Certo.") -> None:
        self.then = then

    async def step(self, prompt: Prompt) -> Step:
        if prompt.messages[-1]["role"] != "tool":
            args = {**SPEND, "operationId": prompt.turn.new_operation_id}
            return Step(calls=(CallRequest("c", "recordSpend", args),))
        if isinstance(self.then, Exception):
            raise self.then
        return Step(self.then)


class House:
    def __init__(self, model: Any, limits: Limits | None = None) -> None:
        self.storage, self.clock = InMemoryStorage(), HandClock()
        move_in(self.storage)
        self.bench = workbench(self.storage, HOUSE)
        self.troubles: list[Exception] = []
        self.chat = AgentChat(model, workbench=self.opened, clock=self.clock, limits=limits)

    @contextmanager
    def opened(self) -> Iterator[Workbench]:
        if self.troubles:
            raise self.troubles.pop(0)
        with self.bench() as bench:
            yield bench

    async def says(self, text: str, **more: Any) -> Reply:
        return await self.chat.ask(text, speaker="Ana", today=TODAY, **more)

    @property
    def spent(self) -> int:
        with self.storage.work(HOUSE) as work:
            return int(work.budgets.load(HOUSE).expense("Mercado").actual_for(Period(2026, 6)).amount)


async def test_a_model_that_dies_after_the_commit_hides_no_receipt() -> None:
    house = House(Spending(ModelUnavailable()))

    reply = await house.says("gastei 50 no mercado")

    assert (house.spent, len(reply.receipts)) == (50, 1)
    assert any("R$ 0 → R$ 50" in card for card in reply.cards)


async def test_a_turn_that_cannot_be_remembered_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(Spending())

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError("disk")

    monkeypatch.setattr("mel.agent.closing.Closing._record", refuse)
    reply = await house.says("gastei 50 no mercado")

    assert (house.spent, len(reply.receipts)) == (50, 1)


async def test_a_card_that_cannot_be_drawn_hides_no_receipt(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(Spending())

    def fail(*_: Any, **__: Any) -> str:
        raise KeyError("newActual")

    monkeypatch.setattr("mel.agent.closing.card", fail)
    reply = await house.says("gastei 50 no mercado")

    assert (house.spent, len(reply.receipts), reply.text) == (50, 1, answers.BARELY)


async def test_a_write_is_not_abandoned_by_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(Spending(), Limits(seconds=0.05, turn_seconds=0.1))
    real = RecordSpendTool.record_spend

    def slow(self: Any, **args: Any) -> Any:
        time.sleep(0.3)
        return real(self, **args)

    monkeypatch.setattr(RecordSpendTool, "record_spend", slow)
    reply = await house.says("gastei 50 no mercado")

    assert (house.spent, len(reply.receipts)) == (50, 1)


async def test_a_turn_that_is_cut_off_tells_its_receipt_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(Spending())
    real = RecordSpendTool.record_spend

    def slow(self: Any, **args: Any) -> Any:
        time.sleep(0.1)
        return real(self, **args)

    monkeypatch.setattr(RecordSpendTool, "record_spend", slow)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(house.says("gastei 50 no mercado", message_id="m1"), 0.05)
    await asyncio.sleep(0.3)
    house.clock.move(timedelta(minutes=3))

    again = await house.says("gastei 50 no mercado", message_id="m1")

    assert house.spent == 50
    assert any("R$ 0 → R$ 50" in card for card in again.cards)


async def test_a_resumed_message_takes_no_fast_path() -> None:
    house = House(Spending())
    with house.bench() as bench:
        assert bench.inbox is not None
        bench.inbox.claim("m1", "turn-dead", house.clock.now)
    house.clock.move(timedelta(minutes=3))

    reply = await house.says("gastei 50 no mercado", message_id="m1")

    assert (house.spent, len(reply.previews)) == (0, 1)


async def test_an_offline_turn_runs_again_when_somebody_saved_first() -> None:
    house = House(EmbeddedModel())
    house.troubles = [ConcurrentChange(), ConcurrentChange()]

    reply = await house.says("gastei 50 no mercado")

    assert (house.spent, len(reply.receipts)) == (50, 1)


@pytest.mark.parametrize("model", [EmbeddedModel(), Spending()])
async def test_a_house_that_stays_busy_is_said_so(model: Any) -> None:
    house = House(model)
    house.troubles = [ConcurrentChange() for _ in range(3)]

    reply = await house.says("gastei 50 no mercado")

    assert (house.spent, reply.text) == (0, answers.BUSY)


async def test_a_write_that_fails_midway_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(EmbeddedModel())
    real = InMemoryOperationLog.append

    def fail(self: Any, event: Any) -> None:
        if event.kind == "confirmed":
            raise OSError("disk")
        real(self, event)

    monkeypatch.setattr(InMemoryOperationLog, "append", fail)
    reply = await house.says("gastei 50 no mercado", message_id="m1")

    assert (house.spent, reply.receipts, reply.text) == (0, (), answers.TROUBLE)
    monkeypatch.undo()
    assert (await house.says("gastei 50 no mercado", message_id="m1")).receipts
    assert house.spent == 50


@pytest.mark.parametrize("verdict", ["talvez", "", "YES", "sim"])
async def test_only_yes_presses_the_button(verdict: str) -> None:
    house = House(EmbeddedModel())
    shown = (await house.says("registra 50 no mercado")).previews[0]

    await house.chat.decide(shown["operationId"], shown["digest"], verdict, speaker="Ana", today=TODAY)

    assert house.spent == 0


async def test_a_late_no_does_not_unsay_what_was_written() -> None:
    house = House(EmbeddedModel())
    shown = (await house.says("registra 50 no mercado")).previews[0]
    await house.chat.decide(shown["operationId"], shown["digest"], "yes", speaker="Ana", today=TODAY)

    reply = await house.chat.decide(shown["operationId"], shown["digest"], "no", speaker="Ana", today=TODAY)

    assert reply.text == answers.NOT_AGAIN
    with house.storage.work(HOUSE) as work:
        found = work.operations.find(shown["operationId"])
    assert found is not None
    assert found.state(house.clock.now) == "confirmed"


async def test_a_yes_after_a_failed_reply_is_no_answer_to_what_was_asked_before() -> None:
    house = House(Spending())
    await house.says("registra 50 no mercado")
    model = house.chat._model
    assert isinstance(model, Spending)
    model.step = _unavailable  # type: ignore[method-assign]
    await house.says("e a netflix?")
    model.step = _confirm  # type: ignore[method-assign]

    reply = await house.says("sim")

    assert (house.spent, reply.receipts) == (0, ())


async def _unavailable(prompt: Prompt) -> Step:
    raise ModelUnavailable


async def _confirm(prompt: Prompt) -> Step:
    if prompt.messages[-1]["role"] == "tool":
        return Step("Certo.")
    waiting = prompt.turn.open_proposals[0]
    args = {**waiting.arguments, "operationId": waiting.operation_id, "confirm": True}
    return Step(calls=(CallRequest("c", waiting.tool, args),))
