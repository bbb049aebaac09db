"""The entries behind one expense: what was spent, when, by whom, and where Mel knows it from.

A ledger may stand on a `source` that storage provides. It then reads one month at a time, when first asked, so the
cost of a turn stays flat as years of history grow; what changes here is kept apart until the repository saves it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from mel.shared.ids import new_id
from mel.shared.money import Money
from mel.shared.period import Period


@dataclass(frozen=True, slots=True)
class Entry:
    """One posting. `date` is None for "some day of that month"; `amount` is negative only for a correction.

    `payer` paid, `author` told Mel; `origin` is chat, import or adjustment; `operation_id` leads to the audit trail.
    """

    period: Period
    amount: Money
    date: date | None = None
    payer: str | None = None
    author: str | None = None
    origin: str = "chat"
    note: str | None = None
    operation_id: str | None = None
    id: str = field(default_factory=new_id)

    def __post_init__(self) -> None:
        if self.date is not None and self.date not in self.period:
            raise ValueError(f"{self.date} is not in {self.period}")


class EntrySource(Protocol):
    """Stored entries of one expense, a month at a time; only those of this amount when one is given."""

    def total(self, period: Period) -> Money | None: ...

    def entries(self, period: Period, amount: Money | None = None) -> tuple[Entry, ...]: ...


@dataclass(slots=True)
class ExpenseLedger:
    """Entries by month. `added` and `removed` hold what the source does not know yet."""

    source: EntrySource | None = None
    added: list[Entry] = field(default_factory=list)
    removed: list[Entry] = field(default_factory=list)

    def entries(self, period: Period, amount: Money | None = None) -> tuple[Entry, ...]:
        """In the order they were told; only those of this amount when one is given."""
        gone = {entry.id for entry in self.removed}
        stored = self.source.entries(period, amount) if self.source else ()
        mine = tuple(entry for entry in self.added if entry.period == period and amount in (None, entry.amount))
        return tuple(entry for entry in stored if entry.id not in gone) + mine

    def total(self, period: Period, currency: str) -> Money:
        result = (self.source.total(period) if self.source else None) or Money.zero(currency)
        for entry in self.added:
            if entry.period == period:
                result += entry.amount
        for entry in self.removed:
            if entry.period == period:
                result -= entry.amount
        return result

    def add(self, entry: Entry) -> None:
        self.added.append(entry)

    def remove(self, entry: Entry) -> None:
        """Take an entry out again, whether it was saved before or only just added."""
        if entry in self.added:
            self.added.remove(entry)
        elif entry not in self.removed:
            self.removed.append(entry)

    def remove_all(self, entries: Iterable[Entry]) -> None:
        """The same for thousands at once."""
        gone = {entry.id: entry for entry in entries}
        fresh = {entry.id for entry in self.added if entry.id in gone}
        known = {entry.id for entry in self.removed} | fresh
        self.added[:] = [entry for entry in self.added if entry.id not in fresh]
        self.removed.extend(entry for entry in gone.values() if entry.id not in known)

    def settle(self) -> None:
        """Storage has written the changes down: the source now tells them itself."""
        self.added.clear()
        self.removed.clear()
