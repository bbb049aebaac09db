"""Units of work, on every storage: all or nothing, one after the other, and each for one household."""

from __future__ import annotations

import contextlib
import threading
import uuid
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.homes import JUNE, a_budget, a_goal, a_home, a_turn, an_event, at, brl
from mel.agent.memory import Fact
from mel.agent.operations import AlreadyConfirmed
from mel.income import Income
from mel.shared.errors import NotThere
from mel.storage.memory import InMemoryStorage

ACTIONS = ("household", "spend", "goal", "income", "fact", "propose", "confirm", "say", "claim")


def act(work: Any, action: str, number: int) -> None:
    """Something in each room, under ids that every household uses alike."""
    if action == "household":
        work.households.save(a_home(work.household_id))
    elif action == "spend":
        budget = budget_of(work)
        budget.expenses[number % 2].add_to_actual(JUNE, brl(number), id=f"{action}-{budget.version}")
        work.budgets.save(budget)
    elif action == "goal":
        goal = next(iter(work.goals.list()), None) or a_goal("g")
        goal.contribute("Ana", brl(number), date(2026, 6, 1), id=f"c-{goal.version}")
        work.goals.save(goal)
    elif action == "income":
        book = work.incomes.load("b")
        book.sources.append(Income("Salário", brl(number), id=f"i-{book.version}"))
        work.incomes.save(book)
    elif action == "fact":
        work.memory.remember(Fact(f"fato {number}"))
    elif action in ("propose", "confirm"):
        kind = "proposed" if action == "propose" else "confirmed"
        work.operations.append(an_event(kind, f"op-{number}", number, fact=f"f{number}"))
    elif action == "say":
        work.conversations.append(a_turn(f"t{number}"))
    else:
        work.inbox.claim(f"m{number}", f"turn-{number}", at(0))


def budget_of(work: Any) -> Any:
    try:
        return work.budgets.load("casa")
    except NotThere:
        return a_budget()


def view(storage: Any, house: str) -> dict[str, Any]:
    """All that a household can be asked."""
    with storage.work(house) as work:
        memory = work.memory.read("Ana")
        budget = budget_of(work)
        seen = {
            "members": memory.household.members,
            "facts": memory.facts,
            "names": (memory.expenses, memory.goals, memory.incomes),
            "version": budget.version,
            "entries": [entry for _, entry in budget.entries([JUNE])],
            "actual": budget.actual_total(JUNE),
            "goals": work.goals.list("Ana"),
            "income": work.incomes.load("b"),
            "open": work.operations.open(at(9)),
            "recent": [(operation.id, operation.events) for operation in work.operations.recent()],
            "told": [work.operations.told(f"f{number}") for number in range(4)],
            "said": work.conversations.recent("ana", 99),
        }
    for number in range(4):
        # Asked last and dropped again: a claim leaves a trace.
        with contextlib.suppress(Dropped), storage.work(house) as work:
            seen[f"m{number}"] = work.inbox.claim(f"m{number}", "asked", at(1))
            raise Dropped
    return seen


class Dropped(Exception):
    pass


def fail_midway(storage: Any) -> None:
    with storage.work("casa") as work:
        for action in ACTIONS:
            act(work, action, 2)
        raise Dropped


def test_an_exception_drops_everything(storage: Any) -> None:
    with storage.work("casa") as work:
        for action in ACTIONS:
            act(work, action, 1)
    before = view(storage, "casa")

    with pytest.raises(Dropped):
        fail_midway(storage)

    assert view(storage, "casa") == before
    with storage.work("casa") as work:
        for action in ACTIONS:
            act(work, action, 2)
    assert view(storage, "casa") != before


def test_the_first_unit_of_work_may_fail_too(storage: Any) -> None:
    with pytest.raises(Dropped):
        fail_midway(storage)

    assert storage.household_ids() == ()
    assert view(storage, "casa") == view(InMemoryStorage(), "casa")


def test_households_are_those_that_were_set_up(storage: Any) -> None:
    for house in ("b", "a"):
        with storage.work(house) as work:
            work.households.save(a_home(house))
    with storage.work("c") as work:
        work.memory.remember(Fact("x"))

    assert storage.household_ids() == ("a", "b")


def test_another_household_can_neither_be_loaded_nor_saved(storage: Any) -> None:
    with storage.work("a") as work:
        work.households.save(a_home("a"))

    with storage.work("b") as work, pytest.raises(NotThere):
        work.households.load("a")
    with storage.work("b") as work, pytest.raises(ValueError, match="unit of work"):
        work.households.save(a_home("a"))


def test_units_of_work_in_one_household_wait_for_each_other(storage: Any) -> None:
    with storage.work("casa") as work:
        work.budgets.save(a_budget())

    def spend() -> None:
        for _ in range(10):
            with storage.work("casa") as work:
                budget = work.budgets.load("casa")
                budget.expenses[0].add_to_actual(JUNE, brl(1))
                work.budgets.save(budget)

    threads = [threading.Thread(target=spend) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with storage.work("casa") as work:
        assert work.budgets.load("casa").actual_total(JUNE) == brl(40)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(ACTIONS), st.integers(0, 3)), max_size=30))
@settings(max_examples=40, deadline=None)
def test_two_households_never_see_each_other(shared_storage: Any, acts: list[tuple[str, str, int]]) -> None:
    example = uuid.uuid4().hex
    names = {"a": f"{example}-a", "b": f"{example}-b"}
    # The oracle of each house: a storage in which nobody else ever lived.
    alone = {house: InMemoryStorage() for house in names.values()}

    def both(storage: Any, house: str, action: str, number: int) -> str:
        try:
            with storage.work(house) as work:
                act(work, action, number)
        except AlreadyConfirmed:
            return "refused"
        return "done"

    for which, action, number in acts:
        house = names[which]
        assert both(shared_storage, house, action, number) == both(alone[house], house, action, number)
    for house in names.values():
        assert view(shared_storage, house) == view(alone[house], house)
