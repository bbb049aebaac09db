"""What is written with a bank's noise is read back exactly; and two other readers agree on well-formed files."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mel.statements import read_statement
from statements.writers import BANKS, CSV_NOISE, MOVEMENTS, OFX_NOISE, Bank, CsvNoise, Movement, OfxNoise, csv, ofx


@given(MOVEMENTS, OFX_NOISE)
@settings(max_examples=150, deadline=None)
def test_an_ofx_file_is_read_back(movements: list[Movement], noise: OfxNoise) -> None:
    [statement] = read_statement(ofx(movements, noise))

    assert not [warn for warn in statement.warnings if warn.line]
    assert [(row.date, row.amount, row.description, row.installment, row.bank_id) for row in statement.rows] == [
        (movement.day, movement.amount, movement.label, movement.installment, movement.uuid) for movement in movements
    ]


@pytest.mark.parametrize("bank", BANKS, ids=lambda bank: bank.profile)
@given(MOVEMENTS, CSV_NOISE)
@settings(max_examples=40, deadline=None)
def test_a_csv_file_is_read_back(bank: Bank, movements: list[Movement], noise: CsvNoise) -> None:
    [statement] = read_statement(csv(movements, bank, noise))

    assert statement.profile == bank.profile
    assert not statement.warnings
    assert [(row.date, row.amount, row.installment) for row in statement.rows] == [
        (movement.day, movement.amount, movement.installment) for movement in movements
    ]
    for row, movement in zip(statement.rows, movements, strict=True):
        assert row.description.endswith(movement.label if bank.marker_in_text else movement.text)


@given(MOVEMENTS, st.booleans())
@settings(max_examples=40, deadline=None)
def test_two_other_readers_agree_on_well_formed_files(movements: list[Movement], closed: bool) -> None:
    ofxbr, bankfile = pytest.importorskip("ofxbr"), pytest.importorskip("bankfile")
    noise = OfxNoise("dot", closed, "\n", "utf-8", "100", "", escaped=True, trailing="")
    data = ofx(movements, noise)

    [statement] = read_statement(data)

    ours = Counter((row.date, row.amount) for row in statement.rows)
    theirs = Counter((t.posted_at.date(), t.amount) for t in ofxbr.parse_bytes(data).transactions)
    assert theirs == ours
    assert Counter((t.date, t.amount) for t in bankfile.parse_bytes(data).transactions) == ours
