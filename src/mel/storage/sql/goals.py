"""Goals in SQL, each with its members and its whole ledger of contributions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, or_
from sqlalchemy import select as core_select
from sqlalchemy.exc import IntegrityError

from mel.goals import Contribution, Goal
from mel.shared.errors import ConcurrentChange, NotThere
from mel.storage.sql import prepared
from mel.storage.sql.children import Children, Rows
from mel.storage.sql.tables import contributions, goal_members, goals
from mel.storage.sql.values import a_day, a_member, aliases, day, money, words

_OWNER = ("household_id", "goal_id")
_FIELDS = ("name", "target_minor", "target_currency", "deadline", "created_on", "aliases", "owner")
_COLUMNS = ("id", "version", *_FIELDS)
_GOAL = prepared.select(goals, _COLUMNS, ("household_id", "id"))
# Written without a bind for "nobody": NULL = NULL is not true, so no reader sees only what is shared.
_VISIBLE = prepared.Prepared(
    core_select(*[goals.c[name] for name in _COLUMNS])
    .where(*prepared.where(goals, "household_id"), or_(goals.c.owner.is_(None), goals.c.owner == bindparam("reader")))
    .order_by(goals.c.number)
)
_NEW = prepared.append(goals)
_CHANGE = prepared.update(goals, _FIELDS, ("household_id", "id"))
_BUMP = prepared.bump(goals)
_REMOVE = prepared.delete(goals, ("household_id", "id"))
_MEMBERS = Children(goal_members, _OWNER, ("position",), order="position")
_CONTRIBUTIONS = Children(contributions, _OWNER, ("id",), order="number")


@dataclass(frozen=True, slots=True)
class _Stored:
    """A goal as it lies in the tables."""

    version: int
    fields: tuple[Any, ...]
    members: Rows
    contributions: Rows


class SqlGoalRepository:
    """Fills the `GoalRepository` port for one household, inside one unit of work."""

    def __init__(self, db: Connection, household_id: str) -> None:
        self._db, self._household_id = db, household_id
        self._seen: dict[str, _Stored] = {}

    def load(self, goal_id: str) -> Goal:
        stored = self._read(goal_id)
        if stored is None:
            raise NotThere("essa meta não existe ainda")
        return _goal(goal_id, stored)

    def list(self, reader: str | None = None) -> tuple[Goal, ...]:
        rows = _VISIBLE(self._db, household_id=self._household_id, reader=reader).rows
        return tuple(_goal(row[0], self._with_children(row)) for row in rows)

    def save(self, goal: Goal) -> None:
        """Only what changed is written; the version moves even when nothing did, as a save was asked for."""
        stored = self._seen.get(goal.id)
        if stored is None or stored.version != goal.version:
            stored = self._read(goal.id)
        fields, key = _fields(goal), {"household_id": self._household_id, "id": goal.id}
        if stored is None or goal.version == 0:
            stored = self._create(goal, fields)
        elif _BUMP(self._db, **key, seen=goal.version).rowcount != 1:
            raise ConcurrentChange(f"somebody saved over version {goal.version}")
        elif stored.fields != tuple(fields.values()):
            _CHANGE(self._db, **key, **fields)
        owner, living = self._owner(goal.id), _member_rows(goal)
        told = _contribution_rows(goal, stored.contributions)
        _MEMBERS.write(self._db, stored.members, living, **owner)
        _CONTRIBUTIONS.write(self._db, stored.contributions, told, **owner)
        goal.version += 1
        self._seen[goal.id] = _Stored(goal.version, tuple(fields.values()), living, told)

    def remove(self, goal: Goal) -> None:
        owner = self._owner(goal.id)
        if _BUMP(self._db, household_id=self._household_id, id=goal.id, seen=goal.version).rowcount != 1:
            raise ConcurrentChange(f"somebody saved over version {goal.version}")
        if _CONTRIBUTIONS.read(self._db, **owner):
            raise ConcurrentChange("a goal with contributions stays")
        _MEMBERS.write(self._db, _MEMBERS.read(self._db, **owner), {}, **owner)
        _REMOVE(self._db, household_id=self._household_id, id=goal.id)

    def _owner(self, goal_id: str) -> dict[str, str]:
        return {"household_id": self._household_id, "goal_id": goal_id}

    def _create(self, goal: Goal, fields: dict[str, Any]) -> _Stored:
        house = self._household_id
        if goal.version != 0:
            raise ConcurrentChange(f"version {goal.version} of a goal that is not there")
        try:
            _NEW(self._db, house=house, household_id=house, id=goal.id, version=1, **fields)
        except IntegrityError as error:
            raise ConcurrentChange("somebody made this goal first") from error
        return _Stored(0, tuple(fields.values()), {}, {})

    def _read(self, goal_id: str) -> _Stored | None:
        row = _GOAL(self._db, household_id=self._household_id, id=goal_id).first()
        return None if row is None else self._with_children(row)

    def _with_children(self, row: tuple[Any, ...]) -> _Stored:
        ident, version, *fields = row
        owner = self._owner(ident)
        stored = _Stored(
            version, tuple(fields), _MEMBERS.read(self._db, **owner), _CONTRIBUTIONS.read(self._db, **owner)
        )
        self._seen[ident] = stored
        return stored


def _goal(goal_id: str, stored: _Stored) -> Goal:
    # Past __post_init__, which cleans names letter by letter: these were cleaned when they came in.
    goal = object.__new__(Goal)
    goal.id, goal.version = goal_id, stored.version
    goal.name, minor, currency, deadline, created_on, names, goal.owner = stored.fields
    goal.target, goal.aliases = money(minor, currency), aliases(names)
    goal.deadline, goal.created_on = a_day(deadline), a_day(created_on)
    goal.members = tuple(a_member(row[1], row[2]) for row in stored.members.values())
    goal.contributions = [_contribution(row) for row in stored.contributions.values()]
    return goal


def _fields(goal: Goal) -> dict[str, Any]:
    """In the order of `_FIELDS`."""
    return {
        "name": goal.name,
        "target_minor": goal.target.minor,
        "target_currency": goal.target.currency,
        "deadline": day(goal.deadline),
        "created_on": day(goal.created_on),
        "aliases": words(goal.aliases),
        "owner": goal.owner,
    }


def _member_rows(goal: Goal) -> Rows:
    return {(at,): (at, member.name, words(member.aliases)) for at, member in enumerate(goal.members)}


def _contribution_rows(goal: Goal, stored: Rows) -> Rows:
    """Each keeps the number it has; new ones follow the last."""
    following = max((row[1] for row in stored.values()), default=0)
    rows: Rows = {}
    for each in goal.contributions:
        known = stored.get((each.id,))
        following += known is None
        rows[(each.id,)] = (
            each.id,
            known[1] if known else following,
            each.paid_by.name,
            words(each.paid_by.aliases),
            each.amount.minor,
            each.amount.currency,
            day(each.on),
            each.author,
            each.operation_id,
        )
    return rows


def _contribution(row: tuple[Any, ...]) -> Contribution:
    ident, _, paid_by, names, minor, currency, on_day, author, operation_id = row
    return Contribution(a_member(paid_by, names), money(minor, currency), a_day(on_day), author, operation_id, ident)
