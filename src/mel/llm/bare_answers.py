"""A mere yes or no while no proposal waits: to an open question, an offer, what was just written, or nothing."""

from __future__ import annotations

from mel.agent.listening import WHICH_PROPOSAL
from mel.agent.model import Prompt
from mel.agent.turn import TurnContext
from mel.agent.wording import answers
from mel.llm import small_talk
from mel.llm.entry_choice import asked_again
from mel.llm.offers import taken_up
from mel.llm.wish import Wish
from mel.llm.wishes import wish_for
from mel.shared.text import tokens
from mel.understanding import Proposal, Reading, affirms

_THANKS = {"obrigado", "obrigada", "brigado", "brigada", "valeu", "vlw", "obg", "precisa", "carece", "depois", "outra"}
"""With one of these a no declines what was offered, and takes nothing back."""


def bare_answer(prompt: Prompt, tools: frozenset[str]) -> Wish | None:
    """None when the message says more, or something waits that it may be about: not what was asked about before."""
    turn = prompt.turn
    just_shown = any(proposal.turn_id == turn.previous_turn for proposal in turn.open_proposals)
    asked = turn.open_question is not None and turn.open_question.missing != WHICH_PROPOSAL and not just_shown
    if (turn.open_proposals and not asked) or any(char.isdigit() for char in turn.text):
        return None
    verdict = affirms(turn.text, Proposal("record_spend")).verdict
    if verdict == "yes":
        offered = _asked_again(turn, tools) or taken_up(prompt.messages, turn.today, tools)
        return offered or Wish(text=small_talk.NOTHING_WAITS)
    if verdict != "no":
        return None
    if turn.open_question is not None:
        tool = turn.open_question.slots.get("tool")
        return Wish(text=answers.not_done([str(tool)] if tool else ()))
    if turn.last_write is None:
        return Wish(text=small_talk.NOTHING_WAITS)
    if _THANKS & set(tokens(turn.text)) or turn.last_write.tool == "undoOperation" or "undoOperation" not in tools:
        return Wish(text=small_talk.AT_YOUR_SIDE)
    return Wish(calls=(("undoOperation", {"target": turn.last_write.operation_id}),))


def _asked_again(turn: TurnContext, tools: frozenset[str]) -> Wish | None:
    """A "sim" answers neither "this or that?" nor "how much?": the same question once more."""
    question = turn.open_question
    if question is None:
        return None
    if (entry := asked_again(turn)) is not None:
        return entry
    wish = wish_for(Reading(question.intent, question.slots), turn, tools)
    return wish if wish and wish.question and wish.question.missing == question.missing else None
