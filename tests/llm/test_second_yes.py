"""A yes is about what was shown, and the same thing asked for twice is one thing."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from mel.app import House, found, open_house
from mel.household_file import demo
from mel.shared.money import Money
from mel.shared.period import Period
from mel.storage.sql import SqlStorage

TODAY = date(2026, 6, 15)
JUNE = Period.parse("2026-06")


class Couple:
    def __init__(self, storage: SqlStorage) -> None:
        found(storage, demo())
        self.storage = storage
        self.house: House = open_house(storage)

    async def says(self, text: str, who: str = "Gabriel") -> tuple[str, tuple[str, ...]]:
        reply = await self.house.ask(text, self.house.speaker(who), TODAY)
        return reply.text, reply.cards

    def spent(self, expense: str) -> Money:
        with self.storage.work("casa") as work:
            return work.budgets.load("casa").expense(expense).actual_for(JUNE)

    def expected(self, expense: str) -> Money:
        with self.storage.work("casa") as work:
            return work.budgets.load("casa").expense(expense).expected_for(JUNE)


@pytest.fixture
def couple(tmp_path: Path):
    storage = SqlStorage(tmp_path / "mel.db")
    yield Couple(storage)
    storage.close()


async def test_an_order_said_twice_is_asked_twice_and_written_once(couple: Couple) -> None:
    await couple.says("registra 200 no mercado")
    await couple.says("registra 200 no mercado")
    assert couple.spent("Mercado") == Money(0, "BRL")

    await couple.says("sim")
    assert couple.spent("Mercado") == Money(200, "BRL")
    text, _ = await couple.says("sim")
    assert couple.spent("Mercado") == Money(200, "BRL")
    assert "esperando" in text


async def test_an_order_of_the_partner_in_the_same_words_is_no_yes(couple: Couple) -> None:
    await couple.says("registra 200 no mercado")
    await couple.says("registra 200 no mercado", "Ana")
    assert couple.spent("Mercado") == Money(0, "BRL")

    await couple.says("sim", "Ana")
    _, cards = await couple.says("sim")
    assert couple.spent("Mercado") == Money(200, "BRL")
    assert any("Ana já tinha contado" in card for card in cards)

    await couple.says("sim")
    assert couple.spent("Mercado") == Money(400, "BRL")


async def test_raising_by_an_amount_is_no_yes_to_setting_it(couple: Couple) -> None:
    await couple.says("muda o mercado pra 100")
    await couple.says("aumenta o mercado em 100")

    assert couple.expected("Mercado") == Money(1500, "BRL")


async def test_a_mere_sim_after_other_talk_is_asked_about_what(couple: Couple) -> None:
    await couple.says("registra 20 na farmácia")
    await couple.says("quanto sobrou?")

    text, cards = await couple.says("sim")
    assert "?" in text
    assert any("Farmácia" in card for card in cards)
    await couple.says("sim")
    assert couple.spent("Farmácia") == Money(20, "BRL")


async def test_a_number_picks_one_of_those_that_wait(couple: Couple) -> None:
    await couple.says("registra 12 na farmácia")
    await couple.says("registra 13 na farmácia")
    text, cards = await couple.says("sim")
    assert "número" in text
    assert [card[:2] for card in cards] == ["1.", "2."]

    await couple.says("2")
    assert couple.spent("Farmácia") == Money(13, "BRL")


async def test_a_number_without_a_list_picks_nothing(couple: Couple) -> None:
    await couple.says("registra 12 na farmácia")
    await couple.says("registra 13 na farmácia")

    await couple.says("2")

    assert couple.spent("Farmácia") == Money(0, "BRL")


async def test_a_number_crosses_out_when_asked_which_to_cancel(couple: Couple) -> None:
    await couple.says("registra 12 na farmácia")
    await couple.says("registra 13 na farmácia")
    await couple.says("oi")
    await couple.says("cancela")
    await couple.says("1")

    await couple.says("confirma")
    assert couple.spent("Farmácia") == Money(13, "BRL")


async def test_undo_goes_back_one_step_at_a_time(couple: Couple) -> None:
    await couple.says("gastei 10 no mercado")
    await couple.says("gastei 20 no mercado")
    await couple.says("desfaz")
    assert couple.spent("Mercado") == Money(10, "BRL")

    await couple.says("desfaz")
    await couple.says("sim")
    assert couple.spent("Mercado") == Money(0, "BRL")


async def test_an_amount_too_large_is_no_correction_of_something_else(couple: Couple) -> None:
    await couple.says("muda a farmácia pra 100")
    await couple.says("sim")
    _, cards = await couple.says("muda o mercado pra 12 milhões")

    assert cards == ()
    assert couple.expected("Farmácia") == Money(100, "BRL")


@pytest.mark.parametrize("answer", ["todas", "as duas", "tudo", "o mercado", "a primeira"])
async def test_no_answer_to_which_to_cancel_writes(couple: Couple, answer: str) -> None:
    await couple.says("registra 600 no mercado")
    await couple.says("guarda 300 pra lua de mel")
    await couple.says("oi")
    assert "cancela" in (await couple.says("cancela"))[0]

    text, _ = await couple.says(answer)

    assert text == "Tá bom, não registrei."
    assert couple.spent("Mercado") == Money(0, "BRL")


@pytest.mark.parametrize("words", ["cancela tudo", "pode cancelar as duas", "esquece tudo"])
async def test_everything_that_waits_is_cancelled_at_once(couple: Couple, words: str) -> None:
    for amount in (601, 602, 603, 604, 605, 606):
        await couple.says(f"registra {amount} no mercado")
    await couple.says("oi")

    await couple.says(words)

    assert "esperando" in (await couple.says("sim"))[0]
    assert couple.spent("Mercado") == Money(0, "BRL")


async def test_all_of_them_are_accepted_when_asked_which_to_confirm(couple: Couple) -> None:
    await couple.says("registra 12 na farmácia")
    await couple.says("registra 13 na farmácia")
    assert "todas" in (await couple.says("sim"))[0]

    await couple.says("todas")

    assert couple.spent("Farmácia") == Money(25, "BRL")


async def test_a_partners_proposal_is_left_to_the_partner(couple: Couple) -> None:
    await couple.says("registra 600 no mercado", "Ana")

    assert await couple.says("sim") == ("Isso espera o sim de Ana.", ())
    assert couple.spent("Mercado") == Money(0, "BRL")


async def test_a_corrected_contribution_is_taken_back_before_it_is_told_anew(couple: Couple) -> None:
    await couple.says("guarda 300 pra lua de mel")
    await couple.says("sim")
    _, cards = await couple.says("não, foram 400")
    assert len(cards) == 1

    await couple.says("sim")
    await couple.says("guarda 400 pra lua de mel")
    _, cards = await couple.says("sim")
    assert "R$ 0 → R$ 400" in cards[0]


@pytest.mark.parametrize("between", ["gastei 12", "quanto gastei na farmácia?", "bom dia"])
@pytest.mark.parametrize("answer", ["mercado", "no mercado", "a primeira", "todas"])
async def test_a_bare_answer_to_something_else_confirms_none_of_what_waits(
    couple: Couple, between: str, answer: str
) -> None:
    await couple.says("registra 200 a mais no mercado")
    await couple.says("registra 45 na farmácia")
    await couple.says(between)

    await couple.says(answer)

    assert couple.spent("Mercado") in {Money(0, "BRL"), Money(12, "BRL")}
    assert couple.spent("Farmácia") == Money(0, "BRL")


@pytest.mark.parametrize("amount", ["45", "45 reais", "R$ 45,00"])
async def test_an_amount_alone_waits_for_what_it_was_and_is_shown_before_it_is_written(
    couple: Couple, amount: str
) -> None:
    assert (await couple.says(amount))[0] == "Esse valor é de quê?"

    _, cards = await couple.says("mercado")
    assert cards
    assert couple.spent("Mercado") == Money(0, "BRL")

    await couple.says("sim")
    assert couple.spent("Mercado") == Money(45, "BRL")


async def test_a_goal_may_be_made_private_before_the_yes(couple: Couple) -> None:
    await couple.says("quero juntar 10 mil pra uma viagem até dezembro de 2027")

    _, cards = await couple.says("só minha")
    await couple.says("sim")
    text, _ = await couple.says("quais metas a gente tem?", "Ana")

    assert cards == ("Nova meta Viagem: R$ 10.000 até 31/12/2027 (só você vê)",)
    assert "Viagem" not in text


@pytest.mark.parametrize("all_of_them", ["as duas", "sim pras duas", "todas", "confirma os dois"])
async def test_several_proposals_ask_for_all_or_one_and_all_is_all(couple: Couple, all_of_them: str) -> None:
    asked, _ = await couple.says("mercado 200 e luz 30")
    await couple.says(all_of_them)

    assert asked == "Confirma todas, ou só uma delas?"
    assert (couple.spent("Mercado"), couple.spent("Luz")) == (Money(200, "BRL"), Money(30, "BRL"))


async def test_what_was_asked_on_another_day_keeps_that_day(couple: Couple) -> None:
    await couple.house.ask("gastei 80 na floricultura", couple.house.speaker("Ana"), date(2026, 6, 10))

    reply = await couple.house.ask("outros", couple.house.speaker("Ana"), TODAY)

    assert reply.cards == ("Outros em junho: R$ 0 → R$ 80 (10/06). 'floricultura' passa a ser Outros",)


async def test_a_change_for_one_month_is_not_made_for_all(couple: Couple) -> None:
    text, cards = await couple.says("muda a luz pra 200 só esse mês")

    assert cards == ()
    assert text.startswith("Mudar o previsto de um mês só eu ainda não sei.")


async def test_what_was_told_beside_an_open_question_is_said_to_be_missing(couple: Couple) -> None:
    await couple.says("fui no cinema, 60")

    text, _ = await couple.says("comprei remédio 35 e pão 12")

    assert text.startswith("Você falou de mais de uma coisa.")
    assert text.endswith("E 'cinema': ponho em Outros ou crio um novo?")
