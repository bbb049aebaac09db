"""Income: what is expected in cash, and what did come in."""

from __future__ import annotations

from datetime import date

import pytest

from mel.income import Income, IncomeBook, Receipt
from mel.shared.errors import InvalidInput
from mel.shared.money import Money
from mel.shared.period import Period


def brl(amount: int) -> Money:
    return Money(amount, "BRL")


def a_book(*sources: Income) -> IncomeBook:
    return IncomeBook(id="casa", sources=list(sources))


def test_benefits_are_never_cash() -> None:
    book = a_book(
        Income("Salário", brl(5000)),
        Income("VR", brl(800), kind="benefit"),
        Income("Freela", brl(700), kind="variable"),
    )

    assert [source.name for source in book.cash_sources] == ["Salário", "Freela"]
    assert [source.is_cash for source in book.sources] == [True, False, True]


def test_what_came_in_counts_in_its_month_and_currency() -> None:
    book = a_book()
    for amount, day in ((brl(10), date(2026, 6, 1)), (brl(5), date(2026, 6, 30)), (brl(7), date(2026, 7, 1))):
        book.receive(Receipt("pix", amount, day))
    book.receive(Receipt("pix", Money(9, "EUR"), date(2026, 6, 2)))

    assert book.received(Period.parse("2026-06"), "BRL") == brl(15)
    assert book.received(Period.parse("2026-05"), "BRL") == brl(0)


@pytest.mark.parametrize("amount", [0, -1])
def test_nothing_is_no_receipt(amount: int) -> None:
    book = a_book()

    with pytest.raises(InvalidInput, match="maior que zero"):
        book.receive(Receipt("pix", brl(amount), date(2026, 6, 1)))
    assert book.receipts == []


def test_an_income_has_a_name_and_is_not_negative() -> None:
    with pytest.raises(InvalidInput, match="nome"):
        Income(" \u200b ", brl(1))
    with pytest.raises(InvalidInput, match="negativa"):
        Income("Salário", brl(-1))


def test_an_income_is_found_by_name_or_alias() -> None:
    salary = Income("Salário da Ana", brl(1), aliases=("trampo",))

    assert a_book(salary).find_by_name("salario ana") is salary
    assert a_book(salary).find_by_name("Trampo") is salary
    assert a_book(salary).find_by_name("salário novo") is None


def test_a_salary_is_its_receivers_own_where_each_has_one() -> None:
    anas, brunos = Income("Salário da Ana", brl(1), "Ana"), Income("Salário do Bruno", brl(2), "Bruno")
    book = a_book(anas, brunos, Income("Freela", brl(3)))

    assert book.source("salário", "Bruno") is brunos
    assert book.source("salario", "Ana") is anas
    assert book.source("salário", None) is None
    assert book.source("salário da ana", "Bruno") is anas
    assert book.source("aluguel", "Ana") is None


def test_the_same_money_of_a_month_is_noticed() -> None:
    book = a_book()
    book.receive(Receipt("Salário", brl(5000), date(2026, 6, 5)))

    assert book.like("salario", brl(5000), Period.parse("2026-06")) is book.receipts[0]
    assert book.like("salário", brl(5001), Period.parse("2026-06")) is None
    assert book.like("salário", brl(5000), Period.parse("2026-07")) is None
    assert book.like("freela", brl(5000), Period.parse("2026-06")) is None
