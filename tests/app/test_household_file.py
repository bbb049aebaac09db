"""household.yaml: read strictly, written back the same, and every refusal tells its line."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from mel.household_file import demo, read, write
from mel.household_file.document import FileProblem
from mel.household_file.home import Home
from mel.shared.money import Money
from mel.shared.period import Period

TODAY = date(2026, 6, 15)
PEOPLE = "pessoas: [Rui, Bia]\n"


def house(text: str) -> Home:
    return read(PEOPLE + text, TODAY)


def test_the_demo_is_the_household_of_the_scenarios() -> None:
    home = demo()

    assert home.budget.expected_total(Period(2026, 6)) == Money(2820, "BRL")
    assert home.budget.expense("super").expected == Money(1500, "BRL")
    assert [member.name for member in home.household.members] == ["Gabriel", "Ana"]
    amsterdam, honeymoon = home.goals
    assert (amsterdam.target, amsterdam.deadline) == (Money(6000, "EUR"), date(2026, 9, 1))
    assert amsterdam.created_on == date(2026, 6, 1)
    assert (honeymoon.target, honeymoon.deadline) == (Money(5000, "EUR"), date(2027, 6, 1))
    assert home.household.rates.convert(Money(100, "EUR"), "BRL", TODAY) == Money(620, "BRL")


def test_every_household_has_somewhere_for_the_rest() -> None:
    assert [expense.name for expense in house("").budget.expenses] == ["Outros"]
    assert len(house("gastos:\n  - {nome: outros, valor: R$ 100}\n").budget.expenses) == 1


def test_what_is_written_reads_back_the_same() -> None:
    text = write(demo())

    assert write(read(text)) == text


def test_all_that_a_file_can_hold_survives_the_round_trip() -> None:
    text = """
casa: Canto
moeda: CHF
fuso: Europe/Zurich
limite: CHF 120
pessoas:
  - nome: Rui
    apelidos: [Ruizinho]
  - Bia
rendas:
  - {nome: Bico, valor: 1.200,50, de: Bia, tipo: variável, dia: 10, apelidos: [freela]}
metas:
  - nome: Violão
    valor: R$ 900
    prazo: 2027-01-31
    só de: Bia
    pessoas: Bia
    aportes: [{de: bia, valor: US$ 20, data: 1/6/2026}]
cotações:
  - {de: USD, para: BRL, data: 01/06/2026, valor: "5,4321"}
"""
    home = read(text.replace("1.200,50", '"1.200,50"').replace("valor: US$ 20", 'valor: "US$ 20"'), TODAY)
    again = read(write(home), date(2030, 1, 1))

    assert write(again) == write(home)
    assert again.household == home.household
    assert again.household.fast_path_limit == Money(120, "CHF")
    assert again.incomes.sources[0].amount == Money("1200.50", "CHF")
    goal = again.goals[0]
    assert (goal.owner, goal.created_on, goal.saved_by_currency()) == ("Bia", TODAY, {"USD": Money(20, "USD")})
    assert again.household.rates.rates[0].value == Decimal("5.4321")


def test_english_words_and_missing_accents_mean_the_same() -> None:
    home = read(
        "household: Home\ncurrency: EUR\nmembers:\n  - name: Rui\n"
        "expenses:\n  - {name: Rent, amount: '900', category: home, due: 5}\ncotacoes: []\n",
        TODAY,
    )

    assert home.household.currency == "EUR"
    assert home.budget.expense("rent").expected == Money(900, "EUR")
    assert home.budget.expense("rent").billing_day == 5


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("R$ 1.500,00", Money(1500, "BRL")),
        ("1.500", Money(1500, "BRL")),
        ("1500", Money(1500, "BRL")),
        ("1500.00", Money(1500, "BRL")),
        ("0", Money(0, "BRL")),
        ("R$ 0", Money(0, "BRL")),
        ("dois mil", Money(2000, "BRL")),
    ],
)
def test_amounts_are_read_the_brazilian_way(said: str, amount: Money) -> None:
    assert house(f"gastos:\n  - {{nome: Luz, valor: '{said}'}}\n").budget.expense("Luz").expected == amount


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("gastos:\n  - {nome: Luz, valor: '1,500'}\n", 3, "não é um valor claro"),
        ("gastos:\n  - {nome: Luz, valor: R$ 30 a 40}\n", 3, "não é um valor claro"),
        ("gastos:\n  - {nome: Luz, valor: R$ -3}\n", 3, "não é um valor claro"),
        ("gastos:\n  - {nome: Luz, valor: '10000000'}\n", 3, "não é um valor claro"),
        ("gastos:\n  - {nome: Luz, valor: 'R$ 1.500,005'}\n", 3, "não é um valor claro"),
        ("gastos:\n  - {nome: Luz, valor: € 30}\n", 3, "orçamento da casa é em BRL"),
        ("gastos:\n  - {nome: Luz}\n", 3, "falta 'valor'"),
        ("gastos:\n  - {nome: Luz, valor: R$ 1, vencimento: 32}\n", 3, "vai de 1 a 31"),
        ("gastos:\n  - {nome: Luz, valor: R$ 1}\n  - {nome: luz, valor: R$ 2}\n", 4, "já existe"),
        ("gastos:\n  nome: Luz\n", 3, "precisa ser uma lista"),
        ("gastos: [Luz]\n", 2, "precisa ter campos"),
        ("metas:\n  - {nome: Rio, valor: R$ 9, prazo: 31/02/2027}\n", 3, "não é uma data"),
        ("metas:\n  - {nome: Rio, valor: R$ 9, prazo: 1/9}\n", 3, "não é uma data"),
        ("metas:\n  - {nome: Rio, valor: R$ 9, prazo: 1/9/2027, pessoas: [Ana]}\n", 3, "Aqui moram Rui e Bia"),
        ("metas:\n  - {nome: Rio, valor: R$ 0, prazo: 1/9/2027}\n", 3, "maior que zero"),
        ("cotações:\n  - {de: EUR, para: BRL, data: 1/9/2026, valor: '6.200'}\n", 3, "não é uma cotação clara"),
        ("cotações:\n  - {de: EURO, para: BRL, data: 1/9/2026, valor: '6'}\n", 3, "não é uma moeda"),
        ("moeda: real\n", 2, "não é uma moeda"),
        ("fuso: Brasília\n", 2, "não é um fuso"),
        ("fuso: ../../etc/passwd\n", 2, "não é um fuso"),
        ("rendas:\n  - {nome: Bico, valor: R$ 1, tipo: bolsa}\n", 3, "salário, variável ou benefício"),
        ("gatos: []\n", 2, "Você quis dizer 'gastos'?"),
        ("zzz: 1\n", 2, "Aqui cabem: casa, moeda"),
        ("casa: a\ncasa: b\n", 3, "aparece duas vezes"),
        ("casa: a\nhousehold: b\n", 3, "aparece duas vezes"),
        ("casa: [a]\n", 2, "precisa ser um valor só"),
        ("casa: &x a\nfuso: *x\n", 3, "referências com *"),
        ("casa: 'a\n", 3, "não é YAML"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(FileProblem, match="Linha") as refusal:
        house(text)

    assert says in refusal.value.message
    assert refusal.value.line == line


@pytest.mark.parametrize("text", ["", "casa: Sem gente", "pessoas: []", "- a", "pessoas: [Ana, ana]", "\x00"])
def test_a_house_needs_people_with_names_of_their_own(text: str) -> None:
    with pytest.raises(FileProblem):
        read(text, TODAY)
