"""The gate: whether a write that a model asks for is shown, saved, answered from the log, or refused (DESIGN §4).

One decision over explicit facts. It loads nothing: what names mean is read from the proposal that was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from mel.agent.meaning import meaning
from mel.agent.operations import Operation, OperationEvent
from mel.agent.turn import Turn
from mel.agent.wire import Wire, plain
from mel.shared.text import fold
from mel.understanding import Affirmation, Proposal, affirms, choose, picked

Outcome = Literal["preview", "commit", "replay", "refuse"]

NOT_AGREED = "o membro ainda não confirmou esta proposta: mostre o preview e espere o sim dele"
WHICH = "há mais de uma proposta em aberto: pergunte qual delas o membro quer confirmar"
USED_ID = "este operationId já foi usado com outros dados: use um operationId novo"
UNDONE = "esta operação já foi desfeita: se for pra registrar outra vez, use um operationId novo"
SHOWN_NOW = "esta versão acabou de ser mostrada: espere a resposta do membro"
NOT_YOURS = "esta operação não é desta conversa: use um operationId novo"


@dataclass(frozen=True, slots=True)
class WriteCall:
    """The call under judgement: `arguments` are the authorised ones, as plain values."""

    tool: str
    operation_id: str
    confirm: bool
    arguments: Wire


@dataclass(frozen=True, slots=True)
class Facts:
    """`known` is the operation with that id; `open` all proposals that wait and the speaker may see.

    `previous_turn` is the turn of Mel's last reply to this member in this conversation. `fast_path` says whether the
    message itself states this one concluded spend (rule d); it is asked only when it matters. `listed` are the ids that
    the previous reply numbered, when it asked which of them to confirm; `crossing_out`: it asked which to cancel.
    """

    call: WriteCall
    turn: Turn
    known: Operation | None
    open: tuple[Operation, ...]
    previous_turn: str | None
    fast_path: Callable[[], bool]
    listed: tuple[str, ...] = ()
    crossing_out: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: Outcome
    reason: str = ""
    fast_path: bool = False


PREVIEW = Verdict("preview")
COMMIT = Verdict("commit")


def decide(facts: Facts) -> Verdict:
    """Rules (a) to (f) in order; each line is one of them."""
    call, known = facts.call, facts.known
    if known is not None:
        if not known.visible_to(facts.turn.speaker) or known.tool != call.tool:
            return Verdict("refuse", NOT_YOURS if not known.visible_to(facts.turn.speaker) else USED_ID)
        if known.state(facts.turn.at) == "undone":
            return Verdict("refuse", UNDONE)
        if known.confirmation is not None:
            same = agrees(call.arguments, known.confirmation)
            return Verdict("replay") if same else Verdict("refuse", USED_ID)
    if not call.confirm:
        return PREVIEW
    shown = _shown(facts)
    if shown is None:
        if known is None and facts.fast_path():
            return Verdict("commit", fast_path=True)
        return Verdict("refuse", SHOWN_NOW) if _made_now(facts) else PREVIEW
    return _consented(facts, shown)


def _shown(facts: Facts) -> OperationEvent | None:
    """Rule (b): the open version with these arguments that an earlier turn showed; no later version says otherwise."""
    known = facts.known
    if known is None or known.state(facts.turn.at) != "proposed":
        return None
    latest = known.proposal
    if latest is None or not agrees(facts.call.arguments, latest):
        return None
    earlier = [event for event in known.events if event.kind == "proposed" and event.turn_id != facts.turn.id]
    # Only what was shown last: an older version, shown again in the turn of the yes, is not what the yes is about.
    return earlier[-1] if earlier and earlier[-1].digest == latest.digest else None


def _made_now(facts: Facts) -> bool:
    """Whether exactly this was first proposed in this very turn, so that showing it again would say nothing new."""
    latest = facts.known.proposal if facts.known else None
    return latest is not None and latest.turn_id == facts.turn.id and agrees(facts.call.arguments, latest)


def _consented(facts: Facts, event: OperationEvent) -> Verdict:
    """Rule (c): the member said yes, in this turn, to this proposal, as `event` showed it, and to no other."""
    turn, known = facts.turn, facts.known
    assert known is not None
    if turn.consent.kind != "text":
        agreed = turn.consent.operation_id == known.id and turn.consent.digest == event.digest
        return COMMIT if agreed else Verdict("refuse", NOT_AGREED)
    if not turn.direct:
        return Verdict("refuse", NOT_AGREED)
    if known.id in _chosen(facts) or known.id == _numbered(facts):
        return COMMIT
    answer = _answer(turn, known)
    if answer.verdict != "yes":
        return Verdict("refuse", NOT_AGREED)
    if answer.named:
        others = [other for other in facts.open if other.id != known.id and _answer(turn, other).named]
        return Verdict("refuse", WHICH) if others else COMMIT
    own = [op for op in facts.open if op.proposal is not None and op.proposal.member == turn.speaker]
    if len(own) > 1:
        return Verdict("refuse", WHICH)
    if event.member != turn.speaker:
        return Verdict("refuse", NOT_AGREED)
    if answer.strong:
        return COMMIT
    just_asked = event.turn_id == facts.previous_turn and event.conversation == turn.conversation
    return COMMIT if just_asked else Verdict("refuse", NOT_AGREED)


def _chosen(facts: Facts) -> tuple[str, ...]:
    """The member's own open proposals that the text picks out of several: "confirma os dois", "só o mercado"."""
    own = [op for op in facts.open if op.proposal is not None and op.proposal.member == facts.turn.speaker]
    if len(own) < 2:
        return ()
    if facts.crossing_out:
        return ()  # "todas" after "Qual você cancela?" accepts nothing
    meanings = tuple(_meant(op.tool, op.proposal) for op in own if op.proposal is not None)
    just_shown = all(op.proposal is not None and op.proposal.turn_id == facts.previous_turn for op in own)
    taken = choose(facts.turn.text, meanings, asked=bool(facts.listed) or just_shown)
    return tuple(own[i].id for i in taken or ())


def _numbered(facts: Facts) -> str | None:
    """The proposal that "2" or "o último" picks from the list Mel just showed."""
    place = picked(facts.turn.text, len(facts.listed)) if facts.listed else None
    return facts.listed[place] if place is not None else None


def _answer(turn: Turn, operation: Operation) -> Affirmation:
    event = operation.proposal
    if event is None:
        return Affirmation("unclear")
    return affirms(turn.text, _meant(operation.tool, event))


def _meant(tool: str, event: OperationEvent) -> Proposal:
    return meaning(tool, event.arguments, event.resolved, (event.receipt or {}).get("preview", {}))


def agrees(sent: Mapping[str, Any], shown: OperationEvent) -> bool:
    """Whether a call carries what was shown: names as sent or as resolved, 200 = 200.0, nothing more and nothing less.

    A date that was left out and defaulted may be named again, as long as it is the same.
    """
    for key in sent.keys() | shown.arguments.keys():
        mine, theirs = sent.get(key), shown.arguments.get(key)
        meant = shown.resolved.get(key)
        if mine is None and theirs is None:
            continue
        if isinstance(mine, str) and (theirs is None or isinstance(theirs, str)):
            accepted = {fold(value) for value in (theirs, meant) if value is not None}
            if fold(mine) not in accepted:
                return False
        elif plain(mine) != plain(theirs):
            return False
    return True
