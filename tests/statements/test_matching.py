"""The pairing of incoming rows with stored ones: repeated, overlapping, in pieces, in any order, renumbered."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mel.statements import Row, match_rows, read_statement
from statements.store import Store, stored
from statements.writers import CROWDED, MOVEMENTS, Movement, OfxNoise, ofx

PLAIN = OfxNoise("dot", True, "\n", "utf-8", "100", "", escaped=True, trailing="")
Ids = Callable[[Sequence[Movement]], Callable[[Movement], str]]


def by_uuid(_: Sequence[Movement]) -> Callable[[Movement], str]:
    return lambda movement: movement.uuid


def without(_: Sequence[Movement]) -> Callable[[Movement], str]:
    return lambda _: ""


def restarting(movements: Sequence[Movement]) -> Callable[[Movement], str]:
    """A counter of the file, as some banks restart with every export."""
    places = {movement.number: place for place, movement in enumerate(movements, 1)}
    return lambda movement: f"{places[movement.number]:010d}"


def by_day(movements: Sequence[Movement]) -> Callable[[Movement], str]:
    """Inter: the date, 077 and the position within the day."""
    places: dict[int, int] = {}
    seen: dict[date, int] = {}
    for movement in movements:
        seen[movement.day] = seen.get(movement.day, 0) + 1
        places[movement.number] = seen[movement.day]
    return lambda movement: f"{movement.day:%Y%m%d}077{places[movement.number]}"


IDS = st.sampled_from([by_uuid, without, restarting, by_day])


def rows_of(movements: Sequence[Movement], ids: Ids) -> tuple[Row, ...]:
    return read_statement(ofx(movements, PLAIN, ids=ids(movements)))[0].rows


def whole(movements: Sequence[Movement], ids: Ids) -> Store:
    store = Store()
    store.take(rows_of(movements, ids))
    return store


@given(st.one_of(MOVEMENTS, CROWDED), IDS, IDS)
@settings(max_examples=150, deadline=None)
def test_a_file_imported_twice_changes_nothing(movements: list[Movement], ids: Ids, other: Ids) -> None:
    store = whole(movements, ids)
    before = store.content()

    matching = store.take(rows_of(movements, ids))

    assert len(matching.known) == len(movements)
    assert not matching.new
    assert not matching.flagged
    assert store.content() == before
    if other is not by_uuid or ids is not by_uuid:
        assert not store.take(rows_of(movements, other)).new


@given(CROWDED, IDS, st.data())
@settings(max_examples=150, deadline=None)
def test_overlapping_pieces_in_any_order_give_the_same_store(
    movements: list[Movement], ids: Ids, data: st.DataObject
) -> None:
    """Banks give whole days, so a piece holds every row of the days it covers."""
    first, last = date(2026, 3, 1), date(2026, 3, 6)
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    cut = data.draw(st.integers(1, 5))
    overlap = data.draw(st.integers(0, 3))
    pieces = [days[: cut + overlap], days[cut:], days[max(cut - 2, 0) : cut + 1]]
    order = data.draw(st.permutations(pieces))

    store = Store()
    for piece in order:
        inside = [movement for movement in movements if movement.day in piece]
        if inside:
            store.take(rows_of(inside, ids))

    assert store.content() == whole(movements, ids).content()


@given(CROWDED, st.data())
@settings(max_examples=80, deadline=None)
def test_a_growing_day_only_adds_what_is_new(movements: list[Movement], data: st.DataObject) -> None:
    seen = data.draw(st.integers(0, len(movements)))
    store = Store()
    if movements[:seen]:
        store.take(rows_of(movements[:seen], restarting))

    matching = store.take(rows_of(movements, restarting))

    assert len(matching.known) == seen
    assert store.content() == whole(movements, without).content()


@given(CROWDED, IDS, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_every_row_has_one_outcome_and_every_stored_row_one_partner(
    movements: list[Movement], ids: Ids, chance: random.Random
) -> None:
    rows = rows_of(movements, ids)
    kept = [stored(row, key) for key, row in enumerate(rows) if chance.random() < 0.6]

    matching = match_rows(kept, rows)

    outcomes = (
        [known.index for known in matching.known] + list(matching.new) + [flag.index for flag in matching.flagged]
    )
    assert sorted(outcomes) == list(range(len(rows)))
    partners = [known.key for known in matching.known]
    assert len(partners) == len(set(partners)) == len(kept)


def row(
    day: int, amount: str, text: str, bank_id: str | None = None, installment: tuple[int, int] | None = None
) -> Row:
    return Row(date(2026, 3, day), Decimal(amount), "BRL", text, installment, bank_id)


UUIDS = ("11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222")


def outcome(kept: Sequence[Row], incoming: Sequence[Row]) -> tuple[list[str], list[int], list[int]]:
    matching = match_rows([stored(row, key) for key, row in enumerate(kept)], incoming)
    return (
        [known.reason for known in matching.known],
        list(matching.new),
        [flag.index for flag in matching.flagged],
    )


def test_a_parcela_is_never_the_one_before_it() -> None:
    first = row(3, "-71.18", "Loja - Parcela 1/6", UUIDS[0], (1, 6))

    assert outcome([first], [replace(first, description="Loja - Parcela 2/6", installment=(2, 6))]) == ([], [0], [])


def test_two_equal_rows_with_different_uuids_are_two_movements() -> None:
    kept, incoming = row(3, "-12.90", "CAFE", UUIDS[0]), row(3, "-12.90", "CAFE", UUIDS[1])

    assert outcome([kept], [incoming]) == ([], [], [0])


def test_an_export_that_renumbers_its_uuids_is_recognised() -> None:
    kept = [row(day, f"-{day}.00", f"LOJA {day}", f"{day:08d}-1111-4111-8111-111111111111") for day in range(1, 6)]
    incoming = [replace(one, bank_id=(one.bank_id or "").replace("1111-4", "2222-4")) for one in kept]

    assert outcome(kept, incoming) == (["same text"] * 5, [], [])


def test_a_reworded_row_is_kept_once_when_its_neighbours_are_known() -> None:
    kept = [row(8, "-54.00", "APPSTORE.COM/BILL"), row(9, "-187.35", "MERCADO")]
    incoming = [row(8, "-54.00", "APPSTORE.COM/BILLSAOPAULO"), row(9, "-187.35", "MERCADO")]

    assert outcome(kept, incoming) == (["text refined", "same text"], [], [])
    assert outcome(kept[:1], incoming[:1]) == ([], [], [0])


def test_two_similar_candidates_are_asked_about() -> None:
    kept = [row(8, "-54.00", "UBER *TRIP A"), row(9, "-1.00", "X")]
    incoming = [row(8, "-54.00", "UBER *TRIP B"), row(8, "-54.00", "UBER *TRIP C"), row(9, "-1.00", "X")]

    assert outcome(kept, incoming) == (["same text"], [], [0, 1])


def test_a_moved_posting_date_needs_an_id_that_banks_never_reuse() -> None:
    strong, weak = row(3, "-12.90", "CAFE", UUIDS[0]), row(3, "-12.90", "CAFE", "0000000001")

    assert outcome([strong], [replace(strong, date=date(2026, 3, 5))])[0] == ["posting date moved"]
    assert outcome([weak], [replace(weak, date=date(2026, 3, 5))]) == ([], [], [0])
    assert outcome([weak], [replace(weak, date=date(2026, 3, 30))]) == ([], [0], [])


def test_the_same_amount_some_days_apart_is_inserted_and_asked_about() -> None:
    assert outcome([row(3, "-50.00", "MERCADO")], [row(5, "-50.00", "PAG*JOSE")]) == ([], [], [0])
    assert outcome([row(3, "-50.00", "MERCADO")], [row(9, "-50.00", "PAG*JOSE")]) == ([], [0], [])


@pytest.mark.parametrize("text", ["CAFE", "UBER *TRIP"])
def test_many_equal_rows_take_no_more_than_a_moment(text: str) -> None:
    """One text, one day, one amount, one id: the worst a bucket can be."""
    rows = [row(3, "-6.50", f"{text} {number % 2000}", "0") for number in range(20_000)]
    kept = [stored(one, key) for key, one in enumerate(rows[:10_000])]
    kept = [replace(one, description=one.description + "X") for one in kept]

    start = time.process_time()
    match_rows(kept, rows)

    assert time.process_time() - start < 5
