"""Statements written in Core, turned into the database's own SQL once, and run as such from then on.

Core checks names against the tables and speaks each dialect; compiling (or even looking up its cache) at every call
would cost more than SQLite itself does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, CursorResult, Delete, Insert, Select, Table, Update, bindparam, func
from sqlalchemy import delete as _delete
from sqlalchemy import insert as _insert
from sqlalchemy import select as _select
from sqlalchemy import update as _update
from sqlalchemy.sql.compiler import SQLCompiler


class Prepared:
    """A statement; its named binds are given as keywords at each call."""

    def __init__(self, statement: Select[Any] | Insert | Update | Delete | Any, columns: tuple[str, ...] = ()) -> None:
        self._statement = statement
        self._columns = list(columns) or None
        self._by_dialect: dict[str, tuple[str, tuple[str, ...] | None, dict[str, Any]]] = {}

    def __call__(self, db: Connection, **values: Any) -> CursorResult[*tuple[Any, ...]]:
        sql, order, constants = self._by_dialect.get(db.dialect.name) or self._compile(db)
        given = {**constants, **values} if constants else values
        return db.exec_driver_sql(sql, given if order is None else tuple([given[name] for name in order]))

    def many(self, db: Connection, rows: Iterable[dict[str, Any]]) -> None:
        """Once for each row, in one call of the driver; nothing for no rows."""
        sql, order, constants = self._by_dialect.get(db.dialect.name) or self._compile(db)
        given: list[Any] = [{**constants, **row} for row in rows]
        if order is not None:
            given = [tuple([row[name] for name in order]) for row in given]
        if given:
            db.exec_driver_sql(sql, given)

    def _compile(self, db: Connection) -> tuple[str, tuple[str, ...] | None, dict[str, Any]]:
        compiled = self._statement.compile(
            dialect=db.dialect, column_keys=self._columns, compile_kwargs={"render_postcompile": True}
        )
        assert isinstance(compiled, SQLCompiler)
        constants = {
            name: bind.effective_value
            for name, bind in compiled.binds.items()
            if not bind.required and name not in (self._columns or ())
        }
        order = tuple(compiled.positiontup) if compiled.positiontup is not None else None
        self._by_dialect[db.dialect.name] = ready = (compiled.string, order, constants)
        return ready


def where(table: Table, *names: str) -> list[ColumnElement[bool]]:
    """Each of these columns equals the bind of its name."""
    return [table.c[name] == bindparam(name) for name in names]


def select(table: Table, columns: tuple[str, ...], by: tuple[str, ...], order: str | None = None) -> Prepared:
    statement = _select(*[table.c[name] for name in columns]).where(*where(table, *by))
    return Prepared(statement.order_by(table.c[order]) if order else statement)


def insert(table: Table) -> Prepared:
    return Prepared(_insert(table), tuple(table.c.keys()))


def append(table: Table) -> Prepared:
    """Insert with the household's next `number`. One writer at a time, or the key refuses the second."""
    following = (
        _select(func.coalesce(func.max(table.c.number), 0) + 1)
        .where(table.c.household_id == bindparam("house"))
        .scalar_subquery()
    )
    return Prepared(_insert(table).values(number=following), tuple(c.name for c in table.c if c.name != "number"))


def update(table: Table, columns: tuple[str, ...], by: tuple[str, ...]) -> Prepared:
    return Prepared(_update(table).where(*where(table, *by)), columns)


def delete(table: Table, by: tuple[str, ...]) -> Prepared:
    return Prepared(_delete(table).where(*where(table, *by)))


def bump(table: Table) -> Prepared:
    """The next version of an aggregate, if it is still the version that was `seen`; else no row."""
    return Prepared(
        _update(table)
        .values(version=table.c.version + 1)
        .where(*where(table, "household_id", "id"), table.c.version == bindparam("seen"))
    )
