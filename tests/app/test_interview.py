"""The guided setup, answered line by line."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from mel.household_file import Home, interview
from mel.household_file.interview import NotAgreed
from mel.shared.money import Money

TODAY = date(2026, 6, 15)


def answered(*answers: str) -> tuple[Home, list[str]]:
    said: list[str] = []
    rest: Iterator[str] = iter(answers)
    return interview(lambda question: next(rest), said.append, TODAY), said


def test_a_few_answers_make_a_household() -> None:
    home, said = answered(
        "Nosso canto",
        "Rui e Bia",
        "Salário da Bia R$ 4.800", "",
        "Mercado R$ 1.500", "Luz 180", "",
        "Viagem € 5.000", "01/06/2027", "",
        "sim",
    )  # fmt: skip

    assert [member.name for member in home.household.members] == ["Rui", "Bia"]
    assert home.incomes.sources[0].received_by == "Bia"
    assert [expense.name for expense in home.budget.expenses] == ["Mercado", "Luz", "Outros"]
    assert (home.goals[0].target, home.goals[0].deadline) == (Money(5000, "EUR"), date(2027, 6, 1))
    assert "valor: R$ 1.500" in said[-1]


def test_what_is_not_understood_is_asked_again() -> None:
    home, said = answered(
        "", "", "Ana, ana", "Ana", "", "Mercado", "Mercado 30 a 40", "Mercado 30", "mercado 50", "", "", "ok"
    )

    assert home.household.name == "Casa"
    assert home.budget.expense("Mercado").expected == Money(30, "BRL")
    assert sum("Não entendi" in line for line in said) == 2
    assert "mercado já está na lista." in said


def test_without_a_yes_nothing_is_made() -> None:
    with pytest.raises(NotAgreed):
        answered("", "Ana", "", "", "", "não")
