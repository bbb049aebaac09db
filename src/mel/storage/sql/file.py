"""A SQLite file: what must be known before it is opened (looking changes nothing), and how it is opened."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event

from mel.storage.sql import trouble

_PAUSE = 0.02
BUSY_TIMEOUT = 5.0
"""Seconds that one unit of work waits for another; after that it is `Busy`."""
_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "fuse.sshfs"}
_MOUNTS = Path("/proc/self/mounts")


def prepare(file: Path) -> str | None:
    """Make the folder if need be, and tell the revision of the data in the file; None when there is none yet."""
    if is_on_network(file):
        raise trouble.on_network(file)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        empty = not file.exists() or file.stat().st_size == 0
    except OSError as error:
        raise trouble.not_writable(file) from error
    if file.is_dir():
        raise trouble.not_mel(file)
    # WAL needs to make files beside this one, so the folder counts as much as the file.
    if not os.access(file.parent, os.W_OK) or not (os.access(file, os.W_OK) or not file.exists()):
        raise trouble.not_writable(file)
    # What a couple earns and spends is nobody else's to read; SQLite gives its log the same mode.
    file.touch(mode=0o600)
    return None if empty else revision(file)


def revision(file: Path) -> str | None:
    """The revision in an existing file."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_TIMEOUT)) as db:
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if tables and "alembic_version" not in tables:
                raise trouble.not_mel(file)
            row = db.execute("SELECT version_num FROM alembic_version").fetchone() if tables else None
            return str(row[0]) if row else None
    except sqlite3.Error as error:
        known = trouble.of_sqlite(error, file)
        if known is None:
            raise
        raise known from error


def is_on_network(file: Path, mounts: Path = _MOUNTS) -> bool:
    """WAL shares memory between processes of one machine, so a network disk corrupts it."""
    where = str(file.absolute())
    if where.startswith("\\\\"):
        return True
    try:
        lines = [line.split() for line in mounts.read_text(errors="replace").splitlines()]
    except OSError:
        return False
    under = [(len(line[1]), line[2]) for line in lines if len(line) > 2 and Path(where).is_relative_to(line[1])]
    return bool(under) and max(under)[1] in _NETWORK


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """Turn the file's log on. SQLite does not wait, whatever its timeout, while another process does the same to a new
    file: so we do."""
    until = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(_PAUSE)


def sqlite_engine(file: Path, *, foreign_keys: bool = True, **options: Any) -> Engine:
    """An engine whose every transaction holds the write lock from its first moment.

    A transaction that only begins to write later cannot wait for the lock, it fails (python/cpython#124510).
    """
    arguments = {"isolation_level": None, "timeout": BUSY_TIMEOUT, "check_same_thread": False}
    engine = create_engine(URL.create("sqlite", database=str(file)), connect_args=arguments, **options)

    @event.listens_for(engine, "connect")
    def _connected(raw: Any, _: object) -> None:
        cursor = raw.cursor()
        _write_ahead(cursor)
        # NORMAL may lose the last commits when power fails, after Mel said that it is written down.
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        cursor.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT * 1000)}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(db: Connection) -> None:
        reads = db.get_execution_options().get("mel_reads", False)
        db.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine
