"""The one place that asks what time it is. Everything else is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

Clock = Callable[[], datetime]
"""Returns the present moment, with a time zone."""

DEFAULT_ZONE = "America/Sao_Paulo"


def system_clock() -> datetime:
    return datetime.now(UTC)


def today_in(zone: str, now: datetime) -> date:
    """The household's calendar day: 23:40 on 31 January in São Paulo is January, whatever UTC says."""
    return now.astimezone(ZoneInfo(zone)).date()
