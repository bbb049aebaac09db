"""The fast path (DESIGN §4 d): a concluded spend that a member told in their own words needs no second word."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from mel.agent.gate import WriteCall
from mel.agent.meaning import INTENTS, METHODS
from mel.agent.turn import OpenProposal, Turn
from mel.household import Household
from mel.shared.names import match
from mel.shared.period import Period
from mel.shared.text import fold, tokens
from mel.understanding import Context, Proposal, Reading, Vocabulary, understand, undo
from mel.understanding.verbs import ADD, LOG, PLACE, verb

TOOL = "recordSpend"
UNDO = "undoOperation"
_HEDGES = {"uns", "umas", "quase", "cerca", "aproximadamente", "acho", "talvez", "menos", "parece", "tipo"}
"""A hedged amount ("uns 50") is shown before it is written."""
_LATELY = 31
"""Days back. A day further back may be a slip, or a year that was only guessed ("20/06" told on 15/06)."""
_CARRIED = {"expense", "period", "amount", "date", "paidBy", "paymentMethod", "card"}


def states(call: WriteCall, turn: Turn, vocabulary: Vocabulary, household: Household) -> bool:
    """Whether the message is one concluded spend and the call carries exactly that, within the household's limit."""
    if call.tool != TOOL or not turn.direct or turn.consent.kind != "text" or call.arguments.keys() - _CARRIED:
        return False
    if _orders(turn.text) or _HEDGES & set(tokens(turn.text)):
        return False
    reading = understand(turn.text, Context(today=turn.today, vocabulary=vocabulary))
    if (
        _HEDGES & set(tokens(turn.text))
        or reading.intent != "record_spend"
        or not reading.concluded
        or reading.ordered
        or reading.missing
    ):
        return False
    return (
        _same_money(reading, call, household)
        and _same_expense(reading, call, vocabulary)
        and _same_day(reading, call, turn.today)
        and _same_people(reading, call, turn, household)
        and _same_means(reading, call)
    )


def _orders(text: str) -> bool:
    """Whether any word tells Mel to write ("põe", "lança"), however the sentence is read: an order is shown first."""
    forms = (verb(word) for word in tokens(text))
    return any(form is not None and form.tense == "order" and form.lemma in LOG | ADD | PLACE for form in forms)


def takes_back(call: WriteCall, turn: Turn, last_write: OpenProposal | None) -> bool:
    """ "desfaz" acts at once only on what the previous reply to this member wrote, if the message names nothing else;
    otherwise it proposes."""
    if call.tool != UNDO or not turn.direct or last_write is None:
        return False
    if call.arguments.get("target") != last_write.operation_id or not may_be_meant(turn.text, last_write.tool):
        return False
    context = Context(today=turn.today, last_action=Proposal("record_spend"))
    return understand(turn.text, context).intent == "undo"


def may_be_meant(text: str, tool: str) -> bool:
    """Whether what a message asks to undo may be a write of this tool."""
    intent = "adjust_expense" if tool == "correctEntry" else INTENTS.get(tool, tool)
    return undo.takes_back(text, intent)


def _same_money(reading: Reading, call: WriteCall, household: Household) -> bool:
    money = call.arguments.get("amount", {})
    said = Decimal(str(reading.slots.get("amount", "0")))
    limit = household.fast_path_limit
    return (
        said == Decimal(str(money.get("amount")))
        and reading.slots.get("currency") == money.get("currency")
        and limit is not None
        and money.get("currency") == limit.currency
        and said <= limit.amount
    )


def _same_expense(reading: Reading, call: WriteCall, vocabulary: Vocabulary) -> bool:
    said, sent = str(reading.slots.get("name", "")), str(call.arguments.get("expense", ""))
    if not said or not sent:
        return False
    if fold(said) == fold(sent):
        return True
    meant = match(said, vocabulary.expenses).found
    return meant is not None and meant is match(sent, vocabulary.expenses).found


def _same_day(reading: Reading, call: WriteCall, today: date) -> bool:
    if "period" in reading.slots:
        return False
    said = date.fromisoformat(str(reading.slots["date"])) if "date" in reading.slots else today
    sent: Any = call.arguments.get("date", today.isoformat())
    if "date" in reading.slots and "date" not in call.arguments and said != today:
        return False
    lately = today - timedelta(days=_LATELY) <= said <= today
    return lately and str(sent) == said.isoformat() and call.arguments.get("period") == str(Period.of(said))


def _same_people(reading: Reading, call: WriteCall, turn: Turn, household: Household) -> bool:
    said, sent = reading.slots.get("member"), call.arguments.get("paidBy")
    if said in (None, "self"):
        return sent is None or (turn.speaker is not None and fold(str(sent)) == fold(turn.speaker))
    if said == "both" or sent is None:
        return False
    if said == "partner":
        others = [member.name for member in household.members if member.name != turn.speaker]
        return len(others) == 1 and fold(str(sent)) == fold(others[0])
    return fold(str(said)) == fold(str(sent))


def _same_means(reading: Reading, call: WriteCall) -> bool:
    """What was said about how it was paid must be carried; instalments never take this path."""
    if {"installments", "installment_amount"} & reading.slots.keys():
        return False
    means = fold(str(call.arguments.get("paymentMethod", "")))
    said = reading.slots.get("payment_method", "")
    if means not in {fold(said), fold(METHODS.get(said, said))}:
        return False
    return fold(str(reading.slots.get("card_name", ""))) == fold(str(call.arguments.get("card", "")))
