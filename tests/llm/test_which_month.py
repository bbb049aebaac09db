"""The day or month that a message means: never a slip written at once, never last year's figure for next month's."""

from __future__ import annotations

import pytest

from llm.homes import a_home, told
from talks import brl


@pytest.mark.parametrize(
    "said",
    [
        "gastei 3/4 de 80 no mercado",
        "paguei a 3/12 da farmácia 200",
        "paguei 5/10 da farmácia 150",
        "paguei 1/2 de 300 da farmácia",
        "paguei 1/12 do mercado, 150",
    ],
)
async def test_a_part_of_something_is_no_day(said: str) -> None:
    reply = await told(a_home(), said)

    assert reply.receipts == ()
    assert reply.previews == ()


@pytest.mark.parametrize("day", ["20/06", "16/06", "30/12", "01/03", "dia 14/04"])
async def test_a_day_far_back_is_shown_before_it_is_written(day: str) -> None:
    home = a_home()

    reply = await told(home, f"gastei 50 no mercado {day}")

    assert reply.receipts == ()
    assert reply.text == "Anoto esse gasto?"


@pytest.mark.parametrize("day", ["12/06", "dia 10", "ontem", "20/05", "na sexta"])
async def test_a_day_of_the_last_month_is_written_at_once(day: str) -> None:
    reply = await told(a_home(), f"gastei 50 no mercado {day}")

    assert [receipt["persisted"] for receipt in reply.receipts] == [True]


@pytest.mark.parametrize(
    ("asked", "month"),
    [
        ("qual o orçamento de agosto?", "2026-08"),
        ("quanto sobra em agosto?", "2026-08"),
        ("quanto vai sobrar em agosto?", "2026-08"),
        ("quanto tem de mercado em julho?", "2026-07"),
        ("quanto gastamos em agosto?", "2025-08"),
        ("quanto sobrou em maio?", "2026-05"),
        ("qual foi o orçamento de agosto?", "2025-08"),
        ("quanto gastei no mercado em julho?", "2025-07"),
    ],
)
async def test_a_bare_month_is_the_nearest_unless_a_verb_says_that_it_is_over(asked: str, month: str) -> None:
    reply = await told(a_home(), asked)

    assert [call.args["month"] for call in reply.tool_calls] == [month]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("quanto sobrou em maio?", "Não tenho nenhum gasto anotado em maio. O previsto é R$ 2.060."),
        ("quanto a gente gastou em maio?", "Não tenho nenhum gasto anotado em maio. O previsto é R$ 2.060."),
        ("quanto gastei no mercado em março?", "Não tenho nada anotado de Mercado em março. O previsto é R$ 1.500."),
        ("quanto sobrou esse mês?", "Sobram R$ 2.060 do previsto pra junho."),
    ],
)
async def test_a_month_of_which_nothing_was_told_is_no_zero(asked: str, answer: str) -> None:
    assert (await told(a_home(), asked)).text == answer


async def test_a_past_month_with_an_entry_tells_its_figures() -> None:
    home = a_home()

    reply = await told(home, "gastei 40 no mercado dia 20/05", "quanto gastamos em maio?")

    assert reply.text.startswith("Em maio vocês gastaram R$ 40.")
    assert home.spent("Mercado") == brl(0)
