"""Imports: nothing lost and nothing doubled, whatever the order, the pieces and the repeats (finance.md 1-6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bankfiles import House, extrato, fatura, row
from mel.accounts import Account
from mel.bookkeeping import AlreadyImported
from mel.shared.errors import InvalidInput

TEXTS = ("PADARIA", "MERCADO BOM PRECO", "POSTO AVENIDA", "CAFE DA PRACA")
LINES = st.lists(
    st.tuples(st.integers(1, 20), st.sampled_from(["-5.10", "-12.90", "-54.00"]), st.sampled_from(TEXTS)),
    min_size=1,
    max_size=14,
)


def rows_of(lines: list[tuple[int, str, str]]) -> list[Any]:
    return [row(f"2026-03-{on:02d}", amount, text, product="account") for on, amount, text in sorted(lines)]


@given(LINES, st.integers(1, 20), st.integers(1, 20), st.booleans())
@settings(max_examples=60, deadline=None)
def test_pieces_overlaps_repeats_and_order_give_the_same_store(
    lines: list[tuple[int, str, str]], one: int, other: int, turned: bool
) -> None:
    """Banks give whole days; pieces of them may overlap and come in any order, twice."""
    whole, cut = House(), House()
    rows = rows_of(lines)
    whole.take(extrato(rows))
    first, last = min(one, other), max(one, other)
    pieces = [[r for r in rows if r.date.day <= last], [r for r in rows if r.date.day >= first], rows]
    for piece in reversed(pieces) if turned else pieces:
        if piece:
            cut.take(extrato(piece))
            cut.take(extrato(piece))
    assert cut.content() == whole.content()
    assert cut.actual("2026-03") == whole.actual("2026-03")


@given(LINES, LINES)
@settings(max_examples=40, deadline=None)
def test_undoing_an_import_leaves_the_store_as_if_it_had_never_been(
    mine: list[tuple[int, str, str]], theirs: list[tuple[int, str, str]]
) -> None:
    both, alone = House(), House()
    batch = both.take(extrato(rows_of(mine)))
    both.take(extrato(rows_of(theirs)))
    both.undo(batch)
    alone.take(extrato(rows_of(theirs)))
    assert both.content() == alone.content()


def test_the_counts_add_up_to_the_lines_of_the_file() -> None:
    house = House()
    house.take(extrato(rows_of([(1, "-5.10", "PADARIA"), (2, "-12.90", "PADARIA")])))
    tally = house.look(extrato(rows_of([(1, "-5.10", "PADARIA"), (3, "-12.90", "MERCADO"), (9, "-54.00", "X")]))).tally
    assert (tally.read, tally.new, tally.known, tally.flagged) == (3, 2, 1, 1)


def test_the_very_same_file_changes_nothing_and_says_so() -> None:
    house = House()
    house.take(extrato(rows_of([(1, "-5.10", "PADARIA")])))
    house.files -= 1
    with pytest.raises(AlreadyImported, match="já foi importado"):
        house.take(extrato(rows_of([(1, "-5.10", "PADARIA")])))


def test_the_same_id_in_two_accounts_is_two_movements() -> None:
    house = House()
    line = replace(rows_of([(1, "-5.10", "PADARIA")])[0], bank_id="1")
    house.take(extrato([line], number="111"))
    house.take(extrato([line], number="222"))
    assert len(house.content()) == 2


def test_several_accounts_of_one_file_are_imported_and_undone_together() -> None:
    house = House()
    batch = house.take(extrato(rows_of([(1, "-5.10", "A")]), number="111"), fatura([row("2026-03-01", "-7", "B")]))
    assert len(house.content()) == 2
    house.undo(batch)
    assert house.content() == []


def test_a_file_is_known_again_by_the_number_in_it() -> None:
    house = House()
    house.take(extrato(rows_of([(1, "-5.10", "A")]), number="0111-1"), account="Conta da casa")
    house.take(extrato(rows_of([(2, "-5.10", "A")]), number="1111"))
    assert {name for name, *_ in house.content()} == {"Conta da casa"}


def test_a_file_without_a_number_goes_to_the_only_account_it_may_be_of() -> None:
    house = House()
    statement = replace(fatura([row("2026-03-01", "-7", "B")]), hint=replace(fatura([]).hint, card=None))
    house.take(statement)
    house.take(replace(statement, rows=(row("2026-04-01", "-7", "B"),)))
    assert {name for name, *_ in house.content()} == {"Nubank cartão"}


def test_with_two_cards_of_a_bank_mel_asks_which() -> None:
    house = House()
    house.account(Account("Nubank da Ana", "card", "Nubank", owner="Ana"))
    house.account(Account("Nubank do Gabriel", "card", "Nubank", owner="Gabriel"))
    statement = replace(fatura([row("2026-03-01", "-7", "B")]), hint=replace(fatura([]).hint, card=None))
    with pytest.raises(InvalidInput, match="Nubank da Ana ou Nubank do Gabriel"):
        house.take(statement)
    house.take(statement, account="Nubank da Ana")


def test_another_number_of_the_same_bank_is_another_card() -> None:
    house = House()
    house.take(fatura([row("2026-03-01", "-7", "B")]))
    house.take(fatura([row("2026-03-01", "-7", "B")], number="2222"), by="Gabriel")
    assert {name for name, *_ in house.content()} == {"Nubank cartão", "Nubank cartão 2222"}


def test_a_number_that_is_known_is_not_imported_under_another_name() -> None:
    house = House()
    house.take(extrato(rows_of([(1, "-5.10", "A")]), number="111"), account="Conta da Ana")
    house.account(Account("Conta do Gabriel", owner="Gabriel"))
    with pytest.raises(InvalidInput, match="Conta da Ana"):
        house.take(extrato(rows_of([(2, "-5.10", "A")]), number="111"), account="Conta do Gabriel")


def test_a_fatura_is_not_imported_into_a_bank_account() -> None:
    house = House()
    house.account(Account("Conta"))
    with pytest.raises(InvalidInput, match="cartão"):
        house.take(fatura([row("2026-03-01", "-7", "B")]), account="Conta")


def test_a_private_account_of_the_other_is_not_told() -> None:
    house = House()
    house.account(Account("Segredo", owner="Gabriel", private=True, file_keys=("#account/itau//111",)))
    with pytest.raises(InvalidInput) as told:
        house.take(extrato(rows_of([(1, "-5.10", "A")]), number="111"))
    assert "Segredo" not in told.value.message
