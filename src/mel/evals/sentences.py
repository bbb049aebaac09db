"""Portuguese sentences: where one ends, and how many words it has. Money, "Sr." and "p. ex." end nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# What a dot shortens. "etc." and "nº." may also end a sentence, so those do when a capital follows.
_SHORT = re.compile(
    r"(?:(?:sr|dr)a?s?|srta|profa?|eng|exa|exmo|ilmo|d|arts?|av|fls?|n|nº|obs|pp?|p[aá]gs?|ref|st[oa]|tel|trav|vols?|v"
    r"|m[aá]x|m[ií]n|m[eé]d|qtd|p\.\s?ex)",
    re.IGNORECASE,
)
_MAYBE_LAST = frozenset({"etc", "cia", "ltda", "ex", "vs", "aprox"})
_STOP = re.compile(r"[.!?…]+[)\]\"'”’»*_]*|\n+")
_WORD = re.compile(r"[^\W_]", re.UNICODE)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of a text; `start` and `end` are its offsets there."""

    text: str
    start: int
    end: int

    @property
    def words(self) -> int:
        """Runs between blanks that hold a letter or digit: "R$ 2.820" is two, an arrow or an emoji is none."""
        return sum(1 for run in self.text.split() if _WORD.search(run))


def sentences(text: str) -> Iterator[Sentence]:
    """In order, blanks trimmed, empty ones left out. A line break ends a sentence: the items of a list are apart."""
    start = 0
    for stop in _STOP.finditer(text):
        if _ends(text, stop):
            yield from _trimmed(text, start, stop.end())
            start = stop.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[Sentence]:
    raw = text[start:end]
    kept = raw.strip()
    if kept and _WORD.search(kept):
        offset = start + len(raw) - len(raw.lstrip())
        yield Sentence(kept, offset, offset + len(kept))


def _ends(text: str, stop: re.Match[str]) -> bool:
    if stop[0][0] == "\n" or stop[0].rstrip(")]\"'”’»*_") != ".":
        return True
    following = text[stop.end() : stop.end() + 1]
    if following and not following.isspace():
        # "2.820" and "mel.app" go on; "fim.Começo" lacks only its blank.
        return following.isupper() and not text[: stop.start()][-1:].isdigit()
    word = re.search(r"(?:p\.\s?)?[\wº]+$", text[: stop.start()], re.IGNORECASE)
    shortened = word[0].casefold() if word else ""
    ahead = text[stop.end() :].lstrip()[:1]
    if shortened in _MAYBE_LAST:
        return not ahead or ahead.isupper()
    # "1. Mercado" numbers an item only at the beginning of its line.
    if shortened.isdigit() and text[: stop.start()].rpartition("\n")[2].strip() == shortened:
        return False
    return not _SHORT.fullmatch(shortened)
