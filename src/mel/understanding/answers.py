"""The answer to Mel's own question: one missing slot, filled by a message that is nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mel.understanding.clause import Refused, build, method_slots, money_slots, time_slots
from mel.understanding.phrases import phrases
from mel.understanding.reading import Context, OpenQuestion, Reading
from mel.understanding.sentence import Item, Sentence
from mel.understanding.verbs import verb
from mel.understanding.veto import veto
from mel.understanding.wordlist import words

Read = Callable[[Sentence, Context], Reading]


def read_answer(sentence: Sentence, context: Context, read: Read) -> Reading | None:
    """The question's intent with its slot filled; None when the message is something of its own."""
    question = context.question
    if question is None or sentence.of("ask") or veto(sentence):
        return None
    alone = read(sentence, replace(context, question=None))
    own = alone.intent not in {"unclear"} and not alone.missing
    if own:
        return None
    try:
        slots = _filled(sentence, context, question)
    except Refused:
        return None
    if slots is None:
        return None
    missing = tuple(slot for slot in ("amount", "name") if slot not in slots and slot == question.missing)
    return Reading(question.intent, slots, ordered=True, missing=missing)


def _filled(sentence: Sentence, context: Context, question: OpenQuestion) -> dict[str, Any] | None:
    clause = build(sentence, context, payer=False)
    slots: dict[str, Any] = dict(question.slots)
    if any(
        item.kind == "w" and (form := verb(item.norm)) and form.tense == "past" and item.norm != "foi"
        for item in clause.core
    ):
        return None
    extra = {
        **method_slots(clause),
        **time_slots(clause, future=question.intent == "create_goal", allow_future=question.intent == "create_goal"),
    }
    if question.missing == "amount":
        money = money_slots(clause)
        words = [item for item in clause.core if item.kind == "w" and item.norm not in _GLUE]
        if "amount" not in money or words:
            return None
        return {**slots, **money, **extra}
    if question.missing in {"name", "which", "expense", "goal"}:
        if clause.amounts or clause.dues or clause.percent:
            return None
        name = _name(sentence, clause.core)
        return None if name is None else {**slots, "name": name, **extra}
    if question.missing in {"date", "deadline"} and "date" in extra and not clause.amounts:
        return {**slots, **extra}
    if question.missing == "billing_day" and len(clause.whens) == 1 and clause.whens[0].day_number:
        return {**slots, "billing_day": clause.whens[0].day_number}
    return None


_GLUE = words("foi deu eh era custou ficou em de reais uns por o a valor saiu")


def _name(sentence: Sentence, core: list[Item]) -> str | None:
    words = list(core)
    while (
        words
        and words[0].kind == "w"
        and words[0].norm in {"foi", "eh", "era", "em", "na", "no", "com", "pra", "pro", "de", "do", "da"}
        and len(words) > 1
    ):
        words = words[1:]
    found = phrases([item for item in words if item.kind in {"w", "qty"}])
    if not found or len(found) > 2 or any(item.kind not in {"w", "qty"} for item in words) or len(words) > 7:
        return None
    return found[0].text(sentence)
