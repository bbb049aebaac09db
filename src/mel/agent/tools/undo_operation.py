"""Take back what was written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Annotated

from pydantic import StringConstraints

from mel.agent.operations import Operation, OperationEvent, OperationLog
from mel.agent.tools.arguments import Arguments, Count, Day, Name, WriteArguments
from mel.agent.tools.tool import Change, Told, Tool, reads, writes
from mel.agent.turn import Turn, current_turn
from mel.agent.wire import Wire
from mel.shared.clock import DEFAULT_ZONE, system_clock, today_in
from mel.shared.errors import InvalidInput, NotThere
from mel.shared.text import fold


class UndoOperationArguments(WriteArguments):
    target: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class OperationsListArguments(Arguments):
    limit: Count | None = None
    day: Day | None = None
    member: Name | None = None


class UndoOperationTool(Tool):
    """Undoes operations of the tools it is given; each of them knows how its own writes are taken back."""

    def __init__(self, *, tools: Sequence[Tool], operations: OperationLog | None = None) -> None:
        super().__init__(operations)
        self._owners = {name: tool for tool in tools for name in tool.catalogue}

    @writes(UndoOperationArguments, replaces="before")
    def undo_operation(self, args: UndoOperationArguments, told: Told) -> Change:
        """Undo a confirmed operation, by its operationId as `target`. An undone operation cannot be repeated."""
        operation = self._target(args.target, told.speaker)
        done, owner = operation.confirmation, self._owners.get(operation.tool)
        if done is None or owner is None:
            raise InvalidInput("target", "essa operação não chegou a ser registrada")
        if operation.events[-1].kind == "undone":
            raise InvalidInput("target", "essa operação já foi desfeita")
        change = owner.undo(done)
        return Change(change.preview, self._both(owner, operation, change.save), change.notes)

    @reads(OperationsListArguments)
    def operations_list(self, args: OperationsListArguments) -> Wire:
        """The latest things that were recorded, newest first, on one day or by one member when asked: where the target
        of an undo is found."""
        turn = current_turn()
        reader = turn.speaker if turn else None
        logs = {id(tool.operations): tool.operations for tool in self._owners.values()}
        recent = [op for log in logs.values() for op in log.recent(50) if op.tool in self._owners]
        found = [op for op in recent if op.events[-1].kind == "confirmed" and op.visible_to(reader)]
        latest = sorted(found, key=lambda op: op.events[-1].at, reverse=True)
        rows = [row for row in (_row(op, turn) for op in latest) if _asked(row, args)][: args.limit or 10]
        if not rows:
            raise NotThere("não achei nada registrado pra desfazer")
        return {"operations": rows}

    def _target(self, operation_id: str, reader: str | None) -> Operation:
        logs = {id(tool.operations): tool.operations for tool in self._owners.values()}
        found = next((known for log in logs.values() if (known := log.find(operation_id))), None)
        if found is None or not found.visible_to(reader):
            raise NotThere("não achei essa operação")
        return found

    def _both(self, owner: Tool, operation: Operation, save: Callable[[], None]) -> Callable[[], None]:
        """Save, and say in the log of the undone operation that it is undone."""

        def saved() -> None:
            save()
            turn, last = current_turn(), operation.events[-1]
            owner.operations.append(
                OperationEvent(
                    kind="undone",
                    operation_id=operation.id,
                    tool=operation.tool,
                    at=turn.at if turn else system_clock(),
                    turn_id=turn.id if turn else "",
                    version=last.version,
                    member=turn.speaker if turn else None,
                    channel=turn.channel if turn else "python",
                    conversation=turn.conversation if turn else "",
                    message_id=turn.message_id if turn else None,
                    digest=last.digest,
                    private_to=last.private_to,
                )
            )

        return saved


def _asked(row: Wire, args: OperationsListArguments) -> bool:
    mine = args.member is None or fold(row["who"] or "") == fold(args.member)
    return mine and (args.day is None or row["when"] == args.day)


def _row(operation: Operation, turn: Turn | None) -> Wire:
    done = operation.confirmation
    assert done is not None
    return {
        "operationId": operation.id,
        "tool": operation.tool,
        "who": done.member,
        "when": _household_day(done.at, turn),
        "preview": (done.receipt or {}).get("preview"),
        "names": dict(done.resolved),
    }


def _household_day(at: datetime, turn: Turn | None) -> date:
    """The day it was told. A turn that is dated otherwise than the clock counts its own day as today."""
    day = today_in(DEFAULT_ZONE, at)
    return turn.today if turn is not None and day == today_in(DEFAULT_ZONE, turn.at) else day
