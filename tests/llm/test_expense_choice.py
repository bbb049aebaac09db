"""The one question about a spend on what is no expense yet: every natural answer to it, and none of it lost."""

from __future__ import annotations

import pytest

from llm.homes import a_home, told
from talks import brl

NEW = "{} em junho: R$ 0 → R$ 43 (gasto novo, 15/06)"
OTHER = "Outros em junho: R$ 0 → R$ 43 (15/06). 'loja' passa a ser Outros"


@pytest.mark.parametrize(
    ("answer", "card"),
    [
        ("outros", OTHER),
        ("em outros", OTHER),
        ("o primeiro", OTHER),
        ("tanto faz", OTHER),
        ("cria um novo", NEW.format("Loja")),
        ("o segundo", NEW.format("Loja")),
        ("cria um gasto novo pra isso", NEW.format("Loja")),
        ("cria um novo chamado Presentes", NEW.format("Presentes")),
        ("gasto novo, Beleza", NEW.format("Beleza")),
        ("novo, com o nome de Coisas da Casa", NEW.format("Coisas da Casa")),
        ("no mercado", "Mercado em junho: R$ 0 → R$ 43 (15/06). 'loja' passa a ser Mercado"),
    ],
)
async def test_each_answer_is_proposed(answer: str, card: str) -> None:
    reply = await told(a_home(), "gastei 43 na loja", answer)

    assert (reply.text, reply.cards) == ("Anoto esse gasto?", (card,))


@pytest.mark.parametrize("no", ["não", "deixa", "não precisa", "esquece"])
async def test_a_no_lets_the_spend_go(no: str) -> None:
    assert (await told(a_home(), "gastei 43 na loja", no)).text == "Tá bom, não registrei."


async def test_another_amount_is_asked_about_with_it() -> None:
    reply = await told(a_home(), "gastei 43 na loja", "na verdade foi 39", "outros")

    assert reply.cards == ("Outros em junho: R$ 0 → R$ 39 (15/06). 'loja' passa a ser Outros",)


async def test_what_answers_nothing_is_asked_once_more_and_then_let_go() -> None:
    home = a_home()

    assert (await told(home, "gastei 43 na loja", "sei lá")).text == "E 'loja': ponho em Outros ou crio um novo?"
    assert "loja" not in (await told(home, "sei lá")).text


@pytest.mark.parametrize("between", ["gastei 15 no mercado", "quanto sobrou no mercado?"])
async def test_a_spend_that_was_interrupted_is_not_lost(between: str) -> None:
    home = a_home()

    reminded = await told(home, "gastei 32 na padaria ontem", between)
    shown = await told(home, "outros")

    assert reminded.text.endswith("E 'padaria': ponho em Outros ou crio um novo?")
    assert shown.cards == ("Outros em junho: R$ 0 → R$ 32 (14/06). 'padaria' passa a ser Outros",)


async def test_two_unknown_spends_are_asked_about_one_after_the_other() -> None:
    home = a_home()

    first = await told(home, "gastei 32 na padaria", "gastei 20 na doceria", "outros")
    agreed = await told(home, "sim")
    second = await told(home, "cria um novo")
    await told(home, "sim")

    assert first.text == "Anoto esse gasto?"
    assert agreed.text == "Anotei.\nE 'padaria': ponho em Outros ou crio um novo?"
    assert second.cards == ("Padaria em junho: R$ 0 → R$ 32 (gasto novo, 15/06)",)
    assert (home.spent("Outros"), home.spent("Padaria")) == (brl(20), brl(32))


@pytest.mark.parametrize("no", ["esquece", "não", "deixa"])
async def test_a_no_to_her_question_leaves_an_older_proposal_waiting(no: str) -> None:
    home = a_home()

    let_go = await told(home, "registra 200 no mercado", "gastei 45", no)
    again = await told(home, "sim")
    await told(home, "sim")

    assert let_go.text == "Tá bom, não registrei."
    assert again.cards == ("Mercado em junho: R$ 0 → R$ 200 (15/06)",)
    assert home.spent("Mercado") == brl(200)


@pytest.mark.parametrize("message", ["gastei 30 na farmácia nova", "cria uma meta nova de viagem, 3 mil até dezembro"])
async def test_a_message_of_its_own_is_no_answer_though_it_says_new(message: str) -> None:
    home = a_home()

    reply = await told(home, "gastei 43 na loja", message)

    assert all("loja" not in card.casefold() for card in reply.cards)
    assert home.spent("Outros") == brl(0)


async def test_two_spends_under_the_same_unknown_name_are_two() -> None:
    home = a_home()

    await told(home, "gastei 80 na floricultura", "gastei 15 na floricultura", "outros", "sim", "outros", "sim")

    assert home.spent("Outros") == brl(95)


async def test_what_an_amount_was_for_may_be_outros() -> None:
    reply = await told(a_home(), "gastei 83", "outros")

    assert reply.cards == ("Outros em junho: R$ 0 → R$ 83 (15/06)",)


async def test_an_order_is_no_name() -> None:
    reply = await told(a_home(), "gastei 83", "cria")

    assert "cria" not in reply.text
