"""What the tools answered, amount by amount: of which thing, month, day and person it is, and what it is."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from decimal import Decimal
from typing import Any, Final, NamedTuple

from mel.agent.attribution.roles import roles_of
from mel.agent.values import money_of
from mel.agent.wire import Wire
from mel.shared.text import fold

Month = tuple[int, int]
"""Year and month."""
Day = tuple[int, int, int]
"""Year, month and day."""

_THINGS: Final = frozenset(
    {"expense", "goal", "name", "nome", "category", "card", "account", "bank", "description", "text"}
)
_PERSONS: Final = frozenset({"who", "member", "paidBy", "receivedBy"})
_DATES: Final = frozenset({"date", "balanceOn", "closing", "due", "from", "to", "deadline", "forecast"})
_MONTHS: Final = frozenset({"period", "month", "invoice"})


class Fact(NamedTuple):
    """One amount of a result. `roles`: what it is, None when anything may be said of it. `of`: the folded names it
    belongs to, none for a figure of the whole house. `people`: who it is of, none for the couple. Empty `months` or
    `days` say nothing about when; `billed` is the month of the fatura that a purchase is on. `row`: it is one thing
    that happened, not a sum."""

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
    row: bool = False


class _Around(NamedTuple):
    """What encloses an amount in the result."""

    tool: str
    path: tuple[str, ...] = ()
    of: frozenset[str] = frozenset()
    months: frozenset[Month] = frozenset()
    days: frozenset[Day] = frozenset()
    people: frozenset[str] = frozenset()
    billed: frozenset[Month] = frozenset()

    def within(self, value: Wire) -> _Around:
        """Inside an object, with the names, days and persons that it tells of itself."""
        names: set[str] = set()
        people: set[str] = set()
        months: set[Month] = set()
        days: set[Day] = set()
        billed: set[Month] = set()
        for key, item in value.items():
            if not isinstance(item, str):
                continue
            if key in _THINGS:
                names.add(fold(item))
            elif key in _PERSONS:
                people.add(fold(item))
            elif key in _DATES and (day := day_of(item)):
                days.add(day)
                if key == "date":
                    months.add(day[:2])
            elif key in _MONTHS and (month := month_of(item)):
                (billed if key == "invoice" or "byInvoice" in self.path else months).add(month)
        return _Around(
            self.tool,
            self.path,
            self.of | names if names else self.of,
            frozenset(months) or self.months,
            frozenset(days) or self.days,
            frozenset(people) or self.people,
            frozenset(billed) or self.billed,
        )


Holds = Callable[[Fact], bool]
"""Whether a fact is as a sentence tells it, in one respect."""


def facts_of(tool: str, args: Wire, result: Any, wanted: Container[Decimal] | None = None) -> Iterator[Fact]:
    """The amounts of a result, all or those `wanted`. What the arguments narrowed the question to holds for the whole
    answer."""
    if not isinstance(result, dict):
        return
    around = _Around(tool)
    if narrowed := {key: item for key, item in args.items() if key in _THINGS or key in _PERSONS}:
        around = around.within(narrowed)
    if tool in _OF_MANY:
        of, people = around.of | _only(result, ("card", "account")), around.people or _only(result, ("who",))
        around = around._replace(of=of, people=people, months=_span({**args, **result}))
    if tool == "installmentsAhead":
        listed = (month_of(each.get("month")) for each in result.get("months", ()))
        around = around._replace(months=frozenset(month for month in listed if month))
    yield from _walk(result, around, wanted)


_OF_MANY: Final = frozenset(
    {"entriesList", "expenseStatus", "contributionsList", "statementSearch", "installmentsAhead", "invoiceStatus"}
    | {"incomeStatus", "accountStatus"}
)
"""Tools whose rows may all be of one card or person, or within some days, which then holds for their sums."""


def _walk(value: Any, around: _Around, wanted: Container[Decimal] | None) -> Iterator[Fact]:
    """What encloses an amount is looked at only for one that is wanted: a list may hold hundreds."""
    if not isinstance(value, dict):
        return
    inner: _Around | None = None
    for name, item in value.items():
        if not isinstance(item, dict | list):
            continue
        money = money_of(item)
        if money is not None and wanted is not None and abs(money[0]) not in wanted:
            continue
        inner = inner or around.within(value)
        at = inner._replace(path=(*inner.path, name))
        if money is not None:
            yield _fact(money, at)
        elif isinstance(item, list):
            for each in item:
                amount = money_of(each)
                if amount is None:
                    yield from _walk(each, at, wanted)
                elif wanted is None or abs(amount[0]) in wanted:
                    yield _fact(amount, at)
        else:
            yield from _walk(item, at, wanted)


def _fact(money: tuple[Decimal, str], around: _Around) -> Fact:
    amount, currency = money
    roles = roles_of(around.tool, around.path, amount)
    return Fact(
        around.tool,
        abs(amount),
        currency,
        amount < 0,
        roles,
        around.of,
        around.months,
        around.days,
        around.people,
        around.billed,
        not _ROWS.isdisjoint(around.path),
    )


_ROWS: Final = frozenset({"entries", "movements", "contributions", "receipts"})
"""Lists whose rows each happened once."""


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
