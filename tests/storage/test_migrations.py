"""Migrations: the tables they make are the tables we use, and a failure leaves the file as it was."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from contract.homes import a_budget
from mel.storage import migrations
from mel.storage.migrations.upgrade import FOLDER, upgrade
from mel.storage.sql import SqlStorage
from mel.storage.sql.file import sqlite_engine
from mel.storage.sql.tables import metadata

NEXT = """
from alembic import op
revision, down_revision = "0003", "0002"

def upgrade():
    with op.batch_alter_table("budgets") as table:
        table.alter_column("currency", new_column_name="coin")
    {then}
"""


def test_the_constant_is_the_real_head() -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))

    assert ScriptDirectory.from_config(config).get_current_head() == migrations.HEAD


def test_the_migrated_schema_is_the_one_in_the_tables(storage: SqlStorage) -> None:
    with storage.reading() as db:
        assert compare_metadata(MigrationContext.configure(db), metadata) == []


def test_opening_a_current_file_needs_no_alembic_and_no_postgresql(storage: SqlStorage, file: Path) -> None:
    code = (
        "import sys; from mel.storage.sql import SqlStorage; SqlStorage(sys.argv[1]).close();"
        "unused = ('alembic', 'sqlalchemy.orm', 'sqlalchemy.dialects.postgresql');"
        "sys.exit(sum(name in sys.modules for name in unused))"
    )
    source = Path(migrations.__file__).parents[3]

    assert subprocess.run([sys.executable, "-c", code, str(file)], env={"PYTHONPATH": str(source)}).returncode == 0


def test_a_new_file_needs_no_backup(storage: SqlStorage, file: Path) -> None:
    assert not list(file.parent.glob("*.antes-de-*"))


@pytest.fixture
def next_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "100% mais novo"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def with_data(file: Path) -> None:
    with closing(SqlStorage(file)) as storage, storage.work("casa") as work:
        work.budgets.save(a_budget())


def columns(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as db:
        return [name for _, name, *_ in db.execute("PRAGMA table_info(budgets)")]


def test_data_is_backed_up_and_kept_by_a_migration_that_rebuilds_a_table(file: Path, next_folder: Path) -> None:
    with_data(file)
    (next_folder / "versions" / "0003_next.py").write_text(NEXT.format(then="pass"))

    upgrade(file, next_folder)

    backup = file.with_name("mel.db.antes-de-0003")
    assert "coin" in columns(file)
    assert "currency" in columns(backup)
    for each in (file, backup):
        with closing(sqlite3.connect(each)) as db:
            assert db.execute("SELECT count(*) FROM expenses").fetchone() == (2,)
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize(
    "then",
    [
        "raise RuntimeError('midway')",
        'op.execute("DELETE FROM budgets")',
    ],
)
def test_a_migration_that_fails_or_breaks_references_changes_nothing(file: Path, next_folder: Path, then: str) -> None:
    with_data(file)
    (next_folder / "versions" / "0003_next.py").write_text(NEXT.format(then=then))

    with pytest.raises((RuntimeError, AssertionError)):
        upgrade(file, next_folder)

    assert "currency" in columns(file)
    with closing(SqlStorage(file)) as storage, storage.work("casa") as work:
        assert len(work.budgets.load("casa").expenses) == 2


def test_a_file_that_another_one_is_writing_to_is_waited_for(file: Path) -> None:
    """Before a file has its log, SQLite refuses to turn it on beside a writer, at once and whatever the timeout."""
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE t (x)")
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO t VALUES (1)")
    threading.Timer(0.2, lambda: other.execute("COMMIT")).start()

    engine = sqlite_engine(file)
    with engine.connect() as db:
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    engine.dispose()
    other.close()


def test_two_processes_may_open_a_new_file_at_once(file: Path) -> None:
    code = "import sys; from mel.storage.sql import SqlStorage; SqlStorage(sys.argv[1]).close()"
    source = Path(migrations.__file__).parents[3]
    both = [
        subprocess.Popen([sys.executable, "-c", code, str(file)], env={"PYTHONPATH": str(source)}) for _ in range(3)
    ]

    assert [process.wait(60) for process in both] == [0, 0, 0]
