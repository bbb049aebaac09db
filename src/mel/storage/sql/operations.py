"""The operation log in SQL: rows are only ever added, and triggers see to it.

No question reads history: an operation is found by its id, what is open by the last day, a fact by its fingerprint.
"""

from __future__ import annotations

import json
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, exists
from sqlalchemy import select as core_select
from sqlalchemy.exc import IntegrityError

from mel.agent.operations import EXPIRES, AlreadyConfirmed, Operation, OperationEvent
from mel.storage.sql import prepared
from mel.storage.sql.tables import operation_events as events
from mel.storage.sql.values import a_moment, dumped, moment

_COLUMNS = tuple(column.name for column in events.c if column.name not in ("household_id", "number"))
_later = events.alias("later")
_LATEST = ~exists().where(
    _later.c.household_id == events.c.household_id,
    _later.c.operation_id == events.c.operation_id,
    _later.c.number > events.c.number,
)
"""The event is the last one of its operation."""


def _ids(*conditions: ColumnElement[bool]) -> Select[Any]:
    return core_select(events.c.operation_id).where(*prepared.where(events, "household_id"), _LATEST, *conditions)


_ADD = prepared.append(events)
_FIND = prepared.select(events, _COLUMNS, ("household_id", "operation_id"), order="number")
_each = events.alias("each")
_OPEN = prepared.Prepared(
    _ids(events.c.at > bindparam("since"), events.c.kind == "proposed")
    .with_only_columns(*[_each.c[name] for name in _COLUMNS])
    .join(
        _each,
        and_(_each.c.household_id == events.c.household_id, _each.c.operation_id == events.c.operation_id),
    )
    .order_by(events.c.at, events.c.number, _each.c.number)
)
"""Every event of what waits, operation by operation."""
_RECENT = prepared.Prepared(
    _ids(events.c.at > bindparam("since")).order_by(events.c.at.desc(), events.c.number.desc()).limit(bindparam("most"))
)
_TOLD = prepared.Prepared(
    _ids(events.c.fact == bindparam("fact"), events.c.fact.is_not(None), events.c.kind == "confirmed")
    .order_by(events.c.at.desc(), events.c.number.desc())
    .limit(1)
)


class SqlOperationLog:
    """Fills the `OperationLog` port for one household, inside one unit of work."""

    def __init__(self, db: Connection, household_id: str) -> None:
        self._db, self._household_id = db, household_id
        # A call looks at its operation several times, and who holds the transaction is the one who adds to it.
        self._found: dict[str, Operation | None] = {}

    def append(self, event: OperationEvent) -> None:
        house = self._household_id
        self._found.pop(event.operation_id, None)
        try:
            _ADD(self._db, house=house, household_id=house, **_values(event))
        except IntegrityError as error:
            if event.kind == "confirmed":
                raise AlreadyConfirmed(event.operation_id) from error
            raise

    def find(self, operation_id: str) -> Operation | None:
        if operation_id not in self._found:
            rows = _FIND(self._db, household_id=self._household_id, operation_id=operation_id).fetchall()
            self._found[operation_id] = Operation(tuple(_event(row) for row in rows)) if rows else None
        return self._found[operation_id]

    def open(self, now: datetime) -> tuple[Operation, ...]:
        rows = _OPEN(self._db, household_id=self._household_id, since=moment(now - EXPIRES)).fetchall()
        waiting = [Operation(tuple(of)) for _, of in groupby(map(_event, rows), lambda event: event.operation_id)]
        self._found.update((operation.id, operation) for operation in waiting)
        return tuple(waiting)

    def recent(self, limit: int = 50, since: datetime | None = None) -> tuple[Operation, ...]:
        later = "" if since is None else moment(since)
        found = _RECENT(self._db, household_id=self._household_id, since=later, most=limit).scalars().all()
        operations = (self.find(ident) for ident in found)
        return tuple(operation for operation in operations if operation is not None)

    def told(self, fact: str) -> Operation | None:
        found = _TOLD(self._db, household_id=self._household_id, fact=fact).scalar()
        return None if found is None else self.find(found)


def _values(event: OperationEvent) -> dict[str, Any]:
    return {
        "operation_id": event.operation_id,
        "kind": event.kind,
        "tool": event.tool,
        "at": moment(event.at),
        "turn_id": event.turn_id,
        "version": event.version,
        "member": event.member,
        "channel": event.channel,
        "conversation": event.conversation,
        "message_id": event.message_id,
        "arguments": dumped(event.arguments),
        "resolved": dumped(event.resolved),
        "digest": event.digest,
        "fact": event.fact,
        "receipt": None if event.receipt is None else dumped(event.receipt),
        "private_to": event.private_to,
    }


def _event(row: Any) -> OperationEvent:
    values = dict(zip(_COLUMNS, row, strict=True))
    values["at"] = a_moment(values["at"])
    values["arguments"], values["resolved"] = json.loads(values["arguments"]), json.loads(values["resolved"])
    values["receipt"] = None if values["receipt"] is None else json.loads(values["receipt"])
    return OperationEvent(**values)
