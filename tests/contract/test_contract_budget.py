"""Budgets, on every storage."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.homes import JUNE, a_budget, brl
from mel.budget import Budget, Entry, RecurringExpense, Revision
from mel.shared.errors import ConcurrentChange, NotThere
from mel.shared.money import Money
from mel.shared.period import Period
from mel.storage.errors import ExpenseInUse
from mel.storage.memory import InMemoryBudgetRepository


def saved(storage: Any, budget: Budget) -> Budget:
    with storage.work("casa") as work:
        work.budgets.save(budget)
    return budget


def test_a_budget_that_was_never_saved_is_not_there(storage: Any) -> None:
    with storage.work("casa") as work, pytest.raises(NotThere):
        work.budgets.load("casa")


def test_every_field_comes_back(storage: Any) -> None:
    budget = Budget("casa", currency="EUR")
    mercado = RecurringExpense(
        "Mercado",
        Money("1500.55", "EUR"),
        aliases=("mercado", "feira"),
        category="alimentação",
        billing_day=31,
        payment="débito",
        revisions=(Revision(Period(2026, 1), Money(1, "EUR")), Revision(Period(2026, 7), Money("2.01", "EUR"))),
    )
    budget.register(mercado)
    budget.register(RecurringExpense("Água", Money(0, "EUR")))
    saved(storage, budget)

    with storage.work("casa") as work:
        again = work.budgets.load("casa")

    assert (again.id, again.currency, again.version) == ("casa", "EUR", 1)
    assert [expense.name for expense in again.expenses] == ["Mercado", "Água"]
    for name in ("id", "name", "expected", "aliases", "category", "billing_day", "payment", "revisions"):
        assert getattr(again.expenses[0], name) == getattr(mercado, name)
    assert again.expenses[1].category is None


def test_every_field_of_an_entry_comes_back(storage: Any) -> None:
    budget = a_budget()
    entry = budget.expenses[0].add_to_actual(
        JUNE,
        brl("-12.34"),
        date=date(2026, 6, 30),
        payer="Ana",
        author="Gabriel",
        origin="import",
        note="feira 🍎",
        operation_id="op-1",
    )
    plain = budget.expenses[0].add_to_actual(JUNE, brl(5))
    saved(storage, budget)

    with storage.work("casa") as work:
        assert work.budgets.load("casa").expenses[0].entries_for(JUNE) == (entry, plain)


def test_changing_what_was_loaded_changes_nothing_stored(storage: Any) -> None:
    saved(storage, a_budget())

    with storage.work("casa") as work:
        loaded = work.budgets.load("casa")
        loaded.expenses[0].name = "Outra coisa"
        loaded.expenses[0].add_to_actual(JUNE, brl(10))
        loaded.expenses[0].adjust(brl(1), JUNE)
        loaded.register(RecurringExpense("Luz", brl(1)))
        again = work.budgets.load("casa")

    assert [expense.name for expense in again.expenses] == ["Mercado", "Aluguel"]
    assert again.expenses[0].revisions == ()
    with storage.work("casa") as work:
        assert work.budgets.load("casa").actual_total(JUNE) == brl(0)


def test_changing_what_was_saved_changes_nothing_stored(storage: Any) -> None:
    budget = saved(storage, a_budget())

    budget.expenses[0].name = "Outra coisa"
    budget.expenses[0].adjust(brl(1))
    budget.expenses.clear()

    with storage.work("casa") as work:
        again = work.budgets.load("casa")
    assert [(expense.name, expense.expected) for expense in again.expenses] == [
        ("Mercado", brl(1500)),
        ("Aluguel", brl(1500)),
    ]


def test_a_saved_budget_can_be_changed_and_saved_again(storage: Any) -> None:
    with storage.work("casa") as work:
        budget = a_budget()
        for _ in range(3):
            budget.expenses[0].add_to_actual(JUNE, brl(10))
            work.budgets.save(budget)
        assert budget.expenses[0].actual_for(JUNE) == brl(30)

    with storage.work("casa") as work:
        again = work.budgets.load("casa")
        assert (again.version, again.expenses[0].actual_for(JUNE)) == (3, brl(30))
        assert len(again.expenses[0].entries_for(JUNE)) == 3


def test_a_budget_of_one_unit_of_work_can_be_saved_in_the_next(storage: Any) -> None:
    budget = saved(storage, a_budget())

    budget.expenses[0].add_to_actual(JUNE, brl(7))
    with storage.work("casa") as work:
        work.budgets.save(budget)
        assert budget.expenses[0].actual_for(JUNE) == brl(7)


def test_a_lost_update_is_refused(storage: Any) -> None:
    saved(storage, a_budget())
    with storage.work("casa") as work:
        first, second = work.budgets.load("casa"), work.budgets.load("casa")
        first.adjust_amount("Mercado", brl(1))
        work.budgets.save(first)

    second.adjust_amount("Mercado", brl(2))
    with pytest.raises(ConcurrentChange):
        saved(storage, second)

    with storage.work("casa") as work:
        assert work.budgets.load("casa").expense("Mercado").expected == brl(1)


def test_a_second_first_budget_is_refused(storage: Any) -> None:
    saved(storage, a_budget())

    with pytest.raises(ConcurrentChange):
        saved(storage, a_budget("Luz"))

    with storage.work("casa") as work:
        assert len(work.budgets.load("casa").expenses) == 2


def test_a_budget_from_elsewhere_is_refused(storage: Any) -> None:
    budget = a_budget()
    budget.version = 4

    with pytest.raises(ConcurrentChange):
        saved(storage, budget)


def test_a_save_without_a_change_still_moves_the_version(storage: Any) -> None:
    budget = saved(storage, a_budget())
    saved(storage, budget)

    with storage.work("casa") as work:
        assert work.budgets.load("casa").version == budget.version == 2


def test_revisions_are_added_replaced_and_dropped(storage: Any) -> None:
    budget = a_budget()
    for month, amount in ((1, 10), (3, 30), (6, 60)):
        budget.adjust_amount("Mercado", brl(amount), Period(2026, month))
    saved(storage, budget)
    with storage.work("casa") as work:
        loaded = work.budgets.load("casa")
        loaded.adjust_amount("Mercado", brl(33), Period(2026, 3))
        work.budgets.save(loaded)

    with storage.work("casa") as work:
        mercado = work.budgets.load("casa").expense("Mercado")
        assert mercado.revisions == (Revision(Period(2026, 1), brl(10)), Revision(Period(2026, 3), brl(33)))


def test_an_expense_without_entries_may_go_and_one_with_history_may_not(storage: Any) -> None:
    budget = a_budget("Mercado", "Aluguel", "Luz")
    budget.expenses[0].add_to_actual(JUNE, brl(1))
    budget.expenses[1].adjust(brl(2), JUNE)
    saved(storage, budget)

    with storage.work("casa") as work:
        loaded = work.budgets.load("casa")
        del loaded.expenses[1]
        work.budgets.save(loaded)
    with storage.work("casa") as work:
        assert [expense.name for expense in work.budgets.load("casa").expenses] == ["Mercado", "Luz"]
    del loaded.expenses[0]
    with pytest.raises(ExpenseInUse, match="Mercado"):
        saved(storage, loaded)


def test_a_repository_of_its_own_needs_no_unit_of_work() -> None:
    repo = InMemoryBudgetRepository()
    repo.save(a_budget())

    assert repo.load("casa").version == 1


@given(st.sampled_from(["BRL", "EUR", "JPY", "KWD"]), st.integers(0, 10**12), st.integers(-(10**12), 10**12))
@settings(max_examples=30, deadline=None)
def test_money_is_exact_to_the_cent(shared_storage: Any, currency: str, expected: int, spent: int) -> None:
    house = uuid.uuid4().hex
    budget = Budget(house, currency)
    budget.register(RecurringExpense("Mercado", Money.of_minor(expected, currency)))
    budget.expenses[0].ledger.add(Entry(JUNE, Money.of_minor(spent, currency)))
    with shared_storage.work(house) as work:
        work.budgets.save(budget)

    with shared_storage.work(house) as work:
        again = work.budgets.load(house).expenses[0]
        assert again.expected == Money.of_minor(expected, currency)
        assert again.actual_for(JUNE) == again.entries_for(JUNE)[0].amount == Money.of_minor(spent, currency)


MONTHS = tuple(Period(2026, month) for month in (5, 6, 7))
ACTS = st.lists(
    st.tuples(
        st.sampled_from(["add", "replace", "remove", "look", "save", "reload"]),
        st.integers(0, 1),
        st.integers(0, 2),
        st.integers(1, 99_999),
    ),
    max_size=25,
)


@given(ACTS)
@settings(max_examples=60, deadline=None)
def test_months_read_one_by_one_tell_what_was_told(shared_storage: Any, acts: list[tuple[str, int, int, int]]) -> None:
    house = uuid.uuid4().hex
    truth: dict[tuple[int, Period], list[Entry]] = {(line, month): [] for line in (0, 1) for month in MONTHS}
    with shared_storage.work(house) as work:
        budget = a_budget(budget_id=house)
        work.budgets.save(budget)
        for act, line, which, cents in acts:
            expense, month, amount = budget.expenses[line], MONTHS[which], Money.of_minor(cents, "BRL")
            told = truth[line, month]
            if act == "add":
                told.append(expense.add_to_actual(month, amount))
            elif act == "replace":
                told.append(expense.record_spend(month, amount))
                assert expense.actual_for(month) == amount
            elif act == "remove" and told:
                expense.ledger.remove(told.pop(cents % len(told)))
            elif act == "look":
                assert_tells(budget, truth)
            elif act in ("save", "reload"):
                work.budgets.save(budget)
                budget = work.budgets.load(house) if act == "reload" else budget
        assert_tells(budget, truth)
        work.budgets.save(budget)
        assert_tells(budget, truth)

    with shared_storage.work(house) as work:
        assert_tells(work.budgets.load(house), truth)


def assert_tells(budget: Budget, truth: dict[tuple[int, Period], list[Entry]]) -> None:
    for (line, month), told in truth.items():
        expense = budget.expenses[line]
        assert expense.actual_for(month).minor == sum(entry.amount.minor for entry in told)
        assert expense.entries_for(month) == tuple(told)
        for amount in {entry.amount for entry in told}:
            assert expense.entries_for(month, amount) == tuple(entry for entry in told if entry.amount == amount)
        assert expense.entries_for(month, Money("99999999.99", "BRL")) == ()


def test_thousands_of_entries_come_and_go_together(storage: Any) -> None:
    month = Period(2026, 6)
    with storage.work("casa") as work:
        budget = Budget("casa")
        budget.register(RecurringExpense("Mercado", Money(100, "BRL")))
        work.budgets.save(budget)
    with storage.work("casa") as work:
        budget = work.budgets.load("casa")
        for number in range(1, 1_201):
            budget.expense("Mercado").add_to_actual(month, Money(number, "BRL"))
        work.budgets.save(budget)
    with storage.work("casa") as work:
        budget = work.budgets.load("casa")
        ledger = budget.expense("Mercado").ledger
        assert [entry.amount.amount for entry in ledger.entries(month)] == list(range(1, 1_201))
        fresh = budget.expense("Mercado").add_to_actual(month, Money(7, "BRL"))
        ledger.remove_all([*ledger.entries(month)[10:1_200], fresh])
        ledger.remove_all(ledger.entries(month)[:0])
        work.budgets.save(budget)
    with storage.work("casa") as work:
        assert work.budgets.load("casa").expense("Mercado").actual_for(month) == Money(55, "BRL")
