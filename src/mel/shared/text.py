"""Text as people type it: folding for comparison, and removal of what cannot be seen."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Case, accents and runs of blanks folded away: "  Água  Mineral" → "agua mineral"."""
    if text.isascii():
        return " ".join(text.lower().split())
    # Compatibility forms first: "𝑨" only becomes a letter with a case by decomposing.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    kept = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(kept.split())


_ASCII_WORDS = re.compile("[a-z0-9]+")


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """The folded words of a text; everything but letters and digits separates."""
    folded = fold(text)
    if folded.isascii():
        return tuple(_ASCII_WORDS.findall(folded))
    return tuple("".join(char if char.isalnum() else " " for char in folded).split())


_UNSEEN = {"Cc", "Cf", "Co", "Cs", "Cn"}
# Fillers that count as letters, marks or symbols, and yet show nothing.
_FILLERS = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0")


def visible(text: str) -> str:
    """Without control, bidi, zero-width and filler characters; tabs and line breaks stay."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char for char in text if char in "\n\t" or (unicodedata.category(char) not in _UNSEEN and char not in _FILLERS)
    )


def clean_name(text: str, limit: int = 80) -> str:
    """A name as it is kept: one line, no invisible characters, at most `limit` characters."""
    return " ".join(visible(text).split())[:limit].strip()
