"""Scenario 022, line by line: the harness over the real AgentChat, its tools and an in-memory repository."""

import math
import re
from datetime import date

from mel.agent.tools import BudgetTool
from mel.budget import Budget, RecurringExpense
from mel.evals import ConversationFixture, EvalContext, EvalRunner, Expect, FixtureTurn, MelToneGuard
from mel.shared.money import Money
from mel.storage.memory import InMemoryBudgetRepository

JUNE = date(2026, 6, 15)
TOTAL = "O orçamento previsto pra junho é R$ 2.820."
FORMAL = "Prezado casal, o total previsto é R$ 2.820."
CALLS = [{"id": "1", "name": "budgetTotal", "args": {"month": "2026-06"}}]


def a_house():
    """Scenario 008's budget: expenses that sum to R$ 2.820 in June 2026."""
    budget = Budget(id="casa", currency="BRL")
    for name, amount in (("Mercado", "1500"), ("Aluguel", "1200"), ("Internet", "120")):
        budget.register(RecurringExpense(name=name, expected=Money(amount, "BRL")))
    repo = InMemoryBudgetRepository()
    repo.save(budget)
    return EvalContext(
        state={"agent_tools": [BudgetTool(budget_repo=repo, budget_id="casa")], "budget_repo": repo, "budget": budget}
    )


def a_fixture(name="budget-total-query", *, calls=CALLS, text=TOTAL, expect=None):
    return ConversationFixture(
        name=name,
        today=JUNE,
        setup=a_house,
        turns=[
            FixtureTurn(
                user="quanto a gente tem de orçamento esse mês?",
                mock_llm={"toolCalls": calls, "text": text},
                expect=expect or Expect(tool_calls_made=["budgetTotal"]),
            )
        ],
    )


async def test_fixture_passes_when_tool_calls_and_text_match():
    fixture = a_fixture(
        expect=Expect(
            tool_calls_made=["budgetTotal"],
            tool_call_args_matching={"budgetTotal": {"month": "2026-06"}},
            response_text_matching=re.compile(r"R\$\s?2\.820", re.IGNORECASE),
            response_text_not_matching=re.compile(r"prezado|estimado", re.IGNORECASE),
        )
    )

    result = await EvalRunner().run(fixture)

    assert result.failures == []
    assert result.name == "budget-total-query"
    assert result.passed is True
    assert result.turns_run == 1
    assert math.isfinite(result.duration_ms)
    assert result.duration_ms >= 0
    assert MelToneGuard.check(TOTAL).passes is True


async def test_fixture_fails_when_the_expected_tool_was_not_called():
    result = await EvalRunner().run(a_fixture(calls=[], text="Deixa eu ver isso depois."))

    assert result.passed is False
    assert result.turns_run == 1
    assert len(result.failures) == 1
    assert result.failures[0].turn == 1
    assert re.search(r"tool .*budgetTotal.* not called|expected tool", result.failures[0].reason, re.IGNORECASE)


async def test_one_failure_even_when_the_loose_text_states_a_figure():
    """The mock "só responde texto solto": grounding replaces it, and that alone is no failure of this fixture."""
    result = await EvalRunner().run(a_fixture(calls=[], text=TOTAL))

    assert len(result.failures) == 1
    assert result.failures[0].turn == 1


async def test_anti_pattern_detection_a_text_with_prezado_fails():
    fixture = a_fixture(
        text=FORMAL,
        expect=Expect(response_text_not_matching=re.compile(r"prezado|estimado|por gentileza", re.IGNORECASE)),
    )

    result = await EvalRunner().run(fixture)

    pattern = re.compile(r"anti-pattern|matched forbidden|responseTextNotMatching", re.IGNORECASE)
    assert result.passed is False
    assert any(failure.turn == 1 and pattern.search(failure.reason) for failure in result.failures)
    verdict = MelToneGuard.check(FORMAL)
    assert verdict.passes is False
    assert any(re.search("prezad", violation, re.IGNORECASE) for violation in verdict.violations)


async def test_an_anti_pattern_fails_even_in_a_draft_that_never_reached_anybody():
    """Without a tool the figure has no source, so the words are replaced; the model still said them."""
    fixture = a_fixture(
        calls=[], text=FORMAL, expect=Expect(response_text_not_matching=re.compile("prezado", re.IGNORECASE))
    )

    result = await EvalRunner().run(fixture)

    assert [failure.turn for failure in result.failures] == [1]


async def test_run_all_returns_an_aggregated_summary():
    fixtures = [
        a_fixture("passes-1"),
        a_fixture("fails-1", calls=[]),
        a_fixture("passes-2"),
        a_fixture("passes-3"),
        a_fixture("fails-2", expect=Expect(tool_calls_made=["goalStatus"])),
    ]

    summary = await EvalRunner().run_all(fixtures)

    assert summary.total_fixtures == 5
    assert summary.passed == 3
    assert summary.failed == 2
    assert summary.passed + summary.failed == summary.total_fixtures
    assert 0 <= summary.pass_rate <= 1
    assert summary.pass_rate == 0.6
    assert len(summary.reports) == 5
    assert [report.name for report in summary.reports] == [fixture.name for fixture in fixtures]


async def test_side_effects_tell_false_or_their_own_message():
    def spent(context):
        raise AssertionError("Mercado should have 200")

    said_no = await EvalRunner().run(a_fixture(expect=Expect(side_effects=lambda context: False)))
    explained = await EvalRunner().run(a_fixture(expect=Expect(side_effects=spent)))
    agreed = await EvalRunner().run(a_fixture(expect=Expect(side_effects=lambda c: "budget_repo" in c.state)))

    assert [failure.reason for failure in said_no.failures] == ["sideEffect predicate returned false"]
    assert "Mercado should have 200" in explained.failures[0].reason
    assert agreed.passed
