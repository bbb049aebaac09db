"""The provider in whole turns: whatever a server does, a turn ends rightly or in an honest sentence."""

from __future__ import annotations

import json
import logging

import pytest

from llm.couples import HASTY, Couple, MakeCouple, couple_with
from llm.server import EMPTY, HANGS, NO_JSON, NO_NETWORK, FakeServer, Scripted, calling, failing, words
from mel.agent.wording import answers
from mel.llm.exchange import Address, Patience
from mel.shared.money import Money

BRL_50 = {"amount": 50, "currency": "BRL"}
TOTAL = ("budgetTotal", {"month": "2026-06"})
SPEND = ("recordSpend", {"expense": "Mercado", "period": "2026-06", "amount": BRL_50, "operationId": "op-1"})
SAID = words("O orçamento de junho é R$ 1.820.")


async def test_a_question_is_answered_from_a_tool(make_couple: MakeCouple) -> None:
    couple = await make_couple(calling(TOTAL), SAID)

    reply = await couple.says("qual o orçamento de junho?")

    assert reply.text == "O orçamento de junho é R$ 1.820."
    assert [call.name for call in reply.tool_calls] == ["budgetTotal"]
    assert couple.model.usage.requests == 2
    assert (couple.model.usage.input_tokens, couple.model.usage.output_tokens) == (200, 20)


async def test_a_write_waits_for_a_yes_whatever_the_model_wants(make_couple: MakeCouple) -> None:
    hasty = ("recordSpend", {**SPEND[1], "confirm": True})
    couple = await make_couple(calling(hasty), words("Anoto no Mercado?"), calling(hasty), words("Pronto, anotado."))

    shown = await couple.says("registra 50 no mercado")
    before = couple.spent("Mercado")
    done = await couple.says("sim")

    assert (len(shown.previews), before) == (1, Money("0", "BRL"))
    assert (len(done.receipts), couple.spent("Mercado")) == (1, Money("50", "BRL"))


async def test_parallel_calls_are_all_answered(make_couple: MakeCouple) -> None:
    luz = ("expenseStatus", {"expense": "Luz", "month": "2026-06"})
    couple = await make_couple(calling(TOTAL, luz), words("Orçamento R$ 1.820, Luz R$ 320."))

    reply = await couple.says("orçamento e luz?")

    assert [call.name for call in reply.tool_calls] == ["budgetTotal", "expenseStatus"]
    assert reply.grounded
    asked, *results = couple.server.requests[1]["messages"][-3:]
    assert [call["id"] for call in asked["tool_calls"]] == [result["tool_call_id"] for result in results]


@pytest.mark.parametrize(
    "broken", ['{"month": "2026-', "[1, 2]", '{"month": NaN}', "[" * 5000, '"2026-06"', "{'month': 1}"]
)
async def test_broken_arguments_are_told_to_the_model(make_couple: MakeCouple, broken: str) -> None:
    couple = await make_couple(calling(("budgetTotal", broken)), calling(TOTAL), SAID)

    reply = await couple.says("qual o orçamento de junho?")

    assert reply.tool_calls[0].result["invalid"] is True
    assert "objeto JSON" in couple.server.requests[1]["messages"][-1]["content"]
    assert reply.text == "O orçamento de junho é R$ 1.820."


async def test_a_broken_write_writes_nothing(make_couple: MakeCouple) -> None:
    broken = json.dumps({**SPEND[1], "confirm": True})[:-1]
    couple = await make_couple(calling(("recordSpend", broken)), words("Pronto, anotado R$ 50."), words("Anotei!"))

    reply = await couple.says("gastei 50 no mercado")

    assert couple.spent("Mercado") == Money("0", "BRL")
    assert (reply.receipts, reply.grounded) == ((), False)


async def test_an_unknown_tool_is_named_and_poisons_no_later_turn(make_couple: MakeCouple) -> None:
    couple = await make_couple(calling(("saldo do banco!", {})), words("Isso eu não sei te dizer."), words("De nada!"))

    first = await couple.says("qual meu saldo?")
    second = await couple.says("obrigada")

    assert first.tool_calls[0].result["field"] == "tool"
    assert second.text == "De nada!"
    sent = json.dumps(couple.server.requests[-1]["messages"])
    assert "saldo_do_banco_" in sent
    assert '"name": "saldo do banco!"' not in sent


@pytest.mark.parametrize(
    "trouble",
    [EMPTY, failing(500), failing(503), failing(429, retry_after="1"), NO_JSON],
    ids=["empty", "500", "503", "429", "no JSON"],
)
async def test_passing_trouble_is_tried_again(make_couple: MakeCouple, trouble: Scripted) -> None:
    couple = await make_couple(trouble, trouble, calling(TOTAL), SAID)

    reply = await couple.says("qual o orçamento de junho?")

    assert reply.text == "O orçamento de junho é R$ 1.820."
    assert len(couple.waits) == 2
    assert [bool(exchange.failed) for exchange in couple.exchanges] == [True, True, False, False]


@pytest.mark.parametrize(
    "trouble",
    [EMPTY, failing(500), failing(429, retry_after="1"), NO_JSON],
    ids=["empty", "500", "429", "no JSON"],
)
async def test_lasting_trouble_ends_in_an_honest_sentence(make_couple: MakeCouple, trouble: Scripted) -> None:
    couple = await make_couple(trouble, trouble, trouble)

    reply = await couple.says("qual o orçamento de junho?")

    assert reply.text == answers.TROUBLE
    assert couple.server.script == []


@pytest.mark.parametrize(
    "hopeless",
    [
        words("O orçamento de junho é R$ 1.", finish="length"),
        calling(("budgetTotal", '{"month": "2026'), finish="length"),
        words("", finish="content_filter"),
        failing(400),
        failing(401),
        failing(402),
        failing(404),
        failing(429, retry_after="120"),
    ],
    ids=["cut off", "cut-off call", "filtered", "400", "401", "402", "404", "429 for two minutes"],
)
async def test_what_cannot_get_better_is_not_tried_again(make_couple: MakeCouple, hopeless: Scripted) -> None:
    couple = await make_couple(hopeless)

    reply = await couple.says("qual o orçamento de junho?")

    assert reply.text == answers.TROUBLE
    assert (couple.waits, reply.tool_calls) == ([], ())


async def test_the_server_says_how_long_to_wait(make_couple: MakeCouple) -> None:
    couple = await make_couple(failing(429, retry_after="2"), words("Oi, Ana!"))

    assert (await couple.says("oi")).text == "Oi, Ana!"
    assert couple.waits == [2.0]


async def test_what_was_written_is_told_when_the_model_fails_afterwards(make_couple: MakeCouple) -> None:
    confirmed = ("recordSpend", {**SPEND[1], "confirm": True})
    couple = await make_couple(calling(confirmed), failing(401))

    reply = await couple.says("gastei 50 no mercado")

    assert (len(reply.receipts), couple.spent("Mercado")) == (1, Money("50", "BRL"))
    assert "Mercado" in "\n".join([reply.text, *reply.cards])


async def test_an_invented_figure_is_stopped(make_couple: MakeCouple) -> None:
    couple = await make_couple(calling(TOTAL), words("O orçamento é R$ 9.999."), words("É R$ 9.999 mesmo."))

    reply = await couple.says("qual o orçamento de junho?")

    assert "9.999" not in reply.text
    assert "1.820" in reply.text


async def test_words_beside_a_call_are_not_kept(make_couple: MakeCouple) -> None:
    couple = await make_couple(calling(TOTAL, text="Registrei R$ 77.707!"), SAID, words("De nada!"))

    await couple.says("qual o orçamento de junho?")
    await couple.says("obrigada")

    assert "77.707" not in json.dumps(couple.server.requests)


async def test_invisible_characters_stay_outside(make_couple: MakeCouple) -> None:
    spent = {**SPEND[1], "expense": "Mer\u200bcado\x00\ud800"}
    couple = await make_couple(calling(("recordSpend", spent)), words("An\u200boto\u202e isso no Mercado?"))

    reply = await couple.says("registra 50 no mercado")

    assert reply.text == "Anoto isso no Mercado?"
    assert reply.tool_calls[0].args["expense"] == "Mercado"


async def test_a_button_turn_leaves_no_empty_message(make_couple: MakeCouple) -> None:
    couple = await make_couple(calling(SPEND), words("Anoto?"), words("De nada!"))
    preview = (await couple.says("registra 50 no mercado")).previews[0]

    await couple.chat.decide(preview["operationId"], preview["digest"], "yes", speaker="Ana")
    await couple.says("obrigada")

    users = [message for message in couple.server.requests[-1]["messages"] if message["role"] == "user"]
    assert all(message["content"] for message in users)


async def test_a_stream_that_breaks_off_is_no_answer() -> None:
    couple = couple_with(FakeServer(words("O orçamento é R$ 1", finish=None), words("Oi!")), [HERE], streamed=True)

    assert (await couple.says("oi")).text == "Oi!"
    await couple.model.close()


HERE, THERE = Address("", "small", "http://here/v1"), Address("", "large", "http://there/v1")


@pytest.mark.parametrize(
    ("trouble", "tries"),
    [
        ([failing(401)], 1),
        ([failing(500)] * 3, 3),
        ([NO_NETWORK] * 3, 3),
        ([failing(429, retry_after="60")], 1),
    ],
    ids=["401", "500", "no network", "429"],
)
async def test_another_model_takes_over(trouble: list[Scripted | str], tries: int) -> None:
    couple = couple_with(FakeServer(*trouble, words("Oi, Ana!")), [HERE, THERE])

    reply = await couple.says("oi")

    assert reply.text == "Oi, Ana!"
    assert [request["model"] for request in couple.server.requests] == ["small"] * tries + ["large"]
    await couple.model.close()


async def test_a_server_that_never_answers_ends_in_an_honest_sentence(make_couple: MakeCouple) -> None:
    couple = await make_couple(HANGS, HANGS, HANGS, patience=HASTY)

    assert (await couple.says("qual o orçamento de junho?")).text == answers.TROUBLE
    assert len(couple.exchanges) == 3


async def test_who_waited_in_vain_is_not_made_to_wait_for_the_same_model_again() -> None:
    couple = couple_with(FakeServer(*[HANGS] * 4), [HERE, THERE], patience=HASTY)

    await couple.says("oi")

    assert [exchange.model for exchange in couple.exchanges] == ["small", "large", "large", "large"]
    await couple.model.close()


async def test_without_a_network_mel_says_so() -> None:
    couple = couple_with(FakeServer(*[NO_NETWORK] * 3), [HERE])

    assert (await couple.says("oi")).text == answers.TROUBLE
    await couple.model.close()


async def test_a_step_never_outlasts_its_patience() -> None:
    patience = Patience(request=0.2, step=0.3, attempts=9, wait=9)
    couple = couple_with(FakeServer(*[HANGS] * 9), [HERE, THERE], patience=patience)

    assert (await couple.says("oi")).text == answers.TROUBLE
    assert len(couple.exchanges) <= 3
    await couple.model.close()


async def test_the_log_holds_nothing_of_the_household(caplog: pytest.LogCaptureFixture) -> None:
    couple = couple_with(FakeServer(failing(400)), [Address("", "fake", "http://fake/v1", "sk-secret")])

    with caplog.at_level(logging.DEBUG, logger="mel"):
        await couple.says("gastei 50 no mercado")

    assert "400" in caplog.text
    assert "mercado" not in caplog.text
    assert "sk-secret" not in caplog.text + repr(couple.model._addresses)
    await couple.model.close()


async def test_what_is_sent() -> None:
    couple: Couple = couple_with(FakeServer(words("Oi!")), [HERE])

    await couple.says("oi")

    request = couple.server.requests[0]
    assert request["temperature"] == 0.0
    assert request["messages"][0]["role"] == "system"
    assert request["messages"][-1] == {"role": "user", "content": "oi"}
    assert not any(tool["function"].get("strict") for tool in request["tools"])
    assert "max_completion_tokens" not in request
    await couple.model.close()


ROUTER = Address("openrouter", "google/gemini-2.5-flash", None, "k")


async def test_openrouter_is_asked_to_train_on_nothing() -> None:
    couple = couple_with(FakeServer(calling(TOTAL), SAID), [ROUTER])

    reply = await couple.says("qual o orçamento de junho?")

    assert reply.text == "O orçamento de junho é R$ 1.820."
    assert couple.server.requests[0]["provider"] == {"data_collection": "deny"}
    assert couple.server.requests[0]["model"] == "google/gemini-2.5-flash"
    await couple.model.close()


async def test_openrouters_error_inside_a_success_is_tried_again() -> None:
    inside = Scripted(body=b'{"error": {"code": 502, "message": "upstream"}, "user_id": "u"}')
    couple = couple_with(FakeServer(inside, words("Oi!")), [ROUTER])

    assert (await couple.says("oi")).text == "Oi!"
    await couple.model.close()


async def test_a_provider_that_cannot_be_opened_leaves_it_to_the_next() -> None:
    couple = couple_with(FakeServer(words("Oi!")), [Address("nenhum", "modelo"), HERE])

    assert (await couple.says("oi")).text == "Oi!"
    await couple.model.close()
