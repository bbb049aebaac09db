"""Bare numbers that count, number or date a thing instead of pricing it: "5 pães", "o 474", "casa 3", "IPVA 2027".

A number told apart from its price becomes a quantity. One that stands alone and could be either is no amount at all.
"""

from __future__ import annotations

from decimal import Decimal

from mel.understanding import lexicon
from mel.understanding.money import Figure
from mel.understanding.names import find_expense
from mel.understanding.reading import Vocabulary
from mel.understanding.row import Item
from mel.understanding.verbs import only_verb, verb
from mel.understanding.wordlist import words

_PRICED = words("por deu saiu foi ficou custou foram deram sairam total tudo gastei paguei")
_SMALL_COUNT = Decimal(60)
_NO_NOUN = lexicon.PREPOSITIONS | lexicon.FILLERS | lexicon.PRONOUNS | lexicon.DEMONSTRATIVES | words("e que ou pelos")
_HAD = words("comprar tomar comer beber pegar pedir levar petiscar lanchar usar alugar reservar assistir encomendar")


def counted(items: list[Item], vocabulary: Vocabulary) -> list[Item]:
    """The row with every number that is no price marked as a quantity, a part of a name, or unusable."""
    places = [at for at, item in enumerate(items) if item.kind == "amt"]
    if len(places) == 2:
        items = _told_apart(items, *places)
    elif len(places) == 1:
        figure = items[places[0]].value
        if isinstance(figure, Figure) and _no_price(items, places[0], figure, vocabulary):
            items = [*items]
            items[places[0]] = items[places[0]]._replace(kind="bad", norm="count")
    return items


def _whole(figure: Figure) -> bool:
    return figure.bare and figure.value == figure.value.to_integral_value()


def _told_apart(items: list[Item], first: int, second: int) -> list[Item]:
    """ "3 camisetas por 150", "150 em 3 camisetas", "IPVA 2027 1.340": one number is the price, the other is not."""
    figure, price = items[first].value, items[second].value
    if not isinstance(figure, Figure) or not isinstance(price, Figure):
        return items
    if second == first + 1:
        return _marked(items, first, "w", figure) if _year(items, first, figure) else items
    noun, before = items[first + 1], items[second - 1]
    small = _whole(figure) and figure.value <= _SMALL_COUNT
    model = items[first - 1] if first else None
    if model is not None and _noun(model) and second == first + 2 and before.norm == "por" and figure.digits:
        return _marked(items, first, "w", figure)
    if small and before.kind == "w" and before.norm in _PRICED and _noun(noun) and second > first + 1:
        return _marked(items, first, "qty", figure)
    few = _whole(price) and price.digits and price.value <= 20
    after = items[second + 1] if second + 1 < len(items) else None
    things = after is not None and _noun(after) and after.norm.endswith("s")
    if few and things and before.norm in {"em", "com"} and figure.value > price.value:
        return _marked(items, second, "qty", price)
    return items


def _marked(items: list[Item], at: int, kind: str, figure: Figure) -> list[Item]:
    norm, value = (str(int(figure.value)), "code") if kind == "w" else ("", figure)
    return [*items[:at], items[at]._replace(kind=kind, norm=norm, value=value), *items[at + 1 :]]


def _noun(item: Item) -> bool:
    return item.kind == "w" and item.norm not in lexicon.PREPOSITIONS | {"e", "que"} and not only_verb(item.norm)


def _no_price(items: list[Item], at: int, figure: Figure, vocabulary: Vocabulary) -> bool:
    if not _whole(figure):
        return False
    before = items[at - 1] if at and items[at - 1].kind == "w" else None
    if before is not None and (before.norm in {"o", "das", "dos", "nº", "numero"} or _year(items, at, figure)):
        return True
    if before is not None and _title_year(items, at, figure, vocabulary):
        return True
    after = items[at + 1] if at + 1 < len(items) and items[at + 1].kind == "w" else None
    if after is None or after.norm in _NO_NOUN or figure.value > 100 or after.value == "code":
        return False
    if find_expense(after.norm, vocabulary).how == "exact":
        return False
    had = verb(before.norm) if before is not None else None
    if had is not None and had.lemma in _HAD:
        return True
    return after.norm.endswith("s") and len(after.norm) > 3 and verb(after.norm) is None


def _title_year(items: list[Item], at: int, figure: Figure, vocabulary: Vocabulary) -> bool:
    """ "livro 1984", "vinho safra 2019": no round price, after a noun that is no expense of the household."""
    name = items[at - 1]
    if not (figure.digits and 1930 <= figure.value <= 2040) or figure.grouped or figure.value % 50 == 0:
        return False
    noun = name.norm not in lexicon.PREPOSITIONS | lexicon.PRONOUNS and verb(name.norm) is None
    said = [item for item in items if item.kind in {"w", "amt"} and item.norm not in lexicon.FILLERS]
    return noun and not find_expense(name.norm, vocabulary).known and len(said) <= 4


def _year(items: list[Item], at: int, figure: Figure) -> bool:
    """ "Disney 2027": four bare digits of these years, right after a noun."""
    before = items[at - 1] if at and items[at - 1].kind == "w" else None
    if before is None or figure.grouped or not (figure.digits and _whole(figure) and 2021 <= figure.value <= 2040):
        return False
    return before.norm not in lexicon.PREPOSITIONS and verb(before.norm) is None
