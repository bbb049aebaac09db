"""Wrong writes that strangers found, by kind: what is read now is right, or nothing is written."""

from __future__ import annotations

import pytest

from understanding.corpus import read

NOTHING = "unclear"


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("muda o aluguel de 2000 pra 2100", "2100.00"),
        ("reduz a escola de 2100 pra 1990", "1990.00"),
        ("paguei o aluguel de outubro 2000", "2000.00"),
        ("paguei o condomínio em janeiro 2010", "2010.00"),
    ],
)
def test_an_amount_between_1990_and_2100_is_no_year(text, amount):
    slots = read(text).slots

    assert slots["amount"] == amount
    assert slots.get("period", {}).get("from", "2025") >= "2025"


@pytest.mark.parametrize(
    "text",
    [
        "gastei em maio de 1999 50 no bar",
        "gastei 50 no domingo de páscoa",
        "gastei 80 na quarta de cinzas no bar",
        "gastei 80 na sexta-feira santa",
        "gastei 50 no sábado de aleluia no mercado",
        "assinei o cinema 30 nos próximos 3 meses",
        "quero juntar 3 mil pra copa de 2030",
    ],
)
def test_a_day_that_is_not_meant_stops_the_write(text):
    assert read(text).intent == NOTHING


@pytest.mark.parametrize(
    "text",
    [
        "caiu a parcela do carro 900",
        "recebi 80 do João do churrasco",
        "recebi 2 mil do plano de saúde",
        "entrou 900 na conta dela",
        "todo dia 5 cai 2.300 da firma",
    ],
)
def test_money_that_is_nobodys_income_is_not_written_as_one(text):
    assert read(text).intent == NOTHING


def test_whose_account_it_fell_on_is_who_received_it():
    assert read("caiu 4500 na conta da Ana").slots["member"] == "Ana"


@pytest.mark.parametrize(
    "text",
    [
        "sobe o ifood em 50 por semana",
        "assinei a disney, 43,90 por 3 meses",
        "curso de inglês 250 por mês por 12 meses",
        "quero trocar de celular, um de 1.800",
        "a van escolar vai ser 260 por mês, dia 5",
    ],
)
def test_a_change_or_an_end_that_no_slot_carries_begins_no_expense(text):
    assert read(text).intent == NOTHING


@pytest.mark.parametrize(
    "text",
    [
        "gastei os olhos da cara no mercado, 890",
        "gastei o olho da cara no rodízio",
        "gastei um troco no estacionamento",
        "torrei uma bala no shopping, 700",
        "sete e meio de bala no farol",
        "trem caro, o óleo do carro saiu 219",
        "mercadão central 163,42 de queijo",
        "70 farmácia Ana",
        "freela de logo 350 da firma",
    ],
)
def test_of_two_things_or_a_manner_of_speaking_none_is_bought(text):
    assert read(text).intent in {NOTHING, "record_income"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("paguei R$ 260,00 na consulta com a pediatra. Obrigada!", "consulta"),
        ("2 ingressos setor 3 por 360", "ingressos setor 3"),
        ("pagamos 480 na pousada em Tiradentes", "pousada"),
        ("gastei 60 no acarajé com a galera do porto", "acarajé"),
        ("ceia de ano novo 400", "ceia de ano novo"),
        ("recarreguei o VEM com 40", "VEM"),
    ],
)
def test_the_name_is_what_was_paid_for(text, name):
    slots = read(text).slots

    assert slots["name"] == name
    assert "date" not in slots


@pytest.mark.parametrize(
    "text",
    [
        "gastei 3/4 de 80 no restaurante",
        "paguei a 3/12 da academia 200",
        "paguei 5/10 da internet 150",
        "paguei 1/2 de 300 da internet",
        "paguei 1/12 do iptu, 150",
    ],
)
def test_a_part_or_a_parcela_is_no_day_and_month(text):
    assert read(text).intent == NOTHING


@pytest.mark.parametrize("text", ["meu salário foi pra 5.300", "o salário da Ana subiu pra 5 mil"])
def test_what_comes_in_is_no_expense_that_changes(text):
    assert read(text).intent == NOTHING


@pytest.mark.parametrize("text", ["pus crédito de 30 no celular", "recarreguei 30 de crédito no celular"])
def test_credit_that_was_bought_is_no_way_to_pay(text):
    assert "payment_method" not in read(text).slots


@pytest.mark.parametrize("text", ["gastei 50 no mercado igual ontem", "ops, foi 53"])
def test_a_comparison_or_an_exclamation_is_no_thing_bought(text):
    assert read(text).intent == NOTHING


@pytest.mark.parametrize("text", ["gastei 100 em dólar", "gastei 80 em euros", "moro na alameda jau 1420 apto 31"])
def test_another_currency_or_an_address_is_no_thing_bought(text):
    assert read(text).intent == NOTHING


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("gastei 55 na farmácia São Benedito", "farmácia São Benedito"),
        ("gastei 30 na farmácia são joão", "farmácia são joão"),
        ("padaria são roque 20", "padaria são roque"),
    ],
)
def test_a_saint_behind_a_shop_is_part_of_its_name(text, name):
    reading = read(text)

    assert (reading.slots["name"], reading.slots.get("date")) == (name, None)
