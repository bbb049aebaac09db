"""The JSON that crosses the boundary to models, channels and storage: plain values, camelCase keys (DESIGN §3)."""

from __future__ import annotations

import hashlib
import json
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from mel.shared.money import Money
from mel.shared.period import Period

Wire = dict[str, Any]


def money(value: Money) -> Wire:
    """`{"amount": 200, "currency": "BRL"}`: integral when whole, else the shortest exact decimal."""
    return {"amount": number(value.amount), "currency": value.currency}


def number(value: Decimal) -> int | float:
    """A JSON number. Cents below 2^53 survive the float's shortest form unchanged; a test proves it."""
    return int(value) if value == value.to_integral_value() else float(value)


_PLAIN = frozenset({str, int, bool, type(None)})


def plain(value: object) -> Any:
    """Any value of ours as plain JSON."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Money):
        return money(value)
    if isinstance(value, Decimal):
        return number(value)
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, Period):
        return str(value)
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


_canonical = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode


def digest(*parts: object) -> str:
    """A short fingerprint of plain values, equal for equal meaning whatever the order of keys."""
    return hashlib.sha256(_canonical([plain(part) for part in parts]).encode()).hexdigest()[:16]
