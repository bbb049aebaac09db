"""Bring a SQLite file to the newest revision: all of it or nothing, with a copy beside it when it holds data."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool
from sqlalchemy.exc import DBAPIError

from mel.storage.sql import trouble
from mel.storage.sql.file import sqlite_engine

FOLDER = Path(__file__).parent


def upgrade(file: Path, folder: Path = FOLDER) -> None:
    """Raises `StorageError`, with the file as it was, when it cannot be done."""
    # Rebuilding a table that others refer to fails under foreign keys, and they cannot be switched off inside a
    # transaction: hence an engine of its own, and the check before the commit.
    engine = sqlite_engine(file, foreign_keys=False, poolclass=NullPool)
    try:
        with engine.begin() as db:
            _run(db, file, folder)
    except DBAPIError as error:
        raise (trouble.of_sqlite(error.orig, file) or error) from error
    finally:
        engine.dispose()


def _run(db: Connection, file: Path, folder: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = db
    script = ScriptDirectory.from_config(config)
    # Asked again under the lock: another process may have been faster.
    now = MigrationContext.configure(db).get_current_revision()
    if now is not None and now not in {known.revision for known in script.walk_revisions()}:
        raise trouble.newer(file)
    if now == script.get_current_head():
        return
    if now is not None:
        _back_up(file, file.with_name(f"{file.name}.antes-de-{script.get_current_head()}"))
    command.upgrade(config, "head")
    broken = db.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if broken:
        raise AssertionError(f"the migration left rows that refer to nothing: {broken[:3]}")


def _back_up(file: Path, copy: Path) -> None:
    """By SQLite's own means, which sees what still lies in the log. An older copy of that name gives way."""
    try:
        copy.touch(mode=0o600)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except OSError as error:
        raise trouble.not_writable(copy) from error
    except sqlite3.Error as error:
        raise (trouble.of_sqlite(error, copy) or error) from error
