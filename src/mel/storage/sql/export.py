"""Everything that is kept about one household, as plain JSON rows: for `mel export`, and for moving house."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Table

from mel.storage.sql import prepared
from mel.storage.sql.engine import SqlStorage
from mel.storage.sql.tables import metadata


def export(storage: SqlStorage, household_id: str) -> Iterator[dict[str, Any]]:
    """Table by table, owners before what they own: `{"table": …, column: value, …}`, private goals included.

    Rows come from one moment in time and are not gathered first, so ten years need no more memory than a day.
    """
    with storage.reading() as db:
        for table in metadata.sorted_tables:
            for row in _ROWS[table.name].stream(db, household_id=household_id):
                yield _plain(table, row)


def _rows(table: Table) -> prepared.Prepared:
    statement = table.select().where(*prepared.where(table, "household_id"))
    return prepared.Prepared(statement.order_by(*table.primary_key.columns))


_ROWS = {table.name: _rows(table) for table in metadata.sorted_tables}


def _plain(table: Table, row: tuple[Any, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {"table": table.name}
    for column, value in zip(table.c, row, strict=True):
        values[column.name] = json.loads(value) if column.info.get("json") and value is not None else value
    return values
