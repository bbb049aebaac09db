"""Wire values as Brazilians read them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from mel.shared.money import Money
from mel.shared.period import Period


def money(wire: Any) -> str:
    """{"amount": 2820, "currency": "BRL"} → "R$ 2.820"."""
    return str(value(wire))


def value(wire: Any) -> Money:
    return Money(Decimal(str(wire["amount"])), wire["currency"])


def month(wire: str, today: date) -> str:
    """ "2026-06" → "junho", with the year when it is another one."""
    return Period.parse(wire).spoken(today)


def day(wire: str, today: date | None = None) -> str:
    """ "2026-06-15" → "15/06", with the year when it is another one (or no today is known)."""
    when = date.fromisoformat(wire)
    return f"{when:%d/%m}" if today is not None and when.year == today.year else f"{when:%d/%m/%Y}"


def listed(items: list[str], last: str = "e") -> str:
    """ "a, b e c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else ""
