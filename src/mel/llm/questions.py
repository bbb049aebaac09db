"""Wishes to know: which read answers a question, and for which days."""

from __future__ import annotations

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.llm.wish import Wish, ask, day_of, known, person, span, whole, whole_month
from mel.shared.period import Period
from mel.understanding import Reading


def income_status(reading: Reading, turn: TurnContext) -> Wish:
    first, _ = span(reading, turn.today)
    args: Wire = {"month": str(Period.of(first))}
    if reading.slots.get("name"):
        args["name"] = reading.slots["name"]
    if "member" in reading.slots and (member := person(reading.slots["member"], turn)):
        args["member"] = member
    return Wish(calls=(("incomeStatus", args),))


def budget_total(reading: Reading, turn: TurnContext) -> Wish:
    first, last = span(reading, turn.today)
    month = whole_month(first, last)
    if month is None:
        return Wish(calls=(("entriesList", {"from": first.isoformat(), "to": last.isoformat()}),))
    if reading.aspect in (None, "expected"):
        return Wish(calls=(("budgetTotal", {"month": str(month)}),))
    return Wish(calls=(("budgetStatus", {"month": str(month)}),), aspect=reading.aspect)


def expense_status(reading: Reading, turn: TurnContext) -> Wish:
    first, last = span(reading, turn.today)
    month, slots = whole_month(first, last), reading.slots
    expense = known(slots.get("name"), turn.vocabulary.expenses) or slots.get("name")
    if month is not None and expense and "member" not in slots:
        return Wish(calls=(("expenseStatus", {"expense": expense, "month": str(month)}),), aspect=reading.aspect)
    args: Wire = {"from": first.isoformat(), "to": last.isoformat()}
    if expense:
        args["expense"] = expense
    if (member := person(slots.get("member"), turn)) and "member" in slots:
        args["member"] = member
    return Wish(calls=(("entriesList", args),))


def goal_status(reading: Reading, turn: TurnContext) -> Wish:
    goals = turn.vocabulary.goals
    name = reading.slots.get("name") or (goals[0].name if len(goals) == 1 else None)
    if name is None:
        return ask(reading, "name", "De qual meta?") if goals else Wish(calls=(("goalsList", {}),))
    return Wish(calls=(("goalStatus", {"name": known(name, goals) or name, "today": turn.today.isoformat()}),))


def feasibility(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "amount" not in slots and "installment_amount" not in slots:
        return ask(reading, "amount", "Quanto custa?")
    args: Wire = {"amount": whole(slots), "today": turn.today.isoformat()}
    if slots.get("installments"):
        args["installments"] = slots["installments"]
    first = Period.of(day_of(reading, turn.today) or turn.today)
    if first > Period.of(turn.today):
        args["startMonth"] = str(first)
    if slots.get("name"):
        args["description"] = str(slots["name"])
    return Wish(calls=(("feasibility", args),))
