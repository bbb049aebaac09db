"""Regular expressions that compile when first used, so that importing the room stays cheap."""

from __future__ import annotations

import re


class Pattern:
    """A pattern over folded text; `search` as in `re`."""

    __slots__ = ("_compiled", "_source")

    def __init__(self, *alternatives: str) -> None:
        self._source = "|".join(alternatives)
        self._compiled: re.Pattern[str] | None = None

    def search(self, text: str) -> re.Match[str] | None:
        if self._compiled is None:
            self._compiled = re.compile(self._source)
        return self._compiled.search(text)
