"""A SQLite file whose every unit of work is a savepoint of one transaction that is never committed.

What is judged is the conversation, not the disk: statements, constraints and rollbacks are the product's own, while a
whole conversation is taken back in microseconds and leaves nothing behind.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from mel.evals.change_log import ChangeLog
from mel.storage.errors import Busy
from mel.storage.sql.file import BUSY_TIMEOUT, sqlite_engine
from mel.storage.sql.work import SqlUnitOfWork


class SavepointStorage:
    """Fills the `Storage` port over a file that was migrated and furnished before. One unit of work at a time."""

    def __init__(self, file: Path) -> None:
        self._engine = sqlite_engine(file)
        self._db = self._engine.connect()
        raw = self._db.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        self.raw = raw
        self.log = ChangeLog(self.raw)
        self._db.begin()
        self.log.hold()
        self._free = Lock()

    @contextmanager
    def work(self, household_id: str) -> Iterator[SqlUnitOfWork]:
        # As BEGIN IMMEDIATE does between connections.
        if not self._free.acquire(timeout=BUSY_TIMEOUT):
            raise Busy("another unit of work is open")
        try:
            self.raw.execute("SAVEPOINT unit")
            try:
                yield SqlUnitOfWork(self._db, household_id)
            except BaseException:
                self.raw.execute("ROLLBACK TO unit")
                raise
            finally:
                self.raw.execute("RELEASE unit")
        finally:
            self._free.release()

    def household_ids(self) -> tuple[str, ...]:
        rows = self.raw.execute("SELECT household_id FROM households ORDER BY household_id")
        return tuple(house for (house,) in rows)

    def close(self) -> None:
        self._db.close()
        self._engine.dispose()
