"""Expected against actual, typed and deep. A number that is off by a unit is told as such: cents for reais, "1.500"
read as one and a half. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

_CONFUSED = {
    Decimal(100): "unit confusion ×100: reais and cents",
    Decimal(1000): "unit confusion ×1000: dot and comma",
}


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where they part: `path` is dotted ("amount.amount"), empty for the whole."""

    path: str
    expected: Any
    actual: Any
    note: str = ""

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        note = f" ({self.note})" if self.note else ""
        return f"{where}expected {shown(self.expected)}, got {shown(self.actual)}{note}"


class _Absent:
    def __repr__(self) -> str:
        return "nothing"


ABSENT = _Absent()
"""The value of a key that is not there, which is not the same as None."""


@dataclass(frozen=True, slots=True)
class AbsentOr:
    """Expected: no such key, or this value, which is what leaving it out means."""

    value: Any

    def __str__(self) -> str:
        return f"nothing or {canonical(self.value)}"


def mismatches(expected: Any, actual: Any, path: str = "") -> list[Mismatch]:
    """Nothing when `actual` satisfies `expected`: a regex, a predicate, a deep partial (mappings), or a plain value.

    Mappings may hold more than expected; lists must have the same length; 200 equals 200.0, but not "200" nor True.
    """
    if expected is ABSENT:
        return [] if actual is ABSENT else [Mismatch(path, expected, actual, "should be absent")]
    if isinstance(expected, AbsentOr):
        return [] if actual is ABSENT or not mismatches(expected.value, actual) else [Mismatch(path, expected, actual)]
    if isinstance(expected, re.Pattern):
        text = actual if isinstance(actual, str) else canonical(actual)
        return [] if expected.search(text) else [Mismatch(path, expected, actual, "does not match")]
    if callable(expected):
        return [] if expected(actual) else [Mismatch(path, expected, actual, "predicate said no")]
    if isinstance(expected, Mapping):
        return _mapping(expected, actual, path)
    if isinstance(expected, Sequence) and not isinstance(expected, str | bytes):
        return _sequence(expected, actual, path)
    return _scalar(expected, actual, path)


def _mapping(expected: Mapping[str, Any], actual: Any, path: str) -> list[Mismatch]:
    if not isinstance(actual, Mapping):
        return [Mismatch(path, expected, actual, _types(expected, actual))]
    found: list[Mismatch] = []
    for key, value in expected.items():
        found += mismatches(value, actual.get(key, ABSENT), f"{path}.{key}" if path else str(key))
    return found


def _sequence(expected: Sequence[Any], actual: Any, path: str) -> list[Mismatch]:
    if not isinstance(actual, Sequence) or isinstance(actual, str | bytes):
        return [Mismatch(path, expected, actual, _types(expected, actual))]
    if len(expected) != len(actual):
        return [Mismatch(path, expected, actual, f"{len(expected)} items against {len(actual)}")]
    pairs = enumerate(zip(expected, actual, strict=True))
    return [found for place, (want, have) in pairs for found in mismatches(want, have, f"{path}[{place}]")]


def _scalar(expected: Any, actual: Any, path: str) -> list[Mismatch]:
    if _is_number(expected) and _is_number(actual):
        want, have = _exact(expected), _exact(actual)
        return [] if want == have else [Mismatch(path, expected, actual, confusion(want, have))]
    if type(expected) is not type(actual):
        return [Mismatch(path, expected, actual, _types(expected, actual))]
    return [] if expected == actual else [Mismatch(path, expected, actual)]


def confusion(expected: Decimal, actual: Decimal) -> str:
    """The name of the mistake when one is exactly 100 or 1,000 times the other."""
    if not expected or not actual:
        return ""
    small, large = sorted((abs(expected), abs(actual)))
    return next((name for factor, name in _CONFUSED.items() if small * factor == large), "")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _exact(value: float | Decimal) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(repr(value))


def _types(expected: Any, actual: Any) -> str:
    if actual is ABSENT:
        return "absent"
    return f"{_kind(expected)} against {_kind(actual)}"


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if _is_number(value):
        return "number"
    if isinstance(value, str):
        return "text"
    return "object" if isinstance(value, Mapping) else "list"


def canonical(value: Any) -> str:
    """As one line of JSON, keys in order: what a regex over arguments reads."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)


def shown(value: Any, limit: int = 160) -> str:
    """For a failure text: a regex as its pattern, anything else as JSON, cut when long."""
    if value is ABSENT or isinstance(value, AbsentOr):
        return "nothing" if value is ABSENT else str(value)
    if isinstance(value, re.Pattern):
        text = f"/{value.pattern}/"
    elif callable(value):
        text = getattr(value, "__name__", repr(value))
    else:
        text = canonical(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
