"""What goes in and what comes out of understanding: values only, no look-ups and no clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

WRITES = frozenset(
    {
        "record_spend",
        "contribute_to_goal",
        "register_expense",
        "adjust_expense",
        "create_goal",
        "record_income",
        "import_invoice",
        "confirm",
        "undo",
    }
)
"""The intents that change something; every other one only reads or talks."""


@dataclass(frozen=True, slots=True)
class Term:
    """A known thing of the household; satisfies `mel.shared.names.Named`."""

    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The household's own names. `speaker` is the name of the member who writes."""

    members: tuple[Term, ...] = ()
    expenses: tuple[Term, ...] = ()
    goals: tuple[Term, ...] = ()
    cards: tuple[Term, ...] = ()
    incomes: tuple[Term, ...] = ()
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """What waits for a yes, with slots in a reading's own form and the canonical name of its thing."""

    intent: str
    slots: Mapping[str, object] = field(default_factory=dict)
    name: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Mel asked for one missing slot ("name", "amount", "which"…); the next message may answer it."""

    intent: str
    slots: Mapping[str, object]
    missing: str


@dataclass(frozen=True, slots=True)
class Context:
    """What the dialogue knows when a message arrives; open proposals are newest last."""

    today: date
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    pending: tuple[Proposal, ...] = ()
    question: OpenQuestion | None = None
    last_action: Proposal | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One message understood, or an abstention (intent "unclear") with its reason.

    `ordered`: an order to log rather than a told event. `concluded`: one concluded spend, material for the fast path.
    `missing`: required slots that a write lacks. `items`: the well-read actions of a message that holds several, or
    the corrected reading of a correction. `suggestion`: a near-miss name, to be asked about and never used.
    """

    intent: str
    slots: Mapping[str, Any] = field(default_factory=dict)
    reason: str | None = None
    items: tuple[Reading, ...] = ()
    aspect: str | None = None
    ordered: bool = False
    concluded: bool = False
    missing: tuple[str, ...] = ()
    suggestion: str | None = None

    @property
    def writes(self) -> bool:
        """Whether acting on it would change something."""
        return self.intent in WRITES

    def with_items(self, items: tuple[Reading, ...]) -> Reading:
        return replace(self, items=items)


def unclear(reason: str, items: tuple[Reading, ...] = ()) -> Reading:
    """An abstention: the fast path leaves the message to a model or to a question."""
    return Reading("unclear", {}, reason=reason, items=items)
