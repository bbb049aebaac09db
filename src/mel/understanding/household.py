"""The household's own names of several words, found in a message before anything else is looked for in it.

"Prestação do apê" is no instalment, "Disney 2027" holds no money, and "Moto nova" keeps its "nova".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from mel.understanding.reading import Term, Vocabulary
from mel.understanding.row import Item
from mel.understanding.tokens import Token, tokenize

_Names = Mapping[str, tuple[tuple[str, ...], ...]]


@lru_cache(maxsize=64)
def _names(expenses: tuple[Term, ...], goals: tuple[Term, ...]) -> _Names:
    """The folded words of every name of two or more, by their first word, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for term in (*expenses, *goals):
        for name in (term.name, *term.aliases):
            said = tuple(token.norm for token in tokenize(name))
            if len(said) > 1:
                found.setdefault(said[0], []).append(said)
    return {first: tuple(sorted(names, key=len, reverse=True)) for first, names in found.items()}


def scan_known(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> list[Item]:
    """The words of the household's name that starts at `at`, each to be kept as it is; none when no name does."""
    for name in _names(vocabulary.expenses, vocabulary.goals).get(tokens[at].norm, ()):
        if tuple(token.norm for token in tokens[at : at + len(name)]) == name:
            return [Item("w", place, place + 1, tokens[place].norm, "code") for place in range(at, at + len(name))]
    return []
