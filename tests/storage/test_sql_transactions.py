"""What SQLite promises a unit of work: durable, exclusive, append-only, and never across households."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from contract.homes import JUNE, a_budget, a_home, an_event, brl
from mel.budget import Entry
from mel.shared.errors import ConcurrentChange
from mel.storage.errors import Busy, StorageError
from mel.storage.sql import SqlStorage
from mel.storage.sql import file as sqlite_file


@pytest.fixture
def raw(storage: SqlStorage, file: Path) -> Iterator[sqlite3.Connection]:
    """The same file, by somebody who does not go through the repositories."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = ON")
        yield db


def test_the_file_is_set_up_to_survive_power_loss(storage: SqlStorage) -> None:
    with storage.reading() as db:
        values = {
            name: db.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


def test_a_unit_of_work_takes_the_lock_first_and_commits_once(storage: SqlStorage, recorded: Any) -> None:
    with recorded() as ran, storage.work("casa") as work:
        work.households.save(a_home())
        work.budgets.save(a_budget())
        work.operations.append(an_event("proposed"))

    statements = [sql for sql, _ in ran]
    assert statements[0] == "BEGIN IMMEDIATE"
    assert statements.count("COMMIT") == 1
    assert statements[-1] == "COMMIT"


def test_the_operation_log_is_append_only(storage: SqlStorage, raw: sqlite3.Connection) -> None:
    with storage.work("casa") as work:
        work.operations.append(an_event("confirmed"))

    for attempt in ("UPDATE operation_events SET member = 'Gabriel'", "DELETE FROM operation_events"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            raw.execute(attempt)
    assert raw.execute("SELECT count(*) FROM operation_events WHERE member IS NULL").fetchone() == (1,)


def test_a_row_cannot_belong_to_another_households_budget(storage: SqlStorage, raw: sqlite3.Connection) -> None:
    with storage.work("a") as work:
        work.budgets.save(a_budget())

    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        raw.execute(
            "INSERT INTO entries (household_id, number, id, budget_id, expense_id, month, minor, currency, origin)"
            " VALUES ('b', 1, 'e', 'casa', 'mercado', '2026-06', 1, 'BRL', 'chat')"
        )


def test_waiting_too_long_is_busy_and_may_be_tried_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_TIMEOUT", 0.05)
    with closing(SqlStorage(file)) as storage, closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy), storage.work("casa") as work:
            work.households.save(a_home())
        other.execute("ROLLBACK")

        with storage.work("casa") as work:
            work.households.save(a_home())
        assert storage.household_ids() == ("casa",)
    assert issubclass(Busy, ConcurrentChange)


def test_reading_waits_for_nobody(storage: SqlStorage, raw: sqlite3.Connection) -> None:
    raw.execute("BEGIN IMMEDIATE")
    assert storage.household_ids() == ()
    raw.execute("ROLLBACK")


def test_a_full_disk_loses_nothing_and_says_so(storage: SqlStorage) -> None:
    with storage.work("casa") as work:
        work.budgets.save(a_budget())
    with storage.reading() as db:
        pages = db.exec_driver_sql("PRAGMA page_count").scalar()
        db.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    with storage.work("casa") as work:
        budget = work.budgets.load("casa")
    for _ in range(500):
        budget.expenses[0].ledger.add(Entry(JUNE, brl(1), note="x" * 100))
    with pytest.raises(StorageError, match="disco encheu"), storage.work("casa") as work:
        work.budgets.save(budget)

    with storage.work("casa") as work:
        assert work.budgets.load("casa").actual_total(JUNE) == brl(0)


WRITER = """
import sys
from contract.homes import JUNE, brl
from mel.budget import Entry
from mel.shared.errors import ConcurrentChange
from mel.storage.sql import SqlStorage

storage = SqlStorage(sys.argv[1])
for _ in range(int(sys.argv[2])):
    while True:
        try:
            with storage.work("casa") as work:
                budget = work.budgets.load("casa")
                budget.expenses[0].add_to_actual(JUNE, brl(1))
                work.budgets.save(budget)
                if len(sys.argv) > 3:
                    import os, signal
                    os.kill(os.getpid(), signal.SIGKILL)
            break
        except ConcurrentChange:
            pass
storage.close()
"""


def writer(file: Path, *arguments: str) -> subprocess.Popen[bytes]:
    folder = Path(__file__).parent.parent
    paths = ":".join([str(folder), str(folder.parent / "src")])
    return subprocess.Popen([sys.executable, "-c", WRITER, str(file), *arguments], env={"PYTHONPATH": paths})


def test_two_processes_write_and_nothing_is_lost(storage: SqlStorage, file: Path) -> None:
    with storage.work("casa") as work:
        work.budgets.save(a_budget())

    both = [writer(file, "40"), writer(file, "40")]

    assert [process.wait(60) for process in both] == [0, 0]
    with storage.work("casa") as work:
        budget = work.budgets.load("casa")
        assert (budget.version, budget.actual_total(JUNE)) == (81, brl(80))


def test_a_process_killed_before_its_commit_leaves_nothing(storage: SqlStorage, file: Path) -> None:
    with storage.work("casa") as work:
        work.budgets.save(a_budget())

    assert writer(file, "1", "die").wait(60) == -9

    with storage.work("casa") as work:
        budget = work.budgets.load("casa")
        assert (budget.version, budget.actual_total(JUNE)) == (1, brl(0))
