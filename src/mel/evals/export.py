"""A household as rows of plain values, read through the repositories' own doors, so that it is the same on any storage.

Columns are named as on the wire. What only the agent keeps (proposals, conversations) is no part of the world: a
preview changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from mel.agent.wire import plain
from mel.agent.work import UnitOfWork
from mel.budget import Budget, Entry, RecurringExpense
from mel.evals.rows import Row
from mel.goals import Goal
from mel.household import Household
from mel.income import IncomeBook
from mel.shared.errors import NotThere
from mel.shared.period import Period

WINDOW = (-13, 13)
"""Months before and after the conversation's that are compared; nobody talks further than that."""

Tables = dict[str, dict[str, Row]]


def house_rows(work: UnitOfWork, today: date) -> Tables:
    """Every table of one household. Goals are read whoever owns them."""
    tables: Tables = {
        name: {}
        for name in (
            "household",
            "rates",
            "expenses",
            "entries",
            "goals",
            "contributions",
            "incomes",
            "receipts",
            "facts",
        )
    }
    try:
        household = work.households.load(work.household_id)
    except NotThere:
        return tables
    tables["household"] = {household.id: _household(household)}
    for rate in household.rates.rates:
        row = {"from": rate.source, "to": rate.target, "date": plain(rate.on), "value": str(rate.value)}
        tables["rates"][f"{rate.source}-{rate.target}-{rate.on}"] = row
    _budget(tables, work, today)
    for goal in _goals(work, household):
        _goal(tables, goal)
    _incomes(tables, work.incomes.load(household.id))
    for fact in work.memory.read(None).facts:
        tables["facts"][str(len(tables["facts"]))] = {"text": fact.text, "toldBy": fact.told_by, "date": plain(fact.on)}
    return tables


def versions(work: UnitOfWork) -> object:
    """Equal as long as nothing of the household's was written. One without a budget may still write goals and facts."""
    try:
        household = work.households.load(work.household_id)
    except NotThere:
        return None
    try:
        budget: object = work.budgets.load(work.household_id).version
    except NotThere:
        budget = None
    goals = tuple((goal.id, goal.version) for goal in _goals(work, household))
    return household, budget, goals, work.incomes.load(household.id).version, work.memory.read(None).facts


def _household(house: Household) -> Row:
    return {
        "name": house.name,
        "members": [member.name for member in house.members],
        "currency": house.currency,
        "fastPathLimit": plain(house.fast_path_limit),
    }


def _budget(tables: Tables, work: UnitOfWork, today: date) -> None:
    try:
        budget = work.budgets.load(work.household_id)
    except NotThere:
        return
    tables["expenses"] = {expense.id: _expense(expense) for expense in budget.expenses}
    tables["entries"] = {entry.id: _entry(expense, entry) for expense, entry in _entries(budget, today)}


def _entries(budget: Budget, today: date) -> Iterator[tuple[RecurringExpense, Entry]]:
    month, (first, last) = Period.of(today), WINDOW
    yield from budget.entries(month.plus(step) for step in range(first, last + 1))


def _expense(expense: RecurringExpense) -> Row:
    return {
        "name": expense.name,
        "expected": plain(expense.expected),
        "category": expense.category,
        "billingDay": expense.billing_day,
        "payment": expense.payment,
        "aliases": list(expense.aliases),
        "revisions": [{"period": str(r.since), "expected": plain(r.expected)} for r in expense.revisions],
    }


def _entry(expense: RecurringExpense, entry: Entry) -> Row:
    return {
        "expense": expense.name,
        "period": str(entry.period),
        "amount": plain(entry.amount),
        "date": plain(entry.date),
        "payer": entry.payer,
        "author": entry.author,
        "origin": entry.origin,
        "note": entry.note,
    }


def _goals(work: UnitOfWork, household: Household) -> list[Goal]:
    """Shared ones and those of each member, once."""
    readers = (None, *(member.name for member in household.members))
    return list({goal.id: goal for reader in readers for goal in work.goals.list(reader)}.values())


def _goal(tables: Tables, goal: Goal) -> None:
    tables["goals"][goal.id] = {
        "name": goal.name,
        "target": plain(goal.target),
        "deadline": plain(goal.deadline),
        "createdOn": plain(goal.created_on),
        "members": [member.name for member in goal.members],
        "owner": goal.owner,
    }
    for given in goal.contributions:
        tables["contributions"][given.id] = {
            "goal": goal.name,
            "paidBy": given.paid_by.name,
            "amount": plain(given.amount),
            "date": plain(given.on),
            "author": given.author,
        }


def _incomes(tables: Tables, book: IncomeBook) -> None:
    for source in book.sources:
        tables["incomes"][source.id] = {
            "name": source.name,
            "amount": plain(source.amount),
            "receivedBy": source.received_by,
            "kind": source.kind,
        }
    for receipt in book.receipts:
        row: dict[str, Any] = {"name": receipt.name, "amount": plain(receipt.amount), "date": plain(receipt.on)}
        tables["receipts"][receipt.id] = {**row, "receivedBy": receipt.received_by}
