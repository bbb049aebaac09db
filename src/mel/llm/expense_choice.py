"""A spend on what is no expense yet is one question: where to put it, "Outros", or a new one (DESIGN §5)."""

from __future__ import annotations

import re

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.llm.wish import Wish, ask, known, spend, titled
from mel.shared.names import match, suggest
from mel.shared.text import fold, tokens
from mel.understanding import Context, OpenQuestion, Reading, picked, understand
from mel.understanding.answers import MAKES
from mel.understanding.money import find_amounts

WHICH = "which"
"""What such an open question lacks."""
_OTHER = "Outros"
_NEW = ""
"""The option to make a new expense."""
_TOLD = ("name", "amount", "date", "member")
"""What tells one spend from another."""
_CALLED = re.compile(r"\b(?:chamad[oa]|(?:com o |de )?nome(?: d[eo])?|chama(?:-se)?|nomead[oa])\s+(.+)$", re.IGNORECASE)
_AROUND_NEW = MAKES | {
    "um", "uma", "o", "a", "gasto", "despesa", "categoria", "outro", "outra", "sim", "mesmo", "por", "favor", "ai",
    "la", "pra", "mim", "isso", "entao", "mel", "pode", "melhor", "prefiro", "quero", "ser", "de", "com",
}  # fmt: skip
_LITTLE_WORDS = {
    "em", "no", "na", "nos", "nas", "poe", "ponha", "bota", "coloca", "pode", "ser", "o", "a", "mesmo", "eh", "sim",
    "verdade", "foi", "era",
}  # fmt: skip
_ANYWHERE = re.compile(r"^(?:tanto faz|qualquer (?:um|uma|lugar)|onde (?:vc|voce) (?:quiser|achar melhor))\W*$")
_PLACES = 5
_PRICED = {"foi", "era", "deu", "na", "verdade", "nao", "reais", "r", "ops", "alias"}


def ask_which(reading: Reading, turn: TurnContext) -> Wish:
    """ "'padaria' ainda não é um gasto de vocês. Ponho em Mercado, Outros ou crio um novo?" Another spend that lacks
    its expense waits behind this one."""
    slots, waiting = {"asked_on": turn.today.isoformat(), **reading.slots}, turn.open_question
    if waiting is not None and waiting.missing == WHICH and any(waiting.slots.get(k) != slots.get(k) for k in _TOLD):
        slots["then"] = dict(waiting.slots)
    return _asking(Reading(reading.intent, slots), turn, f"'{slots['name']}' ainda não é um gasto de vocês. Ponho")


def _asking(reading: Reading, turn: TurnContext, opening: str) -> Wish:
    options = _options(reading, turn)
    shown = ", ".join(option for option in options if option)
    slots = {**reading.slots, "options": options}
    return ask(Reading(reading.intent, slots), WHICH, f"{opening} em {shown} ou crio um novo?")


def chosen(turn: TurnContext) -> Wish | None:
    """The spend that waited, as a proposal on what was chosen; None when the message is something of its own."""
    question = turn.open_question
    if question is None or question.missing != WHICH:
        return None
    if understand(turn.text, Context(turn.today, turn.vocabulary)).intent != "unclear":
        return None  # "gastei 30 na loja nova" answers nothing
    told = _as_of(question, turn)
    if (corrected := _priced(turn.text)) is not None:
        told = Reading(question.intent, {**question.slots, "amount": corrected})
        return _asking(told, turn, f"E '{told.slots['name']}': ponho")
    options = _options(told, turn)
    place = picked(turn.text, len(options))
    name = "" if place is not None and options[place] == _NEW else _new_name(turn.text)
    if name is not None:
        args = {**spend(told, titled(name or question.slots["name"]), turn), "newExpense": True, "confirm": False}
        return Wish(calls=(("recordSpend", args),))
    expense = options[place] if place is not None else _named(turn)
    return None if expense is None else Wish(calls=(("recordSpend", _on(expense, question, turn)),))


def still_asked(turn: TurnContext) -> Wish | None:
    """The question once more, after a message that did not answer it; only once, and then it is let go. After the
    answer, the one about the spend that waited behind it."""
    question = turn.open_question
    if question is None or question.missing != WHICH:
        return None
    slots = question.slots
    if chosen(turn) is not None:
        slots = slots["then"] if isinstance(slots.get("then"), dict) else {}  # type: ignore[assignment]
    elif slots.get("repeated"):
        slots = {}
    if not slots:
        return None
    return _asking(Reading(question.intent, {**slots, "repeated": True}), turn, f"E '{slots['name']}': ponho")


def kept_for_later(wish: Wish) -> OpenQuestion:
    """The same question, to be asked once what was just proposed has its answer."""
    assert wish.question is not None
    slots = {key: value for key, value in wish.question.slots.items() if key != "repeated"}
    return wish.question._replace(slots=slots)


def _options(reading: Reading, turn: TurnContext) -> list[str]:
    if isinstance(shown := reading.slots.get("options"), list):
        return shown
    names = [term.name for term in turn.vocabulary.expenses if fold(term.name) != fold(_OTHER)]
    likely = ([reading.suggestion] if reading.suggestion else []) or list(suggest(str(reading.slots["name"]), names, 2))
    return [*likely, _OTHER, _NEW]


def _on(expense: str, question: OpenQuestion, turn: TurnContext) -> Wire:
    """The word that the spend was told with will mean that expense from now on."""
    said = str(question.slots["name"])
    args = {**spend(_as_of(question, turn), expense, turn), "confirm": False}
    return {**args, "alias": said} if _free(said, turn) else args


def _free(word: str, turn: TurnContext) -> bool:
    """Whether it names nothing of the house yet, and is a name rather than half a sentence."""
    house = turn.vocabulary
    things = (*house.expenses, *house.goals, *house.incomes, *house.cards, *house.members)
    return len(tokens(word)) <= 3 and not match(word, things).candidates


def _as_of(question: OpenQuestion, turn: TurnContext) -> Reading:
    """The spend as it was told: without a day it was of the day of the question, which may not be today."""
    slots, asked_on = dict(question.slots), question.slots.get("asked_on")
    if asked_on not in (None, turn.today.isoformat()) and not {"date", "period"} & slots.keys():
        slots["date"] = asked_on
    return Reading(question.intent, slots)


def _named(turn: TurnContext) -> str | None:
    """A known expense, by its name; "tanto faz" is Outros."""
    if _ANYWHERE.match(fold(turn.text)):
        return known(_OTHER, turn.vocabulary.expenses) or _OTHER
    bare = " ".join(word for word in turn.text.split() if fold(word) not in _LITTLE_WORDS)
    return known(bare.strip(" .!,"), turn.vocabulary.expenses)


def _new_name(text: str) -> str | None:
    """What a new expense is to be called: "" for the word it was told with; None when none is to be made."""
    if not MAKES & set(tokens(text)):
        return None
    called = _CALLED.search(text)
    said = called[1] if called else " ".join(w for w in text.split() if not set(tokens(w)) <= _AROUND_NEW)
    name = said.strip(" .!,:;\"'")
    return name if len(tokens(name)) <= 4 and not any(char.isdigit() for char in name) else ""


def _priced(text: str) -> str | None:
    """Another amount for the spend that waits: "na verdade foi 39". A 2 alone rather picks the second option."""
    amounts = find_amounts(text)
    left = [word for word in tokens(text) if word not in _PRICED and not any(char.isdigit() for char in word)]
    return f"{amounts[0].value:.2f}" if len(amounts) == 1 and not left and amounts[0].value > _PLACES else None
