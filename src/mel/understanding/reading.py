"""What goes in and what comes out of understanding: values only, no look-ups and no clock.

The values of this room are named tuples: a message makes hundreds of them, and they are several times cheaper to make,
to compare and to import than frozen dataclasses.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple

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


class Term(NamedTuple):
    """A known thing of the household; satisfies `mel.shared.names.Named`."""

    name: str
    aliases: tuple[str, ...] = ()


class Vocabulary(NamedTuple):
    """The household's own names. `speaker` is the name of the member who writes."""

    members: tuple[Term, ...] = ()
    expenses: tuple[Term, ...] = ()
    goals: tuple[Term, ...] = ()
    cards: tuple[Term, ...] = ()
    incomes: tuple[Term, ...] = ()
    speaker: str | None = None


_NONE: Mapping[str, Any] = MappingProxyType({})


class Proposal(NamedTuple):
    """What waits for a yes, with slots in a reading's own form and the canonical name of its thing."""

    intent: str
    slots: Mapping[str, object] = _NONE
    name: str | None = None
    aliases: tuple[str, ...] = ()


class OpenQuestion(NamedTuple):
    """Mel asked for one missing slot ("name", "amount", "which"…); the next message may answer it."""

    intent: str
    slots: Mapping[str, object]
    missing: str


class Context(NamedTuple):
    """What the dialogue knows when a message arrives; open proposals are newest last."""

    today: date
    vocabulary: Vocabulary = Vocabulary()
    pending: tuple[Proposal, ...] = ()
    question: OpenQuestion | None = None
    last_action: Proposal | None = None


class Reading(NamedTuple):
    """One message understood, or an abstention (intent "unclear") with its reason.

    `ordered`: an order to log rather than a told event. `concluded`: one concluded spend, material for the fast path.
    `missing`: required slots that a write lacks. `items`: the well-read actions of a message that holds several, or
    the corrected reading of a correction. `suggestion`: a near-miss name, to be asked about and never used.
    """

    intent: str
    slots: Mapping[str, Any] = _NONE
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
        return self._replace(items=items)


def unclear(reason: str, items: tuple[Reading, ...] = ()) -> Reading:
    """An abstention: the fast path leaves the message to a model or to a question."""
    return Reading("unclear", {}, reason=reason, items=items)
