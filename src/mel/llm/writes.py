"""Wishes to write: one function an intent. A missing slot becomes one short question."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from mel.agent.meaning import METHODS
from mel.agent.turn import TurnContext
from mel.agent.wire import Wire, number
from mel.llm.entry_choice import ask_which as ask_which_entry
from mel.llm.expense_choice import ask_which
from mel.llm.goals import goal_named
from mel.llm.wish import Wish, ask, day_of, known, money, person, span, spend, titled, whole_month
from mel.shared.period import Period
from mel.shared.text import fold
from mel.understanding import Reading
from mel.understanding.money import find_amounts


def record_spend(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "amount" not in slots and "installment_amount" not in slots:
        return ask(reading, "amount", "Quanto foi?")
    if "name" not in slots:
        return ask(reading, "name", "Em quê?")
    name = known(slots["name"], turn.vocabulary.expenses)
    if name is None:
        return ask_which(reading, turn)
    if _some_other_day(reading, turn.today):
        return ask(reading, "date", "Que dia foi?")
    if turn.open_question is not None and turn.open_question.missing == "date":
        return _on_the_day_answered(reading, name, turn)
    return Wish(calls=(("recordSpend", spend(reading, name, turn)),))


def _some_other_day(reading: Reading, today: date) -> bool:
    """ "Semana passada" is no day. The week we are in means today, and a whole month may stay without one."""
    if "date" in reading.slots or "period" not in reading.slots:
        return False
    first, last = span(reading, today)
    return not first <= today <= last and whole_month(first, last) is None


def _on_the_day_answered(reading: Reading, expense: str, turn: TurnContext) -> Wish:
    """ "Quarta" or "dia 10" answers about the days that were spoken of, and about no day to come."""
    slots = reading.slots
    day = date.fromisoformat(slots["date"]) if "date" in slots else turn.today
    if day > turn.today:
        asked = {key: value for key, value in slots.items() if key != "date"}
        days = _days_of(asked, turn.today)
        same = [each for each in days if each.day == day.day] or (
            [each for each in days if each.weekday() == day.weekday()] if not re.search(r"\d", turn.text) else []
        )
        if len(same) != 1:
            return ask(Reading(reading.intent, asked), "date", "Esse dia ainda não chegou. Que dia foi?")
        slots = {**slots, "date": same[0].isoformat()}
    told = Reading(reading.intent, {key: value for key, value in slots.items() if key != "period"})
    return Wish(calls=(("recordSpend", spend(told, expense, turn)),))


def _days_of(slots: Mapping[str, Any], today: date) -> list[date]:
    """The days spoken of that have come: of the span that was told, else of this month and the last one."""
    first, last = span(Reading("record_spend", slots), today)
    if "period" not in slots:
        first, last = Period.of(today).plus(-1).first_day, today
    ends = min(last, today)
    return [first + timedelta(days=number) for number in range((ends - first).days + 1)]


def contribute(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "amount" not in slots:
        return ask(reading, "amount", "Quanto foi o aporte?")
    if "name" not in slots:
        return ask(reading, "name", "Em qual meta?")
    if slots.get("member") == "both":
        names = " ou ".join(term.name for term in turn.vocabulary.members)
        return ask(reading, "member", f"Quem pagou, {names}?")
    payer = person(slots.get("member"), turn)
    if payer is None:
        return ask(reading, "member", "Quem pagou?")
    day = day_of(reading, turn.today) or turn.today
    args = {"goal": goal_named(reading, turn), "paidBy": payer, "amount": money(slots), "date": day.isoformat()}
    return Wish(calls=(("contributeToGoal", args),))


def register(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if slots.get("frequency") in {"weekly", "yearly"}:
        return Wish(text="Por enquanto só cadastro gasto que vem todo mês. Quer cadastrar por mês?")
    if "name" not in slots:
        return ask(reading, "name", "Qual o nome desse gasto?")
    if "amount" not in slots:
        return ask(reading, "amount", "Quanto é por mês?")
    if "billing_day" not in slots:
        return ask(reading, "billing_day", "Vence em que dia do mês?")
    args: Wire = {
        "nome": titled(slots["name"]),
        "expected": money(slots),
        "categoria": slots.get("category", "sem categoria"),
        "vencimento": slots["billing_day"],
        "pagamento": METHODS.get(slots.get("payment_method", ""), "a combinar"),
    }
    return Wish(calls=(("registerExpense", args),))


def adjust(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "name" not in slots:
        return ask(reading, "name", "De qual gasto?")
    if "billing_day" in slots:
        return Wish(text="Mudar o dia do vencimento eu ainda não sei. Quer mudar o valor?")
    if _ONE_MONTH.search(fold(turn.text)):
        return Wish(text="Mudar o previsto de um mês só eu ainda não sei. Quer mudar daqui pra frente?")
    if "amount" not in slots and "percent" not in slots:
        return ask(reading, "amount", "Qual o novo valor?")
    expense = known(slots["name"], turn.vocabulary.expenses) or str(slots["name"])
    month = Period.of(day_of(reading, turn.today) or turn.today)
    if slots.get("mode", "set") != "set" or "percent" in slots or _said_old(turn.text) is not None:
        return Wish(calls=(("expenseStatus", {"expense": expense, "month": str(month)}),))
    return Wish(
        calls=(("adjustExpense", {"expense": expense, "newExpected": money(slots), "from": str(month)}),),
    )


def adjusting(reading: Reading, status: Wire, turn: TurnContext) -> Wish:
    """What a change means, now that the present amount is known: "de 30 pra 35" is of the entry that was 30, unless 30
    is what was expected."""
    old = _said_old(turn.text)
    entries = [e for e in status.get("entries", ()) if old is not None and Decimal(str(e["amount"]["amount"])) == old]
    if not entries or old == Decimal(str(status["expected"]["amount"])):
        return Wish(calls=(("adjustExpense", _adjusted(reading, status)),))
    change = {"amount": money(reading.slots)}
    if len(entries) > 1:
        return ask_which_entry(entries, "correctEntry", change, turn.today)
    return Wish(calls=(("correctEntry", {"entry": entries[0]["entry"], **change}),))


_ONE_MONTH = re.compile(r"\b(?:so|somente|apenas) (?:(?:n?ess[ea]|n?est[ea]) mes|em|n[oa] mes|por um mes)\b")
_OLD = re.compile(r"\bde (?:r\$ ?)?(\d[\d.,]*)(?: reais)? (?:pra|para|por)\b", re.IGNORECASE)


def _said_old(text: str) -> Decimal | None:
    """The amount that a message says it was: "de 30 pra 35"."""
    hit = _OLD.search(text)
    amounts = find_amounts(hit[1]) if hit else []
    return amounts[0].value if len(amounts) == 1 else None


def _adjusted(reading: Reading, status: Wire) -> Wire:
    slots, current = reading.slots, Decimal(str(status["expected"]["amount"]))
    if slots.get("mode", "set") == "set" and "percent" not in slots:
        return {"expense": status["expense"], "newExpected": money(slots), "from": status["period"]}
    if "percent" in slots:
        change = (current * Decimal(str(slots["percent"])) / 100).quantize(Decimal("0.01"))
    else:
        change = Decimal(str(slots["amount"]))
    new = current - change if slots.get("mode") == "decrease" else current + change
    amount = {"amount": number(new), "currency": status["expected"]["currency"]}
    return {"expense": status["expense"], "newExpected": amount, "from": status["period"]}


def income(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "amount" not in slots:
        return ask(reading, "amount", "Quanto entrou?")
    day = day_of(reading, turn.today) or turn.today
    name = known(slots.get("name"), turn.vocabulary.incomes) or slots.get("name") or "entrada"
    args: Wire = {"name": str(name), "amount": money(slots), "date": day.isoformat()}
    if receiver := person(slots.get("member"), turn):
        args["receivedBy"] = receiver
    return Wish(calls=(("recordIncome", args),))
