"""AgentChat: one message in, one reply out. The only loop is between the model and the toolbox (DESIGN §2)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from mel.agent.closing import Closing
from mel.agent.conversation import ConversationLog, InMemoryConversationLog
from mel.agent.limits import Limits, Pace, latest_that_fit, within_reason
from mel.agent.listening import Heard, hear, listed_in
from mel.agent.memory import MemorySource, NoMemory
from mel.agent.model import LanguageModel, Prompt, Step, ToolSchema
from mel.agent.operations import Operation, OperationLog
from mel.agent.prompt import system_prompt
from mel.agent.reply import Reply
from mel.agent.toolbox import ATTEMPTS, Dropped, Toolbox, schemas
from mel.agent.tools.tool import Tool
from mel.agent.turn import Consent, Turn
from mel.agent.wire import Wire
from mel.agent.wording import answers
from mel.agent.workbench import JointLog, OpenWorkbench, Workbench, standing
from mel.shared.clock import Clock, system_clock, today_in
from mel.shared.errors import ConcurrentChange
from mel.shared.ids import new_id
from mel.shared.text import visible
from mel.understanding import OpenQuestion

log = logging.getLogger("mel.agent")

T = TypeVar("T")
Schemas = tuple[ToolSchema, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What the model settled on: its words, and the slot it asks for if any. `failed` when it could not."""

    text: str
    question: OpenQuestion | None = None
    failed: bool = False


class AgentChat:
    """Talks with the members of one household. Every guarantee is kept here and below, whatever the model says."""

    def __init__(
        self,
        model: LanguageModel,
        tools: Sequence[Tool] = (),
        *,
        clock: Clock | None = None,
        memory: MemorySource | None = None,
        history: ConversationLog | None = None,
        operations: OperationLog | None = None,
        workbench: OpenWorkbench | None = None,
        limits: Limits | None = None,
    ) -> None:
        """Over standing tools (tests), or over a `workbench` that binds tools to a unit of work (the app)."""
        self._model = model
        self._clock = clock or system_clock
        self._limits = limits or Limits()
        self._pace = Pace(self._limits.per_minute)
        if workbench is None:
            logs = [tool.operations for tool in tools] + ([operations] if operations is not None else [])
            bench = Workbench(
                tools=tuple(tools),
                operations=JointLog(logs or [Tool().operations]),
                conversations=history if history is not None else InMemoryConversationLog(),
                memory=memory if memory is not None else NoMemory(),
            )
            workbench = standing(bench)
        self._open = workbench

    async def ask(
        self,
        text: str,
        *,
        speaker: str | None = None,
        today: date | None = None,
        message_id: str | None = None,
        conversation: str | None = None,
        channel: str = "python",
        direct: bool = True,
    ) -> Reply:
        """Answer one message. `today` is the household's calendar day, by the clock when not given.

        The same `message_id` is answered once: again, it gets the same reply. Never raises for what a model or a tool
        does wrong.
        """
        turn = self._turn(text, speaker, today, message_id, conversation, channel, direct=direct)
        return await self._answer(turn)

    async def decide(
        self,
        operation_id: str,
        digest: str,
        verdict: str,
        *,
        speaker: str | None = None,
        today: date | None = None,
        message_id: str | None = None,
        conversation: str | None = None,
        channel: str = "python",
    ) -> Reply:
        """A button: `verdict` is "yes" or "no" to what the button showed. No model is asked."""
        turn = self._turn("", speaker, today, message_id, conversation, channel, direct=True)
        turn = replace(turn, consent=Consent("button", operation_id, digest))

        async def press(shared: Workbench) -> Reply:
            heard = hear(shared, turn)
            if heard.reply is not None:
                return heard.reply
            toolbox = self._toolbox(turn, heard, shared)
            closing = Closing(turn, heard, toolbox)
            operation = shared.operations.find(operation_id)
            if operation is None or not operation.visible_to(speaker) or operation.proposal is None:
                return closing.keep(shared, closing.said("Essa proposta não existe mais. Quer me contar de novo?"))
            return closing.keep(shared, await self._decided(closing, operation, digest, verdict))

        return await self._at_once(turn, press)

    async def _decided(self, closing: Closing, operation: Operation, digest: str, verdict: str) -> Reply:
        toolbox, event = closing.toolbox, operation.proposal
        assert event is not None
        state = operation.state(closing.turn.at)
        if verdict == "no" and state == "proposed":
            return closing.cancelled(operation)
        if verdict == "no":
            return closing.said(answers.NOT_AGAIN if state == "confirmed" else "Essa proposta já não vale mais.")
        same = digest == event.digest
        await toolbox.call(closing.button_call(operation, confirm=same and verdict == "yes"))
        if not same and toolbox.proposed:
            return closing.said("Isso mudou desde que te mostrei. Agora está assim, confirma?")
        return closing.drawn()

    async def _answer(self, turn: Turn) -> Reply:
        if len(turn.text) > self._limits.letters:
            return Reply(answers.TOO_LONG, turn_id=turn.id)
        if not self._pace.allows(f"{turn.channel}:{turn.speaker}", turn.at):
            return Reply(answers.TOO_FAST, turn_id=turn.id)
        if not self._model.offline:
            return await self._step_by_step(turn)

        async def answer(shared: Workbench) -> Reply:
            heard, tools = hear(shared, turn), schemas(shared.tools)
            if heard.reply is not None:
                return heard.reply
            toolbox = self._toolbox(turn, heard, shared)
            reply, draft = await self._reply_to(turn, heard, toolbox, tools)
            return Closing(turn, heard, toolbox).keep(shared, reply, draft.question, failed=draft.failed)

        return await self._at_once(turn, answer)

    async def _at_once(self, turn: Turn, answer: Callable[[Workbench], Awaitable[Reply]]) -> Reply:
        """A turn that waits for nobody is one unit of work: kept whole, or dropped and run again."""
        for _ in range(ATTEMPTS):
            try:
                with self._open() as shared:
                    return await answer(shared)
            except ConcurrentChange:
                log.warning("somebody else saved first, turn=%s", turn.id)
            except Dropped:
                return Reply(answers.TROUBLE, turn_id=turn.id)
        return Reply(answers.BUSY, turn_id=turn.id)

    async def _step_by_step(self, turn: Turn) -> Reply:
        """A turn with a real model: a unit of work a call. What a call has committed, no later trouble takes back."""
        try:
            heard, tools = self._in_a_unit(lambda bench: (hear(bench, turn), schemas(bench.tools)))
        except ConcurrentChange:
            return Reply(answers.BUSY, turn_id=turn.id)
        if heard.reply is not None:
            return heard.reply
        heard.until = time.monotonic() + self._limits.turn_seconds
        toolbox = self._toolbox(turn, heard, None)
        reply, draft = await self._reply_to(turn, heard, toolbox, tools)
        closing = Closing(turn, heard, toolbox)
        try:
            return self._in_a_unit(lambda bench: closing.keep(bench, reply, draft.question, failed=draft.failed))
        except Exception:
            log.exception("the turn could not be remembered, turn=%s", turn.id)
            return reply

    async def _reply_to(self, turn: Turn, heard: Heard, toolbox: Toolbox, tools: Schemas) -> tuple[Reply, Draft]:
        closing = Closing(turn, heard, toolbox)
        if heard.decided:
            return closing.said(answers.PICKED_UP), Draft("")
        draft = await self._converse(turn, heard, toolbox, tools)
        closing.listing = listed_in(draft.question)
        try:
            if draft.failed:
                return closing.without_model(draft.text), draft
            reply = await closing.checked(draft.text, lambda reason: self._again(turn, heard, toolbox, tools, reason))
        except (AssertionError, ConcurrentChange):
            raise
        except Exception:
            log.exception("the reply could not be drawn, turn=%s", turn.id)
            reply = closing.bare()
        return reply, draft

    def _in_a_unit(self, do: Callable[[Workbench], T]) -> T:
        """One unit of work, three times at most when somebody else saved first."""
        for _ in range(ATTEMPTS - 1):
            try:
                with self._open() as bench:
                    return do(bench)
            except ConcurrentChange:
                log.warning("somebody else saved first")
        with self._open() as bench:
            return do(bench)

    async def _converse(self, turn: Turn, heard: Heard, toolbox: Toolbox, tools: Schemas) -> Draft:
        """Step by step until the model has only words left, or a limit ends it honestly."""
        for _ in range(self._limits.steps):
            step = await self._step(turn, heard, tools)
            if step is None:
                return Draft(answers.TROUBLE, failed=True)
            if not step.calls:
                return Draft(step.text, step.question)
            calls = step.calls[: self._limits.calls - len(toolbox.calls)]
            if not calls:
                break
            heard.said.append(_assistant(replace(step, calls=calls)))
            for request in calls:
                result = await toolbox.call(request)
                heard.said.append({"role": "tool", "id": request.id, "name": request.name, "result": result})
        return Draft(answers.TOO_MANY_STEPS, failed=True)

    async def _again(self, turn: Turn, heard: Heard, toolbox: Toolbox, tools: Schemas, reason: str) -> str | None:
        """One more try at the words, with the reason; the rejected draft itself is not kept."""
        feedback: Wire = {"role": "user", "text": f"[verificação] {reason} Refaça a resposta sem isso."}
        step = await self._step(turn, heard, tools, extra=(feedback,))
        return step.text if step is not None and not step.calls else None

    async def _step(self, turn: Turn, heard: Heard, tools: Schemas, extra: tuple[Wire, ...] = ()) -> Step | None:
        if not heard.system:
            heard.system = system_prompt(heard.memory, heard.context)
        if heard.earlier is None:
            heard.earlier = latest_that_fit(heard.history, self._limits.history_letters)
        messages = (*heard.earlier, *heard.said, *extra)
        prompt = Prompt(heard.system, messages, tools, heard.context)
        if not self._model.offline:
            prompt = heard.outside.prompt(prompt)
        try:
            left = min(self._limits.seconds, heard.until - time.monotonic())
            async with asyncio.timeout(None if self._model.offline else max(left, 0)):
                return within_reason(await self._model.step(prompt))
        except AssertionError:
            raise  # a test double complaining to its test
        except Exception:
            log.exception("model turn=%s", turn.id)
            return None

    def _turn(
        self,
        text: str,
        speaker: str | None,
        today: date | None,
        message_id: str | None,
        conversation: str | None,
        channel: str,
        *,
        direct: bool,
    ) -> Turn:
        now = self._clock()
        return Turn(
            id=new_id("turn-"),
            text=visible(text) if len(text) <= self._limits.letters else text,
            today=today or today_in("America/Sao_Paulo", now),
            at=now,
            speaker=speaker,
            conversation=conversation or f"{channel}:{speaker or ''}",
            channel=channel,
            message_id=message_id,
            direct=direct,
        )

    def _toolbox(self, turn: Turn, heard: Heard, shared: Workbench | None) -> Toolbox:
        return Toolbox(
            self._open,
            turn,
            heard.memory,
            previous_turn=heard.previous_turn,
            last_write=heard.context.last_write,
            shared=shared,
            waiting=heard.waiting,
            listed=heard.listed("confirm"),
            crossing_out=bool(heard.listed("cancel")),
            fast_path=not heard.resumed,
        )


def _assistant(step: Step) -> Wire:
    calls = [{"id": call.id, "name": call.name, "args": call.args} for call in step.calls]
    return {"role": "assistant", "text": step.text, "calls": calls}
