"""Scenario 021, line by line: Mel admits what she does not know, and offers something she can do."""

from __future__ import annotations

import re
from datetime import date

import pytest

from mel.agent import ANTI_HALLUCINATION_RULE, TOOL_ERROR
from mel.agent.tools import BudgetTool, FeasibilityTool, GoalTool
from mel.budget import Budget
from mel.goals import Goal
from mel.household import Member
from mel.llm.scripted import ScriptedModel, call, say
from mel.shared.money import Money
from mel.storage.memory import InMemoryBudgetRepository, InMemoryGoalRepository
from worlds import HOUSE, World

DAYS = [date(2026, 6, 1), date(2028, 2, 29)]
NOTHING_YET = {"found": False, "message": "sem dados pra esse período ainda"}


def honeymoon() -> Goal:
    return Goal(
        id="lua",
        name="Lua de mel",
        target=Money("5000", "EUR"),
        deadline=date(2027, 6, 1),
        created_on=date(2026, 6, 1),
        members=(Member(name="Gabriel"), Member(name="Ana")),
    )


@pytest.mark.parametrize("today", DAYS)
async def test_an_empty_budget_is_admitted(make_world, couple, today: date) -> None:
    world: World = make_world(budget=Budget(id=HOUSE, currency="BRL"))
    model = ScriptedModel(
        [
            call("budgetTotal", month="2026-06"),
            say("Ainda não tenho registros pra junho/2026. Quer começar registrando seus custos?"),
        ]
    )

    reply = await couple(world, model, today).says("qual o total do mês?")

    assert [(used.name, used.args) for used in reply.tool_calls] == [("budgetTotal", {"month": "2026-06"})]
    assert reply.tool_calls[0].result == NOTHING_YET
    assert re.search(r"ainda não|sem dado|sem registro", reply.text, re.IGNORECASE)
    assert re.search(r"quer começar|posso te ajudar|registr", reply.text, re.IGNORECASE)
    assert reply.grounded


@pytest.mark.parametrize("today", DAYS)
async def test_an_unknown_goal_is_admitted_and_the_known_ones_named(make_world, couple, today: date) -> None:
    world: World = make_world(budget=Budget(id=HOUSE), goals=[honeymoon()])
    sent = {"name": "Casa nova", "today": "2026-06-01"}
    model = ScriptedModel(
        [
            call("goalStatus", **sent),
            say("Vocês não têm uma meta 'Casa nova'. Hoje vocês têm 'Lua de mel'. Quer criar uma nova?"),
        ]
    )

    reply = await couple(world, model, today).says("como tá a meta da casa?")

    assert reply.tool_calls[0].args == sent
    assert reply.tool_calls[0].result == {"found": False, "message": "meta 'Casa nova' não existe ainda"}
    assert re.search(r"não t[eê]m|não existe|ainda não", reply.text, re.IGNORECASE)
    assert "Lua de mel" in reply.text
    assert reply.grounded


@pytest.mark.parametrize("today", DAYS)
async def test_a_question_out_of_scope_calls_no_tool(make_world, couple, today: date) -> None:
    world: World = make_world(budget=Budget(id=HOUSE))
    model = ScriptedModel(
        [
            say(
                "Isso eu não sei te dizer. Posso te ajudar com orçamento do casal, metas ou faturas. "
                "Quer ver algum desses?"
            )
        ]
    )

    reply = await couple(world, model, today).says("qual a previsão do bitcoin amanhã?")

    assert re.search(r"não sei|não tenho|isso eu", reply.text, re.IGNORECASE)
    assert re.search(r"orçamento|meta|fatura", reply.text, re.IGNORECASE)
    assert len(reply.tool_calls) == 0


@pytest.mark.parametrize("today", DAYS)
async def test_a_tool_that_raises_leaks_nothing(make_world, couple, today: date) -> None:
    def tools(repos, operations):
        broken = BudgetTool(budget_repo=repos.budgets, budget_id=HOUSE)

        def budget_total(month: str) -> None:
            raise RuntimeError("DB connection lost")

        broken.budget_total = budget_total
        return [broken]

    world: World = make_world(budget=Budget(id=HOUSE), tools=tools)
    model = ScriptedModel(
        [call("budgetTotal", month="2026-06"), say("Tive um problema técnico. Pode tentar de novo em alguns minutos?")]
    )

    reply = await couple(world, model, today).says("qual o total do mês?")

    assert reply.tool_calls[0].result == {
        "error": True,
        "friendly": "houve um erro técnico, tenta de novo em uns minutos",
    }
    assert reply.tool_calls[0].result == TOOL_ERROR
    leak = re.compile(r"DB|connection lost|stack|undefined", re.IGNORECASE)
    assert not leak.search(str(reply.tool_calls[0].result))
    assert not leak.search(str(model.last_prompt.messages))
    assert re.search(r"erro|problema|tentar de novo", reply.text, re.IGNORECASE)
    assert not leak.search(reply.text)


@pytest.mark.parametrize("today", DAYS)
async def test_the_rule_is_in_every_system_prompt(make_world, couple, today: date) -> None:
    world: World = make_world(budget=Budget(id=HOUSE))
    model = ScriptedModel([say("Oi! Tudo bem por aí?")])

    await couple(world, model, today).says("oi")

    assert re.search(r"admit|não invent|alternativa", model.last_prompt.system, re.IGNORECASE)
    assert ANTI_HALLUCINATION_RULE in model.last_prompt.system
    assert all(ANTI_HALLUCINATION_RULE in prompt.system for prompt in model.prompts)


def test_called_directly_the_read_tools_tell_absence() -> None:
    budgets, goals = InMemoryBudgetRepository(), InMemoryGoalRepository()
    budgets.save(Budget(id=HOUSE, currency="BRL"))
    goals.save(honeymoon())

    assert BudgetTool(budget_repo=budgets, budget_id=HOUSE).budget_total(month="2026-06") == NOTHING_YET
    assert GoalTool(goal_repo=goals).goal_status(name="Casa nova", today="2026-06-01") == {
        "found": False,
        "message": "meta 'Casa nova' não existe ainda",
    }
    answer = FeasibilityTool(budget_repo=budgets, budget_id=HOUSE).feasibility(
        amount={"amount": 300, "currency": "BRL"}, today="2026-06-01"
    )
    assert answer["found"] is False
    assert answer["status"] == "indeterminate"
    assert answer["reason"]
