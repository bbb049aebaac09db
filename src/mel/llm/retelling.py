"""A correction that undoes first: the corrected form waits, and is proposed once the old one is gone."""

from __future__ import annotations

from mel.agent.reply import ToolCall
from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.understanding import OpenQuestion, Reading

AGAIN = "again"
"""What such an open question lacks: only that the old one is undone."""
_UNDO = "undoOperation"


def to_tell_again(reading: Reading, last: ToolCall) -> OpenQuestion | None:
    """After "na verdade foram 350" offered to undo a contribution of 300: what to propose after the yes."""
    offered = last.name == _UNDO and _receipt(last).get("confirmed") is False
    if not offered or reading.reason != "correction" or len(reading.items) != 1:
        return None
    corrected = reading.items[0]
    return OpenQuestion(corrected.intent, dict(corrected.slots), AGAIN)


def told_again(turn: TurnContext, last: ToolCall) -> Reading | None:
    """The corrected form, in the turn that undid the old one."""
    question = turn.open_question
    if question is None or question.missing != AGAIN or last.name != _UNDO or not _receipt(last).get("persisted"):
        return None
    return Reading(question.intent, question.slots, ordered=True)


def _receipt(call: ToolCall) -> Wire:
    return call.result if isinstance(call.result, dict) else {}
