"""Every provider test runs over a mock transport and over a real socket, streamed and not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from llm.couples import PATIENT, Couple, MakeCouple, couple_with
from llm.server import FakeServer, Scripted
from mel.llm.exchange import Address, Patience


@pytest.fixture(params=["mock", "socket"])
def wire(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[False, True], ids=["whole", "streamed"])
def streamed(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
async def make_couple(wire: str, streamed: bool) -> AsyncIterator[MakeCouple]:
    """`await make_couple(answer, answer, …, patience=…)`."""
    async with AsyncExitStack() as stack:

        async def make(*script: Scripted | str, patience: Patience = PATIENT) -> Couple:
            server = FakeServer(*script)
            mocked = wire == "mock"
            url = "http://fake/v1" if mocked else await stack.enter_async_context(server.listening())
            couple = couple_with(
                server, [Address("", "fake", url)], mocked=mocked, streamed=streamed, patience=patience
            )
            stack.push_async_callback(couple.model.close)
            return couple

        yield make
