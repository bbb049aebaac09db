"""A purchase told in chat and printed by the bank is one effect, whatever is taken back or corrected afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from bankfiles import HOUSE, House, brl, extrato, fatura, row
from mel.agent.tools.import_invoice import preview_of
from mel.bookkeeping import catch_up
from mel.budget import Budget, RecurringExpense
from mel.household import Household
from mel.shared.period import Period


def matched(text: str = "MERCADO BOM PRECO") -> tuple[House, str, str]:
    """R$ 50 told under Lazer and printed by the card; the handle of the entry, and the import."""
    house = House()
    spend = {"expense": "Lazer", "period": "2026-03", "amount": {"amount": 50, "currency": "BRL"}, "date": "2026-03-10"}
    with house.tools() as (record, _, _undo):
        assert record.record_spend(**spend, operation_id="op-told", confirm=True)["persisted"]
    batch = house.take(fatura([row("2026-03-11", "-50", text)]))
    assert figures(house) == {"Lazer": brl(50)}
    with house.storage.work(HOUSE) as work:
        (entry,) = work.budgets.load(HOUSE).expense("Lazer").entries_for(Period(2026, 3))
    return house, f"2026-03:{entry.id}", batch


def figures(house: House, month: str = "2026-03") -> dict[str, Any]:
    found = {name: house.actual(month, name) for name in ("Mercado", "Lazer", "Casa")}
    return {name: amount for name, amount in found.items() if not amount.is_zero}


def test_the_line_counts_again_when_the_told_spend_is_undone() -> None:
    house, _, batch = matched()
    with house.tools() as (_, _entry, undo):
        done = undo.undo_operation(target="op-told", operation_id="op-undo", confirm=True)
    assert figures(house) == {"Mercado": brl(50)}
    assert done["preview"]["countsAgain"][0]["description"] == "MERCADO BOM PRECO"
    house.undo(batch)
    assert figures(house) == {}


def test_a_shown_undo_changes_nothing() -> None:
    house, _, _ = matched()
    with house.tools() as (_, _entry, undo):
        undo.undo_operation(target="op-told", operation_id="op-undo")
    assert figures(house) == {"Lazer": brl(50)}


def test_the_line_counts_again_when_the_told_spend_is_removed_and_no_more_when_that_is_undone() -> None:
    house, handle, batch = matched()
    with house.tools() as (_, entry, _undo):
        entry.remove_entry(entry=handle, operation_id="op-gone", confirm=True)
    assert figures(house) == {"Mercado": brl(50)}
    with house.tools() as (_, _entry, undo):
        undo.undo_operation(target="op-gone", operation_id="op-undo", confirm=True)
    assert figures(house) == {"Lazer": brl(50)}
    house.undo(batch)
    assert figures(house) == {"Lazer": brl(50)}


@pytest.mark.parametrize("change", [{"amount": {"amount": 80, "currency": "BRL"}}, {"date": "2026-03-25"}])
def test_a_told_spend_corrected_into_another_purchase_lets_its_line_go(change: dict[str, Any]) -> None:
    house, handle, batch = matched()
    with house.tools() as (_, entry, _undo):
        entry.correct_entry(entry=handle, operation_id="op-fix", confirm=True, **change)
    assert figures(house) == {"Mercado": brl(50), "Lazer": brl(80 if "amount" in change else 50)}
    with house.tools() as (_, _entry, undo):
        undo.undo_operation(target="op-fix", operation_id="op-undo", confirm=True)
    assert figures(house) == {"Lazer": brl(50)}
    house.undo(batch)
    assert figures(house) == {"Lazer": brl(50)}


@pytest.mark.parametrize("change", [{"expense": "Casa"}, {"date": "2026-03-12"}])
def test_a_told_spend_that_still_tells_of_its_line_keeps_it(change: dict[str, Any]) -> None:
    house, handle, batch = matched()
    with house.tools() as (_, entry, _undo):
        entry.correct_entry(entry=handle, operation_id="op-fix", confirm=True, **change)
    assert figures(house) == {change.get("expense", "Lazer"): brl(50)}
    with house.tools() as (_, _entry, undo):
        undo.undo_operation(target="op-fix", operation_id="op-undo", confirm=True)
    assert figures(house) == {"Lazer": brl(50)}
    house.undo(batch)
    assert figures(house) == {"Lazer": brl(50)}


def test_an_imported_entry_that_was_removed_and_put_back_goes_with_its_import() -> None:
    house = House()
    batch = house.take(fatura([row("2026-03-11", "-50", "MERCADO BOM PRECO")]))
    with house.storage.work(HOUSE) as work:
        (line,) = work.budgets.load(HOUSE).expense("Mercado").entries_for(Period(2026, 3))
    with house.tools() as (_, entry, _undo):
        entry.remove_entry(entry=f"2026-03:{line.id}", operation_id="op-gone", confirm=True)
    assert figures(house) == {}
    with house.tools() as (_, _entry, undo):
        undo.undo_operation(target="op-gone", operation_id="op-undo", confirm=True)
    assert figures(house) == {"Mercado": brl(50)}
    house.undo(batch)
    assert figures(house) == {}


def test_the_told_spend_stays_when_the_import_is_undone_and_takes_its_line_when_it_comes_again() -> None:
    house, _, batch = matched()
    house.undo(batch)
    assert figures(house) == {"Lazer": brl(50)}
    house.take(fatura([row("2026-03-11", "-50", "MERCADO BOM PRECO")]))
    assert figures(house) == {"Lazer": brl(50)}


def test_a_pix_counts_again_when_its_other_side_is_taken_back() -> None:
    house = House()
    house.take(
        extrato([row("2026-03-10", "-300", "Pix enviado Mercado Bia", product="account", kind="transfer")], "1-1"),
        by="Ana",
    )
    assert figures(house) == {"Mercado": brl(300)}
    came = extrato([row("2026-03-10", "300", "Pix recebido Ana", product="account", kind="transfer")], "2-2", "Nubank")
    other = house.take(came, by="Gabriel")
    assert figures(house) == {}
    house.undo(other)
    assert figures(house) == {"Mercado": brl(300)}
    again = house.take(came, by="Gabriel")
    assert figures(house) == {}
    house.undo(again)
    assert figures(house) == {"Mercado": brl(300)}


def bare() -> House:
    house = House()
    house.storage = type(house.storage)()
    with house.storage.work(HOUSE) as work:
        work.households.save(Household(HOUSE))
    return house


def founded(house: House) -> None:
    with house.storage.work(HOUSE) as work:
        budget = Budget(HOUSE)
        for name in ("Mercado", "Lazer", "Casa"):
            budget.register(RecurringExpense(name, brl(1000)))
        work.budgets.save(budget)


def test_what_came_before_the_budget_counts_once_it_is_there() -> None:
    house = bare()
    batch = house.take(fatura([row("2026-03-11", "-50", "MERCADO BOM PRECO")]))
    founded(house)
    assert figures(house) == {}
    for counted in (1, 0):
        with house.rooms() as rooms:
            assert catch_up(rooms) == counted
        assert figures(house) == {"Mercado": brl(50)}
    house.undo(batch)
    assert figures(house) == {}


def test_what_came_before_the_budget_counts_with_the_next_import() -> None:
    house = bare()
    house.take(fatura([row("2026-03-11", "-50", "MERCADO BOM PRECO")]))
    founded(house)
    house.take(fatura([row("2026-03-11", "-50", "MERCADO BOM PRECO"), row("2026-03-20", "-7", "MERCADO B")]))
    assert figures(house) == {"Mercado": brl(57)}


def test_a_rounded_amount_told_before_is_flagged_and_never_merged_silently() -> None:
    house = House()
    house.tell("Mercado", "2026-03-10", "50")
    lines = [row("2026-03-11", "-49.90", "MERCADO BOM PRECO"), row("2026-03-11", "-49.50", "MERCADO BOM PRECO")]
    ready = house.look(fatura(lines), write=True)
    assert [(s.meaning, bool(s.looks_like)) for s in ready.suggestions] == [("posted", True), ("posted", False)]
    (alike,) = preview_of(ready)["looksLike"]
    assert (alike["amount"], alike["told"]["amount"]) == (brl("49.90"), brl(50))
    assert house.actual("2026-03", "Mercado") == brl("149.40")


@pytest.mark.parametrize(
    ("told", "on", "line", "text"),
    [
        ("50", "2026-03-10", "-42", "MERCADO A"),
        ("50", "2026-03-20", "-49.90", "MERCADO A"),
        ("50.10", "2026-03-10", "-49.90", "MERCADO A"),
        ("50", "2026-03-10", "-49.90", "CINEMA A"),
    ],
)
def test_what_is_not_near_is_not_flagged(told: str, on: str, line: str, text: str) -> None:
    house = House()
    house.tell("Mercado", on, told)
    (found,) = house.look(fatura([row("2026-03-10", line, text)])).suggestions
    assert found.looks_like is None


def test_an_equal_amount_is_matched_before_a_near_one_is_flagged() -> None:
    house = House()
    house.tell("Mercado", "2026-03-10", "50")
    lines = fatura([row("2026-03-10", "-49.90", "MERCADO A"), row("2026-03-10", "-50", "MERCADO B")])
    found = house.look(lines).suggestions
    assert [(s.meaning, s.looks_like) for s in found] == [("posted", None), ("told", None)]
