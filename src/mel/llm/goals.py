"""Goals in a conversation: one that nobody else sees, one that ends in time, one of two with the same name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.agent.wording.speech import listed
from mel.goals.namesakes import OWN, meant, namesake
from mel.llm.wish import Wish, ask, known, money, titled
from mel.shared.text import fold
from mel.understanding import Context, Reading, Term, understand
from mel.understanding.money import find_amounts

_PRIVATE = re.compile(
    r"\b(?:so minha|so meu|so (?:pra|para) mim|so eu (?:vejo|sei)|secret[ao]|privad[ao]|particular|em segredo)\b"
)
_PRIVATE_WORD = re.compile(r"\b(?:secret[ao]|privad[ao]|particular)\b", re.IGNORECASE)
_MARK = re.compile(r"^(?:secret[ao]|privad[ao]|particular)\s+|\s+(?:secret[ao]|privad[ao]|particular)$", re.IGNORECASE)


def _with_the_figure_of_the_name(slots: Mapping[str, Any]) -> Mapping[str, Any]:
    """ "Meta moto 8000": the figure at the end is the target. One that may be a year stays in the name."""
    said = re.fullmatch(r"(?P<name>\D*[^\W\d])\s+(?P<figure>\d[\d.,]*(?: mil)?)", str(slots.get("name", "")))
    figures = find_amounts(said["figure"]) if said and "amount" not in slots else []
    if said is None or len(figures) != 1 or 1900 <= figures[0].value <= 2200 or figures[0].value < 100:
        return slots
    return {**slots, "name": said["name"], "amount": str(figures[0].value), "currency": figures[0].currency or "BRL"}


def create_goal(reading: Reading, turn: TurnContext) -> Wish:
    """A new goal; asked as private, it is the speaker's alone."""
    slots = dict(_with_the_figure_of_the_name(reading.slots))
    if _PRIVATE.search(fold(turn.text)):
        slots["private"] = True
        if "name" in slots:
            slots["name"] = _MARK.sub("", str(slots["name"]))
    told = reading._replace(slots=slots)
    if "name" not in slots:
        return ask(told, "name", "Como vai se chamar a meta?")
    if "amount" not in slots:
        return ask(told, "amount", "Qual o valor da meta?")
    if "date" not in slots:
        return ask(told, "date", "Até quando?")
    if date.fromisoformat(str(slots["date"])) <= turn.today:
        del slots["date"]
        return ask(told._replace(slots=slots), "date", "O prazo precisa ser depois de hoje. Até quando?")
    args: Wire = {"name": titled(slots["name"]), "target": money(slots), "deadline": slots["date"]}
    return Wish(calls=(("createGoal", {**args, "private": True} if slots.get("private") else args),))


def goal_named(reading: Reading, turn: TurnContext) -> str:
    """The household's name for the goal that was said, also as the answer to which of two namesakes."""
    said, goals = str(reading.slots["name"]), turn.vocabulary.goals
    if asked := reading.slots.get("namesakes"):
        twins = [term.name for term in goals if namesake(term.name) == asked]
        return meant(said, twins) or known(said, goals) or said
    return known(said, goals) or said


def made_private(turn: TurnContext) -> Wish | None:
    """ "Só minha", said to a goal that was just shown: the same one, for nobody else to see."""
    shown = [each for each in turn.open_proposals if each.tool == "createGoal" and each.turn_id == turn.previous_turn]
    if len(shown) != 1 or shown[0].member != turn.speaker or find_amounts(turn.text):
        return None
    if not _PRIVATE.search(fold(turn.text)) or len(turn.text.split()) > _SHORT:
        return None
    args = {**shown[0].arguments, "private": True, "operationId": shown[0].operation_id, "confirm": False}
    return Wish(calls=(("createGoal", args),))


_SHORT = 8
"""Words of a message that says nothing else."""
_SAVING = re.compile(
    r"^(?:a gente )?(?:quer(?:o|emos|ia)?|vamos|bora|vou) (?:juntar|guardar|economizar|poupar) (?:uns )?(?:r\$ ?)?"
    r"[\d.,]+(?: (?:mil|k|reais))*[ .!]*$"
)


def to_save(reading: Reading, turn: TurnContext) -> Wish | None:
    """ "Quero juntar 3 mil": a goal that still lacks what it is for."""
    if reading.intent != "unclear" or not _SAVING.match(fold(turn.text)):
        return None
    amounts = find_amounts(turn.text)
    if len(amounts) != 1:
        return None
    slots = {"amount": f"{amounts[0].value:.2f}", "currency": amounts[0].currency or "BRL"}
    return ask(Reading("create_goal", slots), "name", "Boa! Como vai se chamar a meta?")


def reread(turn: TurnContext) -> Reading | None:
    """What was not understood for a reason that is ours: "a nossa" after which of two, or a goal said to be private."""
    question = turn.open_question
    if question is not None and "namesakes" in question.slots:
        twins = [term.name for term in turn.vocabulary.goals if namesake(term.name) == question.slots["namesakes"]]
        if meant(turn.text, twins):
            return Reading(question.intent, {**question.slots, "name": turn.text})
    plain = _PRIVATE_WORD.sub(" ", turn.text)
    if plain == turn.text:
        return None
    reading = understand(plain, Context(turn.today, turn.vocabulary))
    return reading if reading.intent == "create_goal" else None


def which_namesake(turn: TurnContext) -> Wish | None:
    """A contribution to a name that a shared goal and a private one have: one question, and the answer completes it."""
    goals = turn.vocabulary.goals
    shared = {base: None for term in goals if (base := namesake(term.name))}
    if not shared:
        return None
    alone = (*(term for term in goals if namesake(term.name) is None), *map(Term, shared))
    reading = understand(turn.text, Context(turn.today, turn.vocabulary._replace(goals=alone)))
    base = known(reading.slots.get("name"), alone)
    if reading.intent != "contribute_to_goal" or base not in shared:
        return None
    names = sorted(
        (term.name for term in goals if namesake(term.name) == base), key=lambda name: name.endswith(f"({OWN})")
    )
    told = reading._replace(slots={**reading.slots, "namesakes": base})
    return ask(told, "name", f"{listed(names, 'ou')}?")
