"""Take back what was written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from pydantic import StringConstraints

from mel.agent.operations import Operation, OperationEvent, OperationLog
from mel.agent.tools.arguments import WriteArguments
from mel.agent.tools.tool import Change, Told, Tool, writes
from mel.agent.turn import current_turn
from mel.shared.clock import system_clock
from mel.shared.errors import InvalidInput, NotThere


class UndoOperationArguments(WriteArguments):
    target: Annotated[str, StringConstraints(min_length=1, max_length=64)]


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
