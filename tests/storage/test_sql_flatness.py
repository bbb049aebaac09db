"""Ten years of history cost no more than none: as many statements, and none that reads a table from end to end."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from contract.homes import JUNE, NOON, a_budget, a_goal, a_home, a_turn, an_event, at, brl
from mel.agent.memory import Fact
from mel.agent.operations import OperationEvent
from mel.storage.sql import SqlStorage
from mel.storage.sql.export import export

EXPENSES = [f"Gasto {number}" for number in range(12)]


def a_turns_work(storage: SqlStorage, key: str = "now") -> None:
    with storage.work("casa") as work:
        work.inbox.claim(key, "turn", NOON)
        work.memory.read("Ana")
        work.conversations.recent("ana", 20)
        work.operations.open(at(1))
        work.operations.find(key)
        work.operations.told(f"fact-{key}")
        budget = work.budgets.load("casa")
        mercado = budget.expense("Gasto 3")
        mercado.add_to_actual(JUNE, brl("12.34"), date=date(2026, 6, 15), payer="Ana")
        budget.actual_total(JUNE)
        mercado.entries_for(JUNE)
        work.budgets.save(budget)
        budget.actual_total(JUNE)
        goal = work.goals.load("ams")
        goal.contribute("Ana", brl(1), date(2026, 6, 1))
        work.goals.save(goal)
        work.operations.append(an_event("confirmed", key, fact=f"fact-{key}"))
        work.operations.recent(5)
        work.conversations.append(a_turn(key))
        work.inbox.finish(key, {"text": "ok"}, NOON)


def a_house(storage: SqlStorage, *, entries: int) -> None:
    budget = a_budget(*EXPENSES)
    with storage.work("casa") as work:
        work.households.save(a_home())
        work.budgets.save(budget)
        work.goals.save(a_goal())
        work.memory.remember(Fact("a Ana é vegetariana"))
        for number in range(entries):
            month = JUNE.plus(-(number % 120))
            budget.expenses[number % 12].add_to_actual(month, brl(1), date=month.day(number % 28 + 1))
            told = NOON - timedelta(days=2, minutes=number)
            event = OperationEvent("confirmed", f"old-{number}", "recordSpend", told, fact=f"fact-{number}")
            work.operations.append(event)
            if number % 10 == 0:
                work.conversations.append(a_turn(f"old-{number}"))
                work.inbox.claim(f"old-{number}", "turn", NOON)
        work.budgets.save(budget)
    # As many turns to remember and operations to list on both sides.
    for number in range(25):
        a_turns_work(storage, f"warm-{number}")


@pytest.fixture
def old_house(file: Path) -> Any:
    with closing(SqlStorage(file)) as storage:
        a_house(storage, entries=10_000)
        yield storage


def test_a_unit_of_work_runs_as_many_statements_with_and_without_history(
    tmp_path: Path, old_house: SqlStorage, recorded: Any
) -> None:
    with closing(SqlStorage(tmp_path / "young.db")) as young:
        a_house(young, entries=0)
        with recorded() as few:
            a_turns_work(young)
    with recorded() as many:
        a_turns_work(old_house)

    assert [sql for sql, _ in many] == [sql for sql, _ in few]


def test_sqlite_works_as_little_with_and_without_history(tmp_path: Path, old_house: SqlStorage) -> None:
    with closing(SqlStorage(tmp_path / "young.db")) as young:
        a_house(young, entries=0)
        without = steps(young)

    # The sums of a month read its 83 entries; walking through any part of the history would be 100,000 steps.
    assert steps(old_house) < without + 3_000


def test_the_entries_of_one_month_are_found_without_walking_through_history(
    tmp_path: Path, old_house: SqlStorage
) -> None:
    def read_a_month(storage: SqlStorage) -> None:
        with storage.work("casa") as work:
            budget = work.budgets.load("casa")
            budget.expenses[0].entries_for(JUNE)

    with closing(SqlStorage(tmp_path / "young.db")) as young:
        a_house(young, entries=0)
        without = steps(young, read_a_month)

    assert steps(old_house, read_a_month) < without + 3_000


def steps(storage: SqlStorage, do: Callable[[SqlStorage], None] = a_turns_work) -> int:
    """Instructions of SQLite's machine, which unlike time are the same at each run."""
    count = 0

    def ten_more() -> None:
        nonlocal count
        count += 10

    with storage.reading() as db:
        raw = db.connection.driver_connection
        raw.set_progress_handler(ten_more, 10)
    do(storage)
    raw.set_progress_handler(None, 0)
    return count


def test_no_statement_reads_a_table_from_end_to_end(old_house: SqlStorage, file: Path, recorded: Any) -> None:
    with recorded() as ran:
        a_turns_work(old_house)

    with closing(sqlite3.connect(file)) as db:
        for sql, parameters in ran:
            if sql.split()[0] in ("BEGIN", "COMMIT"):
                continue
            plan = [step for *_, step in db.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)]
            assert not [step for step in plan if step.startswith("SCAN ") and "CONSTANT ROW" not in step], (sql, plan)


def test_the_sums_of_a_month_are_read_from_the_index_alone(old_house: SqlStorage, file: Path, recorded: Any) -> None:
    with recorded() as ran:
        a_turns_work(old_house)
    sums = {(sql, parameters) for sql, parameters in ran if "sum(" in sql}

    assert len(sums) == 1
    with closing(sqlite3.connect(file)) as db:
        for sql, parameters in sums:
            plan = " ".join(str(step) for *_, step in db.execute(f"EXPLAIN QUERY PLAN {sql}", parameters))
            assert "COVERING INDEX ix_entries_month" in plan


def test_an_export_tells_every_row_of_one_household(storage: SqlStorage) -> None:
    a_house(storage, entries=3)
    with storage.work("vizinha") as work:
        work.budgets.save(a_budget("Segredo"))

    rows = list(export(storage, "casa"))

    assert {row["household_id"] for row in rows} == {"casa"}
    counts = {table: sum(row["table"] == table for row in rows) for table in {row["table"] for row in rows}}
    assert (counts["entries"], counts["expenses"], counts["contributions"]) == (28, 12, 25)
    event = next(row for row in rows if row["table"] == "operation_events")
    assert (event["arguments"], event["receipt"]) == ({}, None)
    member = next(row for row in rows if row["table"] == "members")
    assert (member["name"], member["aliases"]) == ("Ana", ["Aninha"])
