"""What a turn may cost, and how fast one member may talk. Beyond it Mel says so, honestly, and nothing is lost."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from mel.agent.conversation import TurnRecord
from mel.agent.model import CallRequest, Step
from mel.agent.wire import Wire


@dataclass(frozen=True, slots=True)
class Limits:
    """`steps` and `calls` a turn; `letters` of a message and of the history a model is shown; `seconds` a model step
    may take, `turn_seconds` all of them (less than the inbox's lease); `per_minute` messages of one member. A tool call
    has no time limit: a write is never abandoned."""

    steps: int = 8
    calls: int = 12
    letters: int = 8_000
    history_letters: int = 12_000
    seconds: float = 60.0
    turn_seconds: float = 100.0
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


LONGEST_CALL = 20_000
"""Letters of a call's arguments, as JSON."""
_LARGEST = 10**18


def within_reason(step: Step) -> Step:
    """A model's step as values that any storage can keep: no numbers beyond measure, no broken text, no endless
    arguments. What a tool then gets is still its to refuse."""
    calls = tuple(CallRequest(_plain(call.id), _plain(call.name), _fitting(call.args)) for call in step.calls)
    return Step(_plain(step.text), calls, step.question)


def _fitting(args: Wire) -> Wire:
    tame = _tame(args, 6)
    fits = isinstance(tame, dict) and len(json.dumps(tame)) <= LONGEST_CALL
    return tame if fits else {"arguments": "grande demais"}


def _tame(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return _plain(value)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return value if -_LARGEST < value < _LARGEST else "número grande demais"  # NaN compares false
    if isinstance(value, dict) and depth:
        return {_plain(str(key)): _tame(item, depth - 1) for key, item in value.items()}
    if isinstance(value, list | tuple) and depth:
        return [_tame(item, depth - 1) for item in value]
    return "…"


def _plain(text: str) -> str:
    """Without lone surrogates and NUL, which databases refuse."""
    if text.isascii() and "\0" not in text:
        return text
    return text.encode("utf-8", "ignore").decode().replace("\0", "")


def latest_that_fit(turns: Sequence[TurnRecord], letters: int) -> tuple[Wire, ...]:
    """The messages of the latest whole turns that fit: a call and its result are never parted."""
    kept: list[tuple[Wire, ...]] = []
    for turn in reversed(turns):
        letters -= turn.letters
        if letters < 0:
            break
        kept.append(turn.messages)
    return tuple(message for messages in reversed(kept) for message in messages)
