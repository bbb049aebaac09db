"""The port that language models fill: a prompt in, words or tool calls out. No provider's type crosses it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.understanding import OpenQuestion


class ToolSchema(Protocol):
    """What a model is told about one operation; `parameters` is JSON schema, made when somebody reads it."""

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...

    @property
    def writes(self) -> bool: ...

    @property
    def parameters(self) -> Wire: ...


@dataclass(frozen=True, slots=True)
class Prompt:
    """`messages`, oldest first: `{"role": "user", "text"}`, `{"role": "assistant", "text", "calls": [{id, name,
    args}]}` and `{"role": "tool", "id", "name", "result"}`."""

    system: str
    messages: tuple[Wire, ...]
    tools: tuple[ToolSchema, ...]
    turn: TurnContext


UNREADABLE = "argumentosIlegiveis"
"""The only key of arguments that were no JSON object; its value is what was sent."""


@dataclass(frozen=True, slots=True)
class CallRequest:
    """A tool call that a model asks for; `args` are whatever it sent, under `UNREADABLE` when that was no object."""

    id: str
    name: str
    args: Wire


@dataclass(frozen=True, slots=True)
class Step:
    """Words, tool calls, or both. `question` is the one slot a deterministic model asks for."""

    text: str = ""
    calls: tuple[CallRequest, ...] = field(default=())
    question: OpenQuestion | None = None


class ModelUnavailable(Exception):
    """The model cannot answer now: no network, no quota, nonsense. The turn ends honestly without it."""


class LanguageModel(Protocol):
    """Port. `offline` models never wait for the outside world, so a whole turn fits in one transaction."""

    @property
    def offline(self) -> bool: ...

    async def step(self, prompt: Prompt) -> Step:
        """May raise `ModelUnavailable`."""
