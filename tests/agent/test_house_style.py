"""A model's figures are written as Brazilians write them, and their values stay."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.agent import AgentChat
from mel.agent.figures import figures
from mel.agent.house_style import in_house_style
from mel.agent.tools import BudgetTool
from mel.budget import Budget, RecurringExpense
from mel.llm.scripted import ScriptedModel, call, say
from mel.shared.money import Money
from mel.storage.memory import InMemoryBudgetRepository


@pytest.mark.parametrize(
    ("draft", "shown"),
    [
        ("Vocês gastaram 1540.50 reais.", "Vocês gastaram 1.540,50 reais."),
        ("São R$ 2820,00 de R$ 3.000,00.", "São R$ 2.820 de R$ 3.000."),
        ("Sobram 1279.5 reais em 2026-06.", "Sobram 1.279,50 reais em junho de 2026."),
        ("A fatura vence em 2026-06-20.", "A fatura vence em 20/06/2026."),
        ("Faltam € 1883.55 por mês.", "Faltam € 1.883,55 por mês."),
        ("Passou -R$ 60.00.", "Passou -R$ 60."),
        ("Uns 3 mil reais, ou R$ 3 mil.", "Uns 3 mil reais, ou R$ 3 mil."),
        ("Foram mil e duzentos reais.", "Foram mil e duzentos reais."),
        ("Em 10x de R$ 300, até 06/07.", "Em 10x de R$ 300, até 06/07."),
    ],
)
def test_amounts_and_iso_days_take_the_house_s_form(draft: str, shown: str) -> None:
    assert in_house_style(draft) == shown


@given(st.decimals(min_value=0, max_value=Decimal(10) ** 9, places=2), st.sampled_from(["BRL", "EUR", "USD"]))
def test_any_amount_in_any_spelling_comes_out_as_money_is_shown(amount: Decimal, currency: str) -> None:
    sign = {"BRL": "R$", "EUR": "€", "USD": "US$"}[currency]
    for said in (f"{amount:.2f}", f"{amount:.2f}".replace(".", ","), f"{amount:,.2f}".translate({44: 46, 46: 44})):
        assert in_house_style(f"Foram {sign} {said} em junho.") == f"Foram {Money(amount, currency)} em junho."


@given(st.text(alphabet="R$€0123456789., -/reaismlhõdjunho", max_size=60))
def test_no_value_of_any_text_changes_and_twice_is_as_once(text: str) -> None:
    shown = in_house_style(text)
    assert [(f.kind, f.value, f.currency) for f in figures(shown)] == [
        (f.kind, f.value, f.currency) for f in figures(text)
    ]
    assert in_house_style(shown) == shown


async def test_a_reply_of_a_model_is_delivered_in_the_house_s_form() -> None:
    budget = Budget(id="casa", currency="BRL")
    budget.register(
        RecurringExpense(
            name="Mercado", expected=Money("1500.50", "BRL"), category="alimentação", billing_day=5, payment="débito"
        )
    )
    repo = InMemoryBudgetRepository()
    repo.save(budget)
    model = ScriptedModel([call("budgetTotal", month="2026-06"), say("O previsto é 1500.5 reais.")])
    chat = AgentChat(model=model, tools=[BudgetTool(budget_repo=repo, budget_id="casa")])
    assert (await chat.ask("quanto é o orçamento?", today=date(2026, 6, 15))).text == "O previsto é 1.500,50 reais."
