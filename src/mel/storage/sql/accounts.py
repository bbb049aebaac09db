"""Accounts and movements in SQL. Movements are read by day, by fatura or by id, never all of them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, or_
from sqlalchemy import select as core_select

from mel.accounts import Account, Balance, Batch, Movement, Refinement, Search, Sighting, Tally
from mel.shared.money import Money, minor_units
from mel.shared.period import Period
from mel.shared.text import tokens
from mel.statements import ColumnChoice, Foreign, StoredRow
from mel.storage.sql import prepared
from mel.storage.sql.tables import accounts, balances, batches, movements, sightings
from mel.storage.sql.values import a_day, a_moment, aliases, day, dumped, moment, money, month, words

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
        return tuple(_account(row) for row in _VISIBLE(self._db, household_id=self._household_id, reader=reader))

    def every(self) -> tuple[Account, ...]:
        return tuple(_account(row) for row in _EVERY(self._db, household_id=self._household_id))

    def save(self, account: Account) -> None:
        house, values = self._household_id, _account_values(account)
        if _CHANGE_ACCOUNT(self._db, household_id=house, **values).rowcount != 1:
            _NEW_ACCOUNT(self._db, house=house, household_id=house, **values)

    def stored_rows(self, account_id: str, first: date, last: date) -> Sequence[StoredRow]:
        found = _STORED_ROWS(
            self._db, household_id=self._household_id, account_id=account_id, first=day(first), last=day(last)
        )
        return [_stored(row) for row in found]

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
        return tuple(_movement(row) for row in rows)

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
        _HOLD.many(self._db, (_balance_values(house, batch.id, balance) for balance in batch.balances))
        start = int(_NEXT(self._db, household_id=house).scalar_one())
        _ADD.many(
            self._db, ({**_movement_values(m), "household_id": house, "number": start + i} for i, m in enumerate(new))
        )
        _SEE.many(
            self._db, ({**_sighting_values(s), "household_id": house, "number": i} for i, s in enumerate(sightings))
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
        _CHANGE.many(self._db, ({**_changeable(m), "household_id": self._household_id, "id": m.id} for m in changed))
        _REWORD.many(self._db, ({**_text(m), "household_id": self._household_id, "id": m.id} for m in reworded))

    def imported(self, digest: str) -> Batch | None:
        row = _BY_DIGEST(self._db, household_id=self._household_id, digest=digest).fetchone()
        return _batch(row) if row else None

    def batch(self, batch_id: str) -> Batch | None:
        row = _A_BATCH(self._db, household_id=self._household_id, id=batch_id).fetchone()
        return _batch(row) if row else None

    def balance(self, account_id: str) -> Balance | None:
        row = _BALANCE(self._db, household_id=self._household_id, account_id=account_id).fetchone()
        return Balance(account_id, money(row[0], row[1]), a_day(row[2])) if row else None

    def batches(self, limit: int = 20) -> tuple[Batch, ...]:
        return tuple(_batch(row) for row in _LATEST(self._db, household_id=self._household_id, limit=limit))

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


def _changeable(movement: Movement) -> dict[str, Any]:
    return {
        "bank_ids": words(movement.bank_ids),
        "on_day": movement.date.isoformat(),
        "invoice": _period(movement.invoice),
        "proven": int(movement.proven),
    }


def _text(movement: Movement) -> dict[str, str]:
    return {"description": movement.description, "words": " ".join(tokens(movement.description))}


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


def _account(row: Any) -> Account:
    ident, name, product, bank, currency, owner, private, closing, due, limit, names, keys, columns = row
    account = object.__new__(Account)
    values: dict[str, Any] = {
        "name": name,
        "product": product,
        "bank": bank,
        "currency": currency,
        "owner": owner,
        "private": bool(private),
        "closing_day": closing,
        "due_day": due,
        "limit": None if limit is None else money(limit, currency),
        "aliases": aliases(names),
        "file_keys": aliases(keys),
        "columns": _choice(columns),
        "id": ident,
    }
    for key, value in values.items():
        object.__setattr__(account, key, value)
    return account


def _choice(text: str | None) -> ColumnChoice | None:
    if text is None:
        return None
    values = json.loads(text)
    if isinstance(values["description"], list):
        values["description"] = tuple(values["description"])
    return ColumnChoice(**values)


def _account_values(account: Account) -> dict[str, Any]:
    return {
        "id": account.id,
        "name": account.name,
        "product": account.product,
        "bank": account.bank,
        "currency": account.currency,
        "owner": account.owner,
        "private": int(account.private),
        "closing_day": account.closing_day,
        "due_day": account.due_day,
        "limit_minor": account.limit.minor if account.limit else None,
        "aliases": words(account.aliases),
        "file_keys": words(account.file_keys),
        "columns": dumped(asdict(account.columns)) if account.columns else None,
    }


def _stored(row: Any) -> StoredRow:
    ident, on_day, minor, currency, description, parcela, parcelas, ids = row
    pair = (parcela, parcelas) if parcelas is not None else None
    amount = Decimal(minor).scaleb(-minor_units(currency))
    return StoredRow(ident, a_day(on_day), amount, currency, description, pair, tuple(json.loads(ids)))


def _movement(row: Any) -> Movement:
    (
        ident,
        account_id,
        on_day,
        minor,
        currency,
        text,
        kind,
        parcela,
        parcelas,
        ids,
        foreign,
        card,
        invoice,
        proven,
        doubt,
    ) = row
    return Movement(
        account_id=account_id,
        date=a_day(on_day),
        amount=Money.of_minor(minor, currency),
        description=text,
        kind=kind,
        installment=(parcela, parcelas) if parcelas is not None else None,
        bank_ids=tuple(json.loads(ids)),
        foreign=_foreign(foreign),
        card=card,
        invoice=month(invoice) if invoice else None,
        proven=bool(proven),
        doubt=doubt,
        id=ident,
    )


def _foreign(text: str | None) -> Foreign | None:
    if text is None:
        return None
    currency, amount, rate = json.loads(text)
    return Foreign(currency, None if amount is None else Decimal(amount), None if rate is None else Decimal(rate))


def _movement_values(movement: Movement) -> dict[str, Any]:
    parcela, parcelas = movement.installment or (None, None)
    return {
        "id": movement.id,
        "account_id": movement.account_id,
        "on_day": movement.date.isoformat(),
        "minor": movement.amount.minor,
        "currency": movement.amount.currency,
        "description": movement.description,
        "words": " ".join(tokens(movement.description)),
        "kind": movement.kind,
        "parcela": parcela,
        "parcelas": parcelas,
        "bank_ids": words(movement.bank_ids),
        "foreign_side": _foreign_text(movement.foreign),
        "card": movement.card,
        "invoice": _period(movement.invoice),
        "proven": int(movement.proven),
        "doubt": movement.doubt,
    }


def _foreign_text(foreign: Foreign | None) -> str | None:
    if foreign is None:
        return None
    return dumped([foreign.currency, *(None if each is None else str(each) for each in (foreign.amount, foreign.rate))])


def _sighting_values(sighting: Sighting) -> dict[str, Any]:
    return {
        "batch_id": sighting.batch_id,
        "movement_id": sighting.movement_id,
        "line": sighting.line,
        "on_day": sighting.date.isoformat(),
        "description": sighting.description,
        "bank_id": sighting.bank_id,
        "invoice": _period(sighting.invoice),
        "raw": sighting.raw,
    }


def _period(period: Period | None) -> str | None:
    return None if period is None else str(period)


def _balance_values(house: str, batch_id: str, balance: Balance) -> dict[str, Any]:
    return {
        "household_id": house,
        "batch_id": batch_id,
        "account_id": balance.account_id,
        "on_day": day(balance.on),
        "minor": balance.amount.minor,
        "currency": balance.amount.currency,
    }


def _batch(row: Any) -> Batch:
    ident, at, file, digest, names, tally, told_by = row
    return Batch(ident, a_moment(at), file, digest, aliases(names), Tally(**json.loads(tally)), told_by)
