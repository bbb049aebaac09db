"""Wishes to know: which read answers a question, and for which days."""

from __future__ import annotations

import re
from datetime import date

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.llm.wish import Wish, ask, day_of, known, person, span, whole, whole_month
from mel.shared.period import Period
from mel.shared.text import fold
from mel.understanding import Reading
from mel.understanding.dates import find_dates


def income_status(reading: Reading, turn: TurnContext) -> Wish:
    first, _ = span(reading, turn.today)
    args: Wire = {"month": str(Period.of(first))}
    if reading.slots.get("name"):
        args["name"] = reading.slots["name"]
    if "member" in reading.slots and (member := person(reading.slots["member"], turn)):
        args["member"] = member
    return Wish(calls=(("incomeStatus", args),))


_MOST = re.compile(
    r"\b(?:onde|em que|com que)\b.*\bmais\b.*\bgast|\b(?:onde|em que|com que)\b.*\bgast\w+ mais\b"
    r"|\bqua(?:l|is) (?:(?:sao|foram|foi|eh) )?(?:o|os)? ?(?:nosso |nossos )?(?:maior(?:es)? )?gastos?\b"
)
_WHO = re.compile(
    r"\bquem (?:(?:eh|foi) que )?(?:mais )?(?:gast|pag)(?:a|ou|ando)\b|\bcada um(?: de nos)? (?:gast|pag)ou\b"
    r"|\bgast(?:ou|ei) mais (?:do )?que\b"
)
_AHEAD = re.compile(r"\b(?:vou|vamos|vai|vao|iremos|a gente vai) (?:gastar|pagar|ter|sobrar|ficar|dar)\b")
_YEAR = re.compile(r"\d{4}|/\d\d\b|\bano\b")
_OVER = re.compile(
    r"\b(?:(?:gast|pag|us|sobr|fech|rest|pass|fic|estour|lanc|anot)(?:ei|uei|ou|amos|aram)|saiu|deu|foi|foram|era|eram"
    r"|tinha|passad[oa]|ultim[oa])\b"
)
_MAY = re.compile(r"\b(?:posso|podemos|da pra|pode) gastar\b")
_LIMIT = re.compile(r"\b(?:quanto|qual)\b.*\blimite\b")
_DAILY = re.compile(r"\bpor (?:dia|semana)\b")
_BETWEEN = re.compile(
    r"\b(?:de|do dia|entre|entre o dia) (?P<first>\d{1,2}) (?:a|ate|e) (?:o )?(?:dia )?(?P<last>\d{1,2}\b.*)$"
)
_SPENT = re.compile(r"\b(?:quant[oa]|o que)\b.*\bgast(?:ei|ou|amos|aram|o|os)\b")


def aspect_of(reading: Reading, turn: TurnContext) -> str | None:
    """What of a month is asked about: as read, or by words that ask for an order ("onde", "quem", "por dia")."""
    text = fold(turn.text)
    if _WHO.search(text) and not reading.slots.get("name"):
        return "who"
    if reading.intent != "budget_total":
        return reading.aspect
    if reading.aspect != "left" and _MAY.search(text):
        return "left"
    if reading.aspect == "left" and _DAILY.search(text):
        return "daily"
    return "most" if _MOST.search(text) and reading.aspect in (None, "spent", "summary") else reading.aspect


def between(reading: Reading, turn: TurnContext) -> Wish | None:
    """ "Quanto gastei de 1 a 10 de junho?": what was recorded between two days of one month."""
    text = fold(turn.text).strip(" ?!.")
    days = _BETWEEN.search(text)
    if reading.intent != "unclear" or days is None or not _SPENT.search(text):
        return None
    spans = find_dates(f"dia {days['last']}", turn.today)
    if len(spans) != 1 or spans[0].date is None:
        return None
    last = spans[0].date
    if not 1 <= int(days["first"]) <= last.day:
        return None
    first = last.replace(day=int(days["first"]))
    return Wish(calls=(("entriesList", {"from": first.isoformat(), "to": last.isoformat()}),))


def budget_total(reading: Reading, turn: TurnContext) -> Wish:
    first, last = span(reading, turn.today)
    month, text = whole_month(first, last), fold(turn.text)
    if _LIMIT.search(text) and turn.vocabulary.cards:
        return Wish(calls=(("invoiceStatus", {}),))
    month = _meant(month, text, turn.today)
    if month is None and first == turn.today and last == Period.of(first).last_day and _MAY.search(text):
        return Wish(calls=(("budgetStatus", {"month": str(Period.of(first))}),), aspect="left")
    if month is None and reading.aspect in (None, "expected") and (last - first).days > 31:
        return Wish(text="Vejo o orçamento mês a mês. De qual mês?")
    if month is None or aspect_of(reading, turn) == "who":
        return Wish(calls=(("entriesList", {"from": first.isoformat(), "to": last.isoformat()}),))
    if reading.aspect in (None, "expected"):
        return Wish(calls=(("budgetTotal", {"month": str(month)}),))
    return Wish(calls=(("budgetStatus", {"month": str(month)}),), aspect=reading.aspect)


def _meant(month: Period | None, text: str, today: date) -> Period | None:
    """A bare month was read as the latest one. "O orçamento de agosto", asked in June, is about the next: it is no
    further, and no verb says that it is over."""
    now = Period.of(today)
    if month is None or month >= now or _YEAR.search(text):
        return month
    following = month.plus(12)
    if _AHEAD.search(text):
        return following
    nearer = following > now and now.months_until(following) <= month.months_until(now)
    return following if nearer and not _OVER.search(text) else month


def expense_status(reading: Reading, turn: TurnContext) -> Wish:
    first, last = span(reading, turn.today)
    month, slots = _meant(whole_month(first, last), fold(turn.text), turn.today), reading.slots
    expense = known(slots.get("name"), turn.vocabulary.expenses) or slots.get("name")
    if expense and fold(str(expense)) == "outros":
        expense = slots["name"]  # as it was asked, so that the answer can say that it is only a part of Outros
    if not expense and _WHO.search(fold(turn.text)):
        return Wish(calls=(("entriesList", {"from": first.isoformat(), "to": last.isoformat()}),), aspect="who")
    if month is not None and expense and "member" not in slots:
        return Wish(calls=(("expenseStatus", {"expense": expense, "month": str(month)}),), aspect=reading.aspect)
    args: Wire = {"from": first.isoformat(), "to": last.isoformat()}
    if expense:
        args["expense"] = expense
    if (member := person(slots.get("member"), turn)) and "member" in slots:
        args["member"] = member
    return Wish(calls=(("entriesList", args),))


_MISSING = re.compile(r"\bfalt(?:a|am|ava)\b")


def goal_status(reading: Reading, turn: TurnContext) -> Wish:
    goals = turn.vocabulary.goals
    name = reading.slots.get("name") or (goals[0].name if len(goals) == 1 else None)
    if name is None:
        return ask(reading, "name", "De qual meta?") if goals else Wish(calls=(("goalsList", {}),))
    status = ("goalStatus", {"name": known(name, goals) or name, "today": turn.today.isoformat()})
    # "Quanto falta?" is answered with what there is of what it takes, which only the list of goals tells.
    return Wish(calls=(status, ("goalsList", {})) if _MISSING.search(fold(turn.text)) else (status,))


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
