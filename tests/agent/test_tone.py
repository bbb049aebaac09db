"""Mel's tone (scenario 022, ADR 008) holds for every text that code draws."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from types import ModuleType
from typing import Any

import pytest

from mel.agent import rules
from mel.agent.reply import ToolCall
from mel.agent.wording import answers, cards
from mel.agent.wording.answers import answer
from mel.agent.wording.cards import card
from mel.llm import small_talk

TODAY = date(2027, 3, 15)  # another year than the samples', so that dates and months are drawn at their longest
_FORMAL = re.compile(
    r"\b(?:prezad[oa]s?|estimad[oa]s?|atenciosamente|por gentileza|por favor|conforme acordado|salvo melhor juízo|"
    r"sem prejuízo de|tendo em vista)\b|^car[oa]s?(?:\([oa]\))?[ ,]",
    re.IGNORECASE,
)
_EMOJI = re.compile(r"[\u2600-\u27bf\U0001f300-\U0001faff]")


def breaches(text: str) -> list[str]:
    """The five rules; a dot inside a number ends no sentence, a line break ends one."""
    found = [hit[0] for hit in _FORMAL.finditer(text)]
    emojis = _EMOJI.findall(text)
    found += [emoji for emoji in emojis if emoji not in "⚠👍👎💸"]
    found += ["emojis"] if len(emojis) > 1 else []
    parts = re.split(r"[!?]+|\.(?!\d)|\n", text)
    return found + [part.strip() for part in parts if len(re.findall(r"\S*\w\S*", part)) > 15]


def fixed(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        if isinstance(value, str) and not name.startswith("__") and name.isupper():
            yield value
        elif (
            isinstance(value, dict)
            and all(isinstance(text, str) for text in value.values())
            and not name.startswith("__")
        ):
            yield from value.values()


FIXED = [*fixed(answers), *fixed(small_talk), rules.FRIENDLY]


def test_the_fixed_texts_are_all_seen() -> None:
    assert len(FIXED) > 50
    assert answers.HONEST_LIMIT in FIXED
    assert small_talk.HELP in FIXED
    assert small_talk.WHY_NOT["future"] in FIXED


@pytest.mark.parametrize("text", FIXED)
def test_a_fixed_text_obeys_the_tone(text: str) -> None:
    assert breaches(text) == []


def brl(amount: float) -> dict[str, Any]:
    return {"amount": amount, "currency": "BRL"}


LINE = {"expense": "Plano de saúde", "expected": brl(1234.56), "actual": brl(2345.67), "remaining": brl(-1111.11)}
STATUS = {
    **{key: LINE[key] for key in ("expected", "actual", "remaining")},
    "period": "2026-03",
    "expenses": [LINE] * 8,
}
ENTRY = {"expense": "Plano de saúde", "date": "2026-03-15", "amount": brl(1234.56), "who": "Gabriel"}
MONTH = {
    "period": "2026-03",
    "income": brl(12345.67),
    "bills": brl(2345.67),
    "goalQuotas": brl(1345.67),
    "free": brl(8345.67),
    "after": brl(-345.67),
}
EURO = {"amount": 1234.56, "currency": "EUR"}
GOAL = {"saved": EURO, "requiredMonthly": EURO, "pace": EURO, "onTrack": False, "forecast": "2029-03-15"}
KEPT = {"savedByCurrency": {"BRL": brl(5.5), "USD": brl(5)}, "missing": ["BRL→EUR", "USD→EUR"]}
LISTED = {"name": "Amsterdam Setembro/2026", "target": brl(6000), "saved": brl(5.5), "deadline": "2026-09-01"}
GIVEN = {"goal": "Amsterdam Setembro/2026", "date": "2026-03-15", "amount": EURO, "who": "Gabriel"}
TOLD = {"expense": "Plano de saúde", "amount": brl(1234.56), "left": 2, "debt": brl(1234.56), "until": "2027-03"}
INCOME = {"period": "2026-03", "received": brl(5.5), "expected": brl(9), "sources": [1]}
NAME = {"name": "Amsterdam Setembro/2026", "month": "2026-03", "today": "2027-03-15"}
FAR = {"status": "fits", "month": MONTH, "missing": ["Amsterdam Setembro/2026", "Lua de mel"]}


def invalid(message: str) -> dict[str, Any]:
    return {"invalid": True, "field": "amount", "message": message}


def absent(message: str) -> dict[str, Any]:
    return {"found": False, "message": message}


RESULTS: list[tuple[str, Any]] = [
    ("budgetTotal", {"expected": brl(2820.5), "period": "2026-03"}),
    ("budgetStatus", STATUS),
    ("expenseStatus", {**LINE, "period": "2026-03", "entries": []}),
    ("expenseStatus", {**LINE, "expected": brl(0), "period": "2026-03", "entries": []}),
    ("entriesList", {"entries": [ENTRY] * 12, "count": 12, "total": brl(14814.72)}),
    ("entriesList", {"entries": [{**ENTRY, "date": None, "who": None}], "count": 1, "total": brl(1234.56)}),
    ("goalStatus", GOAL),
    ("goalStatus", {**GOAL, "onTrack": True, "pace": None, "forecast": None}),
    ("goalStatus", {**GOAL, "requiredMonthly": brl(0)}),
    ("goalStatus", {**dict.fromkeys(GOAL), **KEPT}),
    ("goalsList", {"goals": [LISTED] * 3}),
    ("goalsList", {"goals": [{**LISTED, "saved": None, **KEPT}]}),
    ("contributionsList", {"contributions": [GIVEN] * 3, "count": 3, "totals": [brl(5.5), EURO]}),
    (
        "operationsList",
        {"operations": [{"tool": "recordSpend", "who": "Ana", "when": "2026-06-15", "preview": LINE}] * 3},
    ),
    ("contributionsList", absent("não achei nenhum aporte assim")),
    ("installmentsAhead", {"told": [TOLD] * 9, "toldTotal": brl(1234.56)}),
    *(("feasibility", {"status": status, "month": MONTH}) for status in ("fits", "tight", "does_not_fit")),
    ("feasibility", FAR),
    ("incomeStatus", {**INCOME, "receipts": [{"name": "Salário", "amount": brl(5.5), "date": "2026-03-05"}]}),
    ("feasibility", {"found": False, "status": "indeterminate", "reason": "ainda não sei a renda de vocês"}),
    ("budgetTotal", absent("sem dados pra esse período ainda")),
    ("goalStatus", absent("meta 'Casa nova' não existe ainda")),
    ("goalsList", absent("vocês não têm nenhuma meta ainda")),
    ("contributeToGoal", absent("'Carla' não participa da meta 'Amsterdam Setembro/2026'")),
    ("recordSpend", invalid("o valor precisa ser maior que zero")),
    ("recordSpend", invalid("O orçamento da casa é em BRL; esse valor veio em EUR.")),
    ("recordSpend", invalid("'conta' pode ser Conta de luz ou Conta de gás. Qual deles?")),
    ("budgetTotal", {"error": True, "friendly": rules.FRIENDLY}),
]


@pytest.mark.parametrize("aspect", [None, "expected", "spent", "left", "summary"])
@pytest.mark.parametrize(("tool", "result"), RESULTS)
def test_an_answer_drawn_from_a_result_obeys_the_tone(tool: str, result: Any, aspect: str | None) -> None:
    text = answer(ToolCall(tool, NAME, result), TODAY, aspect)

    assert text
    assert breaches(text) == []


@pytest.mark.parametrize("tool", sorted({name for name, _ in RESULTS}))
@pytest.mark.parametrize("persisted", [True, False])
def test_what_is_asked_and_told_of_a_write_obeys_the_tone(tool: str, *, persisted: bool) -> None:
    receipt = {"operationId": "op-1", "preview": {}, "confirmed": persisted, "persisted": persisted}

    assert breaches(answer(ToolCall(tool, {}, receipt), TODAY)) == []


def test_one_entry_is_told_in_the_singular() -> None:
    one = {"entries": [ENTRY], "count": 1, "total": brl(5)}
    eleven = {"entries": [ENTRY] * 11, "count": 11, "total": brl(5)}

    assert answer(ToolCall("entriesList", {}, one), TODAY).startswith("Total: R$ 5 em 1 lançamento.")
    assert answer(ToolCall("entriesList", {}, eleven), TODAY).endswith("E mais 1 lançamento.")


def test_a_card_shows_the_households_own_name() -> None:
    preview = {"expense": "mercado", "period": "2026-06", "delta": brl(200), "newActual": brl(350)}

    line = card("recordSpend", {"preview": preview}, {"expense": "Mercado"}, date(2026, 6, 15))

    assert line == "Mercado em junho: R$ 150 → R$ 350 (+R$ 200)"
    assert "recordSpend" in cards._CARDS


def test_the_rules_of_the_guard_can_fail() -> None:
    for text in ("Prezado casal.", "Oi 🎉", "Oi 👍👍", "Por favor, me diz.", "a " * 16, "Caros, tudo bem?"):
        assert breaches(text)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    "more", [{}, {"newExpense": True, "paidBy": "Gabriel", "card": "Nubank cartão", "overBy": brl(50)}]
)
def test_the_card_of_a_spend_obeys_the_tone_whatever_it_tells(count: int, more: dict[str, Any]) -> None:
    preview = {"expense": "Plano de saúde", "period": "2026-03", "delta": brl(300), "newActual": brl(1300), **more}
    if count > 1:
        preview["installments"] = count
    receipt = {"operationId": "op-1", "preview": preview, "confirmed": False, "persisted": False}

    assert breaches(card("recordSpend", receipt, {"date": "2026-03-15"}, TODAY)) == []
