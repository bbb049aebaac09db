"""Text as people type it: folding for comparison, and removal of what cannot be seen."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Case, accents and runs of blanks folded away: "  Água  Mineral" → "agua mineral"."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(kept.split())


def tokens(text: str) -> tuple[str, ...]:
    """The folded words of a text; everything but letters and digits separates."""
    return tuple("".join(char if char.isalnum() else " " for char in fold(text)).split())


def visible(text: str) -> str:
    """Without control, bidi and zero-width characters; tabs and line breaks become blanks' kin and stay."""
    return "".join(
        char for char in text if char in "\n\t" or unicodedata.category(char) not in {"Cc", "Cf", "Co", "Cs", "Cn"}
    )


def clean_name(text: str, limit: int = 80) -> str:
    """A name as it is kept: one line, no invisible characters, at most `limit` characters."""
    return " ".join(visible(text).split())[:limit].strip()
