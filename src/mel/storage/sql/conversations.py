"""What was said, in SQL."""

from __future__ import annotations

import json
from functools import lru_cache

from sqlalchemy import Connection, bindparam
from sqlalchemy import select as core_select

from mel.agent.conversation import TurnRecord
from mel.storage.sql import prepared
from mel.storage.sql.tables import conversation_turns as turns
from mel.storage.sql.values import a_day, a_moment, day, dumped, moment

_COLUMNS = ("turn_id", "conversation", "member", "day", "at", "messages", "reply", "wrote")
_ADD = prepared.append(turns)
_RECENT = prepared.Prepared(
    core_select(*[turns.c[name] for name in _COLUMNS])
    .where(*prepared.where(turns, "household_id", "conversation"))
    .order_by(turns.c.number.desc())
    .limit(bindparam("most"))
)


class SqlConversationLog:
    """Fills the `ConversationLog` port for one household, inside one unit of work."""

    def __init__(self, db: Connection, household_id: str) -> None:
        self._db, self._household_id = db, household_id

    def append(self, record: TurnRecord) -> None:
        _ADD(
            self._db,
            house=self._household_id,
            household_id=self._household_id,
            turn_id=record.turn_id,
            conversation=record.conversation,
            member=record.member,
            day=day(record.day),
            at=moment(record.at),
            messages=dumped(record.messages),
            reply=dumped(record.reply),
            wrote=int(record.wrote),
        )

    def recent(self, conversation: str, limit: int) -> tuple[TurnRecord, ...]:
        rows = _RECENT(self._db, household_id=self._household_id, conversation=conversation, most=limit).fetchall()
        return tuple(_record(*row) for row in reversed(rows))


@lru_cache(256)
def _record(
    turn_id: str, conversation: str, member: str | None, on_day: str, at: str, messages: str, reply: str, wrote: int
) -> TurnRecord:
    # The same turns are remembered at every turn, and reading their JSON costs more than all the rest of the storage.
    # Keyed by all that is stored, so a hit is the same record; shared as the in-memory log shares them, to be read.
    return TurnRecord(
        turn_id=turn_id,
        conversation=conversation,
        member=member,
        day=a_day(on_day),
        at=a_moment(at),
        messages=tuple(json.loads(messages)),
        reply=json.loads(reply),
        wrote=bool(wrote),
    )
