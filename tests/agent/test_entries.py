"""Entries, incomes and undo: shown first, written once, and taken back without moving anything else."""

from __future__ import annotations

from mel.agent.model import Prompt, Step
from talks import BRL_200, JUNE, TODAY, Home, Talk, brl, call, say, spend


class Silent:
    offline = False

    async def step(self, prompt: Prompt) -> Step:
        return say("Oi.")


async def spent_200(home: Home) -> Talk:
    talk = Talk(home)
    await talk("registra 200 no mercado", spend(), say("Anoto?"))
    await talk("confirma", spend(confirm=True), say("Registrei."))
    assert home.spent() == brl(200)
    return talk


async def test_who_told_a_spend_paid_it_whoever_says_yes() -> None:
    home = Home()
    shown = (await Talk(home)("registra 200 no mercado", spend(), say("Anoto?"))).previews[0]

    await home.chat(Silent()).decide("op-1", shown["digest"], "yes", speaker="Ana", today=TODAY)

    with home.storage.work(home.house) as work:
        (entry,) = work.budgets.load(home.house).expense("Mercado").entries_for(JUNE)
    assert (entry.payer, entry.author) == ("Gabriel", "Gabriel")


async def test_an_entry_is_corrected_after_a_yes() -> None:
    talk = await spent_200(Home())
    change = {"entry": "op-1", "amount": {"amount": 60, "currency": "BRL"}, "expense": "Luz", "operationId": "op-2"}

    await talk("não, foram 60 de luz", call("correctEntry", **change), say("Corrijo?"))
    assert talk.home.spent() == brl(200)
    await talk("confirma", call("correctEntry", **change, confirm=True), say("Corrigi."))

    assert (talk.home.spent(), talk.home.spent("Luz")) == (brl(0), brl(60))


async def test_a_removed_entry_comes_back_by_undo() -> None:
    talk = await spent_200(Home())
    remove = {"entry": "op-1", "operationId": "op-2"}
    await talk("apaga o mercado", call("removeEntry", **remove), say("Apago?"))
    await talk("confirma", call("removeEntry", **remove, confirm=True), say("Apaguei."))
    assert talk.home.spent() == brl(0)

    back = {"target": "op-2", "operationId": "op-3"}
    await talk("desfaz isso", call("undoOperation", **back), say("Desfaço?"))
    await talk("confirma", call("undoOperation", **back, confirm=True), say("Desfiz."))

    assert talk.home.spent() == brl(200)


async def test_an_undone_spend_is_gone_and_its_id_is_used_up() -> None:
    talk = await spent_200(Home())
    back = {"target": "op-1", "operationId": "op-2"}
    await talk("desfaz", call("undoOperation", **back), say("Desfaço?"))
    await talk("confirma", call("undoOperation", **back, confirm=True), say("Desfiz."))
    assert talk.home.spent() == brl(0)

    reply = await talk("confirma", spend(confirm=True), say("Essa foi desfeita."))

    assert reply.tool_calls[0].result["refused"] is True
    assert talk.home.spent() == brl(0)


async def test_what_was_written_is_listed_newest_first() -> None:
    talk = await spent_200(Home())

    reply = await talk("o que você anotou?", call("operationsList", limit=5), say("Aqui está."))

    assert [row["operationId"] for row in reply.tool_calls[0].result["operations"]] == ["op-1"]


async def test_an_income_is_received_by_who_told_it() -> None:
    home = Home()
    income = {"name": "Freela", "amount": BRL_200, "date": "2026-06-10", "operationId": "op-1"}
    shown = (await Talk(home)("recebi 200 de freela", call("recordIncome", **income), say("Anoto?"))).previews[0]

    reply = await home.chat(Silent()).decide("op-1", shown["digest"], "yes", speaker="Ana", today=TODAY)

    assert reply.receipts[0]["preview"]["newTotal"] == BRL_200
    with home.storage.work(home.house) as work:
        (receipt,) = work.incomes.load(home.house).receipts
    assert (receipt.received_by, receipt.amount) == ("Gabriel", brl(200))
