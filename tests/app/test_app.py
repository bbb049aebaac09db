"""The house put together: one unit of work a turn, and a household that moves in only once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from mel.agent import AgentChat
from mel.app import (
    BUSY,
    AlreadyHome,
    NoHousehold,
    found,
    open_house,
    operation_line,
    refuse_second_home,
    tools_of,
    workbench,
)
from mel.household_file import demo
from mel.llm.scripted import ScriptedModel, call, say
from mel.shared.errors import NotThere
from mel.shared.money import Money
from mel.shared.period import Period
from mel.storage.errors import Busy
from mel.storage.memory import InMemoryStorage

NOW = datetime(2026, 2, 1, 2, 40, tzinfo=UTC)
"""23:40 on 31 January in São Paulo."""


class CountedStorage(InMemoryStorage):
    """Counts the units of work that were opened."""

    opened = 0

    @contextmanager
    def work(self, household_id: str) -> Iterator[Any]:
        self.opened += 1
        with super().work(household_id) as work:
            yield work


@pytest.fixture
def storage() -> CountedStorage:
    storage = CountedStorage()
    found(storage, demo())
    return storage


def test_an_empty_folder_holds_no_house() -> None:
    with pytest.raises(NoHousehold, match="mel setup"):
        open_house(InMemoryStorage())


def test_nobody_moves_in_over_somebody_else(storage: CountedStorage) -> None:
    with pytest.raises(AlreadyHome):
        found(storage, demo())
    with pytest.raises(AlreadyHome):
        refuse_second_home(storage)


def test_today_is_the_day_in_the_house(storage: CountedStorage) -> None:
    assert open_house(storage, clock=lambda: NOW).today == date(2026, 1, 31)


def test_the_speaker_is_named_or_the_first(storage: CountedStorage) -> None:
    house = open_house(storage)

    assert house.speaker(None).name == "Gabriel"
    assert house.speaker("aninha").name == "Ana"
    with pytest.raises(NotThere, match="Aqui moram Gabriel e Ana"):
        house.speaker("Zé")


async def test_an_offline_turn_is_one_unit_of_work(storage: CountedStorage) -> None:
    house = open_house(storage)
    before = storage.opened

    await house.ask("oi", house.speaker(None))

    assert storage.opened == before + 1


async def test_a_house_that_is_busy_says_so(storage: CountedStorage) -> None:
    house = open_house(storage)

    class Occupied(CountedStorage):
        def work(self, household_id: str) -> Any:
            raise Busy(household_id)

    chat = AgentChat(model=ScriptedModel([]), workbench=workbench(Occupied(), "casa"))
    reply = await replace(house, chat=chat).ask("oi", house.speaker(None))

    assert reply.text == BUSY


async def test_a_write_goes_through_all_the_rooms(storage: CountedStorage) -> None:
    spend = {"expense": "mercado", "period": "2026-06", "amount": {"amount": 200, "currency": "BRL"}}
    model = ScriptedModel(
        [
            [call("recordSpend", operationId="op-1", **spend), say("Anoto?")],
            [call("recordSpend", operationId="op-1", confirm=True, **spend), say("Anotei.")],
        ]
    )
    house = open_house(storage, model=model, clock=lambda: NOW)
    ana = house.speaker("Ana")

    await house.ask("registra 200 no mercado", ana, date(2026, 6, 15))
    assert [op.state(NOW) for op in house.operations(ana, 10)] == ["proposed"]
    await house.ask("confirma", ana, date(2026, 6, 15))

    with storage.work("casa") as work:
        assert work.budgets.load("casa").expense("Mercado").actual_for(Period(2026, 6)) == Money(200, "BRL")
    line = operation_line(house.operations(ana, 10, state="confirmed")[0], NOW, "America/Sao_Paulo")
    assert (line["who"], line["tool"], line["when"]) == ("Ana", "recordSpend", "2026-01-31T23:40:00-03:00")
    assert line["receipt"]["persisted"]
    assert house.operations(ana, 10, tool="createGoal") == ()


def test_every_tool_has_words_for_models(storage: CountedStorage) -> None:
    with storage.work("casa") as work:
        operations = {name: op for tool in tools_of(work) for name, op in tool.catalogue.items()}

    assert {"budgetTotal", "recordSpend", "createGoal", "feasibility", "rememberFact"} <= operations.keys()
    assert all(operation.description for operation in operations.values())
