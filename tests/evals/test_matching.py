import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.evals.matching import mismatches

AMOUNT = {"amount": 200, "currency": "BRL"}


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ({"month": "2026-06"}, {"month": "2026-06", "extra": 1}),
        ({"amount": AMOUNT}, {"amount": {"amount": 200.0, "currency": "BRL"}}),
        (re.compile("2026-06"), {"month": "2026-06"}),
        ({"operationId": re.compile(r"^op-\d+$")}, {"operationId": "op-12"}),
        ({"amount": lambda value: value > 10}, {"amount": 11}),
        ([1, 2], (1, 2)),
        ({}, {"anything": 1}),
    ],
)
def test_what_satisfies(expected, actual):
    assert mismatches(expected, actual) == []


@pytest.mark.parametrize(
    ("expected", "actual", "told"),
    [
        ({"month": "2026-06"}, {}, 'month: expected "2026-06", got nothing (absent)'),
        ({"confirm": True}, {"confirm": 1}, "confirm: expected true, got 1 (boolean against number)"),
        ({"amount": 200}, {"amount": "200"}, 'amount: expected 200, got "200" (number against text)'),
        ({"amount": 200}, {"amount": 20000}, "amount: expected 200, got 20000 (unit confusion ×100: reais and cents)"),
        ({"amount": 1500}, {"amount": 1.5}, "amount: expected 1500, got 1.5 (unit confusion ×1000: dot and comma)"),
        ({"amount": 10.1}, {"amount": 10.11}, "amount: expected 10.1, got 10.11"),
        ({"a": {"b": 1}}, {"a": None}, 'a: expected {"b": 1}, got null (object against null)'),
        ([1], [1, 2], "expected [1], got [1, 2] (1 items against 2)"),
        ({"id": re.compile("^op")}, {"id": "x"}, 'id: expected /^op/, got "x" (does not match)'),
    ],
)
def test_what_differs_is_told(expected, actual, told):
    assert [str(found) for found in mismatches(expected, actual)] == [told]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.decimals(-1000, 1000, places=2).map(float),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_every_value_satisfies_itself(value):
    assert mismatches(value, value) == []


@given(st.dictionaries(st.text(), JSON, min_size=1), st.data())
def test_a_missing_key_never_passes(value, data):
    gone = data.draw(st.sampled_from(sorted(value)))

    assert mismatches(value, {key: item for key, item in value.items() if key != gone})
