"""Rows into a household: what `export` reads, written back. A roteiro may bring its own small world this way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from mel.agent.memory import Fact
from mel.agent.work import Storage, UnitOfWork
from mel.budget import Budget, RecurringExpense
from mel.evals.rows import Row
from mel.goals import Goal
from mel.household import Household, Member
from mel.income import Income, Receipt
from mel.shared.money import Money
from mel.shared.period import Period
from mel.shared.rates import Rate, RateTable

Furniture = Mapping[str, Sequence[Row]]
"""Rows by table, without keys: "household" holds one row with the members' names."""


def furnish(storage: Storage, house_id: str, furniture: Furniture, today: date) -> None:
    """Set the household up. What a row leaves out gets the plainest value."""
    house = next(iter(furniture.get("household", ())), {})
    members = _members(house)
    with storage.work(house_id) as work:
        limit = house.get("fastPathLimit")
        rates = RateTable.of(
            Rate(row["from"], row["to"], date.fromisoformat(row["date"]), Decimal(row["value"]))
            for row in furniture.get("rates", ())
        )
        household = Household(house_id, members=members, fast_path_limit=_money(limit) if limit else None, rates=rates)
        work.households.save(household)
        _budget(work, house_id, furniture)
        for row in furniture.get("goals", ()):
            work.goals.save(_goal(row, members, furniture, today))
        _incomes(work, house_id, furniture)
        for row in furniture.get("facts", ()):
            work.memory.remember(Fact(row["text"], row.get("toldBy"), today))


def _members(house: Row) -> tuple[Member, ...]:
    """A household's own `apelidos` say whose each is: "Guga = Nico"."""
    pairs = [nickname.split(" = ", 1) for nickname in house.get("aliases") or ()]
    return tuple(
        Member(name, tuple(nickname for nickname, *whose in pairs if whose == [name]))
        for name in house.get("members", ())
    )


def _budget(work: UnitOfWork, house_id: str, furniture: Furniture) -> None:
    rows = furniture.get("expenses", ())
    if not rows:
        return
    budget = Budget(id=house_id)
    for row in rows:
        budget.register(
            RecurringExpense(
                name=row["name"],
                expected=_money(row.get("expected") or {"amount": 0, "currency": "BRL"}),
                aliases=tuple(row.get("aliases") or ()),
                category=row.get("category"),
                billing_day=row.get("billingDay"),
                payment=row.get("payment"),
            )
        )
    for number, row in enumerate(furniture.get("entries", ()), 1):
        day = _day(row.get("date"))
        period = Period.parse(row["period"]) if row.get("period") else Period.of(day or date.min)
        budget.expense(row["expense"]).add_to_actual(
            period,
            _money(row["amount"]),
            date=day,
            payer=row.get("payer"),
            author=row.get("author", row.get("payer")),
            id=f"lançamento-{number}",
        )
    work.budgets.save(budget)


def _goal(row: Row, members: tuple[Member, ...], furniture: Furniture, today: date) -> Goal:
    named = row.get("members")
    goal = Goal(
        id=f"meta-{row['name']}",
        name=row["name"],
        target=_money(row["target"]),
        deadline=date.fromisoformat(row["deadline"]),
        created_on=_day(row.get("createdOn")) or today,
        members=tuple(member for member in members if named is None or member.name in named),
        owner=row.get("owner"),
    )
    for given in furniture.get("contributions", ()):
        if given["goal"] == goal.name:
            goal.contribute(given["paidBy"], _money(given["amount"]), date.fromisoformat(given["date"]))
    return goal


def _incomes(work: UnitOfWork, house_id: str, furniture: Furniture) -> None:
    sources, receipts = furniture.get("incomes", ()), furniture.get("receipts", ())
    if not sources and not receipts:
        return
    book = work.incomes.load(house_id)
    for row in sources:
        kind = row.get("kind", "salary")
        book.sources.append(Income(row["name"], _money(row["amount"]), received_by=row.get("receivedBy"), kind=kind))
    for row in receipts:
        day = date.fromisoformat(row["date"])
        book.receipts.append(Receipt(row["name"], _money(row["amount"]), day, row.get("receivedBy")))
    work.incomes.save(book)


def _money(wire: Mapping[str, Any]) -> Money:
    return Money(Decimal(str(wire["amount"])), wire["currency"])


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
