"""The catalog's worlds on SQLite: furnished once a world, then taken back before each conversation."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

from mel.evals.fixture import ConversationFixture, EvalContext
from mel.evals.rows import Row, Rows
from mel.evals.savepoints import SavepointStorage
from mel.evals.world import UNHURRIED, EvalClock, chat_over
from mel.evals.worlds import CANARIES, TODAY, build
from mel.household_file import HOUSEHOLD_ID
from mel.storage.sql import SqlStorage

_MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
_SOURCES = {
    "household": {"households", "members"},
    "rates": {"rates"},
    "expenses": {"expenses", "revisions"},
    "entries": {"entries", "expenses"},
    "goals": {"goals", "goal_members"},
    "contributions": {"contributions", "goals"},
    "incomes": {"incomes"},
    "receipts": {"income_receipts"},
    "facts": {"facts"},
}
"""The tables behind each kind of row. What only the agent keeps is behind none: a preview changes nothing here."""

Tables = dict[str, dict[str, Row]]


class SqliteWorlds:
    """A folder of databases, one a world. Conversations are held one after the other (`workers=1`)."""

    def __init__(self, folder: Path | None = None) -> None:
        room = str(_MEMORY_DISK) if _MEMORY_DISK.is_dir() and os.access(_MEMORY_DISK, os.W_OK) else None
        self._temporary = tempfile.TemporaryDirectory(prefix="mel-eval-", dir=room) if folder is None else None
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
            room.storage.close()
        if self._temporary is not None:
            self._temporary.cleanup()


class _Room:
    """One database, and what it was like before anybody spoke."""

    def __init__(self, file: Path, fixture: ConversationFixture) -> None:
        with closing(SqlStorage(file)) as new:
            build(fixture, new)
        self.storage = SavepointStorage(file)
        self._pristine = all_rows(self.storage.raw)

    def context(self, fixture: ConversationFixture) -> EvalContext[Any]:
        self.storage.log.undo()
        world = SqliteWorld(self.storage, self._pristine)
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


class SqliteWorld:
    """Rows as `export` tells them, read again only after something of the households' own was written."""

    def __init__(self, storage: SavepointStorage, pristine: Rows) -> None:
        self._db, self.log, self._last = storage.raw, storage.log, pristine
        self._mark = 0

    def rows(self) -> Rows:
        mark = self.log.mark
        if mark != self._mark:
            written = self.log.tables(self._mark)
            self._mark = mark
            told = {table for table, sources in _SOURCES.items() if written & sources}
            if told:
                self._last = {**self._last, **all_rows(self._db, told)}
        return self._last


def all_rows(db: sqlite3.Connection, only: Collection[str] | None = None) -> Rows:
    """Every household's rows (of some tables only, when told); those of the neighbours under their own name."""
    tables: Tables = {}
    for (house,) in db.execute("SELECT household_id FROM households ORDER BY household_id").fetchall():
        prefix = "" if house == HOUSEHOLD_ID else f"{house}: "
        tables |= {prefix + name: dict(_READERS[name](db, house)) for name in only or _READERS}
    return tables


def _read(db: sqlite3.Connection, sql: str, house: str) -> Iterator[sqlite3.Row]:
    cursor = db.cursor()
    cursor.row_factory = sqlite3.Row
    yield from cursor.execute(sql, {"house": house})


Keyed = Iterator[tuple[str, Row]]


def _households(db: sqlite3.Connection, house: str) -> Keyed:
    living = [row["name"] for row in _read(db, _MEMBERS, house)]
    return ((row["household_id"], _household(row, living)) for row in _read(db, _HOUSEHOLD, house))


def _rates(db: sqlite3.Connection, house: str) -> Keyed:
    rows = _read(db, _RATES, house)
    return ((f"{row['source']}-{row['target']}-{row['on_day']}", _rate(row)) for row in rows)


def _expenses(db: sqlite3.Connection, house: str) -> Keyed:
    revisions = _grouped(_read(db, _REVISIONS, house), "expense_id", _revision)
    return ((row["id"], _expense(row, revisions.get(row["id"], []))) for row in _read(db, _EXPENSES, house))


def _goals(db: sqlite3.Connection, house: str) -> Keyed:
    members = _grouped(_read(db, _GOAL_MEMBERS, house), "goal_id", lambda row: str(row["name"]))
    return ((row["id"], _goal(row, members.get(row["id"], []))) for row in _read(db, _GOALS, house))


def _facts(db: sqlite3.Connection, house: str) -> Keyed:
    return ((str(place), _fact(row)) for place, row in enumerate(_read(db, _FACTS, house)))


def _by_id(sql: str, told: Callable[[sqlite3.Row], Row]) -> Callable[[sqlite3.Connection, str], Keyed]:
    return lambda db, house: ((row["id"], told(row)) for row in _read(db, sql, house))


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


def _rate(row: sqlite3.Row) -> Row:
    return {"from": row["source"], "to": row["target"], "date": row["on_day"], "value": row["value"]}


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
_RATES = "SELECT * FROM rates WHERE household_id = :house ORDER BY position"
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

_READERS: dict[str, Callable[[sqlite3.Connection, str], Keyed]] = {
    "household": _households,
    "rates": _rates,
    "expenses": _expenses,
    "entries": _by_id(_ENTRIES, _entry),
    "goals": _goals,
    "contributions": _by_id(_CONTRIBUTIONS, _contribution),
    "incomes": _by_id(_INCOMES, _income),
    "receipts": _by_id(_RECEIPTS, _receipt),
    "facts": _facts,
}
