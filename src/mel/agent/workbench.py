"""What one turn works with: tools bound to a unit of work, and the logs that are kept or dropped with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime

from mel.agent.conversation import ConversationLog
from mel.agent.memory import MemorySource
from mel.agent.operations import Operation, OperationEvent, OperationLog
from mel.agent.tools.tool import Tool
from mel.delivery import Inbox


@dataclass(frozen=True, slots=True)
class Workbench:
    """`operations` is the union of the tools' logs. Without an inbox, a message id is only written down."""

    tools: Sequence[Tool]
    operations: OperationLog
    conversations: ConversationLog
    memory: MemorySource
    inbox: Inbox | None = None


OpenWorkbench = Callable[[], AbstractContextManager[Workbench]]
"""Opens a workbench; leaving the context keeps what was done, an exception drops it."""


def standing(bench: Workbench) -> OpenWorkbench:
    """A workbench over tools that keep everything themselves, as tests build them: nothing to open, nothing to drop."""

    @contextmanager
    def opened() -> Iterator[Workbench]:
        yield bench

    return opened


class JointLog:
    """Several tools' logs read as one. An event about an operation goes where that operation is."""

    def __init__(self, logs: Sequence[OperationLog]) -> None:
        self._logs = tuple({id(log): log for log in logs}.values())

    def append(self, event: OperationEvent) -> None:
        home = next((log for log in self._logs if log.find(event.operation_id)), self._logs[0])
        home.append(event)

    def find(self, operation_id: str) -> Operation | None:
        return next((found for log in self._logs if (found := log.find(operation_id))), None)

    def open(self, now: datetime) -> tuple[Operation, ...]:
        waiting = [operation for log in self._logs for operation in log.open(now)]
        return tuple(sorted(waiting, key=lambda operation: operation.events[-1].at))

    def recent(self, limit: int = 50, since: datetime | None = None) -> tuple[Operation, ...]:
        latest = [operation for log in self._logs for operation in log.recent(limit, since)]
        return tuple(sorted(latest, key=lambda operation: operation.events[-1].at, reverse=True)[:limit])

    def told(self, fact: str) -> Operation | None:
        return next((found for log in self._logs if (found := log.told(fact))), None)
