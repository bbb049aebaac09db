"""What changed in a SQLite database, row by row, kept by triggers: an exact diff and an exact undo, in microseconds.

Only a database made for evaluation is given this log. Comparing dumps would cost milliseconds and tell less.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mel.evals.rows import Change

_LOG = "eval_changes"
_UNDOING = "eval_undoing"
_KINDS = {"I": "added", "D": "removed", "U": "changed"}


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]


class ChangeLog:
    """Of one database, through a connection of its own."""

    def __init__(self, db: sqlite3.Connection) -> None:
        db.isolation_level = None
        self._db = db
        self._tables = {table.name: table for table in _tables(db)}
        db.execute(
            f"CREATE TABLE IF NOT EXISTS {_LOG}"
            " (number INTEGER PRIMARY KEY AUTOINCREMENT, tab TEXT, op TEXT, was TEXT, new TEXT)"
        )
        db.execute(f"CREATE TABLE IF NOT EXISTS {_UNDOING} (now INTEGER)")
        _let_guards_sleep(db)
        for table in self._tables.values():
            for trigger in _triggers(table):
                db.execute(trigger)

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

    def undo(self) -> None:
        """Take everything back, newest first, and forget it. References are checked once, at the end."""
        steps = self._db.execute(
            f"SELECT tab, op, was, new FROM {_LOG} ORDER BY number DESC"  # noqa: S608
        ).fetchall()
        if not steps:
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.execute("PRAGMA defer_foreign_keys = ON")
            self._db.execute(f"INSERT INTO {_UNDOING} VALUES (1)")  # noqa: S608
            for table, op, was, new in steps:
                self._back(self._tables[table], op, json.loads(was or "null"), json.loads(new or "null"))
            self._db.execute(f"DELETE FROM {_LOG}")  # noqa: S608
            self._db.execute(f"DELETE FROM {_UNDOING}")  # noqa: S608
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise

    def _change(self, table: str, op: str, was: str | None, new: str | None) -> Change:
        before, after = json.loads(was or "null"), json.loads(new or "null")
        key = ":".join(str((after or before)[name]) for name in self._tables[table].key)
        return Change(_KINDS[op], table, key, before, after)  # type: ignore[arg-type]

    def _back(self, table: _Table, op: str, was: dict[str, Any] | None, new: dict[str, Any] | None) -> None:
        if new is not None:
            where = " AND ".join(f"{name} IS ?" for name in table.key)
            self._db.execute(f"DELETE FROM {table.name} WHERE {where}", [new[name] for name in table.key])  # noqa: S608
        if was is not None:
            marks = ", ".join("?" * len(table.columns))
            self._db.execute(
                f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks})",  # noqa: S608
                [was[name] for name in table.columns],
            )


def _tables(db: sqlite3.Connection) -> Sequence[_Table]:
    names = [
        name
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if name not in ("alembic_version", _LOG, _UNDOING) and not name.startswith("sqlite_")
    ]
    return [_described(db, name) for name in names]


def _let_guards_sleep(db: sqlite3.Connection) -> None:
    """The schema's own triggers forbid what an undo must do: they stay, and look away only while one is under way."""
    guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name NOT LIKE 'eval_%'")
    for name, sql in guards.fetchall():
        if _UNDOING not in sql:
            db.execute(f"DROP TRIGGER {name}")
            asleep = f"WHEN NOT EXISTS (SELECT 1 FROM {_UNDOING}) BEGIN"  # noqa: S608
            db.execute(re.sub(r"\bBEGIN\b", asleep, sql, count=1))


def _described(db: sqlite3.Connection, name: str) -> _Table:
    columns = db.execute(f"PRAGMA table_info({name})").fetchall()
    key = [row[1] for row in sorted(columns, key=lambda row: row[5]) if row[5]]
    return _Table(name, tuple(row[1] for row in columns), tuple(key or [row[1] for row in columns]))


def _triggers(table: _Table) -> Sequence[str]:
    def row(which: str) -> str:
        pairs = ", ".join(f"'{name}', {which}.{name}" for name in table.columns)
        return f"json_object({pairs})"

    return [
        f"CREATE TRIGGER IF NOT EXISTS eval_{table.name}_{op} AFTER {event} ON {table.name} BEGIN"  # noqa: S608
        f" INSERT INTO {_LOG} (tab, op, was, new) VALUES ('{table.name}', '{op}', {was}, {new}); END"
        for op, event, was, new in (
            ("I", "INSERT", "NULL", row("NEW")),
            ("D", "DELETE", row("OLD"), "NULL"),
            ("U", "UPDATE", row("OLD"), row("NEW")),
        )
    ]
