"""A figure with a source may still be said of the wrong thing."""

from __future__ import annotations

from typing import Any

import pytest

from mel.agent.grounding import Sources, ungrounded

TOTAL = {"expected": {"amount": 2820, "currency": "BRL"}, "period": "2026-06"}
STATUS = {
    "expense": "Mercado",
    "expected": {"amount": 1500, "currency": "BRL"},
    "actual": {"amount": 250, "currency": "BRL"},
    "remaining": {"amount": 1250, "currency": "BRL"},
    "period": "2026-06",
}
GOAL = {
    "saved": {"amount": 800, "currency": "EUR"},
    "requiredMonthly": {"amount": 450, "currency": "EUR"},
    "pace": None,
    "onTrack": False,
    "forecast": None,
}


def kinds(draft: str, result: dict[str, Any]) -> list[str]:
    sources = Sources()
    sources.add_result("budgetTotal", {"month": "2026-06"}, result, committed=False)
    return [finding.kind for finding in ungrounded(draft, sources)]


@pytest.mark.parametrize(
    ("draft", "result"),
    [
        ("O orçamento previsto pra junho é R$ 2.820.", TOTAL),
        ("Vocês têm R$ 2.820 pra gastar em junho.", TOTAL),
        ("Em junho gastaram R$ 250 de R$ 1.500, e sobram R$ 1.250.", STATUS),
        ("Sobram R$ 1.250 no mercado.", STATUS),
        ("Ainda podem gastar R$ 1.250.", STATUS),
        ("Vocês já juntaram € 800. Faltam € 450 por mês.", GOAL),
    ],
)
def test_an_amount_said_of_its_own_field_passes(draft: str, result: dict[str, Any]) -> None:
    assert kinds(draft, result) == []


@pytest.mark.parametrize(
    ("draft", "result"),
    [
        ("O dólar hoje está em R$ 2.820.", TOTAL),
        ("Ana gastou R$ 2.820.", TOTAL),
        ("Falta R$ 2.820,00 para nossa viagem.", TOTAL),
        ("Sobraram R$ 2.820 em junho.", TOTAL),
        ("Vocês gastaram R$ 1.500 no mercado.", STATUS),
        ("Vocês guardaram R$ 250.", STATUS),
        ("Já juntaram € 450.", GOAL),
    ],
)
def test_an_amount_said_of_another_thing_does_not(draft: str, result: dict[str, Any]) -> None:
    assert kinds(draft, result) == ["role"]
