"""record_spend: one concluded spend, told or ordered, every word of it accounted for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Any

from mel.shared.text import fold
from mel.understanding import lexicon
from mel.understanding.bought import name_of
from mel.understanding.calendar import MONTHS
from mel.understanding.clause import Clause, Refused, measured, method_slots, money_slots, time_slots
from mel.understanding.frame import Frame, check_verbs, frame_of
from mel.understanding.names import find_expense, find_goal
from mel.understanding.phrases import COUNTED
from mel.understanding.reading import Reading
from mel.understanding.row import Instalments, Item
from mel.understanding.verbs import COST, LOG, PLACE, only_verb, verb
from mel.understanding.when import When
from mel.understanding.wordlist import words

_CAN_LACK_AMOUNT = words("pagar comprar quitar pedir encomendar adquirir gastar")
_GOAL_WORDS = words("meta metas caixinha caixinhas cofrinho cofrinhos objetivo porquinho")
_SPANS = words("meses semanas anos ano dias")


def read_spend(clause: Clause) -> Reading:
    """The clause as one spend; raises `Refused` when it is not, or not surely."""
    core = _without_log_extras(_impersonal(clause.core))
    core, ordered = _order(core)
    core, category = _categorised(core, clause)
    core = _without_paid(core)
    _refuse_words(clause, core)
    frame = frame_of(core)
    check_verbs(clause, frame, ordered=ordered)
    slots = money_slots(clause)
    _check_instalments(clause)
    _check_times(clause, frame)
    name = name_of(clause, frame, ordered=ordered) or _counted(clause)
    if name:
        slots["name"] = name
    if category:
        slots["category"] = category
    slots.update(method_slots(clause))
    slots.update(time_slots(clause))
    if clause.member:
        slots["member"] = clause.member
    _enough(clause, frame, slots, ordered=ordered)
    missing = tuple(slot for slot, there in (("amount", _priced(slots)), ("name", "name" in slots)) if not there)
    concluded = not (ordered or missing or "period" in slots or _needs_a_look(clause, core, slots))
    known = find_expense(name, clause.context.vocabulary) if name else None
    near = known.candidates[0] if known is not None and known.how == "typo" else None
    return Reading("record_spend", slots, ordered=ordered, concluded=concluded, missing=missing, suggestion=near)


_PAID = words("pago paga pagos pagas quitado quitada")


def _without_paid(core: list[Item]) -> list[Item]:
    """ "conta de luz 200 paga", "multa de radar paga: 104,13": done is what every spend is."""
    if len(core) > 2 and core[-1].norm in _PAID:
        return core[:-1]
    marked = (at for at in range(1, len(core) - 2) if core[at].norm in _PAID and core[at + 1].kind == "sep")
    at = next(marked, 0)
    return [*core[:at], *core[at + 1 :]] if at and core[at + 2].kind == "amt" else core


def _needs_a_look(clause: Clause, core: list[Item], slots: dict[str, Any]) -> bool:
    """What is told plainly and may still be meant otherwise: "ela gastou", "a mais", in quotes, a week ago or more."""
    sentence = clause.sentence
    if sentence.of("quote") or (len(core) < len(_impersonal(clause.core)) and "mais" in sentence.word_set):
        return True
    if clause.member == "partner" and sentence.word_set & {"ele", "ela"}:
        return True
    day = str(slots.get("date") or "")
    named = any(token.kind == "slash" or token.norm in MONTHS for token in sentence.tokens)
    return bool(day) and not named and (clause.context.today - date.fromisoformat(day)).days >= _LONG_AGO


_LONG_AGO = 7
"""Days: "segunda" told on a Monday, "dia 20" told on the 15th."""


def _impersonal(core: list[Item]) -> list[Item]:
    """ "o conserto me custou 390": whom a price fell on."""
    cost = [item for at, item in enumerate(core) if not (item.norm in {"me", "nos"} and _costs(core[at + 1 : at + 2]))]
    for at in range(len(cost) - 2):
        if cost[at].norm in {"me", "nos"} and cost[at + 1].norm in {"levou", "levaram"} and cost[at + 2].kind == "amt":
            return [*cost[:at], cost[at + 1]._replace(norm="custou"), *cost[at + 2 :]]
    return cost


def _costs(following: Sequence[Item]) -> bool:
    form = verb(following[0].norm) if following else None
    return form is not None and form.tense == "past" and form.lemma in {"custar", "sair", "ficar"}


def _categorised(core: list[Item], clause: Clause) -> tuple[list[Item], str | None]:
    """Take "na categoria lazer" out."""
    at = next((at for at, item in enumerate(core) if item.norm == "categoria"), None)
    if at is None and len(core) > 2 and core[-2].norm == "como" and core[-1].kind == "w":
        return core[:-2], clause.sentence.span(core[-1].first, core[-1].last)
    if at is None:
        return core, None
    named = at + 1 + (core[at + 1 : at + 2] != [] and core[at + 1].norm in lexicon.OF)
    if named >= len(core) or core[named].kind != "w":
        raise Refused("not_understood")
    front = core[: at - 1] if at and core[at - 1].norm in lexicon.PREPOSITIONS else core[:at]
    return front + core[named + 1 :], clause.sentence.span(core[named].first, core[named].last)


def _counted(clause: Clause) -> str | None:
    """ "4 ingressos por 320": what was counted is what was bought, when nothing else names it."""
    counted = [item for item in clause.core if item.kind == "qty"]
    if len(counted) != 1 or counted[0].norm not in COUNTED:
        return None
    last = counted[0].last
    while last > counted[0].first and clause.sentence.tokens[last - 1].norm != counted[0].norm:
        last -= 1
    return clause.sentence.span(last - 1, last) if last > counted[0].first else None


def _check_instalments(clause: Clause) -> None:
    """ "12x 200": the price or one instalment, nobody can tell."""
    figures = {figure.first for figure in clause.amounts}
    if any(
        item.kind == "inst" and item.value != Instalments(1) and item.last in figures for item in clause.sentence.items
    ):
        raise Refused("ambiguous_amount")


def _check_times(clause: Clause, frame: Frame) -> None:
    """ "academia 99 até dia 7" is due; "consulta 350 dia 12", told on the 6th, may be ahead."""
    today = clause.context.today
    for when in clause.whens:
        if when.until and not frame.verbs:
            raise Refused("vague_time")
        moment = when.resolve(today, future=False)
        if _belongs_to_thing(clause, when, frame):
            raise Refused("vague_time")
        if not frame.verbs and _lately(clause, when, moment):
            continue
        month_ago = when.month_number and isinstance(moment, tuple) and (today - moment[0]).days > 240
        if not frame.verbs and month_ago:
            raise Refused("vague_time")
        if not frame.verbs and when.day_number and isinstance(moment, date) and moment.month != today.month:
            raise Refused("vague_time")


def _lately(clause: Clause, when: When, moment: object) -> bool:
    """ "15/06 dentista 350": a day and its month, just past, is when it happened."""
    dated = any(token.kind == "slash" for token in clause.sentence.tokens[when.first : when.last])
    return dated and isinstance(moment, date) and 0 <= (clause.context.today - moment).days <= 62


def _belongs_to_thing(clause: Clause, when: When, frame: Frame) -> bool:
    """ "ingresso pro sábado", "o show do dia 20": the day of the thing, perhaps still ahead, and not of the payment."""
    opening = clause.sentence.tokens[when.first].norm
    bought = bool({form.lemma for _, form in frame.verbs} & _AHEAD)
    if opening in {"pro", "pra"}:
        return True
    before = clause.sentence.tokens[when.first - 1] if when.first else None
    if opening == "primeiro" and before is not None and before.kind == "word" and not only_verb(before.norm):
        # "no bar primeiro de maio": the day, or the bar's name.
        return True
    return opening in {"do", "da", "de"} and bought and when.kind == "day" and _names_day(clause, when)


def _names_day(clause: Clause, when: When) -> bool:
    said = {token.norm for token in clause.sentence.tokens[when.first : when.last]}
    return not said & {"hoje", "ontem", "anteontem", "passado", "passada", "retrasado", "retrasada"}


_AHEAD = words("comprar pagar reservar encomendar adquirir parcelar")


def _priced(slots: dict[str, Any]) -> bool:
    return "amount" in slots or "installment_amount" in slots


_POLITE = words(
    "pode podes poderia consegue voce da dah pra quero queria vamos ai me favor mel gostaria de preciso que"
)


def _order(core: list[Item]) -> tuple[list[Item], bool]:
    """Take "pode lançar", "vc registra", "quero anotar" off the front: what is left, and whether it was an order."""
    at = 0
    while at < len(core) and core[at].kind == "w" and core[at].norm in _POLITE:
        at += 1
    if at < len(core) and core[at].kind == "w":
        form = verb(core[at].norm)
        noting = at == 0 and core[at].norm in {"registrando", "anotando", "lancando"}
        if form and form.lemma in LOG and (noting or form.tense in {"order", "infinitive", "present"}):
            rest = core[at + 1 :]
            while (
                rest
                and rest[0].kind == "w"
                and rest[0].norm in {"que", "ai", "pra", "pro", "um", "uma", "mais", "o", "a", "os", "as"}
            ):
                rest = rest[1:]
            return rest, True
    return core, False


def _without_log_extras(core: list[Item]) -> list[Item]:
    """ "200 a mais no mercado" is an extra spend."""
    result: list[Item] = []
    at = 0
    while at < len(core):
        words = [item.norm for item in core[at : at + 2]]
        after_amount = bool(result) and result[-1].kind == "amt"
        if after_amount and words == ["a", "mais"]:
            at += 2
        elif after_amount and words[:1] == ["mais"]:
            at += 1
        else:
            result.append(core[at])
            at += 1
    return result


def _refuse_words(clause: Clause, core: Sequence[Item]) -> None:
    for at, item in enumerate(core):
        if item.kind in {"bad", "odd", "plus"}:
            raise Refused("ambiguous_amount")
        if item.kind == "amt" and at and core[at - 1].kind == "w" and core[at - 1].norm in {"pra", "pro", "ate", "a"}:
            raise Refused("correction")
        took = item.kind == "amt" and at and core[at - 1].norm in {"peguei", "pegamos", "pegou"}
        if took and core[at + 1 : at + 2] and core[at + 1].norm in {"pra", "pro", "da", "do", "com"}:
            raise Refused("not_a_spend")
        if item.kind == "amt" and at and core[at - 1].norm in {"fiz", "fizemos", "fez"}:
            raise Refused("not_a_spend")
        if item.kind == "amt" and at and core[at - 1].norm in {"os", "aqueles", "esses"}:
            raise Refused("not_understood")
        if item.kind == "amt" and at and core[at - 1].norm == "por" and _swapped(core[: at - 1]):
            raise Refused("non_event")
        if item.kind == "amt" and at and core[at - 1].norm == "em" and not _priced_in(core[: at - 1]):
            raise Refused("correction")
    if any(_per_unit(core, at) for at in range(len(core) - 2)):
        raise Refused("ambiguous_amount")
    if any(item.norm in _GOAL_WORDS for item in core):
        raise Refused("unknown_name")
    if clause.dues or clause.percent:
        raise Refused("recurring" if clause.dues else "ambiguous_amount")
    if clause.asked:
        raise Refused("question")
    if any(a.norm in {"por", "durante"} and b.kind == "qty" and b.norm in _SPANS for a, b in pairwise(core)):
        raise Refused("recurring")


def _per_unit(core: Sequence[Item], at: int) -> bool:
    """ "180 por sessão": the price of one, and who knows how many."""
    amount, by, unit = core[at : at + 3]
    return amount.kind == "amt" and by.norm == "por" and unit.kind == "w" and unit.norm not in lexicon.ARTICLES


def _swapped(front: Sequence[Item]) -> bool:
    """ "troquei a bike por 400": who paid whom?"""
    return any(
        form is not None and form.lemma == "trocar" and form.tense == "past"
        for form in (verb(item.norm) for item in front)
    )


def _priced_in(front: Sequence[Item]) -> bool:
    """ "ficou em 47": only a price follows such a verb; "põe a gasolina em 500" sets a limit."""
    return any(form is not None and form.lemma in COST | {"morrer"} for form in (verb(item.norm) for item in front))


def _enough(clause: Clause, frame: Frame, slots: dict[str, Any], *, ordered: bool) -> None:
    """A spend needs an amount, or a name with a verb that can only have paid for it."""
    lemmas = {form.lemma for _, form in frame.verbs}
    name = slots.get("name")
    placing = lemmas & PLACE
    if placing:
        _placement(clause, name, frame)
    if not name and clause.cards and (lemmas & {"pagar", "quitar", "investir", "liquidar"} or not lemmas):
        raise Refused("not_carried")
    if lemmas & _SETTLES and any(_settled(clause, item, name) for item in clause.methods):
        raise Refused("not_carried")
    if not _priced(slots) and any(item.value == "code" and item.norm.isdigit() for item in clause.core):
        raise Refused("ambiguous_amount")
    if not _priced(slots):
        if measured(clause, name) and not (lemmas and lemmas <= _HALF_BOUGHT):
            raise Refused("ambiguous_amount")
        if "installments" in slots and slots["installments"] > 1 and not name:
            raise Refused("ambiguous_amount")
        if not name or not (lemmas & _CAN_LACK_AMOUNT or ordered):
            raise Refused("no_amount")
        if lemmas and not _plainly_bought(clause, name, lemmas):
            raise Refused("no_amount")
        if ordered and not find_expense(name, clause.context.vocabulary).sure:
            raise Refused("no_amount")
    if not lemmas and not ordered and not name:
        raise Refused("bare_amount")
    if lemmas and lemmas <= COST and not name and lemmas <= {"ser", "ficar", "dar", "sair"}:
        raise Refused("bare_amount")


def _plainly_bought(clause: Clause, name: str, lemmas: set[str]) -> bool:
    """ "paguei mico", "pedi demissão", "gastei saliva": without an amount, only what money surely buys."""
    if find_expense(name, clause.context.vocabulary).known:
        return True
    if fold(name).split()[0] in _UNBOUGHT or lemmas & {"pedir"}:
        return False
    if lemmas & {"gastar", "torrar", "desembolsar"} and not _told_place(clause, name):
        # "gastei o olho da cara", "gastei um troco": what one spends is money.
        return False
    if lemmas & {"comprar", "encomendar", "adquirir"}:
        return True
    first = next((token for token in clause.sentence.tokens if token.text == name.split()[0]), None)
    before = clause.sentence.tokens[clause.sentence.tokens.index(first) - 1].norm if first else ""
    return before in lexicon.ARTICLES | lexicon.POSSESSIVES | lexicon.PLACE_PREPOSITIONS


def _told_place(clause: Clause, name: str) -> bool:
    tokens = clause.sentence.tokens
    first = next((at for at, token in enumerate(tokens) if token.text == name.split()[0]), 0)
    return bool(first) and tokens[first - 1].norm in lexicon.PLACE_PREPOSITIONS


_UNBOUGHT = words(
    "mico pato lingua preco pecado pecados promessa vexame castigo pena sapo geral briga ideia barulho causa encrenca "
    "lebre sono tempo saliva energia sola forca esforco folego latim juventude vida beleza paciencia palavras atencao "
    "moeda alma sorte cabeca neuronio neuronios folego desculpas confusao guerra"
)
"""What one pays, buys or spends without money."""


_HALF_BOUGHT = words("comprar pedir encomendar adquirir")
"""Of these "meia dúzia de ovos" and "meia" itself may be the thing bought."""


_SETTLES = words("pagar quitar liquidar acertar abater amortizar dar")


def _settled(clause: Clause, method: Item, name: str | None) -> bool:
    """ "quitei o cartão Inter", "700 do cartão": the card itself is paid; "no cartão" only tells how."""
    tokens = clause.sentence.tokens
    if tokens[method.first].norm == "do":
        return name is None and tokens[method.first + 1].norm == "cartao"
    before = tokens[method.first - 1].norm if method.first else ""
    return tokens[method.first].norm == "cartao" and before in {"o", "os", "pro", "ao", *lexicon.POSSESSIVES}


def _placement(clause: Clause, name: str | None, frame: Frame) -> None:
    """ "coloca 80 na farmácia": the household's own names decide."""
    told = any(form.tense == "past" and form.lemma in {"botar", "colocar", "por"} for _, form in frame.verbs)
    if told and name and any(run[0].norm == "de" for _, run in frame.runs):
        return
    if name is None or not find_expense(name, clause.context.vocabulary).sure:
        raise Refused("unknown_name")
    if find_goal(name, clause.context.vocabulary).how == "exact":
        raise Refused("unknown_name")
