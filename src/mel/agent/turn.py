"""One message of one member, and everything the house knows about it before a model is asked."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from mel.agent.wire import Wire
from mel.understanding import OpenQuestion, Proposal, Vocabulary


@dataclass(frozen=True, slots=True)
class Consent:
    """How a member says yes: in words, by a button (operation and digest of what it showed), or on the command line."""

    kind: Literal["text", "button", "cli"] = "text"
    operation_id: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """`direct` is false for forwarded, quoted or transcribed text, which never writes without a further yes."""

    id: str
    text: str
    today: date
    at: datetime
    speaker: str | None = None
    conversation: str = ""
    channel: str = "python"
    message_id: str | None = None
    direct: bool = True
    consent: Consent = field(default_factory=Consent)


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal that waits for this member's answer, as the models see it; `suggested` when it carries an amount that
    its member never said."""

    operation_id: str
    tool: str
    arguments: Wire
    preview: Wire
    digest: str
    member: str | None
    turn_id: str
    meaning: Proposal
    suggested: bool = False


@dataclass(frozen=True, slots=True)
class TurnContext:
    """`Prompt.turn`: what the embedded model reads. `last_write` is what the previous reply to this member wrote;
    `declined` are the proposals that this very message said no to; `previous_turn` is the turn of that reply."""

    id: str
    text: str
    today: date
    speaker: str | None = None
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    open_proposals: tuple[OpenProposal, ...] = ()
    declined: tuple[OpenProposal, ...] = ()
    open_question: OpenQuestion | None = None
    last_write: OpenProposal | None = None
    new_operation_id: str = ""
    previous_turn: str | None = None


@dataclass(frozen=True, slots=True)
class Running:
    """The turn a tool runs in. `unasked` marks the fast path: nobody said yes, so a repeat must become a question."""

    turn: Turn
    unasked: bool = False


CURRENT: ContextVar[Running | None] = ContextVar("running", default=None)
"""None when a tool is called directly, without a chat."""


def current_turn() -> Turn | None:
    """The turn that a tool runs in, if any."""
    running = CURRENT.get()
    return running.turn if running else None
