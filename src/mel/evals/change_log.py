"""What changed in a SQLite database, row by row, kept by triggers: an exact diff and an exact reset, in microseconds.

Only a connection made for evaluation is given this log; it leaves nothing in the file. Comparing dumps would cost
milliseconds and tell less.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from mel.evals.rows import Change

_LOG = "eval_changes"
_KINDS = {"I": "added", "D": "removed", "U": "changed"}


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]


class ChangeLog:
    """Of what one connection writes, and how it is taken back. The log is set up outside of any transaction: in one
    that changed the schema, each rollback to a savepoint would read the whole schema anew (a millisecond)."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._tables = {table.name: table for table in _tables(db)}
        db.execute(f"CREATE TEMP TABLE {_LOG} (number INTEGER PRIMARY KEY, tab TEXT, op TEXT, was TEXT, new TEXT)")
        for table in self._tables.values():
            for trigger in _triggers(table):
                db.execute(trigger)

    def hold(self) -> None:
        """From here on `undo` takes back, as long as nothing is committed."""
        self._db.execute("SAVEPOINT pristine")

    @property
    def mark(self) -> int:
        """How far the log has come; equal marks mean that nothing was written in between."""
        row = self._db.execute(f"SELECT max(number) FROM {_LOG}").fetchone()  # noqa: S608 - a name of our own
        return row[0] or 0

    def since(self, mark: int = 0) -> tuple[Change, ...]:
        """Every change after a mark, in order; a row that changed twice is told twice."""
        rows = self._db.execute(
            f"SELECT tab, op, was, new FROM {_LOG} WHERE number > ? ORDER BY number",  # noqa: S608
            (mark,),
        )
        return tuple(self._change(*row) for row in rows)

    def tables(self, mark: int = 0) -> set[str]:
        """The tables that were written into after a mark."""
        return {table for (table,) in self._db.execute(f"SELECT tab FROM {_LOG} WHERE number > ?", (mark,))}  # noqa: S608

    def undo(self) -> None:
        """Take everything back to `hold`, and forget it."""
        self._db.execute("ROLLBACK TO pristine")

    def _change(self, table: str, op: str, was: str | None, new: str | None) -> Change:
        before, after = json.loads(was or "null"), json.loads(new or "null")
        key = ":".join(str((after or before)[name]) for name in self._tables[table].key)
        return Change(_KINDS[op], table, key, before, after)  # type: ignore[arg-type]


def _tables(db: sqlite3.Connection) -> Sequence[_Table]:
    names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    return [_described(db, name) for (name,) in names.fetchall() if name != "alembic_version"]


def _described(db: sqlite3.Connection, name: str) -> _Table:
    columns = db.execute(f"PRAGMA table_info({name})").fetchall()
    key = [row[1] for row in sorted(columns, key=lambda row: row[5]) if row[5]]
    return _Table(name, tuple(row[1] for row in columns), tuple(key or [row[1] for row in columns]))


def _triggers(table: _Table) -> Sequence[str]:
    def row(which: str) -> str:
        pairs = ", ".join(f"'{name}', {which}.{name}" for name in table.columns)
        return f"json_object({pairs})"

    return [
        f"CREATE TEMP TRIGGER eval_{table.name}_{op} AFTER {event} ON main.{table.name} BEGIN"  # noqa: S608
        f" INSERT INTO {_LOG} (tab, op, was, new) VALUES ('{table.name}', '{op}', {was}, {new}); END"
        for op, event, was, new in (
            ("I", "INSERT", "NULL", row("NEW")),
            ("D", "DELETE", row("OLD"), "NULL"),
            ("U", "UPDATE", row("OLD"), row("NEW")),
        )
    ]
