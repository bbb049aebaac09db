"""From a reading to a wish: the tool calls it asks for, a question back, or words."""

from __future__ import annotations

import re
from collections.abc import Callable

from mel.agent.masking import masked
from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.llm import contributions, faturas, goals, latest, questions, undoing, writes
from mel.llm.corrections import correction
from mel.llm.named import reread
from mel.llm.reasons import about_mel, hedged, without_bad_day
from mel.llm.removals import removal
from mel.llm.small_talk import FIXED, NO_DOCUMENTS, NO_SUCH_DAY, NOT_YET
from mel.llm.wish import Wish, ask, known, money, person
from mel.shared.text import fold, tokens
from mel.understanding import Reading


def wish_for(reading: Reading, turn: TurnContext, tools: frozenset[str]) -> Wish | None:
    """None is an abstention: somebody else may know."""
    if (call := faturas.asked(reading, turn, tools)) is not None:
        return Wish(calls=(call,))
    if (call := contributions.asked(reading, turn)) is not None and call[0] in tools:
        return Wish(calls=(call,))
    if (call := latest.asked(reading, turn)) is not None and call[0] in tools:
        return Wish(calls=(call,))
    if (wish := questions.between(reading, turn)) is not None and "entriesList" in tools:
        return wish
    if (words := about_mel(reading, turn)) is not None:
        return Wish(text=words)
    if (told := without_bad_day(reading, turn)) is not None:
        return ask(told, "date", NO_SUCH_DAY)
    reading = hedged(reread(reading, turn), turn)
    if reading.intent in FIXED:
        return Wish(text=FIXED[reading.intent])
    if reading.intent == "unclear" and undoing.named(turn) and "undoOperation" in tools:
        return Wish(calls=(undoing.RECENT,))
    if reading.intent == "unclear" and (asked := removal(turn)) is not None and "removeEntry" in tools:
        return Wish(calls=(asked.search,))
    if reading.intent == "unclear" and (fact := _to_remember(turn.text)) and "rememberFact" in tools:
        secret = _DOCUMENT.search(masked(fact)) or _SECRET.search(fold(fact))
        return Wish(text=NO_DOCUMENTS) if secret else Wish(calls=(("rememberFact", {"fact": fact}),))
    if reading.intent == "undo" and "undoOperation" in tools:
        return undoing.undo(turn)
    if (wrong := correction(reading, turn)) is not None and {wrong.search[0], "correctEntry"} <= tools:
        return Wish(calls=(wrong.search,))
    if reading.intent == "unclear" and reading.reason == "correction":
        wish = _correction(reading, turn)
        return wish if wish is not None and all(tool in tools for tool, _ in wish.calls) else None
    if (saving := goals.to_save(reading, turn)) is not None and "createGoal" in tools:
        return saving
    if reading.intent == "unclear" and (again := goals.reread(turn)) is not None:
        return wish_for(again, turn, tools)
    if reading.intent == "unclear":
        namesakes = goals.which_namesake(turn) if reading.reason == "unknown_name" else None
        return namesakes or _several(reading, turn, tools)
    make = _WISHES.get(reading.intent)
    wish = make(reading, turn) if make else None
    if wish is None or any(tool not in tools for tool, _ in wish.calls):
        return Wish(text=NOT_YET[reading.intent]) if reading.intent in NOT_YET else None
    return wish


def _several(reading: Reading, turn: TurnContext, tools: frozenset[str]) -> Wish | None:
    """Two or three actions in one message become one preview each; anything else unclear is left to others."""
    if len(reading.items) < 2:
        return None
    wishes = [wish_for(item, turn, tools) for item in reading.items]
    calls = [(tool, {**args, "confirm": False}) for wish in wishes if wish for tool, args in wish.calls]
    if any(wish is None or wish.question for wish in wishes) or len(calls) != len(wishes):
        return None
    return Wish(calls=tuple(calls))


_CORRECTING = {
    "nao", "verdade", "errei", "era", "foi", "foram", "corrige", "corrija", "corrigindo", "ops", "opa", "digo", "alias",
    "melhor", "mas", "so", "real", "desculpa", "engano", "errado", "perdao", "dizer",
}  # fmt: skip
"""A correction says that it is one; an order with an unreadable amount is not about what was written before."""


def _correction(reading: Reading, turn: TurnContext) -> Wish | None:
    """ "não, foi 60" after a receipt: the change as one proposal, never a silent one."""
    if len(reading.items) != 1 or not _CORRECTING & set(tokens(turn.text)):
        return None
    if turn.last_write is None:
        return _proposed_again(reading.items[0], turn)
    corrected, written = reading.items[0], turn.last_write
    changed = {key for key, value in corrected.slots.items() if written.meaning.slots.get(key) != value}
    corrects = written.tool == "correctEntry"
    if (written.tool == "recordSpend" or corrects) and changed <= {"amount", "currency", "date", "name", "member"}:
        args: Wire = {"entry": written.operation_id}
        if changed & {"amount", "currency"}:
            args["amount"] = money(corrected.slots)
        if "date" in changed:
            args["date"] = corrected.slots["date"]
        if "member" in changed and (payer := person(corrected.slots["member"], turn)):
            args["paidBy"] = payer
        if "name" in changed:
            args["expense"] = known(corrected.slots["name"], turn.vocabulary.expenses) or corrected.slots["name"]
        return Wish(calls=(("correctEntry", args),)) if len(args) > 1 else None
    again = wish_for(corrected, turn, frozenset({written.tool}))
    if again is None or len(again.calls) != 1:
        return None
    # A preview of the new amount would count the old one too, so it is told anew once the old one is gone.
    return Wish(calls=(("undoOperation", {"target": written.operation_id}),))


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


_DOCUMENT = re.compile(r"\[(?:cpf|cnpj|cartão)\]")
_SECRET = re.compile(r"\b(?:cpf|cnpj|rg|cnh|senha|cvv|pin)\b")
_REMEMBER = re.compile(
    r"^\s*(?:mel,?\s+)?(?:lembra|lembre|lembre-se|guarda|memoriza)\s+(?:a[ií]\s+)?que\s+(.{3,200})$", re.I
)


def _to_remember(text: str) -> str | None:
    """The fact in "lembra que a diarista vem na sexta"."""
    found = _REMEMBER.match(text)
    return found[1].strip() if found else None


_WISHES: dict[str, Callable[[Reading, TurnContext], Wish]] = {
    "record_spend": writes.record_spend,
    "contribute_to_goal": writes.contribute,
    "register_expense": writes.register,
    "adjust_expense": writes.adjust,
    "create_goal": goals.create_goal,
    "record_income": writes.income,
    "income_status": questions.income_status,
    "budget_total": questions.budget_total,
    "expense_status": questions.expense_status,
    "goal_status": questions.goal_status,
    "goals_list": lambda reading, turn: Wish(calls=(("goalsList", {}),)),
    "feasibility": questions.feasibility,
    "invoice_status": lambda reading, turn: Wish(calls=(faturas.invoice_status(reading, turn),)),
    "import_invoice": lambda reading, turn: Wish(text=faturas.SEND_FILE),
}
