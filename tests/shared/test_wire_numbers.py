"""Money on the wire: a JSON number that loses no cent."""

from __future__ import annotations

import json
from decimal import Decimal

from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from mel.agent.tools.arguments import ExpectedMoney
from mel.agent.wire import digest, money, number
from mel.shared.money import Money

READ: TypeAdapter[Money] = TypeAdapter(ExpectedMoney)
LIMIT = 10_000_000_00


@given(st.integers(0, LIMIT - 1))
@example(LIMIT - 1)
@example(1)
@example(29)
@example(1_23)
def test_every_cent_amount_below_ten_million_survives_json(cents: int) -> None:
    said = Money.of_minor(cents, "BRL")

    sent = json.loads(json.dumps(money(said)))

    assert READ.validate_python(sent) == said
    assert Decimal(repr(sent["amount"])) == said.amount


def test_a_dense_run_of_cents_survives_json() -> None:
    for cents in (*range(100_000), *range(LIMIT - 20_000, LIMIT)):
        amount = Decimal(cents) / 100
        assert Decimal(repr(number(amount))) == amount


def test_a_whole_amount_is_an_integer_on_the_wire() -> None:
    assert json.dumps(money(Money("200.00", "BRL"))) == '{"amount": 200, "currency": "BRL"}'
    assert json.dumps(money(Money("35.90", "BRL"))) == '{"amount": 35.9, "currency": "BRL"}'


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=6))
def test_a_digest_does_not_depend_on_the_order_of_keys(parts: dict[str, object]) -> None:
    assert digest(parts) == digest(dict(reversed(parts.items())))


def test_a_digest_takes_200_and_200_00_for_the_same() -> None:
    assert digest({"amount": Money("200.00", "BRL")}) == digest({"amount": {"amount": 200, "currency": "BRL"}})
    assert digest({"amount": Decimal("200.0")}) != digest({"amount": Decimal("200.5")})
