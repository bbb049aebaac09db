"""What a turn may cost, and how fast one member may talk. Beyond it Mel says so, honestly, and nothing is lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from mel.agent.wire import Wire


@dataclass(frozen=True, slots=True)
class Limits:
    """`steps` and `calls` a turn; `letters` of a message and of the history a model is shown; `seconds` a model step
    may take; `per_minute` messages of one member. A tool call has no time limit: a write is never abandoned."""

    steps: int = 8
    calls: int = 12
    letters: int = 8_000
    history_letters: int = 12_000
    seconds: float = 60.0
    per_minute: int = 40


@dataclass(slots=True)
class Pace:
    """How many messages each member sent in the last minute; known to this process only."""

    per_minute: int
    sent: dict[str, deque[datetime]] = field(default_factory=dict)

    def allows(self, member: str, now: datetime) -> bool:
        """Counts this message, unless it is one too many."""
        recent = self.sent.setdefault(member, deque())
        while recent and now - recent[0] >= timedelta(minutes=1):
            recent.popleft()
        if len(recent) >= self.per_minute:
            return False
        recent.append(now)
        return True


def latest_that_fit(turns: Sequence[tuple[Wire, ...]], letters: int) -> tuple[Wire, ...]:
    """The messages of the latest whole turns that fit: a call and its result are never parted."""
    kept: list[tuple[Wire, ...]] = []
    for messages in reversed(turns):
        letters -= sum(len(str(message)) for message in messages)
        if letters < 0:
            break
        kept.append(messages)
    return tuple(message for messages in reversed(kept) for message in messages)
