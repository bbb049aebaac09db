"""The household's own names of several words, found in a message before anything else is looked for in it.

"Prestação do apê" is no instalment, "Disney 2027" holds no money, and "Moto nova" keeps its "nova".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from mel.understanding.names import find_card
from mel.understanding.reading import Term, Vocabulary
from mel.understanding.row import Item
from mel.understanding.tokens import Token, tokenize
from mel.understanding.wordlist import words

_FEASTS = words("natal pascoa carnaval reveillon")
"""Days that households save for: "guardei 500 no Réveillon" feeds the goal of that name."""
_INTO = words("no na pro pra em")
Names = Mapping[str, tuple[tuple[str, ...], ...]]


_EVERYWHERE = tuple(
    tuple(name.split())
    for name in (
        "sem parar",
        "quatro queijos",
        "4 queijos",
        "3 coracoes",
        "baiao de dois",
        "99 pop",
        "99 food",
        "99 taxi",
    )
)
"""Names everybody uses that hold a number or a verb."""


@lru_cache(maxsize=64)
def _names(expenses: tuple[Term, ...], goals: tuple[Term, ...]) -> Names:
    """The folded words of every name of two or more, by their first word, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for common in _EVERYWHERE:
        found.setdefault(common[0], []).append(common)
    for term in (*expenses, *goals):
        for name in (term.name, *term.aliases):
            said = tuple(token.norm for token in tokenize(name))
            if len(said) > 1:
                found.setdefault(said[0], []).append(said)
            for word in _FEASTS & set(said):
                found.setdefault(word, []).append((word,))
    return {first: tuple(sorted(names, key=len, reverse=True)) for first, names in found.items()}


def known_names(vocabulary: Vocabulary) -> Names:
    return _names(vocabulary.expenses, vocabulary.goals)


def scan_known(tokens: Sequence[Token], at: int, names: Names, vocabulary: Vocabulary) -> list[Item]:
    """The words of the household's name that starts at `at`, each to be kept as it is; none when no name does."""
    for name in names.get(tokens[at].norm, ()):
        if name[0] == "sem" and at and tokens[at - 1].norm not in _INTO | {"o", "do"}:
            continue
        if len(name) == 1 and not (at and tokens[at - 1].norm in _INTO):
            continue
        if tuple(token.norm for token in tokens[at : at + len(name)]) == name:
            return _kept(tokens, at, len(name))
    glued = at + 1 < len(tokens) and tokens[at + 1].glued and tokens[at + 1].kind == "num"
    spelled = (tokens[at].text + tokens[at + 1].text).casefold() if glued else ""
    return _kept(tokens, at, 2) if spelled and find_card(spelled, vocabulary).how == "exact" else []


def _kept(tokens: Sequence[Token], at: int, size: int) -> list[Item]:
    return [Item("w", place, place + 1, tokens[place].norm, "code") for place in range(at, at + size)]
