"""Amounts: the gold list, every form spoken and written, and what must be refused."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest
from num2words import num2words
from text_to_num import text2num

from mel.understanding.money import find_amounts, read_amount
from understanding.corpus import lines

CASES = lines("money.jsonl")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_gold_amounts(case):
    found = read_amount(case["text"])

    given = None if found is None else {"amount": f"{found.value:.2f}", "currency": found.currency}
    assert given == case["gold"]


def amounts(seed: int, count: int) -> list[Decimal]:
    chance = random.Random(seed)
    sizes = [100, 1_000, 10_000, 100_000, 1_000_000, 9_999_999]
    return [Decimal(chance.randrange(1, chance.choice(sizes) * 100)) / 100 for _ in range(count)]


def grouped(value: Decimal, decimals: int) -> str:
    return f"{value:,.{decimals}f}".translate(str.maketrans(",.", ".,"))


def test_written_amounts_come_back():
    for value in amounts(1, 5_000):
        forms = [
            f"R$ {grouped(value, 2)}",
            f"R${grouped(value, 2)}",
            f"{value:.2f}".replace(".", ","),
            grouped(value, 2) + " reais",
        ]
        if value == value.to_integral_value():
            forms += [grouped(value, 0), str(int(value)), f"{int(value)} conto", f"€ {grouped(value, 0)}"]
        for form in forms:
            found = read_amount(form)
            assert found is not None, form
            assert found.value == value, form


def test_spoken_amounts_come_back():
    for value in amounts(2, 5_000):
        whole, cents = int(value), int(value * 100 % 100)
        if not whole:
            continue
        words = num2words(whole, lang="pt_BR").replace(",", "")
        joint = " de reais" if words.endswith(("milhão", "milhões")) else " reais" if whole > 1 else " real"
        spoken = words + joint
        if cents:
            spoken += f" e {num2words(cents, lang='pt_BR')} centavo{'s' if cents > 1 else ''}"
        found = read_amount(spoken)
        assert found is not None, spoken
        assert found.value == value, spoken


def test_spoken_cents_without_the_word_come_back():
    chance = random.Random(3)
    for _ in range(2_000):
        whole, cents = chance.randrange(21, 99), chance.randrange(10, 99)
        if whole % 10 == 0:
            continue
        spoken = f"{num2words(whole, lang='pt_BR')} e {num2words(cents, lang='pt_BR')}"
        found = read_amount(spoken)
        assert found is not None, spoken
        assert found.value == whole + Decimal(cents) / 100, spoken


def test_number_words_agree_with_another_library():
    chance = random.Random(4)
    for _ in range(2_000):
        value = chance.randrange(2, 999_999)
        words = num2words(value, lang="pt_BR").replace(",", "")
        found = read_amount(words)

        assert found is not None, words
        assert found.value == value == text2num(words, "pt"), words


@pytest.mark.parametrize("thousands", [2, 5, 12, 350])
def test_multipliers_come_back(thousands):
    forms = [
        f"{thousands}k",
        f"{thousands} mil",
        f"{thousands}mil",
        f"R$ {thousands} mil",
        num2words(thousands, lang="pt_BR") + " mil",
    ]

    assert [read_amount(form).value for form in forms] == [thousands * 1000] * len(forms)


@pytest.mark.parametrize(
    "text",
    ["1,500", "2,350", "50 mi", "meia", "cinco e meio", "30 a 40", "30 ou 40", "80 90", "0", "R$ 0,00", "-50",
    "10000000", "12.345.67",
     "l50", "5o", "100 e pouco", "cento e poucos", "cem e cinquenta", "200 e 50", "R$", "", "reais", "mil e meio",
     "1.50.0", "００５"],
)  # fmt: skip
def test_what_could_mean_two_things_is_refused(text):
    assert read_amount(text) is None


def test_running_text_lists_every_figure_with_its_place():
    text = "Mercado: R$ 2.820,00 de R$ 3 mil, meta de € 6.000, e sobram 40 ou cinquentão (1,5 mil no total)."

    found = find_amounts(text)

    assert [(f.value, f.currency, f.explicit) for f in found] == [
        (Decimal("2820.00"), "BRL", True), (Decimal(3000), "BRL", True), (Decimal(6000), "EUR", True),
        (Decimal(40), None, False), (Decimal(50), "BRL", True), (Decimal(1500), None, False),
    ]  # fmt: skip
    assert [text[f.start : f.end] for f in found][:2] == ["R$ 2.820,00", "R$ 3 mil"]
