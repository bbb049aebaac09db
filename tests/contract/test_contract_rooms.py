"""Goals, income, the household and working memory, on every storage."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from contract.homes import ANA, GABRIEL, JUNE, a_budget, a_goal, a_home, brl
from mel.agent.memory import Fact
from mel.household import Household, Member
from mel.income import Income, Receipt
from mel.shared.errors import ConcurrentChange, NotThere
from mel.shared.money import Money
from mel.shared.rates import Rate, RateTable


def test_a_goal_keeps_contributions_in_several_currencies(storage: Any) -> None:
    goal = a_goal(aliases=("viagem",))
    told = [
        goal.contribute("Ana", Money("100.10", "EUR"), date(2026, 6, 2), author="Gabriel", operation_id="op-1"),
        goal.contribute("Gabi", brl(500), date(2026, 6, 1)),
        goal.contribute("Ana", Money(-50, "JPY"), date(2025, 1, 1)),
    ]
    with storage.work("casa") as work:
        work.goals.save(goal)

    with storage.work("casa") as work:
        again = work.goals.load("ams")
    assert again == goal
    assert again.contributions == told
    assert again.saved_by_currency() == {"EUR": Money("100.10", "EUR"), "BRL": brl(500), "JPY": Money(-50, "JPY")}


def test_contributions_stay_in_the_order_they_were_told(storage: Any) -> None:
    goal = a_goal()
    first = goal.contribute("Ana", brl(1), date(2026, 6, 3))
    second = goal.contribute("Ana", brl(2), date(2026, 6, 2))
    with storage.work("casa") as work:
        work.goals.save(goal)
        loaded = work.goals.load("ams")
        loaded.contributions.remove(first)
        third = loaded.contribute("Ana", brl(3), date(2026, 6, 1))
        work.goals.save(loaded)

    with storage.work("casa") as work:
        assert work.goals.load("ams").contributions == [second, third]


def test_changing_a_loaded_or_saved_goal_changes_nothing_stored(storage: Any) -> None:
    goal = a_goal()
    with storage.work("casa") as work:
        work.goals.save(goal)
        loaded = work.goals.load("ams")
        loaded.name, goal.name = "Outra", "Outra"
        loaded.contribute("Ana", brl(1), date(2026, 6, 1))
        goal.contribute("Ana", brl(1), date(2026, 6, 1))

    with storage.work("casa") as work:
        again = work.goals.load("ams")
        assert (again.name, again.contributions) == ("Amsterdam Setembro/2026", [])


def test_every_field_of_a_goal_may_change(storage: Any) -> None:
    goal = a_goal()
    with storage.work("casa") as work:
        work.goals.save(goal)
        goal.name, goal.target, goal.deadline = "Roma", Money(1, "USD"), date(2027, 1, 1)
        goal.members, goal.aliases, goal.owner = (GABRIEL,), ("roma",), "Gabriel"
        work.goals.save(goal)

    with storage.work("casa") as work:
        assert work.goals.load("ams") == goal


def test_a_lost_update_of_a_goal_is_refused(storage: Any) -> None:
    with storage.work("casa") as work:
        work.goals.save(a_goal())
        first, second = work.goals.load("ams"), work.goals.load("ams")
        first.contribute("Ana", brl(1), date(2026, 6, 1))
        work.goals.save(first)

    for stale in (second, a_goal()):
        stale.contribute("Ana", brl(2), date(2026, 6, 1))
        with pytest.raises(ConcurrentChange), storage.work("casa") as work:
            work.goals.save(stale)
    with storage.work("casa") as work:
        assert work.goals.load("ams").saved_by_currency() == {"BRL": brl(1)}
        with pytest.raises(NotThere):
            work.goals.load("outra")


def test_a_private_goal_shows_to_its_owner_alone(storage: Any) -> None:
    with storage.work("casa") as work:
        for goal_id, owner in (("z", None), ("presente", "Ana"), ("b", None), ("moto", "Gabriel")):
            work.goals.save(a_goal(goal_id, name=goal_id, owner=owner))

        def seen(reader: str | None) -> list[str]:
            return [goal.id for goal in work.goals.list(reader)]

        assert seen("Ana") == ["z", "presente", "b"]
        assert seen("Gabriel") == ["z", "b", "moto"]
        assert seen(None) == seen("") == ["z", "b"]
        assert [term.name for term in work.memory.read("Ana").goals] == ["z", "presente", "b"]
        assert [term.name for term in work.memory.read(None).goals] == ["z", "b"]


def test_no_income_yet_is_an_empty_book(storage: Any) -> None:
    with storage.work("casa") as work:
        book = work.incomes.load("casa")
    assert (book.id, book.sources, book.receipts, book.version) == ("casa", [], [], 0)


def test_income_comes_back_and_a_lost_update_is_refused(storage: Any) -> None:
    salary = Income("Salário", brl("8000.01"), "Ana", "salary", business_day=5, aliases=("salario", "pagamento"))
    voucher = Income("VR", brl(600), "Gabriel", "benefit", day=1)
    with storage.work("casa") as work:
        book = work.incomes.load("casa")
        book.sources += [salary, voucher]
        book.receive(Receipt("Salário", brl("8000.01"), date(2026, 6, 5), "Ana", "op-1"))
        work.incomes.save(book)
        stale = work.incomes.load("casa")
        book.sources.remove(voucher)
        book.sources[0] = replace(salary, amount=brl(9000))
        book.receive(Receipt("Freela", Money(10, "USD"), date(2026, 6, 4)))
        work.incomes.save(book)

    with storage.work("casa") as work:
        again = work.incomes.load("casa")
        assert again == book
        assert again.received(JUNE, "BRL") == brl("8000.01")
        again.sources.clear()
        assert work.incomes.load("casa").sources == book.sources
    with pytest.raises(ConcurrentChange), storage.work("casa") as work:
        work.incomes.save(stale)


def test_a_household_comes_back_and_can_be_changed(storage: Any) -> None:
    rates = RateTable.of(
        [Rate("EUR", "BRL", date(2026, 6, 1), Decimal("6.1234567")), Rate("USD", "BRL", date(2026, 5, 1), Decimal(5))]
    )
    home = Household("casa", "Nossa casa", (ANA, GABRIEL), "EUR", "Europe/Lisbon", Money("12.34", "EUR"), rates)
    with storage.work("casa") as work:
        with pytest.raises(NotThere):
            work.households.load("casa")
        work.households.save(home)
    with storage.work("casa") as work:
        assert work.households.load("casa") == home
        smaller = replace(home, members=(Member("Bia"),), rates=RateTable(), name="Casa")
        work.households.save(smaller)

    with storage.work("casa") as work:
        assert work.households.load("casa") == smaller


def test_working_memory_tells_names_and_facts(storage: Any) -> None:
    facts = (Fact("a Ana é vegetariana", "Ana", date(2026, 6, 1)), Fact("aluguel vence dia 5"))
    with storage.work("casa") as work:
        work.households.save(a_home())
        budget = a_budget("Mercado", "Água")
        budget.add_alias("Mercado", "feira")
        work.budgets.save(budget)
        work.goals.save(a_goal(aliases=("holanda",)))
        book = work.incomes.load("casa")
        book.sources.append(Income("Salário", brl(1), aliases=("pagamento",)))
        work.incomes.save(book)
        for fact in facts:
            work.memory.remember(fact)

    with storage.work("casa") as work:
        memory = work.memory.read("Ana")
    assert memory.household == a_home()
    assert [(term.name, term.aliases) for term in memory.expenses] == [("Mercado", ("feira",)), ("Água", ())]
    assert [(term.name, term.aliases) for term in memory.goals] == [("Amsterdam Setembro/2026", ("holanda",))]
    assert [(term.name, term.aliases) for term in memory.incomes] == [("Salário", ("pagamento",))]
    assert memory.facts == facts


def test_working_memory_of_a_house_that_was_never_set_up_is_empty(storage: Any) -> None:
    with storage.work("casa") as work:
        memory = work.memory.read("Ana")
    assert (memory.household.id, memory.household.members, memory.expenses) == ("casa", (), ())
