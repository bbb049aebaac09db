"""Accounts and movements in SQL. Movements are read by day, by fatura or by id, never all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, or_
from sqlalchemy import select as core_select

from mel.accounts import Account, Balance, Batch, Movement, Refinement, Search, Sighting
from mel.shared.text import tokens
from mel.statements import StoredRow
from mel.storage.sql import prepared
from mel.storage.sql.account_rows import (
    a_batch,
    a_movement,
    a_stored_row,
    account_values,
    an_account,
    balance_values,
    changeable_values,
    movement_values,
    sighting_values,
    text_values,
)
from mel.storage.sql.tables import accounts, balances, batches, movements, sightings
from mel.storage.sql.values import a_day, day, dumped, moment, money, month

_ACCOUNT = tuple(c.name for c in accounts.c if c.name not in ("household_id", "number"))
_EVERY = prepared.select(accounts, _ACCOUNT, ("household_id",), order="number")
_VISIBLE = prepared.Prepared(
    core_select(*[accounts.c[name] for name in _ACCOUNT])
    .where(
        *prepared.where(accounts, "household_id"), or_(accounts.c.private == 0, accounts.c.owner == bindparam("reader"))
    )
    .order_by(accounts.c.number)
)
_NEW_ACCOUNT = prepared.append(accounts)
_CHANGE_ACCOUNT = prepared.update(accounts, _ACCOUNT[1:], ("household_id", "id"))

_MOVEMENT = tuple(c.name for c in movements.c if c.name not in ("household_id", "number", "words"))
_COLUMNS = [movements.c[name] for name in _MOVEMENT]
_STORED = ("id", "on_day", "minor", "currency", "description", "parcela", "parcelas", "bank_ids")
_STORED_ROWS = prepared.Prepared(
    core_select(*[movements.c[name] for name in _STORED])
    .where(
        *prepared.where(movements, "household_id", "account_id"),
        movements.c.on_day >= bindparam("first"),
        movements.c.on_day <= bindparam("last"),
    )
    .order_by(movements.c.on_day, movements.c.number)
)
_NEXT = prepared.Prepared(
    core_select(func.coalesce(func.max(movements.c.number), 0) + 1).where(*prepared.where(movements, "household_id"))
)
_ADD = prepared.insert(movements)
_SEE = prepared.insert(sightings)
_BATCH = ("id", "at", "file", "digest", "accounts", "tally", "told_by")
_NEW_BATCH = prepared.append(batches)
_A_BATCH = prepared.select(batches, _BATCH, ("household_id", "id"))
_BY_DIGEST = prepared.Prepared(
    core_select(*[batches.c[name] for name in _BATCH])
    .where(*prepared.where(batches, "household_id", "digest"))
    .order_by(batches.c.number.desc())
    .limit(1)
)
_LATEST = prepared.Prepared(
    core_select(*[batches.c[name] for name in _BATCH])
    .where(*prepared.where(batches, "household_id"))
    .order_by(batches.c.number.desc())
    .limit(bindparam("limit"))
)
_SEEN_IN = prepared.select(sightings, ("movement_id",), ("household_id", "batch_id"), order="number")
_UNSEE = prepared.delete(sightings, ("household_id", "batch_id"))
_DROP_BATCH = prepared.delete(batches, ("household_id", "id"))
_CHANGE = prepared.update(movements, ("bank_ids", "on_day", "invoice", "proven"), ("household_id", "id"))
_REWORD = prepared.update(movements, ("description", "words"), ("household_id", "id"))
_HOLD = prepared.insert(balances)
_UNHOLD = prepared.delete(balances, ("household_id", "batch_id"))
_BALANCE = prepared.Prepared(
    core_select(balances.c.minor, balances.c.currency, balances.c.on_day)
    .where(*prepared.where(balances, "household_id", "account_id"))
    .order_by(balances.c.on_day.desc())
    .limit(1)
)
_CHUNK = 500


class SqlAccountRepository:
    """Fills the `AccountRepository` port for one household, inside one unit of work."""

    def __init__(self, db: Connection, household_id: str) -> None:
        self._db, self._household_id = db, household_id

    def list(self, reader: str | None = None) -> tuple[Account, ...]:
        return tuple(an_account(row) for row in _VISIBLE(self._db, household_id=self._household_id, reader=reader))

    def every(self) -> tuple[Account, ...]:
        return tuple(an_account(row) for row in _EVERY(self._db, household_id=self._household_id))

    def save(self, account: Account) -> None:
        house, values = self._household_id, account_values(account)
        if _CHANGE_ACCOUNT(self._db, household_id=house, **values).rowcount != 1:
            _NEW_ACCOUNT(self._db, house=house, household_id=house, **values)

    def stored_rows(self, account_id: str, first: date, last: date) -> Sequence[StoredRow]:
        found = _STORED_ROWS(
            self._db, household_id=self._household_id, account_id=account_id, first=day(first), last=day(last)
        )
        return [a_stored_row(row) for row in found]

    def search(self, search: Search, reader: str | None = None) -> tuple[Movement, ...]:
        visible = [account.id for account in self.list(reader)]
        wanted = [ident for ident in visible if search.accounts is None or ident in search.accounts]
        return self._run(_searched(search).where(movements.c.account_id.in_(wanted)))

    def movements(self, ids: Sequence[str]) -> tuple[Movement, ...]:
        found = [
            movement
            for some in _chunks(ids)
            for movement in self._run(core_select(*_COLUMNS).where(movements.c.id.in_(some)))
        ]
        place = {ident: at for at, ident in enumerate(ids)}
        return tuple(sorted(found, key=lambda movement: place[movement.id]))

    def between(self, first: date, last: date) -> tuple[Movement, ...]:
        return self._run(_searched(Search(first=first, last=last)))

    def where(self, *conditions: ColumnElement[bool]) -> tuple[Movement, ...]:
        """By date, then in the order they came; for the repositories that look at the same movements."""
        c = movements.c
        return self._run(core_select(*_COLUMNS).where(*conditions).order_by(c.on_day, c.number))

    def _run(self, statement: Select[Any]) -> tuple[Movement, ...]:
        rows = self._db.execute(statement.where(movements.c.household_id == self._household_id))
        return tuple(a_movement(row) for row in rows)

    def keep(
        self,
        batch: Batch,
        new: Sequence[Movement],
        refinements: Sequence[Refinement],
        sightings: Sequence[Sighting],
    ) -> None:
        house = self._household_id
        values = {"accounts": dumped(batch.accounts), "tally": dumped(asdict(batch.tally)), "told_by": batch.by}
        _NEW_BATCH(
            self._db,
            house=house,
            household_id=house,
            id=batch.id,
            at=moment(batch.at),
            file=batch.file,
            digest=batch.digest,
            **values,
        )
        _HOLD.many(self._db, (balance_values(house, batch.id, balance) for balance in batch.balances))
        start = int(_NEXT(self._db, household_id=house).rows[0][0])
        _ADD.many(
            self._db, ({**movement_values(m), "household_id": house, "number": start + i} for i, m in enumerate(new))
        )
        _SEE.many(
            self._db, ({**sighting_values(s), "household_id": house, "number": i} for i, s in enumerate(sightings))
        )
        self._refine(refinements)

    def _refine(self, refinements: Sequence[Refinement]) -> None:
        by_id = {change.movement_id: change for change in refinements}
        changed: list[Movement] = []
        for movement in self.movements([*by_id]):
            change = by_id[movement.id]
            changed.append(
                replace(
                    movement,
                    bank_ids=(*movement.bank_ids, change.bank_id) if change.bank_id else movement.bank_ids,
                    description=change.description or movement.description,
                    date=change.date or movement.date,
                    invoice=change.invoice or movement.invoice,
                    proven=movement.proven or change.invoice is not None,
                )
            )
        self._change(changed, [movement for movement in changed if by_id[movement.id].description])

    def _change(self, changed: Iterable[Movement], reworded: Iterable[Movement]) -> None:
        """Write down what further files, or their undoing, made of movements."""
        _CHANGE.many(
            self._db, ({**changeable_values(m), "household_id": self._household_id, "id": m.id} for m in changed)
        )
        _REWORD.many(self._db, ({**text_values(m), "household_id": self._household_id, "id": m.id} for m in reworded))

    def imported(self, digest: str) -> Batch | None:
        row = _BY_DIGEST(self._db, household_id=self._household_id, digest=digest).first()
        return a_batch(row) if row else None

    def batch(self, batch_id: str) -> Batch | None:
        row = _A_BATCH(self._db, household_id=self._household_id, id=batch_id).first()
        return a_batch(row) if row else None

    def balance(self, account_id: str) -> Balance | None:
        row = _BALANCE(self._db, household_id=self._household_id, account_id=account_id).first()
        return Balance(account_id, money(row[0], row[1]), a_day(row[2])) if row else None

    def batches(self, limit: int = 20) -> tuple[Batch, ...]:
        return tuple(a_batch(row) for row in _LATEST(self._db, household_id=self._household_id, limit=limit))

    def only_in(self, batch_id: str) -> tuple[Movement, ...]:
        mine, others = self._seen(batch_id)
        return self.movements([ident for ident in mine if ident not in others])

    def _seen(self, batch_id: str) -> tuple[Sequence[str], dict[str, Sequence[tuple[Any, ...]]]]:
        """What this batch has seen, and what the other batches told of the same, oldest first."""
        found = _SEEN_IN(self._db, household_id=self._household_id, batch_id=batch_id)
        mine = list(dict.fromkeys(str(row[0]) for row in found))
        others = defaultdict[str, Any](list)
        s, b = sightings.c, batches.c
        for some in _chunks(mine):
            statement = (
                core_select(s.movement_id, s.on_day, s.description, s.bank_id, s.invoice)
                .join(batches, (b.household_id == s.household_id) & (b.id == s.batch_id))
                .where(s.household_id == self._household_id, s.movement_id.in_(some), s.batch_id != batch_id)
                .order_by(b.number, s.number)
            )
            for row in self._db.execute(statement):
                others[row[0]].append(tuple(row[1:]))
        return mine, others

    def take_back(self, batch_id: str) -> None:
        mine, others = self._seen(batch_id)
        for some in _chunks([ident for ident in mine if ident not in others]):
            gone = (movements.c.household_id == self._household_id, movements.c.id.in_(some))
            self._db.execute(movements.delete().where(*gone))
        changed = [_as_told(m, others[m.id]) for m in self.movements([ident for ident in mine if ident in others])]
        self._change(changed, changed)
        _UNSEE(self._db, household_id=self._household_id, batch_id=batch_id)
        _UNHOLD(self._db, household_id=self._household_id, batch_id=batch_id)
        _DROP_BATCH(self._db, household_id=self._household_id, id=batch_id)


def _as_told(movement: Movement, told: Sequence[tuple[Any, ...]]) -> Movement:
    """A movement as the remaining sightings tell it: their ids, the newest text and day, the fatura that proved it."""
    days, texts = [a_day(row[0]) for row in told], [row[1] for row in told]
    proofs = [row[3] for row in told if row[3]]
    return replace(
        movement,
        bank_ids=tuple(dict.fromkeys(row[2] for row in told if row[2])),
        description=movement.description if movement.description in texts else texts[-1],
        date=movement.date if movement.date in days else days[-1],
        invoice=month(proofs[-1]) if proofs else movement.invoice,
        proven=bool(proofs),
    )


def _searched(search: Search) -> Select[Any]:
    c = movements.c
    statement = core_select(*_COLUMNS).order_by(c.on_day, c.number)
    for text in search.words:
        statement = statement.where(*(c.words.contains(word, autoescape=True) for word in tokens(text)))
    if search.first:
        statement = statement.where(c.on_day >= day(search.first))
    if search.last:
        statement = statement.where(c.on_day <= day(search.last))
    if search.least:
        statement = statement.where(func.abs(c.minor) >= search.least.minor, c.currency == search.least.currency)
    if search.most:
        statement = statement.where(func.abs(c.minor) <= search.most.minor, c.currency == search.most.currency)
    return statement


def _chunks(ids: Sequence[str]) -> Iterable[Sequence[str]]:
    return (ids[start : start + _CHUNK] for start in range(0, len(ids), _CHUNK))
