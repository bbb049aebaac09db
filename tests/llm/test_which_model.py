"""Which model Mel talks to, from the environment; and that she loads nothing for a model she does not ask."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from llm.couples import couple_with
from llm.server import FakeServer, words
from mel import app, household_file
from mel.llm.exchange import Address, NoKey, UnknownModel
from mel.settings import Settings
from mel.storage.sql import SqlStorage

GEMINI = "google/gemini-2.5-flash"
NAMES = ("MEL_LLM", "MEL_LLM_BASE_URL", "MEL_LLM_API_KEY", "MEL_LLM_FALLBACK", "OPENROUTER_API_KEY", "MEL_LLM_TIMEOUT")


@pytest.fixture(autouse=True)
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def addresses(monkeypatch: pytest.MonkeyPatch, **environment: str) -> list[Address]:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    model = app.real_model(Settings())
    return [] if model is None else list(model._addresses)


def test_without_a_key_or_an_address_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert addresses(monkeypatch) == []


@pytest.mark.parametrize("name", ["OPENROUTER_API_KEY", "MEL_LLM_API_KEY"])
def test_a_key_is_enough(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert addresses(monkeypatch, **{name: "k"}) == [Address("openrouter", GEMINI, None, "k")]


def test_a_key_can_be_left_unused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert addresses(monkeypatch, OPENROUTER_API_KEY="k", MEL_LLM="none") == []


def test_a_server_at_home_needs_no_key_and_never_sees_openrouters(monkeypatch: pytest.MonkeyPatch) -> None:
    found = addresses(
        monkeypatch, MEL_LLM_BASE_URL="http://h/v1", MEL_LLM="qwen2.5:7b", OPENROUTER_API_KEY="k",
        MEL_LLM_FALLBACK=f"openrouter:{GEMINI}",
    )  # fmt: skip

    assert found == [Address("", "qwen2.5:7b", "http://h/v1"), Address("openrouter", GEMINI, None, "k")]


def test_a_name_without_its_key_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoKey, match="OPENROUTER_API_KEY"):
        addresses(monkeypatch, MEL_LLM=f"openrouter:{GEMINI}")


def test_a_name_that_nobody_can_follow_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownModel, match="gemini"):
        addresses(monkeypatch, MEL_LLM="gemini")


def test_a_key_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEL_LLM_API_KEY", "sk-secret")

    assert "sk-secret" not in repr(Settings()) + repr(Address.of("openrouter:x", key="sk-secret"))


async def test_an_everyday_message_asks_no_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server = FakeServer(words("Que tal cozinhar mais em casa?"))
    async with server.listening() as url:
        monkeypatch.setenv("MEL_LLM_BASE_URL", url)
        storage = SqlStorage(tmp_path / "mel.db")
        app.found(storage, household_file.demo())
        house = app.open_house(storage, settings=Settings())
        ana = house.speaker("Ana")

        everyday = await house.ask("gastei 50 no mercado", ana)
        asked = len(server.requests)
        other = await house.ask("me dá uma ideia de como fechar o mês no azul", ana)
        storage.close()

    assert (asked, len(server.requests)) == (0, 1)
    assert everyday.receipts or everyday.previews
    assert other.text == "Que tal cozinhar mais em casa?"


def test_nothing_heavy_is_loaded_before_the_first_step() -> None:
    code = "import sys, mel.app; sys.exit(any(m in sys.modules for m in ('pydantic_ai', 'openai', 'httpx2')))"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_library_is_known_in_two_files_only() -> None:
    root = Path(app.__file__).parent

    knowing = {
        path.name for path in root.rglob("*.py") if re.search(r"(?:import|from) pydantic_ai", path.read_text("utf-8"))
    }

    assert knowing == {"endpoint.py", "translation.py"}


def test_one_model_serves_one_event_loop_after_another() -> None:
    couple = couple_with(FakeServer(words("Oi!"), words("Oi de novo!")), [Address("", "fake", "http://fake/v1")])

    replies = [asyncio.run(couple.says("oi")).text for _ in range(2)]

    assert replies == ["Oi!", "Oi de novo!"]
