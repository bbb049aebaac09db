"""What a couple asks in words that no intent has, said to the embedded model over the app's tools."""

from __future__ import annotations

from datetime import date

import pytest

from llm.homes import a_home, told
from mel.agent import Reply
from talks import TODAY, brl

DAY_AFTER_DAY = date(2026, 12, 31)


def called(reply: Reply) -> list[tuple[str, object]]:
    return [(call.name, call.args) for call in reply.tool_calls]


@pytest.mark.parametrize("message", ["quanto gastei em outros?", "como tá Outros?", "o que foi lançado em Outros?"])
async def test_outros_can_be_asked_about(message: str) -> None:
    reply = await told(a_home(), message)

    assert called(reply) == [("expenseStatus", {"expense": "Outros", "month": "2026-06"})]


async def test_other_expenses_are_not_outros() -> None:
    reply = await told(a_home(), "quanto gastei em outros gastos?")

    assert [call.name for call in reply.tool_calls] == ["budgetStatus"]


async def test_what_is_missing_of_a_goal_is_told_with_its_target() -> None:
    home = a_home()
    await told(home, "aporta 500 em Amsterdam", "sim")

    reply = await told(home, "quanto falta pra Amsterdam?")
    absent = await told(home, "quanto falta pra meta da casa nova?")

    assert [call.name for call in reply.tool_calls] == ["goalStatus", "goalsList"]
    assert "de € 6.000" in reply.text or "cotação" in reply.text
    assert "não existe" in absent.text


async def test_an_undo_that_names_a_kind_never_takes_back_another() -> None:
    home = a_home()
    before = ["aporta 300 em Amsterdam", "sim", "gastei 42 no mercado"]

    reply = await told(home, *before, "desfaz o aporte")
    spent = home.spent()
    confirmed = await told(home, "sim")

    assert [preview["tool"] for preview in reply.previews] == ["undoOperation"]
    assert reply.receipts == ()
    assert "Amsterdam" in "\n".join(reply.cards)
    assert confirmed.receipts
    assert home.spent() == spent == brl(42)


async def test_an_undo_of_the_kind_just_written_goes_at_once() -> None:
    home = a_home()
    reply = await told(home, "aporta 300 em Amsterdam", "sim", "gastei 42 no mercado", "desfaz o gasto")

    assert reply.receipts
    assert home.spent() == brl(0)


async def test_an_undo_of_a_kind_that_nobody_wrote_undoes_nothing() -> None:
    home = a_home()
    reply = await told(home, "gastei 42 no mercado", "desfaz o aporte")

    assert (reply.receipts, reply.previews) == ((), ())
    assert home.spent() == brl(42)


async def test_what_cannot_be_undone_is_said_in_the_member_s_words() -> None:
    reply = await told(a_home(), "lembra que a gente viaja em julho", "sim", "quanto sobrou?", "desfaz")

    assert reply.text == "Isso não dá pra desfazer por aqui. Me conta de novo?"


async def test_what_was_put_aside_is_never_told_as_spending() -> None:
    home = a_home()
    await told(home, "aporta 500 em Amsterdam", "sim")

    ours = await told(home, "quanto guardamos esse mês?")
    hers = await told(home, "quanto a Ana aportou em junho?")

    assert ours.text.startswith("Vocês aportaram R$ 500 em junho.")
    assert called(hers) == [("contributionsList", {"from": "2026-06-01", "to": "2026-06-30", "member": "Ana"})]
    assert "aporte" in hers.text


@pytest.mark.parametrize(
    ("message", "today", "month"),
    [
        ("cabe um sofá de 2 mil em janeiro?", DAY_AFTER_DAY, "janeiro"),
        ("cabe uma tv de 1.000 em 2x a partir de agosto?", TODAY, "agosto"),
    ],
)
async def test_a_purchase_is_weighed_in_the_month_that_was_named(message: str, today: date, month: str) -> None:
    reply = await told(a_home(), message, today=today)

    assert f"em {month}" in reply.text.splitlines()[0]


@pytest.mark.parametrize("answer", ["dia 10", "quarta"])
async def test_a_spend_of_last_week_asks_for_its_day(answer: str) -> None:
    home = a_home()
    asked = await told(home, "gastei 12 na farmácia semana passada")

    answered = await told(home, answer)

    assert asked.text == "Que dia foi?"
    assert answered.cards == ("Farmácia em junho: R$ 0 → R$ 12 (10/06)",)


async def test_a_spend_of_this_week_still_means_today() -> None:
    reply = await told(a_home(), "gastei 12 na farmácia essa semana")

    assert reply.cards == ("Farmácia em junho: R$ 0 → R$ 12 (15/06)",)


async def test_parcelas_told_in_chat_are_still_to_come() -> None:
    reply = await told(a_home(), "gastei 300 em 3x no mercado", "sim", "o que falta de parcela?")

    assert reply.text.splitlines() == [
        "Do que vocês me contaram, faltam R$ 200.",
        "Mercado: faltam 2 de R$ 100, até agosto.",
    ]


async def test_the_word_of_an_answered_spend_is_remembered_after_the_yes() -> None:
    home = a_home()

    asked = await told(home, "gastei 30 na floricultura", "outros")
    await told(home, "sim")
    again = await told(home, "gastei 25 na floricultura")
    undone = await told(home, "desfaz")

    assert asked.cards == ("Outros em junho: R$ 0 → R$ 30 (15/06). 'floricultura' passa a ser Outros",)
    assert [receipt["persisted"] for receipt in again.receipts] == [True]
    assert again.cards[0] == "Outros em junho: R$ 30 → R$ 55 (+R$ 25, 15/06)"
    assert [receipt["persisted"] for receipt in undone.receipts] == [True]
    assert "Outros" in (await told(home, "gastei 26 na floricultura")).cards[0]


async def test_without_a_yes_no_word_is_remembered() -> None:
    reply = await told(a_home(), "gastei 30 na floricultura", "outros", "não", "gastei 25 na floricultura")

    assert "floricultura" in reply.text
    assert reply.cards == ()


async def test_a_one_off_makes_its_expense_and_its_entry_with_one_yes() -> None:
    home = a_home()

    asked = await told(home, "gastei 70 na Renner", "cria")
    agreed = await told(home, "sim")

    assert asked.cards == ("Renner em junho: R$ 0 → R$ 70 (gasto novo, 15/06)",)
    assert agreed.text == "Anotei."
    assert agreed.cards == (*asked.cards, "Pra desfazer, é só dizer: desfaz.")
    assert home.spent("Renner") == brl(70)
    assert (await told(home, "gastei 5 na renner")).cards[0] == "Renner em junho: R$ 70 → R$ 75 (+R$ 5, 15/06)"


async def test_two_spends_of_one_message_add_up() -> None:
    reply = await told(a_home(), "gastei 50 no mercado. gastei 30 no mercado.")

    assert reply.cards == ("Mercado em junho: R$ 0 → R$ 50 (15/06)", "Mercado em junho: R$ 50 → R$ 80 (+R$ 30, 15/06)")


@pytest.mark.parametrize(
    ("message", "card"),
    [
        ("corrige o mercado de hoje pra 15", "Mercado, 15/06: R$ 20 → R$ 15"),
        ("corrige o último gasto pra 25", "Mercado, 15/06: R$ 20 → R$ 25"),
        ("foi a Ana que pagou", "Mercado, 15/06: Gabriel → Ana"),
        ("não, foi ontem", "Mercado: 15/06 → 14/06"),
        ("não, foi na farmácia", "Mercado, 15/06: Mercado → Farmácia"),
    ],
)
async def test_a_correction_is_proposed_as_what_changes(message: str, card: str) -> None:
    home = a_home()
    await told(home, "gastei 20 no mercado")

    proposed = await told(home, message)
    agreed = await told(home, "sim")

    assert (proposed.text, proposed.cards) == ("Corrijo?", (card,))
    assert [receipt["persisted"] for receipt in agreed.receipts] == [True]


async def test_nothing_to_correct_is_admitted() -> None:
    reply = await told(a_home(), "corrige o mercado de hoje pra 15")

    assert reply.text == "Não achei esse lançamento. Quer ver os últimos?"


async def test_a_second_undo_proposes_the_spend_before() -> None:
    reply = await told(a_home(), "gastei 10 no mercado", "gastei 20 no mercado", "desfaz", "desfaz")

    assert (reply.text, reply.cards) == ("Desfaço?", ("Mercado em junho: R$ 10 → R$ 0",))


async def test_an_undone_first_contribution_leaves_zero() -> None:
    reply = await told(a_home(), "aporta 50 em Amsterdam", "sim", "desfaz")

    assert reply.cards == ("Amsterdam Setembro/2026: R$ 50 → R$ 0",)


async def test_a_month_that_passes_the_expected_says_by_how_much() -> None:
    reply = await told(a_home(), "gastei 298 na farmácia")

    assert reply.cards[0] == "Farmácia em junho: R$ 0 → R$ 298 (15/06, passa R$ 148 do previsto)"


@pytest.mark.parametrize("message", ["acho que gastei 50 no mercado", "gastei quase 50 no mercado"])
async def test_a_hedged_amount_is_proposed(message: str) -> None:
    reply = await told(a_home(), message)

    assert (reply.text, reply.cards) == ("Anoto esse gasto?", ("Mercado em junho: R$ 0 → R$ 50 (15/06)",))


async def test_a_day_that_does_not_exist_is_asked_for() -> None:
    home = a_home()

    asked = await told(home, "gastei 25 no mercado em 31/02/2026")
    answered = await told(home, "ontem")

    assert asked.text == "Esse dia não existe no calendário. Que dia foi?"
    assert answered.cards == ("Mercado em junho: R$ 0 → R$ 25 (14/06)",)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("meu cpf é 123.456.789-09, gastei 20 no mercado", "Documento e senha eu não preciso saber."),
        ("quem pagou a fatura?", "Isso eu ainda não sei responder."),
        ("como economizar?", "Isso eu não sei te dizer."),
        ("quanto é 2+2?", "Isso eu não sei te dizer."),
        ("apaga a farmácia", "Não achei esse lançamento."),
        ("???", "Não entendi bem."),
        ("asdfgh", "Não entendi bem."),
        ("quem é você?", "Sou a Mel"),
        ("você é uma IA?", "Sou a Mel"),
        ("tô preocupado com dinheiro", "Entendo, dinheiro mexe com a gente."),
    ],
)
async def test_what_is_said_of_a_message_is_true_of_it(message: str, said: str) -> None:
    assert (await told(a_home(), message)).text.startswith(said)


async def test_the_member_who_told_it_before_is_told_so() -> None:
    home = a_home()
    await told(home, "gastei 50 no mercado", today=DAY_AFTER_DAY)

    mine = await told(home, "gastei 50 no mercado", today=DAY_AFTER_DAY)
    hers = await told(home, "gastei 50 no mercado", speaker="Ana", today=DAY_AFTER_DAY)

    assert "Você já tinha contado esse gasto de 31/12. Registro mais uma vez?" in mine.cards
    assert "Gabriel já tinha contado esse gasto de 31/12. Registro mais uma vez?" in hers.cards


async def test_the_latest_are_told_by_when_they_were_told() -> None:
    home = a_home()
    await told(home, "gastei 50 no mercado ontem")
    await told(home, "gastei 20 na farmácia", speaker="Ana")

    today = await told(home, "o que eu lancei hoje?")
    latest = await told(home, "quais foram os últimos lançamentos?")

    assert today.text.splitlines() == ["Os últimos registros:", "Mercado: R$ 50 (Gabriel)."]
    assert latest.text.splitlines()[1:] == ["Farmácia: R$ 20 (Ana).", "Mercado: R$ 50 (Gabriel)."]


@pytest.mark.parametrize(
    ("message", "lines"),
    [
        (
            "onde a gente mais gasta?",
            [
                "Em junho: gasto R$ 80 de R$ 2.060 previstos.",
                "Farmácia: R$ 60 de R$ 150.",
                "Mercado: R$ 20 de R$ 1.500.",
            ],
        ),
        (
            "quais os gastos?",
            [
                "Em junho: gasto R$ 80 de R$ 2.060 previstos.",
                "Farmácia: R$ 60 de R$ 150.",
                "Mercado: R$ 20 de R$ 1.500.",
            ],
        ),
        ("quem gasta mais?", ["Ana: R$ 60.", "Gabriel: R$ 20."]),
        ("quanto posso gastar por dia?", ["Sobram R$ 1.980 do previsto pra junho. Por dia eu ainda não calculo."]),
        ("qual o orçamento de 2027?", ["Vejo o orçamento mês a mês. De qual mês?"]),
        ("quanto gastei de 1 a 10 de junho?", ["Total: R$ 20 em 1 lançamento.", "Mercado: R$ 20 (09/06, Gabriel)."]),
    ],
)
async def test_a_question_about_the_month_is_answered_with_what_it_asks(message: str, lines: list[str]) -> None:
    home = a_home()
    await told(home, "gastei 20 no mercado dia 9", "sim")
    await told(home, "gastei 60 na farmácia", speaker="Ana")

    assert (await told(home, message)).text.splitlines() == lines


async def test_the_figure_at_the_end_of_a_goals_name_is_its_target() -> None:
    reply = await told(a_home(), "cria meta moto 8000 até março de 2028")

    assert reply.cards == ("Nova meta Moto: R$ 8.000 até 31/03/2028",)


async def test_a_contribution_shows_what_it_adds() -> None:
    reply = await told(a_home(), "aporta 500 em Amsterdam", "sim", "aporta 300 em Amsterdam")

    assert reply.cards == ("Amsterdam Setembro/2026: R$ 500 → R$ 800 (+R$ 300, Gabriel, 15/06)",)


async def test_a_shop_inside_outros_is_told_as_a_part_of_it() -> None:
    home = a_home()
    await told(home, "gastei 80 na floricultura", "outros", "sim")

    reply = await told(home, "quanto gastei em floricultura?")

    assert reply.text.startswith("Floricultura fica dentro de Outros, com o resto. Outros em junho: R$ 80.")


@pytest.mark.parametrize(
    "message", ["quem gastou mais, eu ou a Ana?", "quanto cada um gastou?", "a Ana gastou mais que eu?"]
)
async def test_who_spent_more_is_told_of_both(message: str) -> None:
    home = a_home()
    await told(home, "gastei 100 no mercado")
    await told(home, "gastei 40 na farmácia", speaker="Ana")

    reply = await told(home, message)

    assert sorted(reply.text.splitlines()) == ["Ana: R$ 40.", "Gabriel: R$ 100."]


async def test_what_may_be_spent_until_the_end_of_the_month_is_what_is_left() -> None:
    reply = await told(a_home(), "quanto posso gastar até o fim do mês?")

    assert called(reply) == [("budgetStatus", {"month": "2026-06"})]
    assert reply.text.startswith("Sobram")


async def test_what_will_be_spent_is_of_the_month_to_come() -> None:
    reply = await told(a_home(), "quanto vou gastar em julho?")

    assert [args["month"] for _, args in called(reply)] == ["2026-07"]  # type: ignore[index]
