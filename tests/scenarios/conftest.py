"""Each scenario runs in memory and on SQLite, with one chat kept and with a chat made new for every turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path

import pytest

from mel.agent import AgentChat, Reply
from mel.budget import Budget
from mel.goals import Goal
from mel.llm.scripted import ScriptedModel
from worlds import MemoryWorld, SqlWorld, World, all_tools

MakeWorld = Callable[..., World]


@pytest.fixture(params=["memory", "sqlite"])
def make_world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeWorld]:
    """`make_world(budget=…, goals=[…], tools=…)`."""
    made: list[SqlWorld] = []

    def make(budget: Budget | None = None, goals: Sequence[Goal] = (), tools: object = all_tools) -> World:
        if request.param == "memory":
            return MemoryWorld(budget, goals, tools)  # type: ignore[arg-type]
        world = SqlWorld(tmp_path, budget, goals, tools)  # type: ignore[arg-type]
        made.append(world)
        return world

    yield make
    for world in made:
        world.storage.close()


class Couple:
    """Talks to Mel: with one chat kept, or a new one each turn."""

    def __init__(self, world: World, model: ScriptedModel, *, keep: bool, today: date) -> None:
        self._world, self._model, self._today = world, model, today
        self._kept: AgentChat | None = world.chat(model) if keep else None

    async def says(self, text: str) -> Reply:
        chat = self._kept or self._world.chat(self._model)
        return await chat.ask(text, today=self._today)


@pytest.fixture(params=["kept", "recreated"])
def couple(request: pytest.FixtureRequest) -> Callable[..., Couple]:
    """`couple(world, model, today)`."""

    def make(world: World, model: ScriptedModel, today: date) -> Couple:
        return Couple(world, model, keep=request.param == "kept", today=today)

    return make
