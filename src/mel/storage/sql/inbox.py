"""The inbox in SQL. A unit of work holds the write lock, so reading and then claiming is one step."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, update

from mel.delivery.inbox import LEASE, Claim
from mel.storage.sql import prepared
from mel.storage.sql.tables import inbox
from mel.storage.sql.values import dumped, moment

_KEY = ("household_id", "message_id")
_FIND = prepared.select(inbox, ("turn_id", "lease_until", "reply"), _KEY)
_ADD = prepared.insert(inbox)
_RENEW = prepared.update(inbox, ("lease_until",), _KEY)
_FINISH = prepared.Prepared(
    update(inbox).where(*prepared.where(inbox, *_KEY), inbox.c.reply.is_(None)), ("finished_at", "reply")
)
"""The first reply is the one the member saw; a late worker does not change it."""


class SqlInbox:
    """Fills the `Inbox` port for one household, inside one unit of work."""

    def __init__(self, db: Connection, household_id: str) -> None:
        self._db, self._household_id = db, household_id

    def claim(self, message_id: str, turn_id: str, now: datetime) -> Claim:
        key, lease = self._key(message_id), moment(now + LEASE)
        known = _FIND(self._db, **key).fetchone()
        if known is None:
            fresh = {"turn_id": turn_id, "received_at": moment(now), "lease_until": lease}
            _ADD(self._db, **key, **fresh, finished_at=None, reply=None)
            return Claim("fresh", turn_id)
        first_turn, lease_until, reply = known
        if reply is not None:
            return Claim("done", first_turn, json.loads(reply))
        if moment(now) < lease_until:
            return Claim("busy", first_turn)
        _RENEW(self._db, **key, lease_until=lease)
        return Claim("resumed", first_turn)

    def finish(self, message_id: str, reply: dict[str, Any], now: datetime) -> None:
        key = self._key(message_id)
        told = _FINISH(self._db, **key, finished_at=moment(now), reply=dumped(reply)).rowcount
        if told == 0 and _FIND(self._db, **key).fetchone() is None:
            raise LookupError(f"message {message_id!r} was never claimed")

    def _key(self, message_id: str) -> dict[str, str]:
        return {"household_id": self._household_id, "message_id": message_id}
