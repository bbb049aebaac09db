"""What was bought: the noun phrases of a spend, and the one of them that is its name."""

from __future__ import annotations

from collections.abc import Sequence

from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused
from mel.understanding.doubts import check_phrases, check_sides
from mel.understanding.frame import Frame
from mel.understanding.payees import payable
from mel.understanding.phrases import Phrase, companion, phrases
from mel.understanding.row import Item, Sentence
from mel.understanding.verbs import COST, verb
from mel.understanding.when import UNITS
from mel.understanding.wordlist import words

_HEADS_OF_LOG = words("pagamento gasto gastos despesa despesas compra compras saida debito lancamento conta")
_NOTED = words("despesa gasto saida lancamento")
_EMPTY_THINGS = words(
    "compras compra coisas coisa cartao entrada sinal parcela parcelas prestacao aporte gasto pagamento "
    "boleto valor negocio"
)


def name_of(clause: Clause, frame: Frame, *, ordered: bool) -> str | None:
    found: list[tuple[int, Phrase]] = []
    for start, run in _after_verb(clause, frame):
        words = _thing_words(run, headed=ordered or not frame.verbs)
        parts = phrases(words)
        if parts is None:
            raise Refused(_why(words))
        if any(len(part.items) == 1 and part.words[0] in UNITS and part.preposition for part in parts):
            # "14,90 pra mês": each month, and no single spend.
            raise Refused("recurring")
        found += [
            (start, part)
            for part in parts
            if not (companion(part, clause.sentence, clause.context) or _adds_nothing(part))
        ]
    if len(found) > 1:
        half = {("meia",)} if clause.amounts else set[tuple[str, ...]]()  # "paguei meia no cinema, 22": half a ticket
        found = [(start, part) for start, part in found if not (_room(part) or part.words in half)] or found
    if not found:
        return None
    if len(found) > 3 or sum(len(part.items) for _, part in found) > 12:
        raise Refused("not_understood")
    check_phrases(clause, frame, [part for _, part in found])
    check_sides(clause, frame, found, ordered=ordered)
    return _choose(found, frame, clause.sentence).text(clause.sentence)


def _thing_words(run: Sequence[Item], *, headed: bool) -> list[Item]:
    """A run without what names nothing: "gasto de", "despesa:", joints at its ends, and what the thing is for."""
    words = [
        item
        for item in run
        if item.value == "code" or not (item.kind == "w" and item.norm in {"fora", "tudo", "isso", "valor"})
    ]
    logged = headed and words and words[0].norm in _HEADS_OF_LOG and words[0].value != "code"
    if logged and (len(words) == 1 or words[1].norm in lexicon.PREPOSITIONS):
        words = words[1:]
    if headed and len(words) > 1 and words[0].norm in _NOTED:
        words = words[1:]
    while words and words[-1].norm in {"e", "que", "por", "de", "em", "a"}:
        words.pop()
    while words and words[0].norm in {"e", "que"}:
        words = words[1:]
    return _without_purpose(words)


_ROOMS = words("quarto apto ap sala mesa suite chale box poltrona assento bloco andar")


def _room(part: Phrase) -> bool:
    """ "no hotel, quarto 302": where exactly, and nothing that was bought."""
    return len(part.items) == 2 and part.words[0] in _ROOMS and part.items[1].value == "code"


def _without_purpose(words: list[Item]) -> list[Item]:
    """ "tinta e rolo pra pintar o quarto": what it is for is no part of its name."""
    for at in range(1, len(words) - 1):
        form = verb(words[at + 1].norm)
        if words[at].norm in {"voltando", "indo", "vindo"}:
            return words[:at]
        if words[at].norm in {"pra", "pro"} and form is not None and form.tense == "infinitive":
            return words[:at]
    return words


_ADDED = words("frete entrega gorjeta juros taxa taxas imposto impostos garantia couvert")


def _adds_nothing(part: Phrase) -> bool:
    """ "com frete" is in the price; "atrasado" is a state and no thing."""
    return (part.preposition == "com" and part.words[0] in _ADDED) or set(part.words) <= lexicon.STATE_WORDS


def _why(items: Sequence[Item]) -> str:
    words = {item.norm for item in items}
    for reason, known in (
        ("negated", lexicon.NEGATIONS), ("future", lexicon.FUTURE), ("condition", lexicon.CONDITION),
        ("correction", lexicon.CONTRAST), ("non_event", lexicon.NON_EVENTS), ("not_carried", lexicon.ACCOUNTING),
        ("two_actions", lexicon.BOTH),
    ):  # fmt: skip
        if words & known:
            return reason
    return "not_understood"


_BEFORE_VERB = lexicon.ARTICLES | {"e", "que"}


_GLUE = lexicon.PREPOSITIONS | lexicon.ARTICLES


def _after_verb(clause: Clause, frame: Frame) -> tuple[tuple[int, tuple[Item, ...]], ...]:
    """A word before the told verb, with a name after it, may be anything: an exclamation, a day typed badly."""
    told = [at for at, form in frame.verbs if form.lemma not in COST]
    later = [item for start, run in frame.runs if told and start > told[0] for item in run]
    nouns = any(item.norm not in _GLUE for item in later)
    if not (nouns and len(told) == 1):
        return frame.runs
    place = later[0].norm in lexicon.PLACE_PREPOSITIONS
    runs = tuple((start, run) for start, run in frame.runs if start > told[0] or place or not _set_off(clause, run))
    if any(_may_be_name(run) for start, run in runs if start < told[0]):
        raise Refused("not_understood")
    return runs


def _set_off(clause: Clause, run: tuple[Item, ...]) -> bool:
    """ "aniversário da sogra, comprei…": a comma ends what is only the occasion."""
    tokens = clause.sentence.tokens
    last = run[-1].last
    return len(run) > 1 and last < len(tokens) and tokens[last].text in {",", ":", ";", "-", "."}


def _may_be_name(run: tuple[Item, ...]) -> bool:
    """Whether words before the verb could name something: no place ("no mercado gastei…"), no company, no glue."""
    left = [item for item in run if item.norm not in _BEFORE_VERB or item.value == "code"]
    return bool(left) and left[0].norm not in lexicon.PLACE_PREPOSITIONS | {"com"}


_MOVES = frozenset({"ir", "passar", "parar"})


def _proper(part: Phrase, sentence: Sentence) -> bool:
    return len(part.items) == 1 and part.text(sentence)[0].isupper()


def _idiom(part: Phrase, found: list[tuple[int, Phrase]], frame: Frame, sentence: Sentence) -> bool:
    """ "gastei os olhos da cara", "torrei uma bala": what is spent, with an article of its own, is money."""
    spent = [at for at, form in frame.verbs if form.lemma in {"gastar", "torrar", "desembolsar"}]
    first = part.items[0].first
    determined = first > 0 and sentence.tokens[first - 1].norm in lexicon.ARTICLES | lexicon.POSSESSIVES
    after = any(start > spent[0] for start, each in found if each is part) if spent else False
    figures = [item.first for item in sentence.items if item.kind == "amt"]
    return part.preposition == "" and determined and after and bool(figures) and first < figures[0]


def _choose(found: list[tuple[int, Phrase]], frame: Frame, sentence: Sentence) -> Phrase:
    """The thing paid for beats the place; "abasteci o carro" names the place when there is one."""
    parts = [part for _, part in found]
    deeds = {form.lemma for _, form in frame.verbs}
    places = [part for part in parts if part.preposition in lexicon.PLACE_PREPOSITIONS]
    things = [part for part in parts if part.preposition not in lexicon.PLACE_PREPOSITIONS]
    if len(frame.verbs) == 2 and not deeds & COST:
        return _bought(found, frame, places)
    if places and things and deeds & {"levar", "ir", "passar", "parar", "buscar"}:
        return places[0]
    if not things and len(places) == 2 and places[0].words[0] in lexicon.STREET_WORDS:
        return places[1]
    if not things and len(places) == 2 and places[0].preposition == "em":
        return places[0]
    if not things and len(places) == 2 and places[1].preposition == "em" and _proper(places[1], sentence):
        # "na água de coco em Piatã": the second only tells where.
        return places[0]
    if not things and len(places) > 1:
        # "gastei 50 no mercado na minha cabeça": a second place tells something that no slot carries.
        raise Refused("two_names")
    if places and (not things or ("abastecer" in deeds and set(things[0].words) & {"carro", "moto", "tanque"})):
        return places[0]
    if places and things and set(things[0].words) <= _EMPTY_THINGS:
        return places[0]
    if any(_idiom(part, found, frame, sentence) for part in things):
        raise Refused("ambiguous_amount")
    objects = [part for part in things if part.preposition == "" or part.preposition in lexicon.OF]
    with_whom = not objects and bool(places) and things[0].preposition == "com"
    if with_whom and len(parts) == 2 and parts[0] is places[0] and payable(things[0].words):
        # "na consulta com a pediatra": whom one went to see.
        return places[0]
    if len(objects) > 1 or with_whom:
        # "mercadão 163 de queijo", "trem caro, o óleo saiu 219", "no acarajé com a turma": one of two was paid for.
        raise Refused("two_names")
    return (objects or things)[0]


def _bought(found: list[tuple[int, Phrase]], frame: Frame, places: list[Phrase]) -> Phrase:
    """ "fui no mercado e gastei 80 de carne": what was paid for, else the only place."""
    paid = frame.verbs[1][0]
    later = [part for start, part in found if start > paid]
    things = [part for part in later if part.preposition not in lexicon.PLACE_PREPOSITIONS]
    early = [part for start, part in found if start < paid]
    gone = frame.verbs[0][1].lemma in _MOVES and bool(early) and all(part in places for part in early)
    if gone and len(later) == 1:
        return later[0]
    if len(things) == 1 and frame.verbs[0][1].lemma in _MOVES and all(part in places for part in early):
        return things[0]
    if not later and len(early) <= 2:
        return next((part for part in early if part in places), early[0])
    if len(later) == 1 and not early:
        return later[0]
    raise Refused("two_names")
