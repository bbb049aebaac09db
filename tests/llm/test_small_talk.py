"""What is no order and no question: talk, wishes, what no tool can do, and what is not to be kept."""

from __future__ import annotations

import pytest

from llm.homes import a_home, told


@pytest.mark.parametrize("message", ["hã?", "dezembro", "em 10x"])
async def test_what_is_no_talk_is_admitted_and_not_patted(message: str) -> None:
    assert (await told(a_home(), message)).text == "Não entendi bem. Quer registrar um gasto ou ver o orçamento?"


@pytest.mark.parametrize("message", ["valeu!", "obrigada", "kkkk", "show"])
async def test_thanks_and_laughter_are_met_warmly(message: str) -> None:
    assert (await told(a_home(), message)).text == "Tamo junto! Se precisar, é só chamar."


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("apaga a meta amsterdam", "Apagar uma meta"),
        ("resgata 200 da meta amsterdam", "Tirar dinheiro de uma meta"),
        ("muda a meta amsterdam pra 12 mil", "Mudar uma meta"),
        ("muda o prazo de amsterdam pra dezembro", "Mudar uma meta"),
    ],
)
async def test_what_no_tool_does_to_a_goal_is_said_of_that_goal(message: str, what: str) -> None:
    assert (await told(a_home(), message)).text == f"{what} eu ainda não sei. Quer ver as metas de vocês?"


async def test_a_deadline_may_be_a_numbered_month() -> None:
    reply = await told(a_home(), "cria uma meta de 40 mil pra carro até 12/2027")

    assert reply.cards == ("Nova meta Carro: R$ 40.000 até 31/12/2027",)


async def test_a_wish_to_save_asks_what_for_and_until_when() -> None:
    home = a_home()

    asked = await told(home, "quero juntar 3 mil")
    shown = await told(home, "viagem pra praia", "dezembro")

    assert asked.text == "Boa! Como vai se chamar a meta?"
    assert shown.cards == ("Nova meta Viagem pra praia: R$ 3.000 até 31/12/2026",)


@pytest.mark.parametrize("message", ["recebi o 13o de 6000", "recebi 13º, 6000", "entrou o décimo terceiro, 6 mil"])
async def test_the_thirteenth_salary_is_no_amount(message: str) -> None:
    reply = await told(a_home(), message)

    assert [call.args["amount"]["amount"] for call in reply.tool_calls] == [6000]


async def test_what_was_told_before_is_called_what_it_is() -> None:
    reply = await told(a_home(), "recebi 800 de freela", "sim", "recebi 800 de freela")

    assert any("já tinha contado essa entrada" in card for card in reply.cards)


@pytest.mark.parametrize(
    "fact",
    ["meu cpf é 529.982.247-25", "a senha do cartão é 4321", "meu número é 529.982.247-25", "o rg é 12345678"],
)
async def test_a_document_is_not_remembered(fact: str) -> None:
    reply = await told(a_home(), f"lembra que {fact}")

    assert (reply.text, reply.tool_calls) == ("Documento e senha eu não preciso saber. Me conta só o gasto?", ())
