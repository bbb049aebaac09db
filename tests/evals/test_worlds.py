"""Worlds: the same rows on every storage, and a change log that tells and takes back exactly."""

import json
import sqlite3
from contextlib import closing
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.evals import ConversationFixture, EvalRunner, worlds
from mel.evals.catalog import conversations
from mel.evals.change_log import ChangeLog
from mel.evals.roteiro import compiled
from mel.evals.rows import difference
from mel.evals.savepoints import SavepointStorage
from mel.evals.sqlite_world import SqliteWorlds, all_rows
from mel.shared.money import Money
from mel.storage.errors import Busy
from mel.storage.sql import SqlStorage

TODAY = date(2026, 6, 15)


def in_world(name):
    return ConversationFixture(name=name, turns=[], world=name, today=TODAY)


def test_the_six_worlds():
    assert worlds.names() == [
        "ana-e-bia",
        "casa-sem-renda",
        "casa-vazia",
        "com-faturas",
        "gabriel-e-ana",
        "mes-andando",
    ]


def without_keys(rows):
    """Ids are random, so rows are compared as a bag."""
    return {
        table: sorted(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in found.values())
        for table, found in rows.items()
    }


@pytest.mark.parametrize("name", worlds.names())
def test_sqlite_tells_the_same_rows_as_memory(name, tmp_path):
    memory = worlds.in_memory(in_world(name)).state["world"].rows()
    with SqliteWorlds(tmp_path) as on_sqlite:
        sqlite = on_sqlite(in_world(name)).state["world"].rows()

    assert without_keys(sqlite) == without_keys(memory)


async def test_both_storages_see_the_same_changes(tmp_path):
    """Every conversation of the catalog changes the same rows in memory and on SQLite."""
    fixtures = conversations()
    with SqliteWorlds(tmp_path) as on_sqlite:
        there = await EvalRunner(worlds=on_sqlite).run_all(fixtures)
    here = await EvalRunner().run_all(fixtures)

    for one, other in zip(here.reports, there.reports, strict=True):
        for seen, same in zip(one.trials[0].transcript, other.trials[0].transcript, strict=True):
            told = [
                [(c.kind, c.table, without_ids(c.before), without_ids(c.after)) for c in t.changes]
                for t in (seen, same)
            ]
            assert told[0] == told[1], one.name


def without_ids(row):
    return row and {key: value for key, value in row.items() if key != "id"}


def test_an_unknown_world_is_named():
    with pytest.raises(worlds.UnknownWorld, match="mes-andando"):
        worlds.in_memory(in_world("marte"))


async def test_a_conversation_leaves_no_trace_in_the_next(tmp_path):
    fixture = next(f for f in conversations() if f.name == "record-spend-fast-path")
    with SqliteWorlds(tmp_path) as on_sqlite:
        runner = EvalRunner(worlds=on_sqlite, trials=3)
        report = await runner.run(fixture)
        world = on_sqlite(fixture).state["world"]

        assert report.passed, report.failures
        assert world.log.mark == 0
        assert world.rows()["entries"] == {}


def a_database(file):
    db = sqlite3.connect(file)
    db.execute("CREATE TABLE house (id TEXT PRIMARY KEY, name TEXT)")
    db.execute(
        "CREATE TABLE entry (house TEXT REFERENCES house (id), number INTEGER, amount INTEGER, note TEXT,"
        " PRIMARY KEY (house, number))"
    )
    db.execute("INSERT INTO house VALUES ('a', 'Casa'), ('b', NULL)")
    db.execute("INSERT INTO entry VALUES ('a', 1, 100, 'pão'), ('a', 2, 250, NULL)")
    db.execute("PRAGMA foreign_keys = ON")
    db.commit()
    return db


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), st.integers(1, 6), st.integers(-5, 5)),
        st.tuples(st.just("update"), st.integers(1, 6), st.integers(-5, 5)),
        st.tuples(st.just("renumber"), st.integers(1, 6), st.integers(1, 6)),
        st.tuples(st.just("delete"), st.integers(1, 6), st.just(0)),
        st.tuples(st.just("house"), st.integers(1, 6), st.just(0)),
    ),
    max_size=25,
)


def _play(db, steps):
    for what, number, value in steps:
        if what == "insert":
            db.execute("INSERT OR IGNORE INTO entry VALUES ('a', ?, ?, ?)", (number, value, f"n{value}"))
        elif what == "update":
            db.execute("UPDATE entry SET amount = ? WHERE number = ?", (value, number))
        elif what == "renumber":
            db.execute("UPDATE OR IGNORE entry SET number = ? WHERE number = ?", (value, number))
        elif what == "delete":
            db.execute("DELETE FROM entry WHERE number = ?", (number,))
        else:
            db.execute("INSERT OR IGNORE INTO house VALUES (?, 'x')", (f"h{number}",))


def _dump(db):
    return {
        "house": {row[0]: {"id": row[0], "name": row[1]} for row in db.execute("SELECT * FROM house ORDER BY id")},
        "entry": {
            f"{row[0]}:{row[1]}": {"house": row[0], "number": row[1], "amount": row[2], "note": row[3]}
            for row in db.execute("SELECT * FROM entry ORDER BY house, number")
        },
    }


@given(STEPS)
def test_the_log_tells_exactly_what_changed_and_takes_it_back(steps):
    db = a_database(":memory:")
    log = ChangeLog(db)
    log.hold()
    before = _dump(db)

    _play(db, steps)

    after = _dump(db)
    rows = {table: dict(found) for table, found in before.items()}
    for change in log.since():
        old = (
            f"{change.before['house']}:{change.before['number']}"
            if change.before and "house" in change.before
            else None
        )
        if change.before is not None:
            rows[change.table].pop(old or change.before["id"])
        if change.after is not None:
            rows[change.table][change.key] = dict(change.after)
    assert {table: dict(sorted(found.items())) for table, found in rows.items()} == {
        table: dict(sorted(found.items())) for table, found in after.items()
    }
    log.undo()
    assert _dump(db) == before
    assert log.since() == ()
    db.close()


def test_guards_of_the_schema_hold_and_hinder_no_taking_back():
    db = a_database(":memory:")
    db.execute("CREATE TRIGGER no_loss BEFORE DELETE ON house BEGIN SELECT RAISE(ABORT, 'append-only'); END")
    log = ChangeLog(db)
    log.hold()
    db.execute("INSERT INTO house VALUES ('c', 'x')")

    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute("DELETE FROM house WHERE id = 'c'")
    log.undo()

    assert db.execute("SELECT count(*) FROM house").fetchone() == (2,)
    db.close()


def furnished(tmp_path):
    """A household's file, and a savepoint storage over it."""
    file = tmp_path / "x.db"
    with closing(SqlStorage(file)) as new:
        worlds.build(in_world("gabriel-e-ana"), new)
    return file, SavepointStorage(file)


def changed(storage, times, then=None):
    with storage.work("casa") as work:
        budget = work.budgets.load("casa")
        budget.adjust_amount("Mercado", budget.find_by_name("Mercado").expected * times)
        work.budgets.save(budget)
        if then is not None:
            raise then


def mercado(storage):
    with storage.work("casa") as work:
        return work.budgets.load("casa").find_by_name("Mercado").expected


def test_a_unit_of_work_that_fails_keeps_nothing_of_itself_and_all_of_the_one_before(tmp_path):
    _, storage = furnished(tmp_path)
    before = mercado(storage)
    changed(storage, 2)

    with pytest.raises(RuntimeError):
        changed(storage, 7, then=RuntimeError)

    assert mercado(storage) == before * 2
    storage.log.undo()
    assert mercado(storage) == before
    storage.close()


def test_a_conversation_leaves_the_file_as_it_was(tmp_path):
    file, storage = furnished(tmp_path)
    changed(storage, 2)
    storage.close()

    with closing(sqlite3.connect(file)) as db, closing(SqlStorage(file)) as again:
        assert not db.execute("SELECT name FROM sqlite_master WHERE name LIKE 'eval%'").fetchall()
        assert mercado(again) == Money("1500", "BRL")


def test_a_second_unit_of_work_waits_for_the_first(tmp_path, monkeypatch):
    monkeypatch.setattr("mel.evals.savepoints.BUSY_TIMEOUT", 0.01)
    _, storage = furnished(tmp_path)

    with storage.work("casa"), pytest.raises(Busy), storage.work("casa"):
        pass

    changed(storage, 2)
    storage.close()


def test_a_row_next_door_is_a_change_too(tmp_path):
    file = tmp_path / "x.db"
    storage = SqlStorage(file)
    worlds.build(in_world("gabriel-e-ana"), storage)
    db = sqlite3.connect(file)
    before = all_rows(db)

    with storage.work(worlds.NEIGHBOURS) as work:
        budget = work.budgets.load(worlds.NEIGHBOURS)
        budget.adjust_amount("Mercado", budget.expenses[0].expected * 2)
        work.budgets.save(budget)

    assert [change.table for change in difference(before, all_rows(db))] == ["vizinhos: expenses"]
    db.close()
    storage.close()


async def test_a_roteiro_may_bring_its_own_world():
    text = """
nome: mundo-proprio
hoje: 2026-06-15
mundo:
  casa:
    - {participantes: [Lia, Davi]}
  gasto:
    - {nome: Feira, previsto: "R$ 300"}
  lançamento:
    - {gasto: Feira, valor: "R$ 40", dia: 2026-06-02, pagou: Lia}
  meta:
    - {nome: Praia, alvo: "R$ 900", prazo: 2026-12-01}
  aporte:
    - {meta: Praia, quem aportou: Davi, valor: "R$ 90", dia: 2026-06-01}
  renda:
    - {nome: Salário, valor: "R$ 4.000", recebeu: Lia}
conversa:
  - Lia: quanto gastamos na feira esse mês?
    Mel faz:
      - ver gasto: {gasto: Feira, mês: 2026-06}
    Mel diz: "Feira em junho: gasto R$ 40 de R$ 300."
    tem que dizer: ["R$ 40"]
    mundo muda: nada
"""
    report = await EvalRunner().run(compiled(text))

    assert report.failures == []
