"""What answers Mel's open question, and what is a message of its own."""

from __future__ import annotations

import pytest

from mel.understanding import OpenQuestion
from understanding.corpus import read

MONEY = {"amount": "45.00", "currency": "BRL"}


def answer(text, intent, missing, **slots):
    question = OpenQuestion(intent, slots, missing)
    reading = read(text, question=question)
    return reading.intent, {slot: value for slot, value in reading.slots.items() if slots.get(slot) != value}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("até 1 de dezembro", "2026-12-01"),
        ("dezembro", "2026-12-31"),
        ("em 6 meses", "2026-12-17"),
        ("seis meses", "2026-12-17"),
        ("uns 6 meses", "2026-12-17"),
        ("até o natal", "2026-12-25"),
        ("fim do ano", "2026-12-31"),
        ("dezembro do ano que vem", "2027-12-31"),
        ("2028", "2028-12-31"),
        ("1/12", "2026-12-01"),
    ],
)
def test_a_deadline(text, day):
    assert answer(text, "create_goal", "date", name="notebook", **MONEY) == ("create_goal", {"date": day})


@pytest.mark.parametrize(
    ("text", "day"),
    [("dia 10", 10), ("10", 10), ("todo dia dez", 10), ("vence dia 5", 5), ("dia primeiro", 1), ("lá pelo dia 8", 8)],
)
def test_a_due_day(text, day):
    assert answer(text, "register_expense", "billing_day", name="babá", **MONEY) == (
        "register_expense",
        {"billing_day": day},
    )


@pytest.mark.parametrize(
    ("text", "member"),
    [
        ("eu", "self"),
        ("fui eu", "self"),
        ("eu paguei", "self"),
        ("a Ana", "Ana"),
        ("foi a Ana", "Ana"),
        ("nós dois", "both"),
        ("os dois", "both"),
        ("eu e a Ana", "both"),
        ("minha esposa", "partner"),
    ],
)
def test_a_payer(text, member):
    assert answer(text, "contribute_to_goal", "member", name="casa", **MONEY) == (
        "contribute_to_goal",
        {"member": member},
    )


@pytest.mark.parametrize("text", ["foi 45", "uns 45", "quarenta e cinco", "45", "45 reais", "deu 45", "custou 45"])
def test_an_amount(text):
    assert answer(text, "record_spend", "amount", name="gás") == ("record_spend", MONEY)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("não sei", "date"),
        ("sem prazo", "date"),
        ("45", "billing_day"),
        ("quinto dia útil", "billing_day"),
        ("meu pai", "member"),
        ("metade cada um", "member"),
        ("30 a 40", "amount"),
        ("não lembro", "amount"),
        ("valeu", "name"),
        ("com a Ana", "name"),
    ],
)
def test_what_answers_nothing(text, missing):
    assert answer(text, "create_goal", missing)[0] == "unclear"


@pytest.mark.parametrize("missing", ["date", "billing_day", "member", "amount", "name", "which"])
def test_a_message_of_its_own_is_read_by_itself(missing):
    assert answer("gastei 20 na padaria", "create_goal", missing)[0] == "record_spend"
    assert answer("quanto sobrou esse mês?", "create_goal", missing)[0] == "budget_total"


@pytest.mark.parametrize(
    "text", ["não", "deixa pra lá", "vixe, esquece a padaria", "esquece isso", "desisti", "cancela"]
)
def test_a_question_can_be_dropped_and_names_nothing(text):
    assert answer(text, "record_spend", "name", **MONEY) == ("cancel", {})


def test_what_undoes_is_no_name():
    assert answer("desfaz", "record_spend", "name", **MONEY)[0] != "record_spend"
