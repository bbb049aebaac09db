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
from mel.llm.expense_choice import ask_which
from mel.llm.goals import goal_named
from mel.llm.wish import Wish, ask, day_of, known, money, person, span, spend, titled, whole_month
from mel.shared.period import Period
from mel.understanding import Reading


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
    if "amount" not in slots and "percent" not in slots:
        return ask(reading, "amount", "Qual o novo valor?")
    expense = known(slots["name"], turn.vocabulary.expenses) or str(slots["name"])
    month = Period.of(day_of(reading, turn.today) or turn.today)
    if slots.get("mode", "set") != "set" or "percent" in slots:
        return Wish(calls=(("expenseStatus", {"expense": expense, "month": str(month)}),))
    return Wish(
        calls=(("adjustExpense", {"expense": expense, "newExpected": money(slots), "from": str(month)}),),
    )


def adjusted(reading: Reading, status: Wire) -> Wire:
    """The adjustment that a relative wish means, now that the present amount is known."""
    slots, current = reading.slots, Decimal(str(status["expected"]["amount"]))
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
