"""The catalog's worlds on SQLite: furnished once a world, then taken back after each conversation by the change log."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from mel.evals.change_log import ChangeLog
from mel.evals.fixture import ConversationFixture, EvalContext
from mel.evals.rows import Row, Rows
from mel.evals.world import UNHURRIED, EvalClock, chat_over
from mel.evals.worlds import CANARIES, TODAY, build
from mel.household_file import HOUSEHOLD_ID
from mel.storage.sql import SqlStorage

_AGENTS_OWN = frozenset({"operation_events", "conversation_turns", "inbox"})
"""What only the agent keeps; a preview writes there and changes nothing of the household's."""

Tables = dict[str, dict[str, Row]]


class SqliteWorlds:
    """A folder of databases, one a world. Conversations are held one after the other (`workers=1`)."""

    def __init__(self, folder: Path | None = None) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="mel-eval-") if folder is None else None
        self._folder = folder or Path(self._temporary.name if self._temporary else "")
        self._rooms: dict[str, _Room] = {}

    def __call__(self, fixture: ConversationFixture) -> EvalContext[Any]:
        """The fixture's world, as if nobody had ever spoken in it."""
        name = fixture.world or f"own-{fixture.name}"
        room = self._rooms.get(name)
        if room is None:
            room = self._rooms[name] = _Room(self._folder / f"{len(self._rooms)}.db", fixture)
        return room.context(fixture)

    def __enter__(self) -> SqliteWorlds:
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        for room in self._rooms.values():
            room.close()
        if self._temporary is not None:
            self._temporary.cleanup()


class _Room:
    """One database: its storage, and a connection beside it that watches."""

    def __init__(self, file: Path, fixture: ConversationFixture) -> None:
        self.storage = SqlStorage(file)
        build(fixture, self.storage)
        self._db = sqlite3.connect(file, check_same_thread=False)
        # A crash loses nothing that matters here, and the worlds are thrown away.
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.execute("PRAGMA foreign_keys = ON")
        self.log = ChangeLog(self._db)
        self._pristine: Rows | None = None

    def context(self, fixture: ConversationFixture) -> EvalContext[Any]:
        self.log.undo()
        if self._pristine is None:
            self._pristine = all_rows(self._db)
        world = SqliteWorld(self._db, self.log, self._pristine)
        clock = EvalClock(fixture.today or TODAY)
        state = {
            "chat": chat_over(self.storage, HOUSEHOLD_ID, clock, UNHURRIED),
            "clock": clock,
            "world": world,
            "storage": self.storage,
            "house_id": HOUSEHOLD_ID,
            "canaries": CANARIES,
        }
        return EvalContext(state=state)

    def close(self) -> None:
        self._db.close()
        self.storage.close()


class SqliteWorld:
    """Rows as `export` tells them, read again only after something of the households' own was written."""

    def __init__(self, db: sqlite3.Connection, log: ChangeLog, pristine: Rows) -> None:
        self._db, self.log, self._last = db, log, pristine
        self._mark = log.mark

    def rows(self) -> Rows:
        mark = self.log.mark
        if mark != self._mark:
            changed = {change.table for change in self.log.since(self._mark)}
            self._mark = mark
            if changed - _AGENTS_OWN:
                self._last = all_rows(self._db)
        return self._last


def all_rows(db: sqlite3.Connection) -> Rows:
    """Every household's rows; those of the neighbours under their own name."""
    tables: Tables = {}
    for (house,) in db.execute("SELECT household_id FROM households ORDER BY household_id").fetchall():
        prefix = "" if house == HOUSEHOLD_ID else f"{house}: "
        tables |= {prefix + name: dict(rows) for name, rows in _house(db, house).items()}
    return tables


def _house(db: sqlite3.Connection, house: str) -> dict[str, Iterator[tuple[str, Row]]]:
    def read(sql: str) -> Iterator[sqlite3.Row]:
        cursor = db.cursor()
        cursor.row_factory = sqlite3.Row
        yield from cursor.execute(sql, {"house": house})

    revisions = _grouped(read(_REVISIONS), "expense_id", _revision)
    members = _grouped(read(_GOAL_MEMBERS), "goal_id", lambda row: str(row["name"]))
    living = [row["name"] for row in read(_MEMBERS)]
    return {
        "household": ((row["household_id"], _household(row, living)) for row in read(_HOUSEHOLD)),
        "expenses": ((row["id"], _expense(row, revisions.get(row["id"], []))) for row in read(_EXPENSES)),
        "entries": ((row["id"], _entry(row)) for row in read(_ENTRIES)),
        "goals": ((row["id"], _goal(row, members.get(row["id"], []))) for row in read(_GOALS)),
        "contributions": ((row["id"], _contribution(row)) for row in read(_CONTRIBUTIONS)),
        "incomes": ((row["id"], _income(row)) for row in read(_INCOMES)),
        "receipts": ((row["id"], _receipt(row)) for row in read(_RECEIPTS)),
        "facts": ((str(place), _fact(row)) for place, row in enumerate(read(_FACTS))),
    }


def _grouped(rows: Iterator[sqlite3.Row], key: str, told: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(told(row))
    return found


def _money(row: sqlite3.Row, prefix: str = "") -> Mapping[str, Any]:
    minor = row[f"{prefix}minor"]
    amount = minor // 100 if minor % 100 == 0 else minor / 100
    return {"amount": amount, "currency": row[f"{prefix}currency"]}


def _household(row: sqlite3.Row, members: list[str]) -> Row:
    told = {"name": row["name"], "members": members, "currency": row["currency"]}
    return {**told, "fastPathLimit": _money(row, "fast_path_")}


def _expense(row: sqlite3.Row, revisions: list[Row]) -> Row:
    return {
        "name": row["name"],
        "expected": _money(row, "expected_"),
        "category": row["category"],
        "billingDay": row["billing_day"],
        "payment": row["payment"],
        "aliases": json.loads(row["aliases"]),
        "revisions": revisions,
    }


def _revision(row: sqlite3.Row) -> Row:
    return {"period": row["since"], "expected": _money(row, "expected_")}


def _entry(row: sqlite3.Row) -> Row:
    told = {"expense": row["expense"], "period": row["month"], "amount": _money(row), "date": row["on_day"]}
    return {**told, **{name: row[name] for name in ("payer", "author", "origin", "note")}}


def _goal(row: sqlite3.Row, members: list[str]) -> Row:
    told = {"name": row["name"], "target": _money(row, "target_"), "deadline": row["deadline"]}
    return {**told, "createdOn": row["created_on"], "members": members, "owner": row["owner"]}


def _contribution(row: sqlite3.Row) -> Row:
    told = {"goal": row["goal"], "paidBy": row["paid_by"], "amount": _money(row), "date": row["on_day"]}
    return {**told, "author": row["author"]}


def _income(row: sqlite3.Row) -> Row:
    return {"name": row["name"], "amount": _money(row), "receivedBy": row["received_by"], "kind": row["kind"]}


def _receipt(row: sqlite3.Row) -> Row:
    return {"name": row["name"], "amount": _money(row), "date": row["on_day"], "receivedBy": row["received_by"]}


def _fact(row: sqlite3.Row) -> Row:
    return {"text": row["text"], "toldBy": row["told_by"], "date": row["on_day"]}


_HOUSEHOLD = "SELECT * FROM households WHERE household_id = :house"
_MEMBERS = "SELECT name FROM members WHERE household_id = :house ORDER BY position"
_EXPENSES = "SELECT * FROM expenses WHERE household_id = :house ORDER BY position"
_REVISIONS = "SELECT * FROM revisions WHERE household_id = :house ORDER BY since"
_ENTRIES = (
    "SELECT entries.*, expenses.name AS expense FROM entries JOIN expenses"
    " ON expenses.household_id = entries.household_id AND expenses.budget_id = entries.budget_id"
    " AND expenses.id = entries.expense_id WHERE entries.household_id = :house ORDER BY number"
)
_GOALS = "SELECT * FROM goals WHERE household_id = :house ORDER BY number"
_GOAL_MEMBERS = "SELECT goal_id, name FROM goal_members WHERE household_id = :house ORDER BY position"
_CONTRIBUTIONS = (
    "SELECT contributions.*, goals.name AS goal FROM contributions JOIN goals"
    " ON goals.household_id = contributions.household_id AND goals.id = contributions.goal_id"
    " WHERE contributions.household_id = :house ORDER BY contributions.number"
)
_INCOMES = "SELECT * FROM incomes WHERE household_id = :house ORDER BY position"
_RECEIPTS = "SELECT * FROM income_receipts WHERE household_id = :house ORDER BY number"
_FACTS = "SELECT * FROM facts WHERE household_id = :house ORDER BY number"
