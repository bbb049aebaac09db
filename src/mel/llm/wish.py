"""What the embedded model can want, and how a reading's slots become wire values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from mel.agent.meaning import METHODS
from mel.agent.turn import TurnContext
from mel.agent.wire import Wire, number
from mel.shared.names import match
from mel.shared.period import Period
from mel.understanding import OpenQuestion, Reading, Term


@dataclass(frozen=True, slots=True)
class Wish:
    """What the embedded model wants: `calls` are (tool, arguments) pairs; `aspect` colours the answer."""

    calls: tuple[tuple[str, Wire], ...] = ()
    text: str = ""
    question: OpenQuestion | None = None
    aspect: str | None = None


def ask(reading: Reading, missing: str, text: str) -> Wish:
    """One short question; the answer completes the reading."""
    return Wish(text=text, question=OpenQuestion(reading.intent, dict(reading.slots), missing))


def money(slots: Mapping[str, Any], key: str = "amount") -> Wire:
    return {"amount": number(Decimal(str(slots[key]))), "currency": slots.get("currency", "BRL")}


def known(name: Any, terms: tuple[Term, ...]) -> str | None:
    """The canonical name when exactly one thing can be meant."""
    found = match(str(name), terms).found if name else None
    return found.name if found else None


def whole(slots: Mapping[str, Any]) -> Wire:
    """The price: as said, or the instalment times their number."""
    if "amount" in slots:
        return money(slots)
    part = Decimal(str(slots["installment_amount"])) * int(slots.get("installments", 1))
    return {"amount": number(part), "currency": slots.get("currency", "BRL")}


def day_of(reading: Reading, today: date) -> date | None:
    """The day said; the first of a span that today is not in; otherwise none, which means today."""
    if "date" in reading.slots:
        return date.fromisoformat(reading.slots["date"])
    if "period" in reading.slots:
        span = reading.slots["period"]
        first, last = date.fromisoformat(span["from"]), date.fromisoformat(span["to"])
        return None if first <= today <= last else first
    return None


def person(member: Any, turn: TurnContext) -> str | None:
    """A member's name from what was said; None for both or for somebody unknown."""
    names = [term.name for term in turn.vocabulary.members]
    if member in (None, "self"):
        return turn.speaker
    if member == "partner":
        others = [name for name in names if name != turn.speaker]
        return others[0] if len(others) == 1 else None
    return None if member == "both" else known(member, turn.vocabulary.members)


def titled(name: Any) -> str:
    """Expenses begin with a capital: "academia" → "Academia"."""
    return str(name)[:1].upper() + str(name)[1:]


def span(reading: Reading, today: date) -> tuple[date, date]:
    """The days a question is about; the current month when it does not say."""
    slots = reading.slots
    if "date" in slots:
        day = date.fromisoformat(slots["date"])
        return day, day
    if "period" in slots:
        return date.fromisoformat(slots["period"]["from"]), date.fromisoformat(slots["period"]["to"])
    month = Period.of(today)
    return month.first_day, month.last_day


def whole_month(first: date, last: date) -> Period | None:
    month = Period.of(first)
    return month if (first, last) == (month.first_day, month.last_day) else None


def spend(reading: Reading, expense: str, turn: TurnContext) -> Wire:
    """The call's arguments; `confirm` only states that the member told one concluded spend: the gate decides."""
    slots, day = reading.slots, day_of(reading, turn.today)
    args: Wire = {"expense": expense, "period": str(Period.of(day or turn.today)), "amount": whole(slots)}
    if "date" in slots:
        args["date"] = slots["date"]
    payer = person(slots.get("member"), turn)
    if payer and payer != turn.speaker:
        args["paidBy"] = payer
    if slots.get("installments"):
        args["installments"] = slots["installments"]
    if slots.get("payment_method"):
        args["paymentMethod"] = METHODS.get(slots["payment_method"], slots["payment_method"])
    if slots.get("card_name"):
        args["card"] = slots["card_name"]
    return {**args, "confirm": reading.concluded and not reading.ordered and slots.get("member") != "both"}
