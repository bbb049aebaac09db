"""Which parcela of how many: from a column of its own, an explicit marker, or a bare n/N that is not a date."""

from __future__ import annotations

import re
from datetime import date

from mel.statements.dates import near_as_day_month

Installment = tuple[int, int]

_EXPLICIT = re.compile(
    r"\bparc(?:elas?|\.)?\s*[:=.\-]?\s*\(?(\d{1,2})\s*(?:/|\bde\b)\s*(\d{1,2})(?![\d/])"
    r"|\b(\d{1,2})\s*[aª]\s*parc(?:ela)?\.?\s*(?:/|de)\s*(\d{1,2})(?!\d)",
    re.IGNORECASE,
)
# Porto writes PARC=106NAME 04/08: the marker stands at the front, the pair at the end.
_FRONT_MARKER = re.compile(r"\bparc\s*=\s*\d", re.IGNORECASE)
_BARE = re.compile(r"(?<![\d/.,:\-])(\d{1,2})/(\d{1,2})(?![\d/]|[.,:]\d|\s*(?:as\s*)?\d{1,2}[:h]\d{2})", re.IGNORECASE)
_COLUMN = re.compile(r"\(?(?:parc(?:ela)?\.?\s*)?(\d{1,3})\s*(?:/|de)\s*(\d{1,3})\)?", re.IGNORECASE)
_MARKERS = re.compile(
    r"\s*[-–]?\s*\(?\bparc(?:elas?|\.)?\s*[:=.\-]?\s*\(?\d{1,2}\s*(?:/|\bde\b)\s*\d{1,2}\)?|\(?(?<![\d/])\d{1,2}/\d{1,2}(?![\d/])\)?",
    re.IGNORECASE,
)


def _valid(n: str, of: str) -> Installment | None:
    pair = (int(n), int(of))
    return pair if 1 <= pair[0] <= pair[1] and pair[1] >= 2 else None


def from_column(text: str) -> Installment | None:
    """A column of its own: "3/5", "7 de 10", "Parcela 2/3"; "Única", "-", " de 1" and "Compra à vista" are none."""
    found = _COLUMN.fullmatch(" ".join(text.split()))
    return _valid(found[1], found[2]) if found else None


def from_text(text: str, posted: date | None, date_window: int = 7) -> Installment | None:
    """The marker inside a description. A bare pair that reads as a day near the posting date is that day."""
    if "/" not in text and " de " not in text.casefold():
        return None
    if found := _EXPLICIT.search(text):
        return _valid(found[1] or found[3], found[2] or found[4])
    trusted = bool(_FRONT_MARKER.search(text))
    for found in reversed(list(_BARE.finditer(text))):
        pair = _valid(found[1], found[2])
        if pair is None:
            continue
        if len(found[1]) + len(found[2]) < 4:
            # "1/2" in the middle of a name is a half, at its end a parcela (Bradesco "1/3", old Nubank "5/6");
            # banks write the days of a text with two digits.
            if _ends(text, found):
                return pair
            continue
        if trusted or posted is None or not near_as_day_month(pair, posted, date_window):
            return pair
    return None


def _ends(text: str, found: re.Match[str]) -> bool:
    before = text[found.start() - 1 : found.start()]
    return text[found.end() :].strip(" )") == "" and (before in {"", " ", "("} or found.end() - found.start() >= 4)


def without_marker(text: str) -> str:
    """The text with its parcela marker taken out, for comparing two files; never for showing."""
    return _MARKERS.sub(" ", text) if "/" in text or "parc" in text.casefold() else text
