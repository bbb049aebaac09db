"""Scenario 013, line by line: propose, confirm, and never twice."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest

from mel.agent.tools import AdjustExpenseTool, ContributeToGoalTool, RecordSpendTool, RegisterExpenseTool
from mel.budget import Budget, RecurringExpense
from mel.goals import Goal
from mel.household import Member
from mel.llm.scripted import ScriptedModel, call, say
from mel.shared.money import Money
from mel.shared.period import Period
from mel.storage.memory import InMemoryBudgetRepository, InMemoryGoalRepository
from worlds import MemoryWorld, World, spent

BRL_200 = {"amount": 200, "currency": "BRL"}
BRL_500 = {"amount": 500, "currency": "BRL"}
PREVIEW = {"expense": "Mercado", "period": "2026-06", "delta": BRL_200, "newActual": BRL_200}
SPEND = {"expense": "Mercado", "period": "2026-06", "amount": BRL_200, "operationId": "op-1"}

# No scenario may depend on the wall clock: the same lines hold on a day of that month and on one long after.
DAYS = [date(2026, 6, 15), date(2027, 1, 31)]


def house_budget() -> Budget:
    budget = Budget(id="casa", currency="BRL")
    budget.register(
        RecurringExpense(
            name="Mercado",
            expected=Money("1500", "BRL"),
            aliases=("mercado",),
            category="alimentação",
            billing_day=5,
            payment="débito",
        )
    )
    return budget


def amsterdam() -> Goal:
    return Goal(
        id="ams",
        name="Amsterdam Setembro/2026",
        target=Money("6000", "EUR"),
        deadline=date(2026, 9, 1),
        created_on=date(2026, 6, 1),
        members=(Member(name="Gabriel"), Member(name="Ana")),
    )


@pytest.mark.parametrize("today", DAYS)
async def test_a_spend_is_shown_then_saved_on_a_yes(make_world, couple, today: date) -> None:
    world: World = make_world(budget=house_budget())
    model = ScriptedModel(
        [
            call("recordSpend", **SPEND),
            say("Anoto R$ 200 a mais no mercado?"),
            call("recordSpend", **SPEND, confirm=True),
            say("Pronto, registrei R$ 200 no mercado."),
        ]
    )
    gabriel = couple(world, model, today)
    assert spent(world, "Mercado", "2026-06") == Money(0, "BRL")

    reply = await gabriel.says("registra R$ 200 a mais no mercado essa semana")

    assert [used.name for used in reply.tool_calls] == ["recordSpend"]
    assert reply.tool_calls[0].args == SPEND
    assert reply.tool_calls[0].result == {
        "operationId": "op-1",
        "preview": PREVIEW,
        "confirmed": False,
        "persisted": False,
    }
    assert world.counts["save"] == 0
    assert spent(world, "Mercado", "2026-06") == Money(0, "BRL")

    reply = await gabriel.says("confirma")

    assert reply.tool_calls[0].args == {**SPEND, "confirm": True}
    assert reply.tool_calls[0].result == {
        "operationId": "op-1",
        "preview": PREVIEW,
        "confirmed": True,
        "persisted": True,
    }
    assert world.counts == Counter(load=2, save=1)
    assert spent(world, "Mercado", "2026-06") == Money(200, "BRL")
    assert reply.text == "Pronto, registrei R$ 200 no mercado."
    model.assert_complete()


@pytest.mark.parametrize("today", DAYS)
async def test_a_contribution_is_shown_then_saved_on_a_yes(make_world, couple, today: date) -> None:
    world: World = make_world(budget=house_budget(), goals=[amsterdam()])
    sent = {"goal": "Amsterdam", "paidBy": "Gabriel", "amount": BRL_500, "date": "2026-06-15", "operationId": "op-2"}
    model = ScriptedModel(
        [
            call("contributeToGoal", **sent),
            say("Aporto R$ 500 em Amsterdam, confirma?"),
            call("contributeToGoal", **sent, confirm=True),
            say("Pronto, aportei R$ 500 em Amsterdam."),
        ]
    )
    gabriel = couple(world, model, today)

    reply = await gabriel.says("adiciona meta de R$ 500 esse mês pra Amsterdam, eu paguei")

    assert reply.tool_calls[0].args == sent
    assert reply.tool_calls[0].result == {
        "operationId": "op-2",
        "preview": {
            "goal": "Amsterdam",
            "paidBy": "Gabriel",
            "amount": BRL_500,
            "date": "2026-06-15",
            "newSavedByCurrency": {"BRL": BRL_500},
        },
        "confirmed": False,
        "persisted": False,
    }
    assert world.counts["save"] == 0

    reply = await gabriel.says("pode mandar")

    assert reply.tool_calls[0].result["confirmed"] is True
    assert reply.tool_calls[0].result["persisted"] is True
    assert world.counts["save"] == 1
    assert world.goal("ams", lambda goal: goal.saved_by_currency()["BRL"]) == Money(500, "BRL")
    assert world.goal("ams", lambda goal: goal.contributions[0].paid_by) == Member(name="Gabriel")
    assert world.goal("ams", lambda goal: goal.contributions[0].on) == date(2026, 6, 15)


@pytest.mark.parametrize("today", DAYS)
async def test_a_confirmed_id_is_answered_from_the_log(make_world, couple, today: date) -> None:
    world: World = make_world(budget=house_budget())
    model = ScriptedModel(
        [
            [call("recordSpend", **SPEND), say("Anoto?")],
            [call("recordSpend", **SPEND, confirm=True), say("Registrei R$ 200.")],
            [call("recordSpend", **SPEND, confirm=True), say("Esse já estava aqui.")],
        ]
    )
    gabriel = couple(world, model, today)
    await gabriel.says("registra R$ 200 a mais no mercado essa semana")
    first = await gabriel.says("confirma")
    world.counts.clear()

    again = await gabriel.says("registra os R$ 200 do mercado de novo")

    assert again.tool_calls[0].result == first.tool_calls[0].result
    assert again.tool_calls[0].result["confirmed"] is True
    assert again.tool_calls[0].result["persisted"] is True
    assert world.counts == Counter()
    assert spent(world, "Mercado", "2026-06") == Money(200, "BRL")
    assert again.receipts == ()


def test_called_directly_a_spend_obeys_confirm_alone_and_once() -> None:
    world = MemoryWorld(house_budget(), ())
    tool = RecordSpendTool(budget_repo=world.repos.budgets, budget_id="casa")
    sent = {"expense": "Mercado", "period": "2026-06", "amount": BRL_200, "operation_id": "op-1"}

    shown = tool.record_spend(**sent)
    assert shown == {"operationId": "op-1", "preview": PREVIEW, "confirmed": False, "persisted": False}
    assert world.counts == Counter(load=1)

    saved = tool.record_spend(**sent, confirm=True)
    assert saved == {"operationId": "op-1", "preview": PREVIEW, "confirmed": True, "persisted": True}
    assert saved.confirmed
    assert saved.persisted

    world.counts.clear()
    assert tool.record_spend(**sent, confirm=True) == saved
    assert tool.record_spend(**{**sent, "amount": BRL_500}, confirm=True) == saved
    assert world.counts == Counter()
    assert spent(world, "Mercado", "2026-06") == Money(200, "BRL")


def test_called_directly_a_contribution_names_its_member() -> None:
    repo = InMemoryGoalRepository()
    repo.save(amsterdam())
    tool = ContributeToGoalTool(goal_repo=repo, goal_id="ams")
    sent = {"goal": "Amsterdam", "amount": BRL_500, "date": "2026-06-15", "operation_id": "op-2"}

    receipt = tool.contribute_to_goal(**sent, paid_by="gabriel", confirm=True)

    assert receipt["persisted"] is True
    assert repo.load("ams").contributions[0].paid_by.name == "Gabriel"
    assert tool.contribute_to_goal(**{**sent, "operation_id": "op-3"}, paid_by="Carla") == {
        "found": False,
        "message": "'Carla' não participa da meta 'Amsterdam Setembro/2026'",
    }
    assert tool.contribute_to_goal(**{**sent, "operation_id": "op-4", "goal": "Casa"}, paid_by="Ana") == {
        "found": False,
        "message": "meta 'Casa' não existe ainda",
    }


def test_called_directly_expenses_are_registered_and_adjusted_once() -> None:
    repo = InMemoryBudgetRepository()
    repo.save(house_budget())
    register = RegisterExpenseTool(budget_repo=repo, budget_id="casa")
    sent = {"nome": "Luz", "expected": BRL_200, "categoria": "casa", "vencimento": 31, "pagamento": "boleto"}

    shown = register.register_expense(**sent, operation_id="op-5")
    assert shown["preview"] == sent
    assert repo.load("casa").find_by_name("luz") is None
    register.register_expense(**sent, operation_id="op-5", confirm=True)
    assert repo.load("casa").find_by_name("luz") is not None

    adjust = AdjustExpenseTool(budget_repo=repo, budget_id="casa")
    change = {"expense": "luz", "new_expected": BRL_500, "operation_id": "op-6"}
    assert adjust.adjust_expense(**change)["preview"] == {
        "expense": "luz",
        "currentExpected": BRL_200,
        "newExpected": BRL_500,
    }
    adjust.adjust_expense(**change, confirm=True)
    assert repo.load("casa").find_by_name("Luz").expected_for(Period.parse("2026-06")) == Money(500, "BRL")
