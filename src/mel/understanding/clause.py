"""One clause of a write.

Its single amount, times, method, card, instalments, payer, and the words still to account for.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Any

from mel.understanding.calendar import FEASTS
from mel.understanding.fillers import meant, without_fillers
from mel.understanding.money import Figure
from mel.understanding.people import take_payer
from mel.understanding.reading import Context
from mel.understanding.recurrence import Due
from mel.understanding.sentence import Instalments, Item, Sentence
from mel.understanding.verbs import only_verb
from mel.understanding.when import When
from mel.understanding.wordlist import words


class Refused(Exception):
    """This clause cannot be read as the write at hand; the message is the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Clause:
    """What a write may use, taken out of the row; `core` is what the grammar must still account for."""

    def __init__(self, sentence: Sentence, context: Context, core: list[Item]) -> None:
        self.sentence = sentence
        self.context = context
        self.core = core
        self.amounts: list[Figure] = []
        self.whens: list[When] = []
        self.dues: list[Due] = []
        self.methods: list[Item] = []
        self.cards: list[Item] = []
        self.instalments: list[Instalments] = []
        self.member: str | None = None
        self.asked = False
        self.percent: str | None = None
        self.joined = False

    def copy(self) -> Clause:
        """The same clause, with lists of its own."""
        twin = Clause(self.sentence, self.context, list(self.core))
        twin.amounts, twin.whens, twin.dues = list(self.amounts), list(self.whens), list(self.dues)
        twin.methods, twin.cards, twin.instalments = list(self.methods), list(self.cards), list(self.instalments)
        twin.member, twin.asked, twin.percent, twin.joined = self.member, self.asked, self.percent, self.joined
        return twin

    @property
    def words(self) -> list[str]:
        return [item.norm for item in self.core if item.kind == "w"]


_SOFT_TIMES = frozenset({"do mes", "da semana", "do ano"})


def build(sentence: Sentence, context: Context, items: Sequence[Item] | None = None, *, payer: bool = True) -> Clause:
    """Sort the items of a clause. Fillers and marks at its edges fall away; the rest keeps its order."""
    rest: list[Item] = []
    clause = Clause(sentence, context, rest)
    for item in meant(sentence) if items is None else without_fillers(list(items)):
        if item.kind == "when" and item.norm not in _SOFT_TIMES:
            clause.whens.append(item.value)  # type: ignore[arg-type]
        elif item.kind == "due":
            clause.dues.append(item.value)  # type: ignore[arg-type]
        elif item.kind == "pm":
            _drop_paying(rest)
            clause.methods.append(item)
        elif item.kind == "card":
            clause.cards.append(item)
        elif item.kind == "inst":
            _drop_paying(rest)
            clause.instalments.append(item.value)  # type: ignore[arg-type]
        elif item.kind == "pct":
            clause.percent = str(item.value)
        elif item.kind == "ask":
            clause.asked = True
        elif item.kind not in {"emoji", "clock", "quote"}:
            if item.kind == "amt":
                clause.amounts.append(item.value)  # type: ignore[arg-type]
            rest.append(item)
    if payer:
        clause.member, clause.core = take_payer(sentence, rest, context)
    clause.core = _tidy(clause.core)
    for before, item in pairwise(clause.core):
        if item.kind == "amt" and before.kind == "w" and before.norm in {"e", "ou"}:
            clause.joined = True
    return clause


def clause_of(sentence: Sentence, context: Context) -> Clause:
    """The sentence as one clause. Each grammar gets a copy to use up; the sorting is done once."""
    built: Clause | None = sentence.found.get(clause_of)
    if built is None or built.context is not context:
        built = sentence.found[clause_of] = build(sentence, context)
    return built.copy()


_PAYING = words("passei passamos paguei pagamos parcelei parcelamos pago paga passado passada parcelado parcelada")


def _drop_paying(rest: list[Item]) -> None:
    """ "…e foi 85, passei no cartão": how it was paid is no second deed."""
    earlier = any(item.kind == "w" and only_verb(item.norm) for item in rest[:-1])
    if rest and rest[-1].norm in _PAYING and earlier and any(item.kind == "amt" for item in rest):
        rest.pop()


def _tidy(items: list[Item]) -> list[Item]:
    """Without marks at the edges or in a row; a full stop between clauses is a comma."""
    tidy: list[Item] = []
    for item in items:
        mark = item.kind in {"sep", "stop"}
        if mark and (not tidy or tidy[-1].kind == "sep"):
            continue
        tidy.append(Item("sep", item.first, item.last, item.norm) if mark else item)
    while tidy and (tidy[-1].kind == "sep" or (tidy[-1].kind == "w" and tidy[-1].norm == "e")):
        tidy.pop()
    while tidy and (tidy[0].kind == "sep" or (tidy[0].kind == "w" and tidy[0].norm in {"e", "que"})):
        tidy.pop(0)
    return tidy


def money_slots(clause: Clause) -> dict[str, Any]:
    """Amount and currency, or instalments with each instalment's amount."""
    slots: dict[str, Any] = {}
    if len(clause.amounts) > 1 or clause.joined:
        raise Refused("two_amounts")
    if clause.amounts:
        slots["amount"], slots["currency"] = clause.amounts[0].amount, currency(clause.amounts[0])
    if len(clause.instalments) > 1:
        raise Refused("ambiguous_amount")
    for plan in clause.instalments:
        slots["installments"] = plan.parcels
        if plan.each is not None:
            if plan.each.doubt or clause.amounts:
                raise Refused("ambiguous_amount")
            slots["installment_amount"], slots["currency"] = plan.each.amount, currency(plan.each)
    return slots


def measured(clause: Clause, name: str | None) -> bool:
    """ "40 minutos", "15 litros", "meia": what was told is a time, a size or a half, and no price."""
    said = clause.sentence
    half = (name or "").casefold().split()[:1] == ["meia"]
    timed = any(said.tokens[item.first].kind == "num" for item in said.of("clock"))
    return half or timed or bool(said.of("qty"))


def currency(figure: Figure) -> str:
    code = figure.currency or "BRL"
    if code not in {"BRL", "USD", "EUR"}:
        raise Refused("currency")
    return code


def time_slots(clause: Clause, *, future: bool = False, allow_future: bool = False) -> dict[str, Any]:
    """One day or one span. Vague, impossible or contradictory times refuse the write."""
    if not clause.whens:
        return {}
    today = clause.context.today
    moments = []
    for when in clause.whens:
        moment = None if when.vague else when.resolve(today, future=future)
        if moment is None or _feast_of_nothing(clause, when):
            raise Refused("vague_time")
        if not allow_future and _ahead(clause, when):
            raise Refused("future")
        moments.append(moment)
    if len(set(moments)) > 1:
        moments = _own(moments)
    moment = moments[0]
    last = moment if isinstance(moment, date) else moment[0]
    if last > today and not allow_future:
        raise Refused("future")
    if today.year - last.year > _REMEMBERED:
        raise Refused("vague_time")
    return moment_slots(moment)


_ON = words("no na nos nas desde ate vespera")


def _ahead(clause: Clause, when: When) -> bool:
    """ "nos próximos 3 meses"."""
    return any(token.norm.startswith("proxim") for token in clause.sentence.tokens[when.first : when.last])


def _feast_of_nothing(clause: Clause, when: When) -> bool:
    """ "gastei 90 Carnaval": a feast with no "no" before it, in a message that it does not begin, may be a name."""
    said = [token.norm for token in clause.sentence.tokens[when.first : when.last]]
    return when.first > 0 and bool(FEASTS & set(said)) and said[0] not in _ON


_REMEMBERED = 10
"""Years: what is older was no year, or nobody's to write down."""


def moment_slots(moment: date | tuple[date, date]) -> dict[str, Any]:
    if isinstance(moment, date):
        return {"date": moment.isoformat()}
    return {"period": {"from": moment[0].isoformat(), "to": moment[1].isoformat()}}


def _own(moments: list[Any]) -> list[Any]:
    """Two markers: a day inside a span wins ("essa semana, na terça"); else no one can tell."""
    days = [moment for moment in moments if isinstance(moment, date)]
    spans = [moment for moment in moments if not isinstance(moment, date)]
    if len(set(days)) == 1 and all(span[0] <= days[0] <= span[1] for span in spans):
        return days[:1]
    raise Refused("vague_time")


def method_slots(clause: Clause) -> dict[str, Any]:
    slots: dict[str, Any] = {}
    named = [item.value for item in clause.methods]
    kinds = {value[0] for value in named}  # type: ignore[index]
    if kinds == {"card", "credit"} or kinds == {"card", "debit"}:
        kinds -= {"card"}
    if len(kinds) > 1:
        raise Refused("two_actions")
    if kinds:
        slots["payment_method"] = kinds.pop()
    brands = [value[1] for value in named if value[1]]  # type: ignore[index]
    brands += [item.value for item in clause.cards]
    if len({clause.sentence.span(*brand).casefold() for brand in brands}) > 1:
        raise Refused("two_actions")
    if brands:
        slots["card_name"] = clause.sentence.span(*brands[0])
    return slots
