"""Holds the conversations of fixtures with the agent and judges them. Stateless: each trial has a world of its own."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from time import perf_counter
from typing import TYPE_CHECKING, Any

from mel.evals.fixture import ConversationFixture, EvalContext, FixtureTurn
from mel.evals.invariants import broken
from mel.evals.mock import FixtureModel, Witness
from mel.evals.oracles import judge_turn
from mel.evals.report import EvalReport, EvalSummary, Failure, Trial
from mel.evals.rows import Rows, difference
from mel.evals.transcript import ObservedCall, SeenTurn, Transcript

if TYPE_CHECKING:
    from mel.agent.model import LanguageModel

ModelFactory = Callable[[ConversationFixture, int], "LanguageModel"]
"""The model that plays a fixture's trial (counted from 0)."""

_CHAT_PARTS = ("clock", "memory", "history", "operations")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one turn may cost; None is no limit. Judged only when set: time is informative (scenario 022)."""

    seconds: float | None = None
    tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class EvalRunner:
    """With a `model` (or one per trial) the scripts of the fixtures are ignored and only what is expected counts.

    `worlds` builds the setting of a fixture that names one and has no `setup`; in memory when not given.
    `keep_transcripts` may be turned off so that ten thousand conversations take no more memory than one. `player` is
    what the reports call the model.
    """

    model: LanguageModel | None = None
    model_for: ModelFactory | None = None
    trials: int = 1
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    worlds: Callable[[ConversationFixture], EvalContext[Any]] | None = None
    keep_transcripts: bool = True
    player: str | None = None

    async def run(self, fixture: ConversationFixture) -> EvalReport:
        """All trials of one conversation. Never raises for what a fixture or an agent does: that is an outcome."""
        trials = tuple([await self._trial(fixture, number) for number in range(self.trials)])
        scripted = self.model is None and self.model_for is None
        about = {
            "tags": tuple(fixture.tags),
            "source": fixture.source,
            "played_by": "script" if scripted else self.player,
        }
        return EvalReport.of(fixture.name, trials, **about)

    async def run_all(
        self, fixtures: Iterable[ConversationFixture], progress: Callable[[EvalReport], None] | None = None
    ) -> EvalSummary:
        """Reports in the order of the fixtures, whatever order they finished in."""
        return EvalSummary.of([_told(report, progress) async for report in self.each(fixtures)])

    async def each(self, fixtures: Iterable[ConversationFixture]) -> AsyncIterator[EvalReport]:
        """One report after the other, in order; at most `workers` conversations are under way."""
        under_way: list[asyncio.Task[EvalReport]] = []
        for fixture in fixtures:
            if self.workers == 1:
                yield await self.run(fixture)
                continue
            under_way.append(asyncio.create_task(self.run(fixture)))
            if len(under_way) >= self.workers:
                yield await under_way.pop(0)
        for task in under_way:
            yield await task

    async def _trial(self, fixture: ConversationFixture, number: int) -> Trial:
        started = perf_counter()
        failures: list[Failure] = []
        transcript: list[SeenTurn] = []
        errored, turn_number = False, 0
        try:
            if not fixture.turns:
                raise ValueError("a conversation without turns shows nothing")
            context = await self._setting(fixture)
            stage = _Stage(fixture, context, Witness(self._model(fixture, number)))
            for place, turn in enumerate(fixture.turns):
                turn_number = place + 1
                seen = await stage.play(place, turn, transcript)
                failures += judge_turn(self._fair(turn), seen, transcript)
                failures += broken(tuple(fixture.always), seen, transcript, context.state)
                failures += _over(self.limits, seen)
                transcript.append(seen)
                failures += await _side_effects(turn, context, seen)
        except Exception as error:  # noqa: BLE001 - whatever broke is this trial's outcome, told and never dropped
            errored = True
            told = f"errored: {type(error).__name__}: {error}"
            failures.append(Failure(turn_number, told, "harness"))
        elapsed = (perf_counter() - started) * 1000
        kept = tuple(transcript) if self.keep_transcripts else tuple(_stub(turn) for turn in transcript)
        return Trial("errored" if errored else "failed" if failures else "passed", failures, kept, elapsed)

    def _fair(self, turn: FixtureTurn) -> FixtureTurn:
        """A model with a mind of its own may look things up on its way to what was expected."""
        asked = turn.expect.tool_calls_made
        if turn.expect.reads != "auto" or not asked or (self.model is None and self.model_for is None):
            return turn
        return replace(turn, expect=replace(turn.expect, reads="free"))

    async def _setting(self, fixture: ConversationFixture) -> EvalContext[Any]:
        if fixture.setup is None:
            placed = fixture.world or fixture.furniture is not None
            return (self.worlds or _in_memory)(fixture) if placed else EvalContext(state={})
        made = fixture.setup()
        context = await made if inspect.isawaitable(made) else made
        return context if isinstance(context, EvalContext) else EvalContext(state=context)

    def _model(self, fixture: ConversationFixture, number: int) -> LanguageModel:
        if self.model_for is not None:
            return self.model_for(fixture, number)
        return self.model or FixtureModel(fixture)


class _Stage:
    """One conversation under way: the chat, its model's witness, and the world's last look."""

    def __init__(self, fixture: ConversationFixture, context: EvalContext[Any], model: Witness) -> None:
        self._fixture = fixture
        self._state: Mapping[str, Any] = context.state
        self._model = model
        self._chat = _chat(self._state, model)
        self._rows = self._look()

    async def play(self, place: int, turn: FixtureTurn, earlier: Transcript) -> SeenTurn:
        self._model.begin(place)
        today = turn.today or self._fixture.today or _clocks_day(self._state)
        if today is not None and hasattr(self._state.get("clock"), "day"):
            self._state["clock"].day = today
        asked = perf_counter()
        said = _words(turn.user)
        reply = await self._chat.ask(said, **_given(speaker=turn.speaker, today=today))
        seconds = perf_counter() - asked
        if self._model.broke is not None:
            raise self._model.broke
        before, self._rows = self._rows, self._look()
        return SeenTurn(
            number=len(earlier) + 1,
            user=said,
            speaker=turn.speaker,
            today=today,
            text=reply.text,
            drafts=tuple(self._model.drafts),
            calls=tuple(ObservedCall(call.name, call.args, call.result) for call in reply.tool_calls),
            changes=None if before is None or self._rows is None else difference(before, self._rows),
            seconds=seconds,
            usage=self._model.usage,
            replaced=not reply.grounded,
            cards=reply.cards,
            rejected=reply.rejected,
        )

    def _look(self) -> Rows | None:
        world = self._state.get("world")
        return world.rows() if world is not None else None


def _in_memory(fixture: ConversationFixture) -> EvalContext[Any]:
    from mel.evals.worlds import in_memory

    return in_memory(fixture)


def _words(message: Any) -> str:
    """A message is text; the owner's `ChatMessage` carries it as its content."""
    return str(message.get("content", message.get("text", ""))) if isinstance(message, Mapping) else str(message)


def _chat(state: Mapping[str, Any], model: Witness) -> Any:
    if "chat" in state:
        return state["chat"](model)
    # Imported here so that reading and judging fixtures never loads the agent (< 0.3 s for `import mel.evals`).
    from mel.agent import AgentChat

    tools = state.get("agent_tools", state.get("agentTools", ()))
    parts = {name: state[name] for name in _CHAT_PARTS if name in state}
    return AgentChat(model=model, tools=list(tools.values() if isinstance(tools, Mapping) else tools), **parts)


def _clocks_day(state: Mapping[str, Any]) -> date | None:
    clock = state.get("clock")
    return clock().date() if clock is not None else None


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


async def _side_effects(turn: FixtureTurn, context: EvalContext[Any], seen: SeenTurn) -> list[Failure]:
    """The owner's predicate: true passes; what it raises is told in its own words."""
    predicate = turn.expect.side_effects
    if predicate is None:
        return []
    try:
        answer = predicate(context)
        if inspect.isawaitable(answer):
            answer = await answer
    except Exception as error:  # noqa: BLE001 - the predicate's own message is the finding
        told = str(error) or type(error).__name__
        return [Failure(seen.number, f"sideEffect predicate raised: {told}", "sideEffects")]
    if answer:
        return []
    told = "sideEffect predicate returned false"
    return [Failure(seen.number, told if answer is not None else f"{told} (None: return True)", "sideEffects")]


def _over(limits: Limits, seen: SeenTurn) -> list[Failure]:
    spent = (
        ("seconds", seen.seconds, limits.seconds),
        ("tokens", seen.usage.input_tokens + seen.usage.output_tokens, limits.tokens),
        ("US$", seen.usage.cost_usd, limits.cost_usd),
    )
    return [
        Failure(seen.number, f"turn took {value:.4g} {unit}, at most {limit:.4g}", "limits", limit, value)
        for unit, value, limit in spent
        if limit is not None and value > limit
    ]


def _stub(turn: SeenTurn) -> SeenTurn:
    return SeenTurn(turn.number, "", None, None, "", (), (), None, turn.seconds, turn.usage)


def _told(report: EvalReport, progress: Callable[[EvalReport], None] | None) -> EvalReport:
    if progress is not None:
        progress(report)
    return report
