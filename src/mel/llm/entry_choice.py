"""Several entries could be meant: Mel asks which, and the answer picks one by its amount, its day or its place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.agent.wording.speech import day, listed, money
from mel.llm.wish import Wish
from mel.shared.text import tokens
from mel.understanding import Context, OpenQuestion, picked, understand
from mel.understanding.dates import find_dates
from mel.understanding.money import find_amounts

WHICH_ENTRY = "entry"
"""What such an open question lacks."""
_MOST = 5
_LONGEST_ANSWER = 8


def ask_which(entries: Sequence[Wire], tool: str, change: Wire, today: date) -> Wish:
    """`tool` is the write that the answer completes, with `change` as its other arguments."""
    shown = [{key: each.get(key) for key in ("entry", "amount", "date")} for each in entries[:_MOST]]
    slots = {"entries": shown, "tool": tool, "change": change}
    return Wish(text=_question(shown, today), question=OpenQuestion("which_entry", slots, WHICH_ENTRY))


def chosen(turn: TurnContext) -> Wish | None:
    """The write on the entry that was picked; None when the message is something of its own."""
    question = turn.open_question
    if question is None or question.missing != WHICH_ENTRY or len(tokens(turn.text)) > _LONGEST_ANSWER:
        return None
    if understand(turn.text, Context(turn.today, turn.vocabulary)).intent != "unclear":
        return None
    entries, change = question.slots["entries"], question.slots["change"]
    assert isinstance(entries, list)
    assert isinstance(change, dict)
    found = _meant(turn, entries)
    return None if found is None else Wish(calls=((str(question.slots["tool"]), {"entry": found["entry"], **change}),))


def asked_again(turn: TurnContext) -> Wish | None:
    """The same question, to a yes that answers nothing."""
    question = turn.open_question
    if question is None or question.missing != WHICH_ENTRY:
        return None
    entries = question.slots["entries"]
    assert isinstance(entries, list)
    return Wish(text=_question(entries, turn.today), question=question)


def _question(entries: Sequence[Wire], today: date) -> str:
    names = [f"{money(each['amount'])}{_when(each, today)}" for each in entries]
    return f"Achei mais de um. Qual deles: {listed(names, 'ou')}?"


def _when(entry: Wire, today: date) -> str:
    return f" de {day(entry['date'], today)}" if entry.get("date") else ""


def _meant(turn: TurnContext, entries: list[Wire]) -> Wire | None:
    """By every amount and day that the text names; else by its place."""
    days = [span for span in find_dates(turn.text, turn.today) if span.date is not None]
    amounts = [span.value for span in find_amounts(turn.text) if not any(d.start <= span.start < d.end for d in days)]
    fitting = [
        each
        for each in entries
        if all(Decimal(str(each["amount"]["amount"])) == amount for amount in amounts)
        and all(each["date"] == span.date.isoformat() for span in days if span.date)
    ]
    if (amounts or days) and len(fitting) == 1:
        return fitting[0]
    place = picked(turn.text, len(entries))
    return None if place is None else entries[place]
