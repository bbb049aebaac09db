"""Working memory in SQL: the household, then every name in one question, then the facts."""

from __future__ import annotations

from sqlalchemy import Connection, Select, bindparam, literal, or_, union_all
from sqlalchemy import select as core_select

from mel.agent.memory import Fact, WorkingMemory
from mel.household import Household
from mel.shared.errors import NotThere
from mel.storage.sql import prepared
from mel.storage.sql.household import SqlHouseholdRepository
from mel.storage.sql.tables import accounts, expenses, facts, goals, incomes
from mel.storage.sql.values import aliases, day, to_day
from mel.understanding import Term

# A household's budget and income book share its id (agent/work.py).
_names: list[Select[tuple[str, int, str, str]]] = [
    core_select(
        literal("expense").label("kind"), expenses.c.position.label("place"), expenses.c.name, expenses.c.aliases
    ).where(*prepared.where(expenses, "household_id"), expenses.c.budget_id == expenses.c.household_id),
    core_select(literal("goal"), goals.c.number, goals.c.name, goals.c.aliases).where(
        *prepared.where(goals, "household_id"), or_(goals.c.owner.is_(None), goals.c.owner == bindparam("reader"))
    ),
    core_select(literal("income"), incomes.c.position, incomes.c.name, incomes.c.aliases).where(
        *prepared.where(incomes, "household_id"), incomes.c.book_id == incomes.c.household_id
    ),
    core_select(literal("card"), accounts.c.number, accounts.c.name, accounts.c.aliases).where(
        *prepared.where(accounts, "household_id"),
        accounts.c.product == literal("card"),
        or_(accounts.c.private == 0, accounts.c.owner == bindparam("reader")),
    ),
]
_NAMES = prepared.Prepared(union_all(*_names).order_by("kind", "place"))
_FACTS = prepared.select(facts, ("text", "told_by", "on_day"), ("household_id",), order="number")
_REMEMBER = prepared.append(facts)


class SqlMemorySource:
    """Fills the `MemorySource` port for one household, inside one unit of work."""

    def __init__(self, db: Connection, households: SqlHouseholdRepository, household_id: str) -> None:
        self._db, self._households, self._household_id = db, households, household_id

    def read(self, reader: str | None) -> WorkingMemory:
        try:
            household = self._households.load(self._household_id)
        except NotThere:
            household = Household(self._household_id)
        terms: dict[str, list[Term]] = {"expense": [], "goal": [], "income": [], "card": []}
        for kind, _, name, names in _NAMES(self._db, household_id=self._household_id, reader=reader):
            terms[kind].append(Term(name, aliases(names)))
        known = _FACTS(self._db, household_id=self._household_id).fetchall()
        return WorkingMemory(
            household=household,
            expenses=tuple(terms["expense"]),
            goals=tuple(terms["goal"]),
            incomes=tuple(terms["income"]),
            cards=tuple(terms["card"]),
            facts=tuple(Fact(text, told_by, to_day(on_day)) for text, told_by, on_day in known),
        )

    def remember(self, fact: Fact) -> None:
        house = self._household_id
        values = {"text": fact.text, "told_by": fact.told_by, "on_day": day(fact.on)}
        _REMEMBER(self._db, house=house, household_id=house, **values)
