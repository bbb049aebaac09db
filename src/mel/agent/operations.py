"""The operation log: every proposal and what became of it, append-only. It is the audit trail and what undo reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, Protocol

from mel.agent.receipt import Notes, ToolReceipt
from mel.agent.wire import Wire

EXPIRES = timedelta(hours=24)
"""A proposal older than this is shown again instead of being confirmed (DESIGN §4 b)."""

EventKind = Literal["proposed", "confirmed", "cancelled", "expired", "undone"]
State = Literal["proposed", "confirmed", "cancelled", "expired", "undone"]


class AlreadyConfirmed(Exception):
    """A second confirmation of one operation id reached the log; nothing of it may be kept."""


@dataclass(frozen=True, slots=True)
class OperationEvent:
    """One thing that happened to an operation.

    `arguments` are as sent (camelCase, without operationId and confirm); `resolved` says what names in them meant;
    `digest` fingerprints what was authorised; `fact` fingerprints what an entry states about the world, so that the
    same purchase told twice is noticed; `private_to` is the only member who may see the operation.
    """

    kind: EventKind
    operation_id: str
    tool: str
    at: datetime
    turn_id: str = ""
    version: int = 1
    member: str | None = None
    channel: str = "python"
    conversation: str = ""
    message_id: str | None = None
    arguments: Wire = field(default_factory=dict)
    resolved: dict[str, str] = field(default_factory=dict)
    digest: str = ""
    fact: str | None = None
    receipt: Wire | None = None
    private_to: str | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation as its events tell it, oldest first. Never empty."""

    events: tuple[OperationEvent, ...]

    @property
    def id(self) -> str:
        return self.events[0].operation_id

    @property
    def tool(self) -> str:
        return self.events[0].tool

    @property
    def proposal(self) -> OperationEvent | None:
        """The latest version that was shown."""
        return next((event for event in reversed(self.events) if event.kind == "proposed"), None)

    @property
    def confirmation(self) -> OperationEvent | None:
        return next((event for event in self.events if event.kind == "confirmed"), None)

    @property
    def receipt(self) -> ToolReceipt | None:
        """The stored receipt of its confirmation."""
        done = self.confirmation
        if done is None or done.receipt is None:
            return None
        return ToolReceipt.of(done.receipt, Notes(done.resolved, done.fact, done.private_to))

    @property
    def private_to(self) -> str | None:
        return self.events[-1].private_to

    def state(self, now: datetime) -> State:
        """What it is now; a proposal expires by itself."""
        last = self.events[-1]
        if last.kind == "proposed" and now - last.at >= EXPIRES:
            return "expired"
        return last.kind

    def visible_to(self, reader: str | None) -> bool:
        return self.private_to is None or self.private_to == reader


class OperationLog(Protocol):
    """Port, for one household."""

    def append(self, event: OperationEvent) -> None:
        """Raises `AlreadyConfirmed` for a second confirmation of one id."""

    def find(self, operation_id: str) -> Operation | None: ...

    def open(self, now: datetime) -> tuple[Operation, ...]:
        """Proposals that wait for an answer and have not expired, the latest shown last."""

    def recent(self, limit: int = 50, since: datetime | None = None) -> tuple[Operation, ...]:
        """By their latest event, newest first; only what happened later than `since`."""

    def told(self, fact: str) -> Operation | None:
        """The latest confirmed and not undone operation that states this fact."""


class InMemoryOperationLog:
    """The log of a tool that was given none, and of tests."""

    def __init__(self) -> None:
        self._events: dict[str, list[OperationEvent]] = {}
        self._latest: dict[str, int] = {}
        self._count = 0

    def append(self, event: OperationEvent) -> None:
        events = self._events.setdefault(event.operation_id, [])
        if event.kind == "confirmed" and any(known.kind == "confirmed" for known in events):
            raise AlreadyConfirmed(event.operation_id)
        events.append(event)
        self._count += 1
        self._latest[event.operation_id] = self._count

    def find(self, operation_id: str) -> Operation | None:
        events = self._events.get(operation_id)
        return Operation(tuple(events)) if events else None

    def open(self, now: datetime) -> tuple[Operation, ...]:
        waiting = [op for op in self._all() if op.state(now) == "proposed"]
        return tuple(sorted(waiting, key=self._told_when))

    def recent(self, limit: int = 50, since: datetime | None = None) -> tuple[Operation, ...]:
        later = [op for op in self._all() if since is None or op.events[-1].at > since]
        return tuple(sorted(later, key=self._told_when, reverse=True)[:limit])

    def told(self, fact: str) -> Operation | None:
        hits = [op for op in self._all() if op.events[-1].kind == "confirmed" and op.events[-1].fact == fact]
        return max(hits, key=self._told_when, default=None)

    def _all(self) -> Iterable[Operation]:
        return [Operation(tuple(events)) for events in self._events.values()]

    def _told_when(self, operation: Operation) -> tuple[datetime, int]:
        """By time; what happened in the same moment, in the order it was told."""
        return operation.events[-1].at, self._latest[operation.id]
