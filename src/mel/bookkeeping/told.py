"""The same purchase told in chat and printed by the bank: one effect, two pieces of evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from mel.accounts import Movement
from mel.budget import Entry, RecurringExpense
from mel.shared.period import Period

_DAYS = 3
"""How far the day a member named may lie from the day the bank printed."""
_TIMES = re.compile(r"\b(\d{1,2})x\b")
_CENT = Decimal("0.01")


@dataclass(slots=True)
class ToldEntries:
    """The entries of chat that no movement stands for yet. Each is given away once."""

    entries: Sequence[tuple[RecurringExpense, Entry]]
    free: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.free = {entry.id for _, entry in self.entries}

    @classmethod
    def of(cls, entries: Iterable[tuple[RecurringExpense, Entry]], taken: set[str]) -> ToldEntries:
        """`taken` are entries that a movement stands for already."""
        return cls([(e, entry) for e, entry in entries if entry.origin == "chat" and entry.id not in taken])

    def take(
        self, movement: Movement, day: date, expense: RecurringExpense | None
    ) -> tuple[RecurringExpense, Entry] | None:
        """The entry that tells of this movement; a rule that says another expense outweighs an equal amount."""
        fitting = [(known, entry) for known, entry in self.entries if self._fits(movement, day, known, entry, expense)]
        if not fitting:
            return None
        best = min(fitting, key=lambda pair: _apart(pair[1], day))
        self.free.discard(best[1].id)
        return best

    def _fits(
        self, movement: Movement, day: date, known: RecurringExpense, entry: Entry, expense: RecurringExpense | None
    ) -> bool:
        if entry.id not in self.free or entry.amount.currency != movement.amount.currency:
            return False
        if expense is not None and expense.id != known.id:
            return False
        times = _times(entry)
        if times:
            return _is_parcela_of(movement, day, entry, times)
        if movement.installment is not None or entry.amount != -movement.amount:
            return False
        return _apart(entry, day) <= _DAYS if entry.date else day in entry.period


def _is_parcela_of(movement: Movement, day: date, entry: Entry, times: int) -> bool:
    """600 told "em 6x" is an entry of 100 in each of six months, of which each fatura prints one."""
    if movement.installment is None or movement.installment[1] != times:
        return False
    near = abs(Period.of(day).months_until(entry.period)) <= 1
    # Issuers put the odd cents on the first parcela or on the last.
    return near and abs(movement.amount.amount + entry.amount.amount) <= _CENT * times


def _times(entry: Entry) -> int:
    found = _TIMES.search(entry.note or "")
    return int(found[1]) if found and int(found[1]) > 1 else 0


def _apart(entry: Entry, day: date) -> int:
    """In days; an entry without a day is as far as the farthest that still counts, or whole months away."""
    if entry.date:
        return abs((entry.date - day).days)
    return _DAYS + 30 * abs(Period.of(day).months_until(entry.period))
