"""The toolbox: the one way from a model's wish to a room, and the one place where an exception becomes words.

validate → known operation? → gate → a unit of work → tool → commit → receipt (DESIGN §2).
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

from mel.agent.fast_path import UNDO, states, takes_back
from mel.agent.gate import Facts, Verdict, WriteCall, decide
from mel.agent.memory import WorkingMemory
from mel.agent.model import UNREADABLE, CallRequest, ToolSchema
from mel.agent.operations import Operation as LoggedOperation
from mel.agent.operations import OperationEvent
from mel.agent.receipt import is_receipt
from mel.agent.reply import ToolCall
from mel.agent.rules import TOOL_ERROR
from mel.agent.tools.arguments import WriteArguments, validated
from mel.agent.tools.tool import Operation, Tool, authorised
from mel.agent.turn import CURRENT, OpenProposal, Running, Turn
from mel.agent.wire import Wire, plain
from mel.agent.workbench import OpenWorkbench, Workbench
from mel.shared.errors import ConcurrentChange, InvalidInput
from mel.shared.names import suggest

log = logging.getLogger("mel.agent")

ATTEMPTS = 3
"""How often a call is run again when somebody else saved first."""


class Dropped(Exception):
    """A write failed inside the turn's one unit of work, so nothing of that turn may be kept."""


@dataclass(slots=True)
class Toolbox:
    """The calls of one turn. `shared` is the unit of work of an offline turn; without it each call opens its own.

    `waiting` are the proposals that were open when the member spoke: a yes is about those, whatever came after.
    `fast_path` is false for a message that a worker died over: it may have written already.
    """

    open: OpenWorkbench
    turn: Turn
    memory: WorkingMemory
    previous_turn: str | None = None
    last_write: OpenProposal | None = None
    shared: Workbench | None = None
    waiting: tuple[LoggedOperation, ...] | None = None
    listed: tuple[str, ...] = ()
    crossing_out: bool = False
    calls: list[ToolCall] = field(default_factory=list)
    committed: list[tuple[str, Wire]] = field(default_factory=list)
    proposed: list[tuple[str, Wire, str]] = field(default_factory=list)
    replayed: list[tuple[str, LoggedOperation]] = field(default_factory=list)
    repeated: list[LoggedOperation] = field(default_factory=list)
    meanings: dict[str, dict[str, str]] = field(default_factory=dict)
    fast_path: bool = True
    fast_path_used: bool = False
    names: frozenset[str] = frozenset()

    @property
    def told(self) -> bool:
        """Whether something was written or shown, so that the turn must be remembered even if its model failed."""
        return bool(self.committed or self.proposed)

    async def call(self, request: CallRequest) -> Any:
        """The result as the model sees it. What nobody here can mend is logged and apologised for; only a shared unit
        of work that must be dropped raises."""
        try:
            result = await self._attempt(request)
        except InvalidInput as error:
            result = {"invalid": True, "field": error.field, "message": error.message}
        except Dropped:
            raise
        except Exception as error:
            if self.shared is not None and isinstance(error, ConcurrentChange):
                raise
            log.exception("tool=%s turn=%s", request.name, self.turn.id)
            result = dict(TOOL_ERROR)
        self.calls.append(ToolCall(request.name, request.args, result))
        return result

    async def _attempt(self, request: CallRequest) -> Any:
        if self.shared is not None:
            return self._within(self.shared, request)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await asyncio.to_thread(self._in_its_own_work, request)
            except ConcurrentChange:
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    def _in_its_own_work(self, request: CallRequest) -> Any:
        """Noted is only what was kept: a commit that fails takes the call's notes with it."""
        notes: tuple[list[Any], ...] = (self.committed, self.proposed, self.replayed, self.repeated)
        used = self.fast_path_used
        before = [len(noted) for noted in notes]
        try:
            with self.open() as bench:
                return self._within(bench, request)
        except BaseException:
            for noted, kept in zip(notes, before, strict=True):
                del noted[kept:]
            self.fast_path_used = used
            raise

    def _within(self, bench: Workbench, request: CallRequest) -> Any:
        self.names = self.names or frozenset(name for tool in bench.tools for name in tool.catalogue)
        found = _lookup(bench.tools, request.name)
        if found is None:
            raise InvalidInput("tool", _unknown_tool(request.name, sorted(self.names)))
        tool, operation = found
        if not isinstance(request.args, dict) or UNREADABLE in request.args:
            raise InvalidInput("arguments", "os argumentos precisam ser um objeto JSON válido")
        sent = _python_names(operation, request.args)
        if operation.takes_today:
            sent["today"] = self.turn.today
        args = validated(operation.arguments, sent)
        if isinstance(args, WriteArguments):
            return self._write(bench, tool, operation, sent, args)
        return self._run(tool, operation, sent)

    def _write(
        self, bench: Workbench, tool: Tool, operation: Operation, sent: dict[str, Any], args: WriteArguments
    ) -> Any:
        call = WriteCall(operation.name, args.operation_id, args.confirm, authorised(args))
        known = bench.operations.find(args.operation_id)
        verdict = decide(self._facts(bench, call, known))
        if verdict.outcome == "refuse":
            return {"refused": True, "reason": verdict.reason}
        confirm = verdict.outcome in {"commit", "replay"}
        try:
            result = self._run(tool, operation, {**sent, "confirm": confirm}, unasked=verdict.fast_path)
            self._note(bench, operation, verdict, result, args.operation_id)
        except ConcurrentChange:
            raise
        except Exception as error:
            if self.shared is None:
                raise
            log.exception("tool=%s turn=%s", operation.name, self.turn.id)
            raise Dropped from error
        return result

    def _facts(self, bench: Workbench, call: WriteCall, known: LoggedOperation | None) -> Facts:
        turn, house = self.turn, self.memory.household
        waiting = self.waiting
        if waiting is None:
            waiting = tuple(op for op in bench.operations.open(turn.at) if op.visible_to(turn.speaker))

        def fast_path() -> bool:
            if call.tool == UNDO:
                return takes_back(call, turn, self.last_write)
            return (
                self.fast_path
                and not self.fast_path_used
                and states(call, turn, self.memory.vocabulary(turn.speaker), house)
            )

        return Facts(call, turn, known, waiting, self.previous_turn, fast_path, self.listed, self.crossing_out)

    def _run(self, tool: Tool, operation: Operation, sent: dict[str, Any], *, unasked: bool = False) -> Any:
        """Call the method that stands on the instance now, which a test may have replaced."""
        token = CURRENT.set(Running(self.turn, unasked))
        try:
            result = getattr(tool, operation.method)(**sent)
            if inspect.isawaitable(result):
                result = _finished(result)
        finally:
            CURRENT.reset(token)
        return plain(dict(result) if isinstance(result, dict) else result)

    def _note(self, bench: Workbench, operation: Operation, verdict: Verdict, result: Any, operation_id: str) -> None:
        """What this call did, for the reply and for grounding."""
        known = bench.operations.find(operation_id)
        if not is_receipt(result):
            if verdict.outcome == "commit" and known is not None and isinstance(result, dict) and "found" in result:
                bench.operations.append(self.event(known, "cancelled"))
            return
        if known is not None:
            self.meanings[operation_id] = known.events[-1].resolved
        if verdict.outcome == "replay" and known is not None:
            self.replayed.append((operation.name, known))
        elif result["persisted"] and verdict.outcome == "commit":
            self.committed.append((operation.name, result))
            self.fast_path_used = self.fast_path_used or (verdict.fast_path and operation.name != UNDO)
        elif not result["confirmed"] and known is not None and known.proposal is not None:
            self.proposed.append((operation.name, result, known.proposal.digest))
            if known.proposal.fact and (told := bench.operations.told(known.proposal.fact)):
                self.repeated.append(told)

    def event(self, operation: LoggedOperation, kind: Any) -> OperationEvent:
        """A further event of an operation, in this turn."""
        last = operation.events[-1]
        return OperationEvent(
            kind=kind,
            operation_id=operation.id,
            tool=operation.tool,
            at=self.turn.at,
            turn_id=self.turn.id,
            version=last.version,
            member=self.turn.speaker,
            channel=self.turn.channel,
            conversation=self.turn.conversation,
            message_id=self.turn.message_id,
            digest=last.digest,
            private_to=last.private_to,
        )


def schemas(tools: Sequence[Tool]) -> tuple[ToolSchema, ...]:
    """What models are told about the tools, in a stable order."""
    return tuple(operation for tool in tools for operation in tool.catalogue.values())


def _lookup(tools: Sequence[Tool], name: str) -> tuple[Tool, Operation] | None:
    return next(((tool, tool.catalogue[name]) for tool in tools if name in tool.catalogue), None)


def _unknown_tool(name: str, known: Sequence[str]) -> str:
    near = suggest(name, known, 1)
    return f"não existe a tool '{name[:40]}'" + (f"; você quis dizer {near[0]}?" if near else "")


def _python_names(operation: Operation, args: Wire) -> dict[str, Any]:
    """Wire names to the method's own; what is unknown passes through, so that validation can name it."""
    return {operation.python_names.get(key, key): value for key, value in args.items()}


def _finished(result: Awaitable[Any]) -> Any:
    """What an async tool answers, by a loop of its own: an offline turn calls tools inside a running one."""

    async def completed() -> Any:
        return await result

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, asyncio.run, completed()).result()
