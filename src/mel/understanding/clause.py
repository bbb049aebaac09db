"""One clause of a write.

Its single amount, times, method, card, instalments, payer, and the words still to account for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise
from typing import Any

from mel.understanding import lexicon
from mel.understanding.money import Figure
from mel.understanding.people import take_payer
from mel.understanding.reading import Context
from mel.understanding.recurrence import Due
from mel.understanding.sentence import Instalments, Item, Sentence
from mel.understanding.verbs import LOG, only_verb, told, verb
from mel.understanding.when import When
from mel.understanding.wordlist import words


class Refused(Exception):
    """This clause cannot be read as the write at hand; the message is the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass
class Clause:
    """What a write may use, taken out of the row; `core` is what the grammar must still account for."""

    sentence: Sentence
    context: Context
    core: list[Item]
    amounts: list[Figure] = field(default_factory=list)
    whens: list[When] = field(default_factory=list)
    dues: list[Due] = field(default_factory=list)
    methods: list[Item] = field(default_factory=list)
    cards: list[Item] = field(default_factory=list)
    instalments: list[Instalments] = field(default_factory=list)
    member: str | None = None
    asked: bool = False
    percent: str | None = None
    joined: bool = False

    @property
    def words(self) -> list[str]:
        return [item.norm for item in self.core if item.kind == "w"]


_SOFT_TIMES = frozenset({"do mes", "da semana", "do ano"})


def build(sentence: Sentence, context: Context, items: Sequence[Item] | None = None, *, payer: bool = True) -> Clause:
    """Sort the items of a clause. Fillers and marks at its edges fall away; the rest keeps its order."""
    rest: list[Item] = []
    clause = Clause(sentence, context, rest)
    for item in without_fillers(list(sentence.items if items is None else items)):
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


_PAYING = words("passei passamos paguei pagamos parcelei parcelamos pago paga passado passada parcelado parcelada")


def _drop_paying(rest: list[Item]) -> None:
    """ "…e foi 85, passei no cartão": how it was paid is no second deed."""
    earlier = any(item.kind == "w" and only_verb(item.norm) for item in rest[:-1])
    if rest and rest[-1].norm in _PAYING and earlier and any(item.kind == "amt" for item in rest):
        rest.pop()


_FILLER_BY_WORD: dict[str, list[tuple[str, ...]]] = {}
for _phrase in sorted(lexicon.FILLER_PHRASES, key=len, reverse=True):
    _FILLER_BY_WORD.setdefault(_phrase[0], []).append(_phrase)


def without_fillers(items: list[Item]) -> list[Item]:
    """Drop words and phrases that carry nothing."""
    kept: list[Item] = []
    here = 0
    while here < len(items):
        item = items[here]
        gone = _gone_eating(items, here)
        if gone is not None:
            kept.append(gone[0])
            here = gone[1]
            continue
        if item.norm in _MANAGED and here + 1 < len(items):
            past = told(items[here + 1].norm, _MANAGED[item.norm])
            if past:
                kept.append(replace(items[here + 1], norm=past))
                here += 2
                continue
        if item.norm in _ENDED_UP and here + 1 < len(items) and items[here + 1].norm.endswith("ndo"):
            past = told(items[here + 1].norm, _ENDED_UP[item.norm], tense="other")
            if past:
                kept.append(replace(items[here + 1], norm=past))
                here += 2
                continue
        noticed = _noticed(items, here)
        if noticed:
            here += noticed
            continue
        size = _filler_size(items, here)
        if size:
            just = items[here].norm in _JUST_DONE
            here += size
            person = "1p" if items[here - size].norm in {"acabamos", "tivemos"} else "1"
            past = _told(items[here].norm, person) if just and here < len(items) else None
            if past:
                kept.append(replace(items[here], norm=past))
                here += 1
            continue
        kept.append(item)
        here += 1
    return kept


_WENT = {"sai": "1", "fui": "1", "saimos": "1p", "fomos": "1p", "saiu": "3", "foi": "3"}
_EATEN = frozenset({"comer", "jantar", "almocar", "lanchar", "beber"})


def _gone_eating(items: list[Item], at: int) -> tuple[Item, int] | None:
    """ "saímos pra comer" tells what "comemos" tells."""
    if items[at].kind != "w" or items[at].norm not in _WENT:
        return None
    here = at + 1 + (at + 1 < len(items) and items[at + 1].norm == "pra")
    if here >= len(items) or items[here].norm not in _EATEN:
        return None
    past = told(items[here].norm, _WENT[items[at].norm])
    return (replace(items[here], norm=past), here + 1) if past else None


def _noticed(items: list[Item], at: int) -> int:
    """ "só hoje lembrei que ontem paguei…": when it came to mind is no time of the event."""
    here = at
    if items[here].norm in {"so", "apenas"}:
        here += 1
    if (here < len(items) and items[here].kind == "when") or (here < len(items) and items[here].norm == "agora"):
        here += 1
    if here < len(items) and items[here].norm in {"me", "eu"}:
        here += 1
    rest = [item.norm if item.kind == "w" else "" for item in items[here : here + 2]]
    return here + 2 - at if len(rest) == 2 and rest[0] in _NOTICED and rest[1] == "que" else 0


_NOTICED = frozenset({"lembrei", "toquei", "percebi", "reparei", "notei", "vi", "lembramos", "percebemos"})


def _told(word: str, person: str) -> str | None:
    """ "acabei de pagar", and "acabei de paga", as it is said."""
    return told(word, person) or told(word + "r", person)


_ENDED_UP = {"acabei": "1", "acabamos": "1p", "acabou": "3"}
_MANAGED = {"consegui": "1", "conseguimos": "1p", "terminei": "1", "terminamos": "1p"}
""" "consegui vender a bicicleta por 650": it is sold."""
_JUST_DONE = frozenset({"acabei", "acabamos", "tive", "tivemos", "precisei", "fui"})


def _filler_size(items: list[Item], at: int) -> int:
    item = items[at]
    if item.kind != "w" or _tells_price(items, at) or _subject(items, at):
        return 0
    for phrase in _FILLER_BY_WORD.get(item.norm, ()):
        if tuple(i.norm if i.kind == "w" else "" for i in items[at : at + len(phrase)]) == phrase:
            return len(phrase)
    if item.norm in lexicon.EDGE_FILLERS and _at_edge(items, at):
        return 1
    if item.norm in {"assim", "logo"} and at + 1 < len(items) and items[at + 1].norm == "que":
        return 0
    if item.norm == "pf" and at + 1 == len(items) and at and items[at - 1].kind in {"w", "amt"}:
        return 0 if items[at - 1].norm in lexicon.ARTICLES | lexicon.PREPOSITIONS else 1
    after_of = at > 0 and items[at - 1].kind == "w" and items[at - 1].norm in lexicon.OF
    powder = item.norm == "po" and at > 0 and items[at - 1].norm == "em"
    if (item.norm in lexicon.FILLERS and not after_of and not powder) or _laughter(item.norm):
        return 1
    return 0


def _tells_price(items: list[Item], at: int) -> bool:
    """ "a gasolina tá 5,89", "tá em 40": what a thing costs, and nothing that was paid."""
    after = items[at + 1 : at + 3]
    if items[at].norm != "ta" or not after or not at:
        return False
    return after[0].kind == "amt" or (after[0].norm in {"a", "em", "por"} and after[-1].kind == "amt")


def _subject(items: list[Item], at: int) -> bool:
    """ "minha mulher guardou": who did it, and nobody called."""
    start = at if items[at].norm in lexicon.POSSESSIVES else at - 1
    if start < 0 or items[start].norm not in lexicon.POSSESSIVES or start + 2 >= len(items):
        return False
    kin = items[start + 1].norm in lexicon.PARTNER | lexicon.OUTSIDERS
    return kin and items[start + 2].kind == "w" and only_verb(items[start + 2].norm)


_CALLS = lexicon.FILLERS | lexicon.EDGE_FILLERS


def _at_edge(items: list[Item], at: int) -> bool:
    """First or last of its clause: the message's ends, or next to a mark."""
    start = at
    while start and items[start - 1].kind == "w" and items[start - 1].norm in _CALLS:
        start -= 1
    before = start == 0 or items[start - 1].kind in {"sep", "stop", "emoji"}
    after = at + 1 == len(items) or items[at + 1].kind in {"sep", "stop", "ask", "emoji"}
    lone = before and after and len(items) > 1
    then = at + 1
    while then < len(items) and items[then].kind == "w" and items[then].norm in _CALLS | {"eu"}:
        then += 1
    verb_follows = before and then < len(items) and items[then].kind == "w" and _verb_at(items, then)
    marked_end = after and at > 0 and items[at - 1].kind != "w"
    return (
        lone or verb_follows or marked_end or (before and at + 1 < len(items) and items[at + 1].kind in {"sep", "stop"})
    )


def _verb_at(items: list[Item], at: int) -> bool:
    """A verb, or an order that could be a noun with an amount or "mais" after it ("amor bota mais 150 no limite")."""
    form = verb(items[at].norm)
    if form is None or only_verb(items[at].norm):
        return form is not None
    following = items[at + 1] if at + 1 < len(items) else None
    logs = form.lemma in LOG and following is not None
    return form.tense == "order" and (
        logs or (following is not None and (following.kind == "amt" or following.norm == "mais"))
    )


def _laughter(word: str) -> bool:
    return (
        (len(word) > 1 and set(word) <= set("kh"))
        or (len(word) > 3 and set(word) <= set("ahs"))
        or set(word) == {"r", "s"}
    )


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
        slots["installments"] = plan.count
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
        if moment is None:
            raise Refused("vague_time")
        moments.append(moment)
    if len(set(moments)) > 1:
        moments = _own(moments)
    moment = moments[0]
    last = moment if isinstance(moment, date) else moment[0]
    if last > today and not allow_future:
        raise Refused("future")
    return moment_slots(moment)


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
