"""The inbox: every message id is answered once, however often it is delivered (DESIGN §4, "Exactly once")."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, Protocol

LEASE = timedelta(minutes=2)
"""How long a turn may work on a message before another worker may take it over."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What became of a message: `fresh` is ours to answer, `resumed` was left unfinished by a worker that died,
    `busy` is being answered elsewhere, `done` has its `reply` (the wire form of an earlier one)."""

    state: Literal["fresh", "resumed", "busy", "done"]
    turn_id: str
    reply: dict[str, Any] | None = None


class Inbox(Protocol):
    """Port, for one household. `claim` gives a resumed message the turn id it had before, so it decides only once."""

    def claim(self, message_id: str, turn_id: str, now: datetime) -> Claim: ...

    def finish(self, message_id: str, reply: dict[str, Any], now: datetime) -> None: ...
