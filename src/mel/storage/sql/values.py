"""Values of the rooms as columns, and back."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

from mel.household import Member
from mel.shared.money import Money
from mel.shared.period import Period

# The same few amounts, months and lists come back in every unit of work; all of them are frozen values.
money = lru_cache(4096)(Money.of_minor)
month = lru_cache(1024)(Period.parse)


# Made once: `json.dumps` makes an encoder at every call that asks for anything but its defaults.
_readable = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_escaped = json.JSONEncoder(separators=(",", ":")).encode


def dumped(value: Any) -> str:
    text = _readable(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        # Half a character, as broken terminals and senders produce; escaped it can be kept, and comes back the same.
        return _escaped(value)
    return text


@lru_cache(1024)
def words(aliases: tuple[str, ...]) -> str:
    return dumped(aliases) if aliases else "[]"


@lru_cache(1024)
def a_member(name: str, names: str) -> Member:
    return Member(name, aliases(names))


@lru_cache(1024)
def aliases(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


def day(value: date | None) -> str | None:
    return None if value is None else value.isoformat()


a_day = date.fromisoformat


def to_day(text: str | None) -> date | None:
    return None if text is None else a_day(text)


def moment(value: datetime) -> str:
    """UTC with microseconds: text order is time order."""
    if value.tzinfo is None:
        raise ValueError("a moment has a time zone")
    return value.astimezone(UTC).isoformat(timespec="microseconds")


a_moment = datetime.fromisoformat
