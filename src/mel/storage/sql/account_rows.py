"""Rows of accounts, movements, sightings and batches, to and from the aggregates: the hand-written mappers."""

from __future__ import annotations

import json
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from mel.accounts import Account, Balance, Batch, Movement, Sighting, Tally
from mel.shared.money import Money, minor_units
from mel.shared.period import Period
from mel.shared.text import tokens
from mel.statements import ColumnChoice, Foreign, StoredRow
from mel.storage.sql.values import a_day, a_moment, aliases, day, dumped, money, month, words


def an_account(row: Any) -> Account:
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


def account_values(account: Account) -> dict[str, Any]:
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


def a_stored_row(row: Any) -> StoredRow:
    ident, on_day, minor, currency, description, parcela, parcelas, ids = row
    pair = (parcela, parcelas) if parcelas is not None else None
    amount = Decimal(minor).scaleb(-minor_units(currency))
    return StoredRow(ident, a_day(on_day), amount, currency, description, pair, tuple(json.loads(ids)))


def a_movement(row: Any) -> Movement:
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


def movement_values(movement: Movement) -> dict[str, Any]:
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


def sighting_values(sighting: Sighting) -> dict[str, Any]:
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


def balance_values(house: str, batch_id: str, balance: Balance) -> dict[str, Any]:
    return {
        "household_id": house,
        "batch_id": batch_id,
        "account_id": balance.account_id,
        "on_day": day(balance.on),
        "minor": balance.amount.minor,
        "currency": balance.amount.currency,
    }


def a_batch(row: Any) -> Batch:
    ident, at, file, digest, names, tally, told_by = row
    return Batch(ident, a_moment(at), file, digest, aliases(names), Tally(**json.loads(tally)), told_by)


def changeable_values(movement: Movement) -> dict[str, Any]:
    return {
        "bank_ids": words(movement.bank_ids),
        "on_day": movement.date.isoformat(),
        "invoice": _period(movement.invoice),
        "proven": int(movement.proven),
    }


def text_values(movement: Movement) -> dict[str, str]:
    return {"description": movement.description, "words": " ".join(tokens(movement.description))}
