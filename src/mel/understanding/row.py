"""A message as a row of items, with the words between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mel.understanding.money import Figure
from mel.understanding.tokens import Token


@dataclass(frozen=True, slots=True)
class Item:
    """Tokens `first` up to `last` (exclusive) read as one thing of `kind`."""

    kind: str
    first: int
    last: int
    norm: str
    value: object = None


@dataclass(frozen=True, slots=True)
class Instalments:
    """ "em 10x" (count), "10x de 95" (count and each), "à vista" (one)."""

    count: int
    each: Figure | None = None


@dataclass
class Sentence:
    """The tokens of a message and the items they form."""

    text: str
    tokens: Sequence[Token]
    items: list[Item] = field(default_factory=list)

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
