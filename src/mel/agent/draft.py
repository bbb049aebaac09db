"""A model's draft as the eye reads it: what is checked is then exactly what is delivered."""

from __future__ import annotations

import re
import unicodedata

from mel.shared.text import visible
from mel.understanding.tokens import disguised

LONGEST = 4_000
"""Letters; a longer draft is no reply."""

_LINK = re.compile(r"(?:\b[a-z][a-z0-9+.-]*://|\bwww\.)\S+|\b(?:javascript|data):\S+", re.IGNORECASE)
_TAG = str.maketrans("<>", "‹›")
_FORMULA = re.compile(r"^(\s*)[=+@]", re.MULTILINE)


def legible(text: str) -> str:
    """Digits of every script and shape as 0 to 9, nothing invisible, no marks over digits, no live links or markup."""
    if text.isascii():
        return harmless(visible(text))
    shown: list[str] = []
    for char in visible(text):
        digit = unicodedata.digit(char, None)
        if unicodedata.category(char) in {"Mn", "Me"} and (not shown or not shown[-1].isalpha()):
            continue
        shown.append(char if digit is None else str(digit))
    return harmless("".join(shown))


def harmless(text: str) -> str:
    """Without what a channel could follow or run: links, tags, formulas."""
    return _FORMULA.sub(r"\1", _LINK.sub("(link)", text).translate(_TAG))


def hides(text: str) -> bool:
    """Whether letters of another script stand in for ours, so that no reader of text can vouch for it."""
    return disguised(text)
