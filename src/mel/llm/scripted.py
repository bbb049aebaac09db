"""A model that says what a test wrote down, and remembers every prompt it was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mel.agent.model import CallRequest, Prompt, Step


class ScriptExhausted(AssertionError):
    """The chat asked for more than was scripted: the test's expectation is wrong, or the chat is."""


def say(text: str) -> Step:
    """Words, which end a turn."""
    return Step(text=text)


def call(tool: str, /, **args: Any) -> Step:
    """One tool call; `args` are the wire's own, in camelCase."""
    return Step(calls=(CallRequest(id="", name=tool, args=args),))


class ScriptedModel:
    """Takes a flat list of steps, or one list per turn. A retry within a turn hears its last `say` again."""

    offline = False

    def __init__(self, script: Sequence[Step] | Sequence[Sequence[Step]]) -> None:
        self._turns: list[list[Step]] | None = None
        self._flat: list[Step] = []
        if script and not isinstance(script[0], Step):
            self._turns = [list(turn) for turn in script]  # type: ignore[arg-type]
        else:
            self._flat = list(script)  # type: ignore[arg-type]
        self.prompts: list[Prompt] = []
        self._turn_ids: list[str] = []
        self._last_say: Step | None = None
        self._asked = 0

    @property
    def last_prompt(self) -> Prompt:
        return self.prompts[-1]

    async def step(self, prompt: Prompt) -> Step:
        """The next step of the script."""
        self.prompts.append(prompt)
        if prompt.turn.id not in self._turn_ids:
            self._turn_ids.append(prompt.turn.id)
            self._last_say = None
        if self._last_say is not None:
            return self._last_say
        step = self._next(len(self._turn_ids))
        if step.calls:
            return Step(step.text, tuple(self._numbered(request) for request in step.calls))
        self._last_say = step
        return step

    def assert_complete(self) -> None:
        """Fails when the script holds steps that nobody asked for."""
        left = sum(len(turn) for turn in self._turns) if self._turns is not None else len(self._flat)
        if left:
            raise AssertionError(f"{left} scripted steps were never asked for")

    def _next(self, turn: int) -> Step:
        if self._turns is None:
            if not self._flat:
                raise ScriptExhausted(f"turn {turn} asked for a step beyond the script")
            return self._flat.pop(0)
        if turn > len(self._turns) or not self._turns[turn - 1]:
            raise ScriptExhausted(f"turn {turn} asked for a step beyond its script")
        return self._turns[turn - 1].pop(0)

    def _numbered(self, request: CallRequest) -> CallRequest:
        self._asked += 1
        return CallRequest(request.id or f"call-{self._asked}", request.name, request.args)
