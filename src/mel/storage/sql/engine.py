"""Opening a database: SQLite by its file, a server by its URL; migrated first, and safe against power loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from mel.storage import migrations
from mel.storage.errors import Busy
from mel.storage.sql import file, trouble
from mel.storage.sql.tables import households
from mel.storage.sql.work import SqlUnitOfWork


class SqlStorage:
    """Fills the `Storage` port. `where` is the path of a SQLite file, or the URL of a database server."""

    def __init__(self, where: str | Path) -> None:
        self._said: Callable[[DBAPIError], Exception | None]
        if isinstance(where, str) and "://" in where:
            self._engine, self._said = _server(where), trouble.of_server
        else:
            path = Path(where)
            self._said = lambda error: trouble.of_sqlite(error.orig, path)
            self._engine = _opened(path, self._said)

    @contextmanager
    def work(self, household_id: str) -> Iterator[SqlUnitOfWork]:
        """One transaction, one durable commit at its end."""
        with self._translated(), self._engine.begin() as db:
            yield SqlUnitOfWork(db, household_id)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A consistent view that holds nobody up; for exports."""
        with self._translated(), self._engine.connect() as db, db.execution_options(mel_reads=True).begin():
            yield db

    def household_ids(self) -> tuple[str, ...]:
        """The households that were set up."""
        with self.reading() as db:
            return tuple(db.scalars(select(households.c.household_id).order_by(households.c.household_id)))

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            known = self._said(error)
            if known is None:
                raise
            raise known from error
        except NoFreeConnection as error:
            raise Busy("every connection is at work") from error


def _opened(path: Path, said: Callable[[DBAPIError], Exception | None]) -> Engine:
    if file.prepare(path) != migrations.HEAD:
        # Alembic is heavy, and nearly always there is nothing to do.
        from mel.storage.migrations.upgrade import upgrade

        upgrade(path)
    engine = file.sqlite_engine(path)
    try:
        engine.connect().close()
    except DBAPIError as error:
        engine.dispose()
        raise (said(error) or error) from error
    return engine


def _server(url: str) -> Engine:
    """A server is set up by its owner; we only look whether it speaks our revision."""
    try:
        engine = create_engine(url, pool_pre_ping=True)
        with engine.connect() as db:
            found = db.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    except (SQLAlchemyError, ImportError, ValueError) as error:
        raise trouble.unreachable() from error
    if found != migrations.HEAD:
        engine.dispose()
        raise trouble.other_revision()
    return engine
