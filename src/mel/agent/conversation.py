"""What was said: provider-neutral JSON of our own, so that a conversation survives a restart and a change of model."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Protocol

from mel.agent.wire import Wire


@dataclass(frozen=True)
class TurnRecord:
    """One remembered turn. `messages` are what a model is shown later: no rejected draft is among them.

    `reply` is the delivered reply's wire form. `wrote` says whether anything was committed in the turn.
    """

    turn_id: str
    conversation: str
    member: str | None
    day: date
    at: datetime
    messages: tuple[Wire, ...]
    reply: Wire
    wrote: bool = False

    @cached_property
    def letters(self) -> int:
        """How much of a model's attention its messages take."""
        return sum(len(str(message)) for message in self.messages)


class ConversationLog(Protocol):
    """Port, for one household. A conversation belongs to one member."""

    def append(self, record: TurnRecord) -> None: ...

    def recent(self, conversation: str, limit: int) -> tuple[TurnRecord, ...]:
        """The latest turns of that conversation, oldest first."""


class InMemoryConversationLog:
    """The history of a chat that was given none, and of tests."""

    def __init__(self) -> None:
        self._turns: dict[str, list[TurnRecord]] = {}

    def append(self, record: TurnRecord) -> None:
        self._turns.setdefault(record.conversation, []).append(record)

    def recent(self, conversation: str, limit: int) -> tuple[TurnRecord, ...]:
        return tuple(self._turns.get(conversation, [])[-limit:])
