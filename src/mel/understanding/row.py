"""A message as a row of items, with the words between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, wraps
from typing import Any, NamedTuple, TypeVar

from mel.understanding.money import Figure
from mel.understanding.tokens import Token


class Item(NamedTuple):
    """Tokens `first` up to `last` (exclusive) read as one thing of `kind`."""

    kind: str
    first: int
    last: int
    norm: str
    value: object = None


class Instalments(NamedTuple):
    """ "em 10x" (parcels), "10x de 95" (parcels and each), "à vista" (one)."""

    parcels: int
    each: Figure | None = None


class Sentence:
    """The tokens of a message and the items they form. `found`: what readers found out about them; see `once`."""

    def __init__(self, text: str, tokens: Sequence[Token], items: list[Item] | None = None) -> None:
        self.text = text
        self.tokens = tokens
        self.items = items if items is not None else []
        self.found: dict[object, Any] = {}

    @cached_property
    def flat(self) -> str:
        """Words as they are and the rest by kind, "gastei <amt> no mercado <when>", for patterns over reads."""
        return " ".join(item.norm if item.kind in {"w", "emoji"} else f"<{item.kind}>" for item in self.items)

    @cached_property
    def words(self) -> list[str]:
        """The folded words and nothing else."""
        return [item.norm for item in self.items if item.kind == "w"]

    @cached_property
    def word_set(self) -> frozenset[str]:
        return frozenset(self.words)

    @cached_property
    def plain(self) -> str:
        """All tokens folded and joined, for whole-message lists."""
        return " ".join(token.norm for token in self.tokens if token.kind in {"word", "num"})

    def of(self, kind: str) -> list[Item]:
        return [item for item in self.items if item.kind == kind]

    def span(self, first: int, last: int) -> str:
        """The message verbatim from token `first` up to token `last` (exclusive)."""
        return self.text[self.tokens[first].start : self.tokens[last - 1].end]


def group(items: Sequence[Item], separators: frozenset[str]) -> Iterator[list[Item]]:
    """Runs of items between items of the given kinds."""
    run: list[Item] = []
    for item in items:
        if item.kind in separators:
            if run:
                yield run
            run = []
        else:
            run.append(item)
    if run:
        yield run


Fact = TypeVar("Fact")


def once(find: Callable[[Sentence], Fact]) -> Callable[[Sentence], Fact]:
    """A fact about a sentence that several readers ask for: found at the first question, and kept with it."""

    @wraps(find)
    def known(sentence: Sentence) -> Fact:
        if find not in sentence.found:
            sentence.found[find] = find(sentence)
        fact: Fact = sentence.found[find]
        return fact

    return known
