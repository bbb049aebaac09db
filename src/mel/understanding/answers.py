"""The answer to Mel's own question: one missing slot, filled by a message that is nothing else.

Each kind of slot has its own reader, which accounts for every word or declines.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mel.understanding import talk, undo
from mel.understanding.affirm import plain_verdict
from mel.understanding.asking import asks
from mel.understanding.clause import Clause, Refused, build, method_slots, money_slots, time_slots
from mel.understanding.fillers import meant
from mel.understanding.goals import deadline
from mel.understanding.money import Figure
from mel.understanding.people import read_who
from mel.understanding.phrases import companion, phrases
from mel.understanding.reading import Context, OpenQuestion, Reading
from mel.understanding.sentence import Item, Sentence, parse
from mel.understanding.verbs import verb
from mel.understanding.veto import veto
from mel.understanding.wordlist import words

Read = Callable[[Sentence, Context], Reading]
Slots = dict[str, Any]


def read_answer(sentence: Sentence, context: Context, read: Read) -> Reading | None:
    """The question's intent with its slot filled; None when the message is something of its own."""
    question = context.question
    if question is None or sentence.of("ask"):
        return None
    said = Sentence(sentence.text, sentence.tokens, list(meant(sentence)))
    if not context.pending and (plain_verdict(sentence, ()).verdict == "no" or _forgotten(said)):
        return Reading("cancel")
    refused = veto(said)
    if refused and (refused != "ambiguous_amount" or question.missing not in {"date", "deadline"}):
        return None
    alone = read(sentence, context._replace(question=None))
    if alone.intent != "unclear" and not alone.missing:
        return None
    fill = _FILLS.get(question.missing)
    try:
        found = fill(said, context, question) if fill else None
    except Refused:
        return None
    return None if found is None else Reading(question.intent, {**question.slots, **found}, ordered=True)


def _bare(clause: Clause, glue: frozenset[str]) -> bool:
    """Whether nothing but amounts, marks and these words is left."""
    return all(item.kind in {"amt", "sep"} or (item.kind == "w" and item.norm in glue) for item in clause.core)


def _extras(clause: Clause, question: OpenQuestion) -> Slots:
    """A method, a day or a deadline said along with the answer."""
    if question.intent == "create_goal":
        return {**method_slots(clause), **deadline(clause)}
    return {**method_slots(clause), **time_slots(clause)}


_PRICE = words(
    "foi deu eh era custou ficou em de uns umas por o a valor saiu foram deram total da dah so tudo pra "
    "pro passa agora muda aumenta"
)


def _amount(sentence: Sentence, context: Context, question: OpenQuestion) -> Slots | None:
    clause = build(sentence, context, payer=False)
    money = money_slots(clause)
    if not {"amount", "installment_amount"} & set(money) or clause.dues or clause.percent or not _bare(clause, _PRICE):
        return None
    return {**money, **_extras(clause, question)}


_WHEN = words(
    "ate em pra pro o a no na la pelo por uns umas prazo data eh seria de daqui mes dia sempre todo vence cai"
)


def _deadline(sentence: Sentence, context: Context, question: OpenQuestion) -> Slots | None:
    """ "até 1 de dezembro", "dezembro", "em 6 meses", "6 meses"."""
    found = _one_deadline(sentence, context)
    text = sentence.text.strip()
    return found or _one_deadline(parse("em " + text.removeprefix("uns ").removeprefix("umas "), context), context)


def _one_deadline(sentence: Sentence, context: Context) -> Slots | None:
    clause = build(sentence, context, payer=False)
    if clause.amounts or clause.dues or len(clause.whens) != 1 or not _bare(clause, _WHEN):
        return None
    return deadline(clause) or None


def _billing_day(sentence: Sentence, context: Context, _: OpenQuestion) -> Slots | None:
    """ "dia 10", "10", "todo dia dez", "vence dia 5"."""
    clause = build(sentence, context, payer=False)
    days = [due.day for due in clause.dues if due.day] + [when.day_number for when in clause.whens if when.day_number]
    days += [day for figure in clause.amounts if (day := _day(figure))]
    if len(days) != 1 or len(clause.whens) + len(clause.amounts) + len(clause.dues) != 1 or not _bare(clause, _WHEN):
        return None
    return {"billing_day": days[0]} if 1 <= days[0] <= 31 else None


def _day(figure: Figure) -> int | None:
    return int(figure.value) if figure.bare and figure.value == int(figure.value) and not figure.doubt else None


_PAID = words("foi fui que quem pagou paguei pagamos pagaram pago pela pelo por mesmo mesma juntos os as o a meio")


def _member(sentence: Sentence, context: Context, _: OpenQuestion) -> Slots | None:
    """ "eu", "foi a Ana", "nós dois", "minha esposa"."""
    items = [item for item in sentence.items if item.kind not in {"sep", "stop", "emoji"}]
    if any(item.kind not in {"w", "amt"} for item in items):
        return None
    if [token.norm for token in sentence.tokens if token.kind == "word"][-2:] in (["os", "dois"], ["as", "duas"]):
        return {"member": "both"} if len(items) <= 3 else None
    for at in range(len(items)):
        who = read_who(sentence, items, at, context)
        if who is None:
            continue
        rest = [item.norm for item in items[:at] + items[who.last :]]
        return {"member": who.member} if all(word in _PAID for word in rest) else None
    said = {item.norm for item in items}
    if said and said <= {"paguei", "fui"}:
        return {"member": "self"}
    return {"member": "both"} if said == {"pagamos"} else None


_LEADS = words("foi eh era em na no nas nos com pra pro de do da das dos o a chama chamar vai se nome")


def _name(sentence: Sentence, context: Context, question: OpenQuestion) -> Slots | None:
    if plain_verdict(sentence, ()).verdict != "unclear" or talk.read_social(sentence) or asks(sentence):
        return None
    if undo.read_undo(sentence, context) or _dropped(sentence):
        return None
    said = [item.norm for item in sentence.items if item.kind == "w"]
    if said[:1] and said[0] in MAKES:
        return None
    if said[-1:] == ["outros"] and len(said) <= 2:
        return {"name": "Outros"}
    clause = build(sentence, context, payer=False)
    if clause.amounts or clause.dues or clause.percent or clause.instalments or _tells_event(clause):
        return None
    if clause.core and _only_company(clause):
        return None
    name = _said_name(sentence, clause.core)
    return None if name is None else {"name": name, **_extras(clause, question)}


MAKES = words("cria criar crie crio novo nova cadastra cadastrar cadastre")
"""An answer to another question than what it is called."""
_FORGET = words("esquece esqueca deixa deixe cancela cancele larga desisti desistimos desencana")
_DROPS = _FORGET | words("desfaz apaga nao nem quero tira sei")


def _dropped(sentence: Sentence) -> bool:
    """ "vixe, esquece a padaria": the question is dropped, and nothing is called so."""
    first = next((item.norm for item in sentence.items if item.kind == "w"), "")
    return first in _DROPS


def _forgotten(said: Sentence) -> bool:
    """ "vixe, esquece a padaria", to the question about the padaria: nothing is to be written."""
    found = said.words
    return bool(found) and found[0] in _FORGET and len(found) <= 5 and not said.of("amt")


def _tells_event(clause: Clause) -> bool:
    return any(
        item.kind == "w" and (form := verb(item.norm)) and form.tense == "past" and item.norm != "foi"
        for item in clause.core
    )


def _only_company(clause: Clause) -> bool:
    """ "com a Ana" tells who came along."""
    found = phrases([item for item in clause.core if item.kind == "w"])
    return bool(found) and all(companion(part, clause.sentence, clause.context) for part in found or [])


def _said_name(sentence: Sentence, core: list[Item]) -> str | None:
    left = list(core)
    while len(left) > 1 and left[0].kind == "w" and left[0].norm in _LEADS and left[0].value != "code":
        left = left[1:]
    if any(item.kind not in {"w", "qty"} for item in left) or len(left) > 7:
        return None
    found = phrases(left)
    if not found or len(found) > 2:
        return None
    return found[0].text(sentence)


_FILLS: dict[str, Callable[[Sentence, Context, OpenQuestion], Slots | None]] = {
    "amount": _amount, "name": _name, "which": _name, "expense": _name, "goal": _name, "date": _deadline,
    "deadline": _deadline, "billing_day": _billing_day, "member": _member,
}  # fmt: skip
