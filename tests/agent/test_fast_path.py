"""The fast path as a table: one concluded spend, told in the member's own words, and carried whole by the call."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from mel.agent.fast_path import states
from mel.agent.gate import WriteCall
from mel.agent.turn import Consent, Turn
from mel.household import Household, Member
from mel.shared.money import Money
from mel.understanding import Term, Vocabulary

TODAY = date(2026, 6, 15)
HOUSE = Household("casa", members=(Member("Gabriel"), Member("Ana")))
VOCABULARY = Vocabulary(
    members=(Term("Gabriel"), Term("Ana")),
    expenses=(Term("Mercado", ("feira",)), Term("Luz"), Term("Outros")),
    goals=(Term("Amsterdam Setembro/2026"),),
    speaker="Gabriel",
)
CALL: dict[str, Any] = {"expense": "Mercado", "period": "2026-06", "amount": {"amount": 50, "currency": "BRL"}}


def stated(text: str, *, tool: str = "recordSpend", house: Household = HOUSE, turn: Any = None, **call: Any) -> bool:
    arguments = {key: value for key, value in {**CALL, **call}.items() if value is not None}
    told = Turn("turn-1", text, TODAY, datetime(2026, 6, 15, 15, tzinfo=UTC), "Gabriel")
    return states(WriteCall(tool, "op-1", True, arguments), replace(told, **(turn or {})), VOCABULARY, house)


TOLD = (
    "gastei 50 no mercado",
    "paguei 50 no mercado",
    "50 mercado",
    "mercado 50",
    "gastei R$ 50,00 no mercado hoje",
    "gastei 50 na feira",
)


@pytest.mark.parametrize("text", TOLD)
def test_one_concluded_spend_needs_no_second_word(text: str) -> None:
    assert stated(text)


@pytest.mark.parametrize(
    "text",
    [
        "registra 50 no mercado",
        "lança 50 no mercado",
        "anota 50 no mercado",
        "põe 50 no mercado",
        "bota 50 no mercado",
        "coloca aí 50 de mercado",
        "50 no mercado, anota aí",
        "registra R$ 50 a mais no mercado essa semana",
        "gastei 50 no mercado essa semana",
        "vou gastar 50 no mercado",
        "gastei 50 no mercado?",
        "não gastei 50 no mercado",
        "gastei 50 no mercado e 30 na luz",
        "gastei 50 no mercado ontem e hoje",
        "comprei em 5x de 10 no mercado",
        "gastei 50",
        "mercado",
        "quanto gastei no mercado?",
        "sim",
        "",
    ],
)
def test_orders_spans_plans_and_doubts_are_shown_first(text: str) -> None:
    assert not stated(text)


@pytest.mark.parametrize(
    "call",
    [
        {"amount": {"amount": 500, "currency": "BRL"}},
        {"amount": {"amount": 50.01, "currency": "BRL"}},
        {"amount": {"amount": 50, "currency": "EUR"}},
        {"expense": "Luz"},
        {"expense": "Padaria"},
        {"expense": "Mercado novo"},
        {"period": "2026-05"},
        {"date": "2026-06-14"},
        {"date": "2026-06-16"},
        {"paidBy": "Ana"},
        {"installments": 10},
        {"installments": 1},
        {"paymentMethod": "pix"},
        {"card": "Nubank"},
        {"note": "x"},
    ],
)
def test_a_call_that_says_more_or_else_is_shown_first(call: dict[str, Any]) -> None:
    assert not stated("gastei 50 no mercado", **call)


@pytest.mark.parametrize(
    "call",
    [
        {"amount": {"amount": 50.0, "currency": "BRL"}},
        {"expense": "mercado"},
        {"expense": "feira"},
        {"date": "2026-06-15"},
        {"paidBy": "Gabriel"},
    ],
)
def test_a_call_that_says_the_same_in_other_words_passes(call: dict[str, Any]) -> None:
    assert stated("gastei 50 no mercado", **call)


def test_a_day_that_was_told_must_be_carried() -> None:
    assert stated("gastei 50 no mercado ontem", date="2026-06-14")
    assert not stated("gastei 50 no mercado ontem")
    assert not stated("gastei 50 no mercado ontem", date="2026-06-15")


def test_a_payer_that_was_told_must_be_carried() -> None:
    assert stated("a Ana gastou 50 no mercado", paidBy="Ana")
    assert not stated("a Ana gastou 50 no mercado")
    assert not stated("a gente gastou 50 no mercado", paidBy="Ana")


def test_a_means_of_payment_that_was_told_must_be_carried() -> None:
    assert stated("gastei 50 no mercado no pix", paymentMethod="pix")
    assert not stated("gastei 50 no mercado no pix")
    assert not stated("gastei 50 no mercado no pix", paymentMethod="débito")


@pytest.mark.parametrize(
    "turn", [{"direct": False}, {"consent": Consent("button", "op-1", "d1")}, {"consent": Consent("cli")}]
)
def test_only_the_members_own_direct_words_count(turn: dict[str, Any]) -> None:
    assert not stated("gastei 50 no mercado", turn=turn)


@pytest.mark.parametrize("tool", ["contributeToGoal", "registerExpense", "removeEntry", "adjustExpense"])
def test_no_other_tool_takes_this_path(tool: str) -> None:
    assert not stated("gastei 50 no mercado", tool=tool)


def test_the_households_limit_holds() -> None:
    assert stated("gastei 500 no mercado", amount={"amount": 500, "currency": "BRL"})
    assert not stated("gastei 501 no mercado", amount={"amount": 501, "currency": "BRL"})
    strict = replace(HOUSE, fast_path_limit=Money("49.99", "BRL"))
    assert not stated("gastei 50 no mercado", house=strict)
    assert not stated("gastei 50 no mercado", house=replace(HOUSE, fast_path_limit=Money(0, "BRL")))
