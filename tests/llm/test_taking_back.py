"""What was told is taken back or corrected in a couple's own words, and always shown before it happens."""

from __future__ import annotations

import pytest

from llm.homes import a_home, told
from talks import brl


@pytest.mark.parametrize("no", ["não", "nao", "errado", "cancela", "não é isso", "👎"])
async def test_a_no_right_after_a_write_offers_to_undo_it(no: str) -> None:
    home = a_home()

    offered = await told(home, "gastei 87,50 no mercado", no)
    assert (offered.text, offered.cards) == ("Desfaço?", ("Mercado em junho: R$ 87,50 → R$ 0",))
    assert home.spent("Mercado") == brl("87.50")

    await told(home, "sim")
    assert home.spent("Mercado") == brl(0)


@pytest.mark.parametrize("thanks", ["não, obrigado", "não precisa", "não, valeu"])
async def test_a_no_thanks_takes_nothing_back(thanks: str) -> None:
    home = a_home()

    reply = await told(home, "gastei 20 no mercado", thanks, "sim")

    assert "esperando" in reply.text
    assert home.spent("Mercado") == brl(20)


async def test_a_no_to_the_offer_keeps_the_spend() -> None:
    home = a_home()

    reply = await told(home, "gastei 20 no mercado", "não", "não")

    assert reply.text == "Tá bom, não desfiz."
    assert home.spent("Mercado") == brl(20)


@pytest.mark.parametrize("said", ["não, 350", "nao 350", "350, não 300", "não, R$ 350"])
async def test_a_bare_figure_corrects_what_waits(said: str) -> None:
    home = a_home()

    shown = await told(home, "registra 300 no mercado", said)
    assert shown.cards == ("Mercado em junho: R$ 0 → R$ 350 (15/06)",)

    await told(home, "sim")
    assert home.spent("Mercado") == brl(350)


@pytest.mark.parametrize(
    ("said", "card"),
    [
        ("não, 35", "Mercado, 15/06: R$ 20 → R$ 35"),
        ("não, na farmácia", "Mercado, 15/06: Mercado → Farmácia"),
        ("não, ontem", "Mercado: 15/06 → 14/06"),
    ],
)
async def test_a_bare_no_with_the_right_thing_corrects_what_was_written(said: str, card: str) -> None:
    home = a_home()

    shown = await told(home, "gastei 20 no mercado", said)

    assert (shown.text, shown.cards) == ("Corrijo?", (card,))
    assert home.spent("Mercado") == brl(20)


@pytest.mark.parametrize("said", ["não, na próxima", "não, na verdade nada", "não, na padaria do Zé"])
async def test_what_names_nothing_of_the_house_corrects_nothing(said: str) -> None:
    home = a_home()

    reply = await told(home, "gastei 20 no mercado", said)

    assert not reply.cards
    assert home.spent("Mercado") == brl(20)


@pytest.mark.parametrize("said", ["desfaz o mercado", "desfaz o gasto do mercado", "reverte o mercado, por favor"])
async def test_an_undo_that_names_its_thing_finds_it_and_asks(said: str) -> None:
    home = a_home()

    shown = await told(home, "gastei 20 no mercado", "gastei 40 na farmácia", said)
    assert (shown.text, shown.cards) == ("Desfaço?", ("Mercado em junho: R$ 20 → R$ 0",))
    assert home.spent("Mercado") == brl(20)

    await told(home, "sim")
    assert (home.spent("Mercado"), home.spent("Farmácia")) == (brl(0), brl(40))


async def test_an_undo_by_name_asks_even_about_the_very_last_thing() -> None:
    home = a_home()

    shown = await told(home, "gastei 20 no mercado", "desfaz o mercado")

    assert shown.text == "Desfaço?"
    assert home.spent("Mercado") == brl(20)


async def test_an_undo_of_a_contribution_leaves_the_spends_alone() -> None:
    home = a_home()

    shown = await told(home, "aporta 50 em Amsterdam", "sim", "gastei 40 na farmácia", "desfaz o aporte de Amsterdam")

    assert shown.cards == ("Amsterdam Setembro/2026: R$ 50 → R$ 0",)
    assert home.spent("Farmácia") == brl(40)


@pytest.mark.parametrize(
    ("answer", "left"), [("o de 10", 20), ("a segunda", 10), ("o primeiro", 20), ("20", 10), ("o de ontem", 20)]
)
async def test_which_of_several_entries_is_answered_by_amount_day_or_place(answer: str, left: int) -> None:
    home = a_home()

    asked = await told(home, "gastei 10 no mercado ontem", "gastei 20 no mercado", "apaga o gasto do mercado")
    assert asked.text == "Achei mais de um. Qual deles: R$ 10 de 14/06 ou R$ 20 de 15/06?"
    assert (await told(home, "sim")).text == asked.text  # which of them, it does not say

    shown = await told(home, answer)
    assert shown.text == "Apago?"
    assert home.spent("Mercado") == brl(30)
    await told(home, "sim")
    assert home.spent("Mercado") == brl(left)


async def test_another_message_is_no_answer_to_which_entry() -> None:
    home = a_home()

    await told(home, "gastei 10 no mercado", "gastei 20 no mercado", "apaga o gasto do mercado")
    await told(home, "gastei 10 na farmácia")

    assert (home.spent("Mercado"), home.spent("Farmácia")) == (brl(30), brl(10))


async def test_a_yes_to_a_question_with_two_sides_is_asked_again() -> None:
    home = a_home()

    asked = await told(home, "registra 1.200 de aluguel")
    again = await told(home, "sim")
    shown = await told(home, "outros")

    assert again.text == asked.text
    assert shown.cards == ("Outros em junho: R$ 0 → R$ 1.200 (15/06). 'aluguel' passa a ser Outros",)


async def test_undoing_a_spend_forgets_the_word_that_it_taught() -> None:
    home = a_home()

    await told(home, "gastei 80 na floricultura", "outros", "sim")
    undone = await told(home, "desfaz")
    again = await told(home, "gastei 10 na floricultura")

    assert undone.cards == ("Outros em junho: R$ 80 → R$ 0. 'floricultura' deixa de ser Outros",)
    assert "ainda não é um gasto" in again.text


async def test_a_correction_of_a_correction_is_one_too() -> None:
    home = a_home()

    shown = await told(home, "gastei 35 no mercado", "não, 45", "sim", "ops, foi 53")
    assert (shown.text, shown.cards) == ("Corrijo?", ("Mercado, 15/06: R$ 45 → R$ 53",))

    await told(home, "sim")
    assert home.spent("Mercado") == brl(53)


async def test_a_corrected_contribution_is_proposed_once_the_old_one_is_gone() -> None:
    home = a_home()

    offered = await told(home, "aporta 300 em Amsterdam", "sim", "na verdade foram 350")
    undone = await told(home, "sim")
    agreed = await told(home, "sim")

    assert offered.text == "Desfaço?"
    assert undone.text == "Desfeito.\nAnoto esse aporte?"
    assert undone.cards[1] == "Amsterdam Setembro/2026: R$ 0 → R$ 350 (Gabriel, 15/06)"
    assert [receipt["preview"]["amount"]["amount"] for receipt in agreed.receipts] == [350]


async def test_a_spend_like_another_day_s_is_not_guessed() -> None:
    reply = await told(a_home(), "gastei 50 no mercado igual ontem")

    assert (reply.receipts, reply.previews) == ((), ())


@pytest.mark.parametrize(
    ("said", "card"),
    [
        ("na verdade o mercado foi 55", "Mercado, 15/06: R$ 30 → R$ 55"),
        ("não era mercado, era farmácia", "Mercado, 15/06: Mercado → Farmácia"),
    ],
)
async def test_a_correction_may_name_what_stands_there_already(said: str, card: str) -> None:
    assert (await told(a_home(), "gastei 30 no mercado", said)).cards == (card,)


@pytest.mark.parametrize(
    ("said", "card"),
    [
        ("muda a farmácia de 30 pra 35", "Farmácia, 15/06: R$ 30 → R$ 35"),
        ("muda a farmácia de 150 pra 180", "Farmácia previsto: R$ 150 → R$ 180 a partir de junho"),
        ("muda a farmácia pra 180", "Farmácia previsto: R$ 150 → R$ 180 a partir de junho"),
    ],
)
async def test_from_30_to_35_is_about_the_entry_that_was_30(said: str, card: str) -> None:
    assert (await told(a_home(), "gastei 30 na farmácia", said)).cards == (card,)


async def test_the_last_spend_is_not_the_budget_that_was_changed_after_it() -> None:
    home = a_home()

    shown = await told(home, "gastei 45 na farmácia", "muda o mercado pra 1.600", "sim", "apaga o último gasto")

    assert (shown.text, shown.cards) == ("Desfaço?", ("Farmácia em junho: R$ 45 → R$ 0",))


async def test_the_last_one_does_not_bring_back_what_was_just_taken_out() -> None:
    home = a_home()
    await told(home, "gastei 20 no mercado", "gastei 45 na farmácia", "apaga o gasto do mercado", "sim")

    shown = await told(home, "apaga o último")

    assert home.spent("Mercado") == brl(0)
    assert shown.text == "Desfaço?"


async def test_what_is_brought_back_is_told_as_an_entry() -> None:
    reply = await told(a_home(), "gastei 20 no mercado", "apaga o gasto do mercado", "sim", "desfaz")

    assert reply.cards == ("Volta: Mercado, R$ 20 (15/06, Gabriel)",)


async def test_an_undo_by_name_takes_the_correction_back_first() -> None:
    shown = await told(a_home(), "gastei 35 no mercado", "não, 45", "sim", "desfaz o mercado")

    assert (shown.text, shown.cards) == ("Desfaço?", ("Mercado, 15/06: R$ 45 → R$ 35",))


async def test_a_bill_s_day_may_be_corrected_before_the_yes() -> None:
    shown = await told(a_home(), "cadastra streaming 40 todo dia 10", "não, dia 12")

    assert shown.cards == ("Novo gasto Streaming: R$ 40 por mês, dia 12",)
