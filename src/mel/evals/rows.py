"""A world as rows, and what changed between two looks at it: which row, from what to what. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mel.evals.fixture import ChangeKind, ExpectedChange
from mel.evals.matching import ABSENT, Mismatch, mismatches, shown

Row = Mapping[str, Any]
Rows = Mapping[str, Mapping[str, Row]]
"""Table, key, row: plain JSON values; money is `{"amount", "currency"}`."""


class World(Protocol):
    """What a fixture's tools write into."""

    def rows(self) -> Rows: ...


@dataclass(frozen=True, slots=True)
class Change:
    """One row that came, went or changed. `before` is None for a new one, `after` for a removed one."""

    kind: ChangeKind
    table: str
    key: str
    before: Row | None
    after: Row | None

    def fields(self) -> Iterator[tuple[str, Any, Any]]:
        """The columns that differ."""
        old, new = self.before or {}, self.after or {}
        for name in dict.fromkeys((*old, *new)):
            if old.get(name, ABSENT) != new.get(name, ABSENT):
                yield name, old.get(name, ABSENT), new.get(name, ABSENT)

    def __str__(self) -> str:
        what = ", ".join(
            f"{name} {shown(new)}" if self.kind == "added" else f"{name} {shown(old)} → {shown(new)}"
            for name, old, new in self.fields()
        )
        return f"{self.kind} {self.table} {self.key}: {what}" if what else f"{self.kind} {self.table} {self.key}"


def difference(before: Rows, after: Rows) -> tuple[Change, ...]:
    """Row by row, tables and keys in order of appearance."""
    found: list[Change] = []
    for table in dict.fromkeys((*before, *after)):
        old, new = before.get(table, {}), after.get(table, {})
        if old is new:
            continue
        for key in dict.fromkeys((*old, *new)):
            if key not in old:
                found.append(Change("added", table, key, None, new[key]))
            elif key not in new:
                found.append(Change("removed", table, key, old[key], None))
            elif old[key] != new[key]:
                found.append(Change("changed", table, key, old[key], new[key]))
    return tuple(found)


def unmet(expected: Sequence[ExpectedChange], observed: Sequence[Change]) -> tuple[list[str], list[Change]]:
    """What was expected and did not happen (told with the nearest miss), and what happened unasked.

    Each expectation takes one change; the most demanding ones choose first.
    """
    left = list(observed)
    missing: list[str] = []
    for want in sorted(expected, key=lambda change: -len(change.fields)):
        hit = next((change for change in left if not _misses(want, change)), None)
        if hit is not None:
            left.remove(hit)
        else:
            missing.append(_told(want, left))
    return missing, left


def _misses(want: ExpectedChange, have: Change) -> list[Mismatch]:
    if (want.kind, want.table) != (have.kind, have.table):
        return [Mismatch("", f"{want.kind} {want.table}", f"{have.kind} {have.table}")]
    return mismatches(want.fields, have.before if want.kind == "removed" else have.after)


def _told(want: ExpectedChange, left: Sequence[Change]) -> str:
    text = f"{want.kind} {want.table} {shown(want.fields)}"
    near = [change for change in left if (change.kind, change.table) == (want.kind, want.table)]
    if not near:
        return text
    misses = min((_misses(want, change) for change in near), key=len)
    return f"{text}; nearest: {'; '.join(map(str, misses))}"
