"""The named worlds of the catalog: `evals/worlds/NAME.yaml`, a household.yaml, and last in it `lançamentos`, which that
form does not have. The neighbours live in the same storage, and nothing of theirs may ever be told or touched.
"""

from __future__ import annotations

import hashlib
import pickle
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from mel import household_file
from mel.agent.work import Storage
from mel.app import found
from mel.bookkeeping import Arrival, BankFile, Rooms, prepare
from mel.budget import Budget, RecurringExpense
from mel.evals.export import Tables
from mel.evals.fixture import ConversationFixture, EvalContext
from mel.evals.furnishing import furnish
from mel.evals.places import home
from mel.evals.roteiro import entries_of
from mel.evals.world import context_over
from mel.goals import Goal
from mel.household import Household, Member
from mel.household_file import HOUSEHOLD_ID, Home
from mel.shared.money import Money
from mel.shared.period import Period
from mel.statements import read_statement
from mel.storage.memory import InMemoryStorage

NEIGHBOURS = "vizinhos"
CANARIES = ("Zanzibar", "Clotilde", "7.777")
"""Words and figures of the neighbours; one of them in a reply is a leak."""
TODAY = date(2026, 6, 15)
_IMPORTED = datetime(2026, 6, 15, 9, tzinfo=UTC)
_ENTRIES = "\nlançamentos:"


class UnknownWorld(Exception):
    """A fixture names a world that is not there."""


def names(folder: Path | None = None) -> list[str]:
    return sorted(file.stem for file in (home(folder) / "worlds").glob("*.yaml"))


@cache
def _kept(file: Path) -> bytes:
    """A world as it was read, to be thawed afresh for each conversation: reading YAML takes longer than talking."""
    head, mark, tail = file.read_text(encoding="utf-8").partition(_ENTRIES)
    household = household_file.read(head + "\n", TODAY)
    for row in entries_of(mark + tail, str(file), head.count("\n")) if mark else ():
        amount = Money(Decimal(str(row["amount"]["amount"])), row["amount"]["currency"])
        day = date.fromisoformat(row["date"])
        told: dict[str, Any] = {"payer": row["payer"], "author": row["payer"], "id": row["id"]}
        household.budget.expense(row["expense"]).add_to_actual(Period.of(day), amount, date=day, **told)
    return pickle.dumps(household)


def named(name: str) -> Home:
    """A world's household, not moved in yet."""
    file = home() / "worlds" / f"{name}.yaml"
    if not file.is_file():
        raise UnknownWorld(f"{name!r} is not a world; there are {', '.join(names())}")
    household: Home = pickle.loads(_kept(file))  # noqa: S301 - our own bytes, from this very process
    return household


def build(fixture: ConversationFixture, storage: Storage) -> None:
    """Furnish a storage with the fixture's world and its neighbours."""
    if fixture.furniture is not None:
        furnish(storage, HOUSEHOLD_ID, fixture.furniture, fixture.today or TODAY)
    else:
        found(storage, named(fixture.world or ""))
        _import_files(storage, home() / "worlds" / (fixture.world or ""))
    _neighbours(storage)


def _import_files(storage: Storage, folder: Path) -> None:
    """The bank files beside a world, in `evals/worlds/NAME/`, are in its store already; their first member's."""
    if not folder.is_dir():
        return
    with storage.work(HOUSEHOLD_ID) as work:
        members = work.households.load(HOUSEHOLD_ID).members
        rooms = Rooms(work.accounts, work.invoices, work.bookkeeping, work.budgets, HOUSEHOLD_ID, members)
        for file in sorted(folder.iterdir()):
            data = file.read_bytes()
            read = BankFile(file.name, hashlib.sha256(data).hexdigest(), tuple(read_statement(data, file.name)))
            prepare(rooms, Arrival(read, f"imp-{file.stem}", _IMPORTED, speaker=members[0].name)).save()


def in_memory(fixture: ConversationFixture) -> EvalContext[Any]:
    """A fresh world in memory."""
    storage, today = InMemoryStorage(), fixture.today or TODAY
    build(fixture, storage)
    if fixture.furniture is not None:
        return context_over(storage, HOUSEHOLD_ID, today, CANARIES)
    # Thawed from the same bytes, a world begins with the same rows each time, so they are read only once.
    key = (fixture.world, today)
    context = context_over(storage, HOUSEHOLD_ID, today, CANARIES, _FIRST_LOOK.get(key))
    if key not in _FIRST_LOOK:
        world = context.state["world"]
        world.rows()
        _FIRST_LOOK[key] = world.seen()
    return context


_FIRST_LOOK: dict[tuple[str | None, date], dict[str, tuple[object, Tables]]] = {}


@cache
def _next_door() -> bytes:
    members = (Member("Clotilde"), Member("Astolfo"))
    budget = Budget(id=NEIGHBOURS)
    budget.register(RecurringExpense(name="Mercado", expected=Money(7777, "BRL")))
    budget.register(RecurringExpense(name="Zanzibar", expected=Money(77, "BRL")))
    goal = Goal("zan", "Zanzibar", Money(7777, "BRL"), date(2027, 1, 1), date(2026, 1, 1), members=members)
    return pickle.dumps((Household(id=NEIGHBOURS, members=members), budget, goal))


def _neighbours(storage: Storage) -> None:
    household, budget, goal = pickle.loads(_next_door())  # noqa: S301 - our own bytes
    with storage.work(NEIGHBOURS) as work:
        work.households.save(household)
        work.budgets.save(budget)
        work.goals.save(goal)
