"""What movements mean, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy import select as core_select

from mel.bookkeeping import MerchantRule, Posting
from mel.storage.sql import prepared
from mel.storage.sql.tables import merchant_rules, postings
from mel.storage.sql.values import day, month, to_day

_POSTING = ("movement_id", "meaning", "month", "expense_id", "entry_id", "counterpart")
_KEEP = prepared.insert(postings)
_RULES = prepared.select(
    merchant_rules, ("pattern", "expense_id", "told_by", "on_day"), ("household_id",), order="pattern"
)
_LEARN = prepared.insert(merchant_rules)
_FORGET = prepared.delete(merchant_rules, ("household_id", "pattern"))
_CHUNK = 500


class SqlBookkeepingRepository:
    """Fills the `BookkeepingRepository` port for one household, inside one unit of work."""

    def __init__(self, db: Connection, household_id: str) -> None:
        self._db, self._household_id = db, household_id

    def postings(self, movement_ids: Sequence[str]) -> tuple[Posting, ...]:
        return self._by("movement_id", movement_ids)

    def evidence(self, entry_ids: Sequence[str]) -> tuple[Posting, ...]:
        return self._by("entry_id", entry_ids)

    def _by(self, column: str, values: Sequence[str]) -> tuple[Posting, ...]:
        found: list[Posting] = []
        for start in range(0, len(values), _CHUNK):
            statement = core_select(*[postings.c[name] for name in _POSTING]).where(
                postings.c.household_id == self._household_id, postings.c[column].in_(values[start : start + _CHUNK])
            )
            found.extend(_posting(row) for row in self._db.execute(statement))
        return tuple(found)

    def keep(self, postings: Sequence[Posting]) -> None:
        self.drop([posting.movement_id for posting in postings])
        _KEEP.many(self._db, (self._values(posting) for posting in postings))

    def drop(self, movement_ids: Sequence[str]) -> None:
        for start in range(0, len(movement_ids), _CHUNK):
            some = postings.c.movement_id.in_(movement_ids[start : start + _CHUNK])
            self._db.execute(postings.delete().where(postings.c.household_id == self._household_id, some))

    def _values(self, posting: Posting) -> dict[str, Any]:
        return {
            "household_id": self._household_id,
            "movement_id": posting.movement_id,
            "meaning": posting.meaning,
            "month": str(posting.period) if posting.period else None,
            "expense_id": posting.expense_id,
            "entry_id": posting.entry_id,
            "counterpart": posting.counterpart,
        }

    def rules(self) -> tuple[MerchantRule, ...]:
        found = _RULES(self._db, household_id=self._household_id)
        return tuple(MerchantRule(pattern, expense_id, by, to_day(on)) for pattern, expense_id, by, on in found)

    def learn(self, rule: MerchantRule) -> None:
        self.forget(rule.pattern)
        values = {"pattern": rule.pattern, "expense_id": rule.expense_id, "told_by": rule.told_by}
        _LEARN(self._db, household_id=self._household_id, on_day=day(rule.on), **values)

    def forget(self, pattern: str) -> None:
        _FORGET(self._db, household_id=self._household_id, pattern=pattern)


def _posting(row: Any) -> Posting:
    movement_id, meaning, period, expense_id, entry_id, counterpart = row
    return Posting(movement_id, meaning, month(period) if period else None, expense_id, entry_id, counterpart)
