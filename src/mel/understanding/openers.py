"""Which readers may begin with a word: most words open nothing, and are not worth asking every reader about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

Reader = TypeVar("Reader", bound=Callable[..., Any])


def by_opener(readers: Iterable[tuple[Reader, frozenset[str]]]) -> Mapping[str, tuple[Reader, ...]]:
    """Readers in their order of precedence under each word that some of them may begin with."""
    found: dict[str, tuple[Reader, ...]] = {}
    for reader, openers in readers:
        for word in openers:
            found[word] = (*found.get(word, ()), reader)
    return found
