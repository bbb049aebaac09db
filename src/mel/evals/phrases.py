"""What must, or must not, be said: a curator's fragments as one regex, and back.

A fragment ignores case, and any blank stands for any other; one that ends in a figure does not match a longer figure,
so "R$ 2.820" is not in "R$ 2.820,50". An amount is an amount however it is spelled: "2820 reais" says R$ 2.820 too.
`/…/` is a regex of the curator's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote, unquote

# The fragment itself travels in a comment of the pattern, which no reader needs to see: `fragments` takes it out again.
_NOTE = re.compile(r"\(\?#q:([^)]*)\)")
_FLAGS = re.IGNORECASE
_MONEY = re.compile(r"(?P<sign>R\$|US\$|€)\s?(?P<whole>\d{1,3}(?:\.\d{3})+|\d+)(?:,(?P<cents>\d{2}))?")
_SPOKEN = {"R$": "rea(?:l|is)", "US$": "d[óo]lar(?:es)?", "€": "euros?"}


def all_of(wanted: Sequence[str]) -> re.Pattern[str]:
    """Every fragment, in any order."""
    return re.compile("".join(rf"{_note(said)}(?=[\s\S]*?{_part(said)})" for said in wanted), _FLAGS)


def any_of(unwanted: Sequence[str]) -> re.Pattern[str]:
    """One of the fragments."""
    return re.compile("|".join(f"{_note(said)}{_part(said)}" for said in unwanted), _FLAGS)


def fragments(pattern: re.Pattern[str]) -> list[str]:
    """As a curator wrote them; a developer's own regex is one fragment."""
    notes = [unquote(note) for note in _NOTE.findall(pattern.pattern)]
    return notes or [f"/{pattern.pattern}/"]


def readable(pattern: re.Pattern[str]) -> str:
    """For a failure text."""
    notes = fragments(pattern)
    return notes[0] if notes == [f"/{pattern.pattern}/"] else "/" + " + ".join(notes) + "/"


def _amount(sign: str, whole: str, cents: str | None) -> str:
    dotted = f"{int(whole):,}".replace(",", r"\.")
    number = f"(?:{dotted}|{int(whole)})" + (f",{cents}" if cents else r"(?:,00)?") + r"(?![.,]?\d)"
    return rf"(?:{re.escape(sign)}\s?{number}|(?<![\d.,]){number}\s+{_SPOKEN[sign]})"


def _note(said: str) -> str:
    return f"(?#q:{quote(said)})"


def _part(said: str) -> str:
    if len(said) > 1 and said.startswith("/") and said.endswith("/"):
        return f"(?:{said[1:-1]})"
    if money := _MONEY.fullmatch(said):
        return _amount(money["sign"], money["whole"].replace(".", ""), money["cents"])
    body = r"\s+".join(re.escape(word) for word in said.split())
    before = r"(?<![\w])" if said[:1].isalnum() else ""
    after = r"(?![.,]?\d)" if said[-1:].isdigit() else ""
    return f"{before}{body}{after}"
