"""What is known when a message arrives: the house, the conversation so far, and what waits for an answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from mel.agent.conversation import TurnRecord
from mel.agent.masking import Outside
from mel.agent.meaning import meaning, open_proposal
from mel.agent.memory import WorkingMemory
from mel.agent.operations import EXPIRES, Operation
from mel.agent.reply import Reply
from mel.agent.said import names_of, said_by, suggested
from mel.agent.turn import OpenProposal, Turn, TurnContext
from mel.agent.values import Values
from mel.agent.wire import Wire
from mel.agent.workbench import Workbench
from mel.shared.ids import new_id
from mel.understanding import OpenQuestion, Vocabulary, affirms, all_of_them, cancels_all, picked, pointed

RECENT_OPERATIONS = 3
A_DAY_OF_OPERATIONS = 10_000
"""More than a household writes in a day."""
WHICH_PROPOSAL = "proposal"
"""What an open question lacks when Mel asked which of several proposals is meant."""
REMEMBERED_TURNS = 12
"""How many earlier turns a model is shown."""


@dataclass(slots=True)
class Heard:
    """`reply` is set when this message was answered before; `said` grows with the turn's own messages.

    `unshown` is what an interrupted turn wrote and did not tell; `decided` says that this very message wrote it.
    `until`, on the monotonic clock, is when models must be done. `earlier` is what of the history a model is shown,
    `system` its prompt, `figures` what the member stated in history and message; all are made when first asked.
    `outside` is what of it all a real model is shown.
    """

    memory: WorkingMemory
    context: TurnContext
    history: tuple[TurnRecord, ...]
    previous_turn: str | None
    waiting: tuple[Operation, ...] = ()
    declined: tuple[Operation, ...] = ()
    said: list[Wire] = field(default_factory=list)
    reply: Reply | None = None
    unshown: tuple[Operation, ...] = ()
    decided: bool = False
    resumed: bool = False
    until: float = math.inf
    earlier: tuple[Wire, ...] | None = None
    system: str = ""
    figures: Values | None = None
    outside: Outside = field(default_factory=Outside)

    def listed(self, verb: str) -> tuple[str, ...]:
        """The ids the previous reply numbered, when it asked which of them to confirm (or cancel)."""
        question = self.context.open_question
        return listed_in(question) if question is not None and question.intent == verb else ()


def listed_in(question: OpenQuestion | None) -> tuple[str, ...]:
    """The operations that "which one?" numbers, in that order."""
    if question is None or question.missing != WHICH_PROPOSAL:
        return ()
    ids = question.slots.get("operations", ())
    return tuple(str(item) for item in ids) if isinstance(ids, list | tuple) else ()


def hear(bench: Workbench, turn: Turn) -> Heard:
    """Read the house once. No tool's repository is touched: working memory and logs have doors of their own."""
    memory = bench.memory.read(turn.speaker)
    vocabulary = memory.vocabulary(turn.speaker)
    recent = bench.conversations.recent(turn.conversation, REMEMBERED_TURNS)
    history = tuple(record for record in recent if record.member == turn.speaker)
    waiting = [op for op in bench.operations.open(turn.at) if op.visible_to(turn.speaker)]
    previous = _previous_turn(history, waiting, turn)
    question = _question(history)
    declined = _declined(turn, waiting, previous, question) or _crossed_out(turn, waiting, question)
    still = [op for op in waiting if op not in declined]
    context = TurnContext(
        id=turn.id,
        text=turn.text,
        today=turn.today,
        speaker=turn.speaker,
        vocabulary=vocabulary,
        open_proposals=_waiting(bench, still, turn, vocabulary),
        declined=tuple(open_proposal(op) for op in declined),
        open_question=question,
        last_write=_last_write(bench, history),
        new_operation_id=new_id("op-"),
        previous_turn=previous,
    )
    heard = Heard(memory, context, history, previous, tuple(still), declined, [{"role": "user", "text": turn.text}])
    heard.unshown = _unshown(bench, turn, history)
    if turn.message_id and bench.inbox is not None:
        claim = bench.inbox.claim(turn.message_id, turn.id, turn.at)
        if claim.state == "done" and claim.reply is not None:
            heard.reply = Reply.of(claim.reply)
        elif claim.state == "busy":
            heard.reply = Reply("Ainda estou cuidando dessa mensagem.", turn_id=claim.turn_id)
        elif claim.state == "resumed":
            heard.resumed = True
            wrote = _written_by(bench, turn)
            heard.decided = bool(wrote)
            heard.unshown = wrote or heard.unshown
    return heard


def _waiting(
    bench: Workbench, waiting: Sequence[Operation], turn: Turn, vocabulary: Vocabulary
) -> tuple[OpenProposal, ...]:
    """The open proposals, and for each whether its amount was said where it was made (by the partner, elsewhere)."""
    said: dict[tuple[str, str | None], Values] = {}
    found = []
    for operation in waiting:
        event = operation.proposal
        assert event is not None
        where = (event.conversation, event.member)
        if where not in said:
            records = bench.conversations.recent(event.conversation, REMEMBERED_TURNS)
            said[where] = said_by([record for record in records if record.member == event.member], "", turn.today)
        ours = suggested(event.arguments, said[where], names_of(vocabulary))
        found.append(replace(open_proposal(operation), suggested=ours))
    return tuple(found)


def _written_by(bench: Workbench, turn: Turn) -> tuple[Operation, ...]:
    """What this very message wrote before the worker that had it died. Rare, so a day of the log is walked."""
    return tuple(
        op
        for op in reversed(bench.operations.recent(A_DAY_OF_OPERATIONS, turn.at - EXPIRES))
        if op.confirmation is not None and op.confirmation.message_id == turn.message_id
    )


def _unshown(bench: Workbench, turn: Turn, history: Sequence[TurnRecord]) -> tuple[Operation, ...]:
    """What this member's interrupted turn wrote: confirmed here, later than the last remembered turn, and not in it."""
    told = {record.turn_id for record in history}
    since = history[-1].at if history else None
    return tuple(
        op
        for op in reversed(bench.operations.recent(RECENT_OPERATIONS, since))
        if (done := op.events[-1]).kind == "confirmed"
        and (done.conversation, done.member) == (turn.conversation, turn.speaker)
        and done.turn_id not in told
        and turn.at - done.at < EXPIRES
    )


def _previous_turn(history: Sequence[TurnRecord], waiting: Sequence[Operation], turn: Turn) -> str | None:
    """The turn of Mel's last reply here. A chat that was given no history asks the log for the latest it showed."""
    if history:
        return history[-1].turn_id
    here = [op.events[-1].turn_id for op in waiting if op.events[-1].conversation == turn.conversation]
    return here[-1] if here else None


def _declined(
    turn: Turn, waiting: Sequence[Operation], previous: str | None, question: OpenQuestion | None
) -> tuple[Operation, ...]:
    """The proposals this message says no to: the one it names, else what the previous reply proposed to this member.
    When that reply asked about something else ("Em quê?"), a mere no is about that."""
    if not turn.direct or turn.consent.kind != "text" or not waiting:
        return ()
    if cancels_all(turn.text):
        return _own(turn, waiting)
    noes = [(op, answer) for op in waiting if (answer := affirms(turn.text, open_proposal(op).meaning)).verdict == "no"]
    named = tuple(op for op, answer in noes if answer.named)
    just_shown = any(op.proposal is not None and op.proposal.turn_id == previous for op in waiting)
    if named or (question is not None and question.missing != WHICH_PROPOSAL and not just_shown):
        return named
    return tuple(
        op
        for op, _ in noes
        if (event := op.proposal) is not None
        and event.member == turn.speaker
        and (event.turn_id == previous or len(waiting) == 1)
    )


def _crossed_out(turn: Turn, waiting: Sequence[Operation], question: OpenQuestion | None) -> tuple[Operation, ...]:
    """What "2", "o mercado" or "todas" picks, when the previous reply asked which to cancel."""
    ids = listed_in(question) if question is not None and question.intent == "cancel" and turn.direct else ()
    listed = [op for op in waiting if op.id in ids]
    if listed and all_of_them(turn.text):
        return _own(turn, waiting) or tuple(listed)
    place = picked(turn.text, len(ids)) if ids else None
    named = pointed(turn.text, tuple(open_proposal(op).meaning for op in listed)) if place is None else None
    if named is not None:
        return (listed[named],)
    return tuple(op for op in listed if place is not None and op.id == ids[place])


def _own(turn: Turn, waiting: Sequence[Operation]) -> tuple[Operation, ...]:
    return tuple(op for op in waiting if op.proposal is not None and op.proposal.member == turn.speaker)


def _question(history: Sequence[TurnRecord]) -> OpenQuestion | None:
    asked = history[-1].reply.get("question") if history else None
    return OpenQuestion(asked["intent"], asked["slots"], asked["missing"]) if asked else None


def _last_write(bench: Workbench, history: Sequence[TurnRecord]) -> OpenProposal | None:
    """What the previous reply to this member wrote, if it wrote exactly one thing."""
    receipts = history[-1].reply.get("receipts", []) if history else []
    if len(receipts) != 1:
        return None
    operation = bench.operations.find(receipts[0]["operationId"])
    return open_proposal_of_write(operation) if operation is not None else None


def open_proposal_of_write(operation: Operation) -> OpenProposal | None:
    """A confirmed operation in the shape of a proposal, for corrections and undo; None once it was undone."""
    done = operation.confirmation
    if done is None or operation.events[-1].kind == "undone":
        return None
    return OpenProposal(
        operation_id=operation.id,
        tool=operation.tool,
        arguments=done.arguments,
        preview=(done.receipt or {}).get("preview", {}),
        digest=done.digest,
        member=done.member,
        turn_id=done.turn_id,
        meaning=meaning(operation.tool, done.arguments, done.resolved, (done.receipt or {}).get("preview", {})),
    )
