"""Who and what is called what in a disguise: the same real word gets the same other word, everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from random import Random
from typing import Literal

from mel.evals.ordinary import HERS, HIS, identifies
from mel.shared.text import fold
from mel.understanding.firstnames import FIRST_NAMES

Gender = Literal["his", "hers"]
WORD = re.compile(r"[^\W\d_]+(?:['’&][^\W\d_]+)*")

_PEOPLE: dict[Gender, tuple[str, ...]] = {
    "his": ("Nico", "Davi", "Caio", "Igor", "Otto", "Raul", "Enzo", "Hugo"),
    "hers": ("Teca", "Lia", "Bel", "Rita", "Nara", "Vera", "Olga", "Iris"),
}
_NICKNAMES: dict[Gender, tuple[str, ...]] = {
    "his": ("Juca", "Dudu", "Guga", "Beto", "Cacá", "Zeca"),
    "hers": ("Nina", "Lulu", "Mila", "Tetê", "Cacau", "Zizi"),
}
_THINGS: dict[Gender, tuple[str, ...]] = {
    "his": ("Girassol", "Cometa", "Jasmim", "Quartzo", "Topázio", "Mirante", "Ipê", "Bambu", "Farol", "Coral"),
    "hers": ("Estrela", "Safira", "Palmeira", "Orquídea", "Nuvem", "Colina", "Opala", "Pitanga", "Magnólia", "Brisa"),
}
_SECOND = ("Prado", "Serrano", "Campos", "Valente", "Moreno", "Peixoto")
_SYLLABLES = (
    ("Za", "Vu", "Ki", "Lo", "Ny", "Fe"),
    ("ru", "mi", "do", "ke", "la", "vo"),
    ("x", "n", "s", "r", "l", "z"),
    ("im", "or", "ua", "el"),
)
"""Of which a name is made up where a household has said every other one."""
_HER_ENDING = re.compile(r"(?:a|ice|ise|ane|ene|ine|iz|elle|aquel|abel|ster|uth|armen|iriam)$")


@dataclass(slots=True)
class Pseudonyms:
    """`known` goes from folded words to what stands for them; `said` is everything that will be disguised, which
    tells genders and which pseudonyms are taken."""

    draw: Random
    said: Sequence[str] = ()
    known: dict[tuple[str, ...], str] = field(default_factory=dict)
    _pools: dict[tuple[str, Gender], Iterator[str]] = field(default_factory=dict)
    _genders: dict[str, int] = field(default_factory=dict)
    _taken: frozenset[str] = frozenset()
    _made_up: Iterator[str] = field(init=False)

    def __post_init__(self) -> None:
        lines = [[fold(word) for word in WORD.findall(line)] for line in self.said]
        self._taken = frozenset(word for line in lines for word in line)
        self._made_up = (name for name in map("".join, product(*_SYLLABLES)) if self._is_free(name))
        for line in lines:
            for before, word in pairwise(line):
                side = (before in HIS) - (before in HERS)
                self._genders[word] = self._genders.get(word, 0) + side

    def member(self, name: str, nicknames: Iterable[str]) -> None:
        """A nickname stays a nickname: the household tells whose it is, in the replay as in life."""
        gender = self.gender(name)
        self._learn(name, self._next("person", gender))
        for nickname in nicknames:
            self._learn(nickname, self._next("nickname", gender))

    def thing(self, name: str, *, strange: Iterable[str] | None = None) -> None:
        """The words of a name that identify. `strange`: those words, when another list decides."""
        found = WORD.findall(name)
        telling = [word for word in found if identifies(word)] if strange is None else list(strange)
        for run in _runs(found, telling):
            self._name(run)

    def same(self, name: str, as_name: str) -> None:
        """Another name of a thing whose other names nobody else will know."""
        self.known.setdefault(_key(name), self.apply(as_name))

    def gender(self, name: str) -> Gender:
        """By the articles it was said with; otherwise by how it ends."""
        word = fold((WORD.findall(name) or [name])[0])
        told = self._genders.get(word, 0)
        if told:
            return "his" if told > 0 else "hers"
        return "hers" if _HER_ENDING.search(word) else "his"

    def apply(self, text: str) -> str:
        """The text with every known name replaced, the longest first."""
        words = list(WORD.finditer(text))
        longest = max((len(key) for key in self.known), default=0)
        result, end, at = "", 0, 0
        while at < len(words):
            size = next((n for n in range(longest, 0, -1) if self._at(text, words, at, n) in self.known), 0)
            if size:
                result += text[end : words[at].start()] + self.known[self._at(text, words, at, size) or ()]
                end = words[at + size - 1].end()
            at += size or 1
        return result + text[end:]

    def _at(self, text: str, words: Sequence[re.Match[str]], at: int, size: int) -> tuple[str, ...] | None:
        run = words[at : at + size]
        joined = len(run) == size and all(
            not text[one.end() : other.start()].strip(" -") for one, other in pairwise(run)
        )
        return tuple(fold(word[0]) for word in run) if joined else None

    def _name(self, run: Sequence[str]) -> None:
        first, key = fold(run[0]), _key(" ".join(run))
        if key in self.known:
            return
        instead = self.known.get((first,)) or self._short_for(run) or self._next(*self._kind(run[0]))
        self._learn(" ".join(run), instead)

    def _short_for(self, run: Sequence[str]) -> str | None:
        """ "Thi" of Thiago, whom no list calls so: as short a form of the pseudonym."""
        word = fold(run[0])
        whole = next((key for key in self.known if len(key) == 1 and len(word) > 1 and key[0].startswith(word)), None)
        return self.known[whole][: len(word)] if whole and len(run) == 1 and len(word) < len(whole[0]) else None

    def _kind(self, word: str) -> tuple[str, Gender]:
        kind = "person" if fold(word) in FIRST_NAMES else "thing"
        return kind, self.gender(word) if kind == "person" or self._genders.get(fold(word)) else "his"

    def _learn(self, name: str, instead: str) -> None:
        self.known.setdefault(_key(name), instead)
        for word in WORD.findall(name):
            if identifies(word) and len(word) > 1:
                self.known.setdefault((fold(word),), instead)

    def _next(self, kind: str, gender: Gender) -> str:
        if (kind, gender) not in self._pools:
            self._pools[kind, gender] = self._pool(kind, gender)
        return next(self._pools[kind, gender])

    def _pool(self, kind: str, gender: Gender) -> Iterator[str]:
        """Never a word that was said, and never empty."""
        names = list({"person": _PEOPLE, "nickname": _NICKNAMES, "thing": _THINGS}[kind][gender])
        self.draw.shuffle(names)
        free = [name for name in names if self._is_free(name)]
        yield from free
        seconds = [second for second in _SECOND if self._is_free(second)]
        yield from (f"{name} {second}" for second, name in product(seconds, free))
        yield from self._made_up

    def _is_free(self, name: str) -> bool:
        return fold(name) not in self._taken


def _key(name: str) -> tuple[str, ...]:
    return tuple(fold(word) for word in WORD.findall(name))


def _runs(words: Sequence[str], telling: Sequence[str]) -> list[list[str]]:
    """Neighbours as one name; what a "do" joins are two, as in life: the school, and whose it is."""
    runs: list[list[str]] = [[]]
    for word in words:
        if word in telling:
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]
