"""Time words that name a thing: "rua 7 de setembro", "padaria segunda estação", "bar 15 de novembro"."""

from __future__ import annotations

from collections.abc import Sequence

from mel.understanding import lexicon
from mel.understanding.calendar import FEASTS, MONTHS
from mel.understanding.firstnames import SAINTS
from mel.understanding.row import Item
from mel.understanding.tokens import Token
from mel.understanding.verbs import only_verb
from mel.understanding.when import When
from mel.understanding.wordlist import words

_ORDINAL_DAYS = frozenset({"segunda", "terca", "quarta", "quinta", "sexta"})
_HOLIDAY_HEADS = FEASTS | {"ano", "dia", "black"}

_CITIES = frozenset({"tiradentes", "natal"})
""" "em Natal" is where; "no Natal" is when."""


def names_saint(tokens: Sequence[Token], at: int) -> bool:
    """ "Farmácia São João", "padaria são roque": a saint right behind the shop that is called so."""
    before = tokens[at - 1] if at else None
    saint = tokens[at].norm == "sao" and at + 1 < len(tokens) and tokens[at + 1].norm in SAINTS
    return saint and before is not None and before.kind == "word" and _noun(before)


def part_of_name(tokens: Sequence[Token], when: When, before: Sequence[Item]) -> bool:
    """ "rua 7 de setembro", "padaria segunda estação", "presente de natal": time words that name a thing."""
    last = when.last
    previous = tokens[when.first - 1].norm if when.first else ""
    if names_saint(tokens, when.first):
        return True
    if previous == ":" and when.first > 1:
        previous = tokens[when.first - 2].norm
    bare_day = tokens[when.first].kind == "num" and when.day_number is not None
    if previous in {"na", "pela"} and bare_day:
        return True
    dated = bare_day and any(token.norm in MONTHS for token in tokens[when.first : last])
    if dated and tuple(token.norm for token in tokens[when.first : last]) in _NAMESAKES and _ends_name(before, when):
        return True
    named_month = when.kind == "month" and any(token.norm in MONTHS for token in tokens[when.first : last])
    if previous in lexicon.STREET_WORDS and (when.day_number or named_month):
        return True
    words = [token.norm for token in tokens[when.first : last]]
    core = next((word for word in words if word not in lexicon.PREPOSITIONS), "")
    if words == ["de", "ano", "novo"]:
        return True
    if core in _CITIES and "em" in {previous, words[0]}:
        return True
    if core in _ORDINAL_DAYS and "feira" not in words and words[-1] == core:
        if last < len(tokens) and _noun(tokens[last]):
            return True
        if previous and words[0] == core and when.first and before and before[-1].kind == "w":
            return False
    return _feast_in_name(when, words, core, previous) or _street(tokens[when.first], when, words)


def _noun(token: Token) -> bool:
    """ "segunda estação": what follows an ordinal that could be a day."""
    grammar = token.norm in lexicon.PREPOSITIONS | lexicon.ARTICLES or only_verb(token.norm)
    return token.kind == "word" and not grammar and token.norm not in _AFTER_DAY


def _feast_in_name(when: When, words: list[str], core: str, previous: str) -> bool:
    """ "presente de natal", "meta réveillon"."""
    if (
        previous in {"meta", "caixinha", "objetivo", "cofrinho", "chamada", "chamado", "nome"}
        and core in _HOLIDAY_HEADS
        and words[0] == core
    ):
        return True
    if core == "tiradentes" and previous in {"dia", "feriado", "feriadao", "vespera", ""}:
        return False
    if core in _HOLIDAY_HEADS and words[0] == core and previous in {"de", "do", "da", "pro", "pra"}:
        return True
    if (
        core in _HOLIDAY_HEADS
        and len(words) > 1
        and words[0] in {"de", "do", "da", "pro", "pra"}
        and "dia" not in words[:1]
    ):
        return core not in {"ano", "dia"} or (not when.day_number and core == "dia" and "das" in [*words, "dos"])
    return False


def _street(first: Token, when: When, words: list[str]) -> bool:
    """ "na 25 de março"."""
    street = words[0] in {"na", "da", "pela"} and len(words) > 2 and words[-2:-1] == ["de"]
    return street and when.day_number is not None and first.kind == "word" and "dia" not in words


_NAMESAKES = frozenset(
    tuple(day.split())
    for day in [
        "7 de setembro",
        "15 de novembro",
        "25 de marco",
        "13 de maio",
        "9 de julho",
        "21 de abril",
        "1 de maio",
        "2 de julho",
        "24 de maio",
        "3 de maio",
        "20 de setembro",
        "12 de outubro",
        "19 de novembro",
        "25 de janeiro",
        "28 de setembro",
        "11 de agosto",
    ]
)
"""Days that streets, squares and bars are called after."""


def _ends_name(before: Sequence[Item], when: When) -> bool:
    """Whether the word right before could be what is called so: "bar 15 de novembro"."""
    last = before[-1] if before else None
    return (
        last is not None
        and last.kind == "w"
        and last.last == when.first
        and last.norm not in lexicon.PREPOSITIONS | lexicon.ARTICLES | {"dia"}
        and not only_verb(last.norm)
    )


_AFTER_DAY = (
    words(
        "eu a nos2 gente ele ela foi foram agora cedo de no na gastei paguei comprei mesmo vou que passada "
        "passado retrasada tem quanto tambem ja e ate quando por pro pra com hoje dia pf"
    )
    | lexicon.FILLERS
    | lexicon.EDGE_FILLERS
)
