"""The toolbox: a model's mistakes are told so that it can mend them; what breaks is apologised for, in one place."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mel.agent import TOOL_ERROR
from mel.agent.conversation import InMemoryConversationLog
from mel.agent.memory import NoMemory
from mel.agent.model import CallRequest, Prompt, Step
from mel.agent.operations import InMemoryOperationLog
from mel.agent.tools.arguments import Arguments
from mel.agent.tools.tool import Tool, reads
from mel.agent.workbench import Workbench, standing
from mel.shared.errors import ConcurrentChange
from talks import BRL_200, TODAY, Home, Talk, a_spend, brl, call, opened_then, say, spend


def with_amount(amount: object, currency: object = "BRL") -> dict[str, Any]:
    return {**a_spend(), "amount": {"amount": amount, "currency": currency}}


BAD = {
    "zero": (with_amount(0), "amount", "o valor precisa ser maior que zero"),
    "negative": (with_amount(-5), "amount", "o valor precisa ser maior que zero"),
    "not a number": (with_amount(float("nan")), "amount", "o valor precisa ser um número, como 200 ou 35.9"),
    "infinite": (with_amount(float("inf")), "amount", "o valor precisa ser um número, como 200 ou 35.9"),
    "text": (with_amount("200"), "amount", "o valor precisa ser um número, como 200 ou 35.9"),
    "boolean": (with_amount(True), "amount", "o valor precisa ser um número, como 200 ou 35.9"),
    "null": (with_amount(None), "amount", "o valor precisa ser um número, como 200 ou 35.9"),
    "too many decimals": (with_amount(10.999), "amount", "BRL tem no máximo 2 casas decimais"),
    "ten million": (with_amount(10_000_000), "amount", "o valor precisa ser menor que 10 milhões"),
    "huge": (with_amount(10**40), "amount", "o valor precisa ser menor que 10 milhões"),
    "unknown currency": (with_amount(5, "REAL"), "amount", "a moeda precisa ser um código como BRL, EUR ou USD"),
    "currency of no kind": (with_amount(5, ["BRL"]), "amount", "a moeda precisa ser um código como BRL, EUR ou USD"),
    "bare amount": (a_spend() | {"amount": 200}, "amount", 'use {"amount": 200, "currency": "BRL"}'),
    "other currency": (with_amount(5, "EUR"), "amount", "O orçamento da casa é em BRL; esse valor veio em EUR."),
    "bad period": (a_spend(period="junho"), "period", "o mês precisa ser como 2026-06"),
    "month 13": (a_spend(period="2026-13"), "period", "o mês precisa ser como 2026-06"),
    "bad date": (a_spend(date="15/06/2026"), "date", "a data precisa existir e ser como 2026-06-15"),
    "no such day": (a_spend(date="2026-06-31"), "date", "a data precisa existir e ser como 2026-06-15"),
    "far year": (a_spend(date="9999-12-31"), "date", "o ano precisa ficar entre 1900 e 2200"),
    "far month": (a_spend(period="9999-12"), "period", "o ano precisa ficar entre 1900 e 2200"),
    "date outside": (a_spend(date="2026-07-01"), "date", "o dia 01/07/2026 não é do mês 2026-06"),
    "two names": (
        a_spend(expense="conta"),
        "expense",
        "'conta' pode ser Conta de gás ou Conta de água. Qual deles?",
    ),
    "no name": (a_spend(expense="\u200b"), "expense", "precisa ser um nome"),
    "missing": ({"operationId": "op-1"}, "expense", "falta este dado"),
    "extra": (a_spend(household="outra"), "household", "esta operação não tem este dado"),
    "confirm of no kind": (a_spend(confirm="true"), "confirm", "precisa ser true ou false"),
    "instalments": (a_spend(installments=0), "installments", "precisa ser pelo menos 1"),
    "many instalments": (a_spend(installments=500), "installments", "precisa ser no máximo 120"),
    "half an instalment": (a_spend(installments=2.5), "installments", "precisa ser um número inteiro"),
    "empty id": (a_spend(operation=""), "operationId", "precisa ser um código curto, como op-1"),
    "odd id": (a_spend(operation="op 1\n"), "operationId", "precisa ser um código curto, como op-1"),
    "no object": ([1], "arguments", "os argumentos precisam ser um objeto JSON válido"),
    "nothing": (None, "arguments", "os argumentos precisam ser um objeto JSON válido"),
}


@pytest.mark.parametrize(("args", "field", "message"), BAD.values(), ids=BAD.keys())
async def test_bad_input_gets_one_clear_sentence_and_writes_nothing(args: Any, field: str, message: str) -> None:
    home = Home()

    assert await home.run("recordSpend", args) == {"invalid": True, "field": field, "message": message}
    assert home.spent() == brl(0)


@pytest.mark.parametrize(
    ("tool", "args", "message"),
    [
        ("recordSpend", a_spend(expense="padaria"), "'padaria' não existe no orçamento ainda"),
        ("goalStatus", {"name": "Casa nova"}, "meta 'Casa nova' não existe ainda"),
        (
            "contributeToGoal",
            {"goal": "Amsterdam", "paidBy": "Carla", "amount": BRL_200, "date": "2026-06-15", "operationId": "op-1"},
            "'Carla' não participa da meta 'Amsterdam Setembro/2026'",
        ),
    ],
)
async def test_what_is_not_there_is_an_absence(tool: str, args: Any, message: str) -> None:
    assert await Home().run(tool, args) == {"found": False, "message": message}


async def test_a_confirmed_id_with_other_arguments_is_refused() -> None:
    talk = Talk(Home())
    await talk("registra 200 no mercado", spend(), say("Anoto?"))
    await talk("confirma", spend(confirm=True), say("Registrei."))

    reply = await talk("põe mais 90", spend(90, confirm=True), say("Quer que eu anote?"))

    assert reply.tool_calls[0].result["refused"] is True
    assert "operationId novo" in reply.tool_calls[0].result["reason"]
    assert talk.home.spent() == brl(200)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("recordSpent", "não existe a tool 'recordSpent'; você quis dizer recordSpend?"),
        ("budget_total", "não existe a tool 'budget_total'; você quis dizer budgetTotal?"),
        ("xyzzy", "não existe a tool 'xyzzy'"),
        ("__class__", "não existe a tool '__class__'"),
        ("", "não existe a tool ''"),
    ],
)
async def test_an_unknown_tool_is_told_with_the_nearest(name: str, message: str) -> None:
    assert await Home().run(name, {}) == {"invalid": True, "field": "tool", "message": message}


class Echo(Tool):
    """Answers by whatever was put in its place."""

    @reads(Arguments)
    def look(self, args: Arguments) -> dict[str, Any]:
        """Look around."""
        return {"answer": 1}


def a_bench(*tools: Tool) -> Workbench:
    return Workbench(tools, InMemoryOperationLog(), InMemoryConversationLog(), NoMemory())


async def looked(tool: Echo, *, shared: bool = False) -> Any:
    bench = a_bench(tool)
    toolbox = Home().toolbox(opened=standing(bench))
    toolbox.shared = bench if shared else None
    return await toolbox.call(CallRequest("1", "look", {}))


@pytest.mark.parametrize("shared", [False, True])
async def test_what_raises_is_apologised_for_and_logged_in_full(
    caplog: pytest.LogCaptureFixture, *, shared: bool
) -> None:
    tool = Echo()
    tool.look = lambda: 1 / 0  # type: ignore[method-assign, assignment]

    with caplog.at_level(logging.ERROR):
        result = await looked(tool, shared=shared)

    assert result == TOOL_ERROR
    assert "division by zero" in caplog.text
    assert result is not TOOL_ERROR


@pytest.mark.parametrize("shared", [False, True])
async def test_a_replaced_method_answers(*, shared: bool) -> None:
    tool = Echo()
    tool.look = lambda: {"answer": 2}  # type: ignore[method-assign, assignment]

    assert await looked(tool, shared=shared) == {"answer": 2}


@pytest.mark.parametrize("shared", [False, True])
async def test_an_async_tool_is_awaited(*, shared: bool) -> None:
    async def look() -> dict[str, Any]:
        return {"answer": 3}

    tool = Echo()
    tool.look = look  # type: ignore[method-assign, assignment]

    assert await looked(tool, shared=shared) == {"answer": 3}


@pytest.mark.parametrize(("conflicts", "result"), [(0, {"answer": 1}), (2, {"answer": 1}), (3, TOOL_ERROR)])
async def test_a_lost_race_is_run_again_three_times_at_most(conflicts: int, result: dict[str, Any]) -> None:
    opened: list[int] = []

    @contextmanager
    def racing() -> Iterator[Workbench]:
        opened.append(1)
        yield a_bench(Echo())
        if len(opened) <= conflicts:
            raise ConcurrentChange

    assert await Home().toolbox(opened=racing).call(CallRequest("1", "look", {})) == result
    assert len(opened) == min(conflicts + 1, 3)


async def test_a_spend_that_lost_a_race_at_the_commit_is_told_once() -> None:
    home, lost = Home(), [1]

    def lose_once() -> None:
        if lost:
            lost.clear()
            raise ConcurrentChange

    await Talk(home)("registra 200 no mercado", spend(), say("Anoto?"))
    lost.append(1)
    talk = Talk(home, workbench=lambda: opened_then(home, lambda: None))
    toolbox = home.toolbox("confirma", opened=lambda: opened_then(home, lose_once))
    await toolbox.call(CallRequest("1", "recordSpend", a_spend(confirm=True)))

    assert talk.home.spent() == brl(200)
    assert len(toolbox.committed) == 1


async def test_a_commit_that_failed_is_never_told_as_written() -> None:
    home = Home()
    await Talk(home)("registra 200 no mercado", spend(), say("Anoto?"))

    def full_disk() -> None:
        raise OSError("disk full")

    toolbox = home.toolbox("confirma", opened=lambda: opened_then(home, full_disk))
    result = await toolbox.call(CallRequest("1", "recordSpend", a_spend(confirm=True)))

    assert result == TOOL_ERROR
    assert toolbox.committed == []
    assert home.spent() == brl(0)


class Restless:
    """A model that never stops asking for tools."""

    offline = False

    def __init__(self, at_once: int) -> None:
        self.steps, self.prompt, self._at_once = 0, None, at_once

    async def step(self, prompt: Prompt) -> Step:
        self.steps, self.prompt = self.steps + 1, prompt
        month = {"month": "2026-06"}
        return Step(calls=tuple(CallRequest(f"{self.steps}-{n}", "budgetTotal", month) for n in range(self._at_once)))


@pytest.mark.parametrize(("at_once", "steps", "calls"), [(1, 8, 8), (2, 7, 12), (5, 4, 12), (50, 2, 12)])
async def test_a_model_that_loops_ends_in_an_honest_sentence(at_once: int, steps: int, calls: int) -> None:
    model = Restless(at_once)

    reply = await Home().chat(model).ask("oi", speaker="Gabriel", today=TODAY)

    assert (model.steps, len(reply.tool_calls)) == (steps, calls)
    assert reply.text == "Me enrolei com esse pedido. Pode me dizer de um jeito mais curto?"


async def test_a_date_of_today_is_the_turns_own() -> None:
    home = Home()
    toolbox = home.toolbox()

    sent = {"name": "Amsterdam", "today": "2020-01-01"}
    await toolbox.call(CallRequest("1", "goalStatus", sent))

    assert toolbox.calls[0].args == sent
    assert toolbox.calls[0].result["requiredMonthly"] == {"amount": 2354.44, "currency": "EUR"}


async def test_the_value_that_moved_meanwhile_is_shown_before_it_is_replaced() -> None:
    home = Home()
    adjust = {"expense": "Mercado", "newExpected": {"amount": 1800, "currency": "BRL"}, "operationId": "op-1"}
    talk = Talk(home)
    await talk("muda o mercado pra 1800", call("adjustExpense", **adjust), say("Mudo?"))
    home.change(lambda budget: budget.adjust_amount("Mercado", brl(1600)))

    reply = await talk(
        "confirma",
        call("adjustExpense", **adjust),
        call("adjustExpense", **adjust, confirm=True),
        say("Isso mudou, confirma?"),
    )

    assert home.expected() == brl(1600)
    assert reply.receipts == ()
    assert reply.previews[0]["preview"]["currentExpected"] == {"amount": 1600, "currency": "BRL"}


async def test_a_name_that_came_to_mean_something_else_is_shown_again() -> None:
    home = Home()
    talk = Talk(home)
    await talk("registra 200 de gás", spend(expense="gás"), say("Anoto?"))

    def rename(budget: Any) -> None:
        budget.expense("Conta de gás").name = "Gasolina"
        budget.expense("Conta de água").name = "Gás"

    home.change(rename)

    reply = await talk("confirma", spend(expense="gás", confirm=True), say("Isso mudou, confirma?"))

    assert home.spent("Gás") == brl(0)
    assert home.spent("Gasolina") == brl(0)
    assert reply.previews
