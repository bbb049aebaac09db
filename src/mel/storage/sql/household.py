"""Households in SQL, with their members and exchange rates."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection

from mel.household import Household
from mel.shared.errors import NotThere
from mel.shared.money import Money
from mel.shared.rates import Rate, RateTable
from mel.storage.sql import prepared
from mel.storage.sql.children import Children, Row, Rows
from mel.storage.sql.tables import households, members, rates
from mel.storage.sql.values import a_day, a_member, day, money, words

_FIELDS = ("name", "currency", "zone", "fast_path_minor", "fast_path_currency")
_HOUSE = prepared.select(households, _FIELDS, ("household_id",))
_NEW = prepared.insert(households)
_CHANGE = prepared.update(households, _FIELDS, ("household_id",))
_MEMBERS = Children(members, ("household_id",), ("position",), order="position")
_RATES = Children(rates, ("household_id",), ("position",), order="position")


class SqlHouseholdRepository:
    """Fills the `HouseholdRepository` port; bound to one household, it knows no other."""

    def __init__(self, db: Connection, household_id: str) -> None:
        self._db, self._household_id = db, household_id
        # The tools and the working memory both ask; a household is frozen, and only `save` puts another in its place.
        self._known: Household | None = None

    def load(self, household_id: str) -> Household:
        if self._known is not None and household_id == self._household_id:
            return self._known
        mine = household_id == self._household_id
        row = _HOUSE(self._db, household_id=household_id).first() if mine else None
        if row is None:
            raise NotThere("essa casa ainda não foi criada")
        living = tuple(_MEMBERS.read(self._db, household_id=household_id).values())
        known = tuple(_RATES.read(self._db, household_id=household_id).values())
        self._known = _household(household_id, row, living, known)
        return self._known

    def save(self, household: Household) -> None:
        if household.id != self._household_id:
            raise ValueError(f"this unit of work is for {self._household_id!r}, not for {household.id!r}")
        self._known = None
        values, house = _fields(household), {"household_id": household.id}
        if _CHANGE(self._db, **values, **house).rowcount == 0:
            _NEW(self._db, **values, **house)
        _MEMBERS.write(self._db, _MEMBERS.read(self._db, **house), _member_rows(household), **house)
        _RATES.write(self._db, _RATES.read(self._db, **house), _rate_rows(household), **house)


# Every unit of work reads the same rows again, and what they make is frozen.
@lru_cache(64)
def _household(household_id: str, row: Row, living: tuple[Row, ...], known: tuple[Row, ...]) -> Household:
    name, currency, zone, minor, limit_currency = row
    return Household(
        id=household_id,
        name=name,
        members=tuple(a_member(row[1], row[2]) for row in living),
        currency=currency,
        zone=zone,
        fast_path_limit=money(minor, limit_currency),
        rates=RateTable(tuple(Rate(row[1], row[2], a_day(row[3]), Decimal(row[4])) for row in known)),
    )


def _fields(household: Household) -> dict[str, Any]:
    limit = household.fast_path_limit or Money.zero(household.currency)
    return {
        "name": household.name,
        "currency": household.currency,
        "zone": household.zone,
        "fast_path_minor": limit.minor,
        "fast_path_currency": limit.currency,
    }


def _member_rows(household: Household) -> Rows:
    return {(at,): (at, member.name, words(member.aliases)) for at, member in enumerate(household.members)}


def _rate_rows(household: Household) -> Rows:
    return {
        (at,): (at, rate.source, rate.target, day(rate.on), str(rate.value))
        for at, rate in enumerate(household.rates.rates)
    }
