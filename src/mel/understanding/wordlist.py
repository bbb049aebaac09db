"""Word lists as people read them: one string, blanks between."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The set of blank-separated words of a text."""
    return frozenset(text.split())
