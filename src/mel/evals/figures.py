"""Figures in Portuguese text, and whether each has a source. Written apart from the agent's own grounding on purpose:
a judge that shares code with the judged sees nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

_FIGURE = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?)(?:\s?(?P<scale>mil|k|milh(?:ão|ões)|mi)\b)?(?P<percent>\s?%)?",
    re.IGNORECASE,
)
_ISO = re.compile(r"\b\d{4}-\d{2}(?:-\d{2})?\b")
_WORDS = {
    "dois": 2,
    "duas": 2,
    "três": 3,
    "quatro": 4,
    "cinco": 5,
    "seis": 6,
    "sete": 7,
    "oito": 8,
    "nove": 9,
    "dez": 10,
    "cem": 100,
    "mil": 1000,
}
_SPOKEN = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_SCALES = {"mil": 1000, "k": 1000, "mi": 1_000_000, "milhão": 1_000_000, "milhões": 1_000_000}


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as written, and its value."""

    text: str
    value: Decimal


@lru_cache(maxsize=4096)
def figures(text: str) -> tuple[Figure, ...]:
    """Every number of a text, the Brazilian way: 2.820 is two thousand odd, 2,5 is two and a half, "5 mil" is 5000."""
    found = [Figure(part, Decimal(part)) for iso in _ISO.finditer(text) for part in iso[0].split("-")]
    for hit in _FIGURE.finditer(_ISO.sub(" ", text)):
        scale = _SCALES.get((hit["scale"] or "").lower(), 1)
        found.append(Figure(hit[0].strip(), _value(hit["number"]) * scale))
    return tuple(found)


def _value(number: str) -> Decimal:
    if "," in number:
        return Decimal(number.replace(".", "").replace(",", "."))
    whole, dot, decimals = number.rpartition(".")
    if dot and len(decimals) != 3:
        return Decimal(number)
    return Decimal((whole + decimals).replace(".", ""))


def unsourced(text: str, results: Iterable[Any], words: Sequence[str], *, differences: bool = False) -> list[Figure]:
    """The figures of `text` that neither a tool result nor anything said (`words`) holds.

    With `differences`, what lies between two figures of the results counts too: a card shows what was before.
    """
    said = figures(text)
    if not said:
        return []
    known = set(_numbers(list(results)))
    if differences:
        known |= {abs(one - other) for one in known for other in known}
    for word in words:
        known |= {figure.value for figure in figures(word)} | set(_spoken(word))
    return [figure for figure in said if abs(figure.value) not in known]


def _spoken(text: str) -> Iterator[Decimal]:
    for hit in _SPOKEN.finditer(text):
        yield Decimal(_WORDS[hit[0].lower()])


def _numbers(value: Any) -> Iterator[Decimal]:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int | float | Decimal):
        yield abs(Decimal(repr(value)) if isinstance(value, float) else Decimal(value))
    elif isinstance(value, str):
        yield from (figure.value for figure in figures(value))
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _numbers(item)
    elif isinstance(value, Sequence):
        # How many there are is told by the list itself.
        yield Decimal(len(value))
        for item in value:
            yield from _numbers(item)
