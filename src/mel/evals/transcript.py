"""What happened, frozen: oracles read this and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from mel.evals.rows import Change


@dataclass(frozen=True, slots=True)
class ObservedCall:
    """A tool call as the agent made it, and what it was answered."""

    name: str
    args: Mapping[str, Any]
    result: Any

    @property
    def is_write(self) -> bool:
        """Writes, and only they, carry an operation id (DESIGN §3)."""
        return "operationId" in self.args

    @property
    def persisted(self) -> bool:
        return isinstance(self.result, Mapping) and self.result.get("persisted") is True


@dataclass(frozen=True, slots=True)
class Usage:
    """Of one turn: requests to the model, its tokens, and their price when it is known."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.requests + other.requests,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cost_usd + other.cost_usd,
        )


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """One turn: `drafts` are all the words the model offered; the member got `text`, and below it the `cards` that code
    drew of previews and receipts. `rejected` are the drafts that grounding turned down; `replaced`: all of them were.

    `changes` is None when the world cannot be compared.
    """

    number: int
    user: str
    speaker: str | None
    today: date | None
    text: str
    drafts: tuple[str, ...]
    calls: tuple[ObservedCall, ...]
    changes: tuple[Change, ...] | None
    seconds: float = 0.0
    usage: Usage = Usage()
    replaced: bool = False
    cards: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()

    @property
    def delivered(self) -> str:
        """Everything the member reads."""
        return "\n".join((self.text, *self.cards))


Transcript = Sequence[SeenTurn]
