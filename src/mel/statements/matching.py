"""Incoming rows against the stored rows of one account: staged, one to one, nothing lost and nothing doubled.

A movement has no natural key: banks repeat, empty, restart and renumber their ids (notes §5.2). So each stage pairs
what it can prove, each stored row is used once, and N equal rows against M stored add max(0, N - M). Rows of one file
are never merged with each other.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal

from mel.shared.text import tokens
from mel.statements.installments import Installment, without_marker
from mel.statements.model import Row

Reason = Literal["same", "same text", "posting date moved", "text refined"]
_STRONG_ID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?::.*)?", re.IGNORECASE)
_MOVED_DAYS, _SUSPECT_DAYS = 5, 3
_MOST_COMPARED = 64


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A movement already kept; `ids` are all the bank ids it was ever seen with. `key` is returned, never read."""

    key: Hashable
    date: date
    amount: Decimal
    currency: str
    description: str
    installment: Installment | None = None
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """Incoming row `index` is the stored row `key`. `new_id` is to be added, `new_text` to replace and be shown."""

    index: int
    key: Hashable
    reason: Reason
    new_id: str | None = None
    new_text: str | None = None
    new_date: date | None = None


@dataclass(frozen=True, slots=True)
class Flagged:
    """Row `index` is to be inserted and asked about: it may be stored row `key`."""

    index: int
    key: Hashable
    reason: str


@dataclass(frozen=True, slots=True)
class Matching:
    """Every incoming row is in exactly one of the three, in the order of the file."""

    known: tuple[Known, ...]
    new: tuple[int, ...]
    flagged: tuple[Flagged, ...]


@lru_cache(maxsize=65536)
def normalised(text: str) -> str:
    """Without accents, case, punctuation and parcela marker; digits stay, for they are Pix names and codes."""
    return " ".join(tokens(without_marker(text)))


def similar(one: str, other: str) -> bool:
    """One text refined into another: a shared prefix of 60 %, a ratio of .85, or the same part before "*"."""
    short, long = sorted((normalised(one).replace(" ", ""), normalised(other).replace(" ", "")), key=len)
    if not short:
        return False
    shared = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if shared >= 4 and shared >= 0.6 * len(long):
        return True
    if shared == len(short) and shared >= 6:
        return True
    head, mark, _ = one.partition("*")
    other_head, other_mark, _ = other.partition("*")
    if mark and other_mark and normalised(head) == normalised(other_head) and len(normalised(head)) >= 4:
        return True
    return len(long) <= 200 and SequenceMatcher(None, short, long, autojunk=False).ratio() >= 0.85


def match_rows(stored: Sequence[StoredRow], incoming: Sequence[Row]) -> Matching:
    """Pair what is already there; the rest is new, or flagged when it looks like a stored row without proof."""
    return _Matcher(stored, incoming).run()


class _Matcher:
    def __init__(self, stored: Sequence[StoredRow], incoming: Sequence[Row]) -> None:
        self.stored, self.incoming = stored, incoming
        self.free = [True] * len(stored)
        self.open = list(range(len(incoming)))
        self.known: dict[int, Known] = {}
        self.flagged: dict[int, Flagged] = {}

    def run(self) -> Matching:
        self._by_id_and_text()
        conflicts = self._by_text()
        self._renumbered(conflicts)
        self._moved()
        self._refined()
        self._suspects()
        rest = tuple(index for index in self.open if index not in self.flagged)
        return Matching(
            tuple(self.known[index] for index in sorted(self.known)),
            rest,
            tuple(self.flagged[index] for index in sorted(self.flagged)),
        )

    def _pair(self, index: int, where: int, reason: Reason) -> None:
        row, kept = self.incoming[index], self.stored[where]
        self.free[where] = False
        new_id = row.bank_id if row.bank_id and row.bank_id not in kept.ids else None
        new_text = row.description if reason == "text refined" and row.description != kept.description else None
        new_date = row.date if row.date != kept.date else None
        self.known[index] = Known(index, kept.key, reason, new_id, new_text, new_date)

    def _close(self) -> None:
        self.open = [index for index in self.open if index not in self.known]

    def _by_id_and_text(self) -> None:
        """Id, date, amount, installment and text equal."""
        places: dict[Hashable, deque[int]] = defaultdict(deque)
        for where, kept in enumerate(self.stored):
            for bank_id in set(kept.ids):
                places[(bank_id, *_content(kept))].append(where)
        for index in self.open:
            row = self.incoming[index]
            if row.bank_id is None:
                continue
            found = self._next(places.get((row.bank_id, *_content(row))))
            if found is not None:
                self._pair(index, found, "same")
        self._close()

    def _next(self, queue: deque[int] | None) -> int | None:
        while queue:
            where = queue.popleft()
            if self.free[where]:
                return where
        return None

    def _by_text(self) -> list[tuple[int, int]]:
        """Date, amount, installment and text equal, whatever the ids. Two different UUIDs are kept for later."""
        places: dict[Hashable, deque[int]] = defaultdict(deque)
        for where, kept in enumerate(self.stored):
            if self.free[where]:
                places[_content(kept)].append(where)
        conflicts: list[tuple[int, int]] = []
        for index in self.open:
            queue = places.get(_content(self.incoming[index]))
            found = self._next(queue)
            if found is None:
                continue
            if self._disagree(index, found):
                conflicts.append((index, found))
                continue
            self._pair(index, found, "same text")
        self._close()
        return conflicts

    def _disagree(self, index: int, where: int) -> bool:
        """Both sides carry ids that banks never reuse, and they differ (securo#2 merged such rows)."""
        bank_id = self.incoming[index].bank_id
        if not bank_id or not _STRONG_ID.fullmatch(bank_id):
            return False
        strong = [known for known in self.stored[where].ids if _STRONG_ID.fullmatch(known)]
        return bool(strong) and bank_id not in strong

    def _renumbered(self, conflicts: Sequence[tuple[int, int]]) -> None:
        """Different UUIDs on equal rows mean a second movement, unless this export gave everything new ids.

        It did when no id of it was met before and most of what is stored for its days is here again.
        """
        if not conflicts:
            return
        met = any(known.reason == "same" for known in self.known.values())
        days = [row.date for row in self.incoming]
        first, last = min(days), max(days)
        inside = sum(1 for kept in self.stored if first <= kept.date <= last)
        if not met and len(conflicts) >= 2 and (len(conflicts) + len(self.known)) * 2 > inside:
            for index, where in conflicts:
                self._pair(index, where, "same text")
            self._close()
            return
        for index, where in conflicts:
            self.flagged[index] = Flagged(index, self.stored[where].key, "igual a outro, com outro código do banco")

    def _moved(self) -> None:
        """A UUID and amount equal, similar text, posting dates within five days. Counters prove nothing."""
        places: dict[Hashable, list[int]] = defaultdict(list)
        for where, kept in enumerate(self.stored):
            if self.free[where]:
                for bank_id in kept.ids:
                    if _STRONG_ID.fullmatch(bank_id):
                        places[(bank_id, kept.amount, kept.currency, kept.installment)].append(where)
        if not places:
            return
        for index in self.open:
            row = self.incoming[index]
            for where in places.get((row.bank_id, row.amount, row.currency, row.installment), ())[:_MOST_COMPARED]:
                kept = self.stored[where]
                near = abs((kept.date - row.date).days) <= _MOVED_DAYS
                if self.free[where] and near and similar(kept.description, row.description):
                    self.flagged.pop(index, None)
                    self._pair(index, where, "posting date moved")
                    break
        self._close()

    def _refined(self) -> None:
        """Date, amount and installment equal and a similar text, only one candidate on each side.

        A bank gives whole days, so a text that vanished while its neighbours are here again was reworded; with nothing
        else of the file known before, it may as well be another purchase.
        """
        overlap = bool(self.known)
        places: dict[Hashable, list[int]] = defaultdict(list)
        for where, kept in enumerate(self.stored):
            if self.free[where]:
                places[(kept.date, kept.amount, kept.currency, kept.installment)].append(where)
        wanted: dict[Hashable, list[int]] = defaultdict(list)
        for index in self.open:
            row = self.incoming[index]
            key = (row.date, row.amount, row.currency, row.installment)
            if key in places and index not in self.flagged:
                wanted[key].append(index)
        for bucket, indexes in wanted.items():
            self._refine_bucket(indexes, places[bucket], overlap=overlap)
        self._close()

    def _refine_bucket(self, indexes: Sequence[int], wheres: Sequence[int], *, overlap: bool) -> None:
        if len(indexes) * len(wheres) > _MOST_COMPARED:
            return
        alike = [
            (index, where)
            for index in indexes
            for where in wheres
            if similar(self.stored[where].description, self.incoming[index].description)
            and not self._disagree(index, where)
        ]
        for index, where in alike:
            alone = sum(1 for pair in alike if pair[0] == index) == 1 == sum(1 for pair in alike if pair[1] == where)
            if alone and overlap:
                self._pair(index, where, "text refined")
            elif index not in self.flagged:
                self.flagged[index] = Flagged(index, self.stored[where].key, "mesmo dia e valor, texto parecido")

    def _suspects(self) -> None:
        """What is left but equals a stored, unmatched amount within three days: inserted, and asked about."""
        by_amount: dict[Hashable, list[tuple[date, int]]] = defaultdict(list)
        for where, kept in enumerate(self.stored):
            if self.free[where]:
                by_amount[(kept.amount, kept.currency)].append((kept.date, where))
        for dated in by_amount.values():
            dated.sort()
        start: dict[Hashable, int] = {}
        for index in sorted(self.open, key=lambda i: (self.incoming[i].date, i)):
            row = self.incoming[index]
            key = (row.amount, row.currency)
            dated = by_amount.get(key, [])
            if index in self.flagged or not dated or not row.amount:
                continue
            earliest = date.fromordinal(max(row.date.toordinal() - _SUSPECT_DAYS, 1))
            at = max(bisect_left(dated, (earliest, -1)), start.get(key, 0))
            if at < len(dated) and (dated[at][0] - row.date).days <= _SUSPECT_DAYS:
                if not self._is_next_parcela(row, self.stored[dated[at][1]]):
                    self.flagged[index] = Flagged(index, self.stored[dated[at][1]].key, "mesmo valor em dias próximos")
                start[key] = at + 1

    @staticmethod
    def _is_next_parcela(row: Row, kept: StoredRow) -> bool:
        """2/6 beside 1/6 is the plan going on, not a doubt (securo#98)."""
        return bool(row.installment and kept.installment and row.installment != kept.installment)


def _content(row: Row | StoredRow) -> tuple[date, Decimal, str, Installment | None, str]:
    return (row.date, row.amount, row.currency, row.installment, normalised(row.description))
