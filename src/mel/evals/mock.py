"""Models that need no network: a fixture's script, an agent that does nothing, and a witness around any model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mel.evals.fixture import ConversationFixture
from mel.evals.transcript import Usage

if TYPE_CHECKING:
    from mel.agent.model import LanguageModel, Prompt, Step


class MissingScript(AssertionError):
    """A turn without `mockLLM` reached the scripted model. An assertion: the chat survives any other exception."""


class FixtureModel:
    """Plays a fixture: in each turn it makes the turn's calls, then says its text to every further request."""

    offline = True

    def __init__(self, fixture: ConversationFixture) -> None:
        self._scripts = [turn.mock_llm for turn in fixture.turns]
        self._names = fixture.name
        self._turn = 0
        self._called = False

    def begin(self, turn: int) -> None:
        """The runner says which turn comes, counted from 0."""
        self._turn, self._called = turn, False

    async def step(self, prompt: Prompt) -> Step:
        from mel.agent.model import CallRequest, Step

        script = self._scripts[self._turn]
        if script is None:
            raise MissingScript(f"{self._names}: turn {self._turn + 1} has no mockLLM")
        wanted = calls_of(script)
        if wanted and not self._called:
            self._called = True
            return Step(calls=tuple(CallRequest(call["id"], call["name"], call["args"]) for call in wanted))
        return Step(text=str(script.get("text") or ""))


def calls_of(script: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The calls of a `mockLLM`, each with an id; `toolCalls` and `tool_calls` are the same key."""
    raw: Sequence[Mapping[str, Any]] = script.get("toolCalls") or script.get("tool_calls") or ()
    return [
        {"id": str(call.get("id", place)), "name": call["name"], "args": dict(call.get("args") or {})}
        for place, call in enumerate(raw, start=1)
    ]


class MuteModel:
    """The do-nothing agent: polite, and no use. A fixture that it passes proves nothing."""

    offline = True

    def begin(self, turn: int) -> None:
        """It is the same in every turn."""

    async def step(self, prompt: Prompt) -> Step:
        from mel.agent.model import Step

        return Step(text="Certo.")


class Witness:
    """Stands between the chat and a model and keeps what was drafted; it changes nothing.

    `broke` is what the model raised: the chat apologises to the member, and the harness must not call that an answer.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self.drafts: list[str] = []
        self.requests = 0
        self.broke: Exception | None = None
        self._spent = (0, 0)

    @property
    def offline(self) -> bool:
        return self._model.offline

    def begin(self, turn: int) -> None:
        self.drafts, self.requests, self.broke, self._spent = [], 0, None, self._tokens()
        begin = getattr(self._model, "begin", None)
        if begin is not None:
            begin(turn)

    @property
    def usage(self) -> Usage:
        """Of the turn so far; tokens only where the model counts them, and has one conversation at a time."""
        sent, received = self._tokens()
        return Usage(self.requests, sent - self._spent[0], received - self._spent[1])

    def _tokens(self) -> tuple[int, int]:
        usage = getattr(self._model, "usage", None)
        return (usage.input_tokens, usage.output_tokens) if usage is not None else (0, 0)

    async def step(self, prompt: Prompt) -> Step:
        self.requests += 1
        try:
            answer = await self._model.step(prompt)
        except BaseException as error:
            # Also a time limit, which reaches this far as a cancellation.
            self.broke = error if isinstance(error, Exception) else TimeoutError("the model took too long")
            raise
        if answer.text:
            self.drafts.append(answer.text)
        return answer
