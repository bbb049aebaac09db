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
from mel.llm.goals import goal_named
from mel.llm.wish import Wish, ask, day_of, known, money, person, span, titled, whole, whole_month
from mel.shared.names import match, suggest
from mel.shared.period import Period
from mel.shared.text import fold, tokens
from mel.understanding import OpenQuestion, Reading


def record_spend(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "amount" not in slots and "installment_amount" not in slots:
        return ask(reading, "amount", "Quanto foi?")
    if "name" not in slots:
        return ask(reading, "name", "Em quê?")
    name = known(slots["name"], turn.vocabulary.expenses)
    if name is None:
        return _unknown_expense(reading, turn)
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


def _unknown_expense(reading: Reading, turn: TurnContext) -> Wish:
    """The one question about a spend on something that is no expense yet (DESIGN §5)."""
    name = reading.slots["name"]
    names = [term.name for term in turn.vocabulary.expenses if fold(term.name) != "outros"]
    likely = ([reading.suggestion] if reading.suggestion else []) or list(suggest(str(name), names, 2))
    options = ", ".join([*likely, "Outros"]) if likely else "Outros"
    return ask(reading, "which", f"'{name}' ainda não é um gasto de vocês. Ponho em {options} ou crio um novo?")


def spend_on(expense: str, question: OpenQuestion, turn: TurnContext) -> Wire:
    """The spend that waited for its expense. The word it was told with will mean that expense from now on."""
    said = str(question.slots["name"])
    told = Reading(question.intent, question.slots)
    if expense == "novo":
        return {**spend(told, titled(said), turn), "newExpense": True, "confirm": False}
    args = {**spend(told, expense, turn), "confirm": False}
    return {**args, "alias": said} if _free(said, turn) else args


def _free(word: str, turn: TurnContext) -> bool:
    """Whether it names nothing of the house yet, and is a name rather than half a sentence."""
    house = turn.vocabulary
    things = (*house.expenses, *house.goals, *house.incomes, *house.cards, *house.members)
    return len(tokens(word)) <= 3 and not match(word, things).candidates


def chosen_expense(text: str, turn: TurnContext) -> str | None:
    """The answer to "in which expense?": a known name, "Outros", or "novo" for one that is to be made."""
    words = set(tokens(text))
    if words & {"cria", "criar", "crie", "novo", "nova", "cadastra", "cadastrar"}:
        return "novo"
    bare = " ".join(word for word in text.split() if fold(word) not in _LITTLE_WORDS)
    return known(bare.strip(" .!,"), turn.vocabulary.expenses)


_LITTLE_WORDS = {
    "em",
    "no",
    "na",
    "nos",
    "nas",
    "poe",
    "ponha",
    "bota",
    "coloca",
    "pode",
    "ser",
    "o",
    "a",
    "mesmo",
    "eh",
}


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
