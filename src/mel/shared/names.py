"""The one rule of lookup (DESIGN §3): a query names a thing only when nothing else could be meant.

Case and accents are folded. A query matches when all its tokens belong to exactly one name or alias, so "Amsterdam"
finds "Amsterdam Setembro/2026", while "Casa nova" never finds "Casa". Near misses are suggested, never substituted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, TypeVar

from mel.shared.errors import AmbiguousName
from mel.shared.text import fold, tokens


class Named(Protocol):
    """Anything with a name; aliases are further names for the same thing."""

    @property
    def name(self) -> str: ...

    @property
    def aliases(self) -> Sequence[str]: ...


T = TypeVar("T", bound=Named)


class Match(NamedTuple, Generic[T]):
    """What a query found: one thing, several that it could mean, or nothing."""

    found: T | None
    candidates: tuple[T, ...] = ()


def match(query: str, things: Iterable[T]) -> Match[T]:
    """Look a query up. An exact name or alias beats a partial one; two of the same rank are candidates."""
    if not tokens(query):
        return Match(None)
    ranked = [(_fit(query, (thing.name, *thing.aliases)), thing) for thing in things]
    best = max((fit for fit, _ in ranked), default=0)
    hits = [thing for fit, thing in ranked if fit == best and fit]
    return Match(hits[0] if len(hits) == 1 else None, tuple(hits))


@lru_cache(maxsize=4096)
def _fit(query: str, names: tuple[str, ...]) -> int:
    """2 when it is one of the names, 1 when all its words are in one of them. A house's names are asked about often."""
    folded, wanted = fold(query), set(tokens(query))
    if any(fold(name) == folded for name in names):
        return 2
    return int(any(wanted <= set(tokens(name)) for name in names))


def find(query: str, things: Iterable[T], field: str) -> T | None:
    """The one thing a query names, or None. Raises `AmbiguousName` (about wire `field`) when it could be several."""
    result = match(query, things)
    if result.found is None and len(result.candidates) > 1:
        raise AmbiguousName(field, query, tuple(thing.name for thing in result.candidates))
    return result.found


def suggest(query: str, names: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Names a person may have meant, best first: to be asked about, never to be used."""
    folded, words = fold(query), set(tokens(query))

    from difflib import SequenceMatcher  # only a near miss needs it

    def likeness(name: str) -> float:
        shared = len(words & set(tokens(name))) / max(len(words), 1)
        return max(shared, SequenceMatcher(None, folded, fold(name)).ratio())

    ranked = sorted(((likeness(name), name) for name in names), key=lambda pair: (-pair[0], pair[1]))
    return tuple(name for score, name in ranked[:limit] if score >= 0.6)
