"""From a reading to a wish: the tool calls it asks for, a question back, or words. One function an intent."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from mel.agent.meaning import METHODS
from mel.agent.turn import TurnContext
from mel.agent.wire import Wire, number
from mel.llm import faturas
from mel.llm.removals import removal
from mel.llm.small_talk import FIXED, NOT_YET, WHY_NOT
from mel.shared.names import match, suggest
from mel.shared.period import Period
from mel.shared.text import fold, tokens
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


def wish_for(reading: Reading, turn: TurnContext, tools: frozenset[str]) -> Wish | None:
    """None is an abstention: somebody else may know."""
    if (call := faturas.asked(reading, turn, tools)) is not None:
        return Wish(calls=(call,))
    if reading.intent in FIXED:
        return Wish(text=FIXED[reading.intent])
    if reading.intent == "unclear" and (asked := removal(turn)) is not None and "removeEntry" in tools:
        return Wish(calls=(asked.search,))
    if reading.intent == "unclear" and (fact := _to_remember(turn.text)) and "rememberFact" in tools:
        return Wish(calls=(("rememberFact", {"fact": fact}),))
    if reading.intent == "undo" and "undoOperation" in tools:
        return undo(turn)
    if reading.intent == "unclear" and reading.reason == "correction":
        wish = _correction(reading, turn)
        return wish if wish is not None and all(tool in tools for tool, _ in wish.calls) else None
    if reading.intent == "unclear":
        return _several(reading, turn, tools)
    make = _WISHES.get(reading.intent)
    wish = make(reading, turn) if make else None
    if wish is None or any(tool not in tools for tool, _ in wish.calls):
        return Wish(text=NOT_YET[reading.intent]) if reading.intent in NOT_YET else None
    return wish


def undo(turn: TurnContext) -> Wish:
    """What the previous reply wrote goes at once; anything older is looked up first, and proposed."""
    if turn.last_write is not None:
        return Wish(calls=(("undoOperation", {"target": turn.last_write.operation_id, "confirm": True}),))
    return Wish(calls=(("operationsList", {"limit": 1}),))


def _correction(reading: Reading, turn: TurnContext) -> Wish | None:
    """ "não, foi 60" after a receipt: the change as one proposal, never a silent one."""
    if len(reading.items) != 1:
        return None
    if turn.last_write is None:
        return _proposed_again(reading.items[0], turn)
    corrected, written = reading.items[0], turn.last_write
    changed = {key for key, value in corrected.slots.items() if written.meaning.slots.get(key) != value}
    if written.tool == "recordSpend" and changed <= {"amount", "currency", "date", "name"}:
        args: Wire = {"entry": written.operation_id}
        if changed & {"amount", "currency"}:
            args["amount"] = money(corrected.slots)
        if "date" in changed:
            args["date"] = corrected.slots["date"]
        if "name" in changed:
            args["expense"] = known(corrected.slots["name"], turn.vocabulary.expenses) or corrected.slots["name"]
        return Wish(calls=(("correctEntry", args),)) if len(args) > 1 else None
    again = wish_for(corrected, turn, frozenset({written.tool}))
    if again is None or len(again.calls) != 1:
        return None
    back = ("undoOperation", {"target": written.operation_id})
    return Wish(calls=(back, (again.calls[0][0], {**again.calls[0][1], "confirm": False})))


def _proposed_again(corrected: Reading, turn: TurnContext) -> Wish | None:
    """ "sim, mas foi ontem": the open proposal in its corrected form, as a new version of the same operation."""
    if not turn.open_proposals:
        return None
    asked = [proposal for proposal in turn.open_proposals if proposal.turn_id == turn.previous_turn]
    if len(asked) != 1 and len(turn.open_proposals) != 1:
        return None
    waiting = asked[0] if asked else turn.open_proposals[0]
    again = wish_for(corrected, turn, frozenset({waiting.tool}))
    if again is None or len(again.calls) != 1:
        return None
    args = {**again.calls[0][1], "operationId": waiting.operation_id, "confirm": False}
    return Wish(calls=((waiting.tool, args),))


_REMEMBER = re.compile(
    r"^\s*(?:mel,?\s+)?(?:lembra|lembre|lembre-se|guarda|memoriza)\s+(?:a[ií]\s+)?que\s+(.{3,200})$", re.I
)


def _to_remember(text: str) -> str | None:
    """The fact in "lembra que a diarista vem na sexta"."""
    found = _REMEMBER.match(text)
    return found[1].strip() if found else None


def _several(reading: Reading, turn: TurnContext, tools: frozenset[str]) -> Wish | None:
    """Two or three actions in one message become one preview each; anything else unclear is left to others."""
    if len(reading.items) < 2:
        return None
    wishes = [wish_for(item, turn, tools) for item in reading.items]
    calls = [(tool, {**args, "confirm": False}) for wish in wishes if wish for tool, args in wish.calls]
    if any(wish is None or wish.question for wish in wishes) or len(calls) != len(wishes):
        return None
    return Wish(calls=tuple(calls))


def why_not(reading: Reading) -> str | None:
    """What to say about an abstention when nobody else can help."""
    return WHY_NOT.get(reading.reason or "")


def money(slots: Mapping[str, Any], key: str = "amount") -> Wire:
    return {"amount": number(Decimal(str(slots[key]))), "currency": slots.get("currency", "BRL")}


def known(name: Any, terms: tuple[Term, ...]) -> str | None:
    """The canonical name when exactly one thing can be meant."""
    found = match(str(name), terms).found if name else None
    return found.name if found else None


def _record_spend(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "amount" not in slots and "installment_amount" not in slots:
        return ask(reading, "amount", "Quanto foi?")
    if "name" not in slots:
        return ask(reading, "name", "Em quê?")
    name = known(slots["name"], turn.vocabulary.expenses)
    if name is None:
        return _unknown_expense(reading, turn)
    return Wish(calls=(("recordSpend", spend(reading, name, turn)),))


def spend(reading: Reading, expense: str, turn: TurnContext) -> Wire:
    """The call's arguments; `confirm` only states that the member told one concluded spend: the gate decides."""
    slots, day = reading.slots, _day_of(reading, turn.today)
    args: Wire = {"expense": expense, "period": str(Period.of(day or turn.today)), "amount": _whole(slots)}
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


def _whole(slots: Mapping[str, Any]) -> Wire:
    """The price: as said, or the instalment times their number."""
    if "amount" in slots:
        return money(slots)
    part = Decimal(str(slots["installment_amount"])) * int(slots.get("installments", 1))
    return {"amount": number(part), "currency": slots.get("currency", "BRL")}


def _day_of(reading: Reading, today: date) -> date | None:
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


def _unknown_expense(reading: Reading, turn: TurnContext) -> Wish:
    """The one question about a spend on something that is no expense yet (DESIGN §5)."""
    name = reading.slots["name"]
    names = [term.name for term in turn.vocabulary.expenses if fold(term.name) != "outros"]
    likely = ([reading.suggestion] if reading.suggestion else []) or list(suggest(str(name), names, 2))
    options = ", ".join([*likely, "Outros"]) if likely else "Outros"
    return ask(reading, "which", f"'{name}' ainda não é um gasto de vocês. Ponho em {options} ou crio um novo?")


def _contribute(reading: Reading, turn: TurnContext) -> Wish:
    slots, goals = reading.slots, turn.vocabulary.goals
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
    day = _day_of(reading, turn.today) or turn.today
    goal = known(slots["name"], goals) or str(slots["name"])
    args = {"goal": goal, "paidBy": payer, "amount": money(slots), "date": day.isoformat()}
    return Wish(calls=(("contributeToGoal", args),))


def _register(reading: Reading, turn: TurnContext) -> Wish:
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
        "nome": _title(slots["name"]),
        "expected": money(slots),
        "categoria": slots.get("category", "sem categoria"),
        "vencimento": slots["billing_day"],
        "pagamento": METHODS.get(slots.get("payment_method", ""), "a combinar"),
    }
    return Wish(calls=(("registerExpense", args),))


def _title(name: Any) -> str:
    """Expenses begin with a capital: "academia" → "Academia"."""
    return str(name)[:1].upper() + str(name)[1:]


def _adjust(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "name" not in slots:
        return ask(reading, "name", "De qual gasto?")
    if "billing_day" in slots:
        return Wish(text="Mudar o dia do vencimento eu ainda não sei. Quer mudar o valor?")
    if "amount" not in slots and "percent" not in slots:
        return ask(reading, "amount", "Qual o novo valor?")
    expense = known(slots["name"], turn.vocabulary.expenses) or str(slots["name"])
    month = Period.of(_day_of(reading, turn.today) or turn.today)
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


def _create_goal(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "name" not in slots:
        return ask(reading, "name", "Como vai se chamar a meta?")
    if "amount" not in slots:
        return ask(reading, "amount", "Qual o valor da meta?")
    if "date" not in slots:
        return ask(reading, "date", "Até quando?")
    args: Wire = {"name": _title(slots["name"]), "target": money(slots), "deadline": slots["date"]}
    return Wish(calls=(("createGoal", args),))


def _income(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "amount" not in slots:
        return ask(reading, "amount", "Quanto entrou?")
    day = _day_of(reading, turn.today) or turn.today
    name = known(slots.get("name"), turn.vocabulary.incomes) or slots.get("name") or "entrada"
    args: Wire = {"name": str(name), "amount": money(slots), "date": day.isoformat()}
    if receiver := person(slots.get("member"), turn):
        args["receivedBy"] = receiver
    return Wish(calls=(("recordIncome", args),))


def _income_status(reading: Reading, turn: TurnContext) -> Wish:
    first, _ = _span(reading, turn.today)
    args: Wire = {"month": str(Period.of(first))}
    if reading.slots.get("name"):
        args["name"] = reading.slots["name"]
    if "member" in reading.slots and (member := person(reading.slots["member"], turn)):
        args["member"] = member
    return Wish(calls=(("incomeStatus", args),))


def _span(reading: Reading, today: date) -> tuple[date, date]:
    """The days a question is about; the current month when it does not say."""
    slots = reading.slots
    if "date" in slots:
        day = date.fromisoformat(slots["date"])
        return day, day
    if "period" in slots:
        return date.fromisoformat(slots["period"]["from"]), date.fromisoformat(slots["period"]["to"])
    month = Period.of(today)
    return month.first_day, month.last_day


def _whole_month(first: date, last: date) -> Period | None:
    month = Period.of(first)
    return month if (first, last) == (month.first_day, month.last_day) else None


def _budget_total(reading: Reading, turn: TurnContext) -> Wish:
    first, last = _span(reading, turn.today)
    month = _whole_month(first, last)
    if month is None:
        return Wish(calls=(("entriesList", {"from": first.isoformat(), "to": last.isoformat()}),))
    if reading.aspect in (None, "expected"):
        return Wish(calls=(("budgetTotal", {"month": str(month)}),))
    return Wish(calls=(("budgetStatus", {"month": str(month)}),), aspect=reading.aspect)


def _expense_status(reading: Reading, turn: TurnContext) -> Wish:
    first, last = _span(reading, turn.today)
    month, slots = _whole_month(first, last), reading.slots
    expense = known(slots.get("name"), turn.vocabulary.expenses) or slots.get("name")
    if month is not None and expense and "member" not in slots:
        return Wish(calls=(("expenseStatus", {"expense": expense, "month": str(month)}),), aspect=reading.aspect)
    args: Wire = {"from": first.isoformat(), "to": last.isoformat()}
    if expense:
        args["expense"] = expense
    if (member := person(slots.get("member"), turn)) and "member" in slots:
        args["member"] = member
    return Wish(calls=(("entriesList", args),))


def _goal_status(reading: Reading, turn: TurnContext) -> Wish:
    goals = turn.vocabulary.goals
    name = reading.slots.get("name") or (goals[0].name if len(goals) == 1 else None)
    if name is None:
        return ask(reading, "name", "De qual meta?") if goals else Wish(calls=(("goalsList", {}),))
    return Wish(calls=(("goalStatus", {"name": known(name, goals) or name, "today": turn.today.isoformat()}),))


def _feasibility(reading: Reading, turn: TurnContext) -> Wish:
    slots = reading.slots
    if "amount" not in slots and "installment_amount" not in slots:
        return ask(reading, "amount", "Quanto custa?")
    args: Wire = {"amount": _whole(slots), "today": turn.today.isoformat()}
    if slots.get("installments"):
        args["installments"] = slots["installments"]
    if slots.get("name"):
        args["description"] = str(slots["name"])
    return Wish(calls=(("feasibility", args),))


_WISHES: dict[str, Callable[[Reading, TurnContext], Wish]] = {
    "record_spend": _record_spend,
    "contribute_to_goal": _contribute,
    "register_expense": _register,
    "adjust_expense": _adjust,
    "create_goal": _create_goal,
    "record_income": _income,
    "income_status": _income_status,
    "budget_total": _budget_total,
    "expense_status": _expense_status,
    "goal_status": _goal_status,
    "goals_list": lambda reading, turn: Wish(calls=(("goalsList", {}),)),
    "feasibility": _feasibility,
    "invoice_status": lambda reading, turn: Wish(calls=(faturas.invoice_status(reading, turn),)),
    "import_invoice": lambda reading, turn: Wish(text=faturas.SEND_FILE),
}


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
