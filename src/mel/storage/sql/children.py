"""The rows of one table that belong to one owner (the expenses of a budget), read whole and written by difference."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table

from mel.storage.sql import prepared

Row = tuple[Any, ...]
Rows = dict[Row, Row]
"""Rows by their key: the first columns, as many as the key has."""


class Children:
    """`owner`: the columns that say whose; `key`: the columns that tell siblings apart. Columns come in table order."""

    def __init__(self, table: Table, owner: tuple[str, ...], key: tuple[str, ...], order: str) -> None:
        self.owner, self.key = owner, key
        self._data = tuple(c.name for c in table.c if c.name not in owner and c.name not in key)
        self.columns = (*key, *self._data)
        self._select = prepared.select(table, self.columns, owner, order)
        self._insert = prepared.insert(table)
        self._update = prepared.update(table, self._data, (*owner, *key))
        self._delete = prepared.delete(table, (*owner, *key))

    def read(self, db: Connection, **owner: str) -> Rows:
        size = len(self.key)
        return {tuple(row[:size]): tuple(row) for row in self._select(db, **owner)}

    def write(self, db: Connection, before: Rows, after: Rows, **owner: str) -> None:
        """Make the rows be `after`, given that they are `before`. What did not change is not touched."""
        if before == after:
            return
        for key in before.keys() - after.keys():
            self._delete(db, **owner, **dict(zip(self.key, key, strict=True)))
        for key, row in after.items():
            known = before.get(key)
            if known != row:
                run = self._insert if known is None else self._update
                run(db, **owner, **dict(zip(self.columns, row, strict=True)))
