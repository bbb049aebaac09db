"""What the tools answered, amount by amount: of which thing, month, day and person it is, and what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from mel.agent.attribution.roles import roles_of
from mel.agent.wire import Wire
from mel.shared.text import fold

Month = tuple[int, int]
"""Year and month."""
Day = tuple[int, int, int]
"""Year, month and day."""

_THINGS: Final = ("expense", "goal", "name", "nome", "category", "card", "account", "bank", "description", "text")
_PERSONS: Final = ("who", "member", "paidBy", "receivedBy")
_DATES: Final = ("date", "balanceOn", "closing", "due", "from", "to", "deadline", "forecast")
_MONTHS: Final = ("period", "month")


@dataclass(frozen=True, slots=True)
class Fact:
    """One amount of a result. `roles`: what it is, None when anything may be said of it. `of`: the folded names it
    belongs to, none for a figure of the whole house. `people`: who it is of, none for the couple. Empty `months` or
    `days` say nothing about when; `billed` is the month of the fatura that a purchase is on."""

    tool: str
    amount: Decimal
    currency: str
    negative: bool
    roles: frozenset[str] | None
    of: frozenset[str] = frozenset()
    months: frozenset[Month] = frozenset()
    days: frozenset[Day] = frozenset()
    people: frozenset[str] = frozenset()
    billed: frozenset[Month] = frozenset()


@dataclass(frozen=True, slots=True)
class _Around:
    """What encloses an amount in the result."""

    tool: str
    path: tuple[str, ...] = ()
    of: frozenset[str] = frozenset()
    months: frozenset[Month] = frozenset()
    days: frozenset[Day] = frozenset()
    people: frozenset[str] = frozenset()
    billed: frozenset[Month] = frozenset()

    def at(self, key: str) -> _Around:
        """Under a field of this name."""
        return replace(self, path=(*self.path, key))

    def within(self, value: Wire) -> _Around:
        """Inside an object, with the names, days and persons that it tells of itself."""
        days = frozenset(day for name in _DATES if (day := day_of(value.get(name))))
        months = frozenset(month for name in _MONTHS if (month := month_of(value.get(name))))
        billed = frozenset([month] if (month := month_of(value.get("invoice"))) else [])
        if "byInvoice" in self.path:
            months, billed = frozenset(), months
        if "date" in value:
            months |= {day[:2] for day in days}
        people = frozenset(fold(value[name]) for name in _PERSONS if isinstance(value.get(name), str))
        names = frozenset(fold(value[name]) for name in _THINGS if isinstance(value.get(name), str))
        return replace(
            self,
            of=self.of | names,
            months=months or self.months,
            days=days or self.days,
            people=people or self.people,
            billed=billed or self.billed,
        )


Holds = Callable[[Fact], bool]
"""Whether a fact is as a sentence tells it, in one respect."""


def facts_of(tool: str, args: Wire, result: Any) -> Iterator[Fact]:
    """Every amount of a result. What the arguments narrowed the question to holds for the whole answer."""
    around = _Around(tool).within({key: args[key] for key in (*_THINGS, *_PERSONS) if key in args})
    around = replace(
        around, of=around.of | _only(result, ("card", "account")), people=around.people or _only(result, ("who",))
    )
    if isinstance(result, dict):
        around = replace(around, months=_span({**args, **result}))
    if tool == "installmentsAhead" and isinstance(result, dict):
        months = (month_of(each.get("month")) for each in result.get("months", ()))
        around = replace(around, months=frozenset(month for month in months if month))
    yield from _walk(result, around)


def _walk(value: Any, around: _Around) -> Iterator[Fact]:
    if isinstance(value, dict):
        if value.keys() == {"amount", "currency"} and not isinstance(value["amount"], dict):
            yield _fact(value, around)
            return
        inner = around.within(value)
        for name, item in value.items():
            yield from _walk(item, inner.at(name))
    elif isinstance(value, list):
        for item in value:
            yield from _walk(item, around)


def _fact(money: Wire, around: _Around) -> Fact:
    amount = Decimal(str(money["amount"]))
    roles = roles_of(around.tool, around.path, amount)
    return Fact(
        around.tool,
        abs(amount),
        str(money["currency"]),
        amount < 0,
        roles,
        around.of,
        around.months,
        around.days,
        around.people,
        around.billed,
    )


def _only(value: Any, keys: tuple[str, ...]) -> frozenset[str]:
    """The one value that stands everywhere under these keys; nothing when there are several or one is unknown."""
    found = set(_under(value, keys))
    return frozenset(fold(each) for each in found if each) if len(found) == 1 else frozenset()


def _under(value: Any, keys: tuple[str, ...]) -> Iterator[str | None]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key in keys and (item is None or isinstance(item, str)):
                yield item
            else:
                yield from _under(item, keys)
    elif isinstance(value, list):
        for item in value:
            yield from _under(item, keys)


def month_of(text: Any) -> Month | None:
    """An ISO month, or None for anything else."""
    if isinstance(text, str) and len(text) == len("2026-06") and text[4] == "-" and text[:4].isdigit():
        return int(text[:4]), int(text[5:])
    return None


def day_of(text: Any) -> Day | None:
    """An ISO day, or None for anything else."""
    if isinstance(text, str) and len(text) == len("2026-06-15") and text[4] == text[7] == "-":
        return int(text[:4]), int(text[5:7]), int(text[8:])
    return None


def _span(result: Wire) -> frozenset[Month]:
    """The months between two days."""
    first, last = day_of(result.get("from")), day_of(result.get("to"))
    if first is None or last is None:
        return frozenset()
    start, end = first[0] * 12 + first[1] - 1, last[0] * 12 + last[1] - 1
    return frozenset((number // 12, number % 12 + 1) for number in range(start, min(end, start + 600) + 1))
