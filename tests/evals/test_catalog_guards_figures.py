"""A tool that tells a false figure, date, verdict or name fails at least one conversation of the catalog: no field of
what a read tells may lie unnoticed."""

import asyncio

import pytest

from evals.false_figures import falsified, leaves, lies, telling
from mel.evals import EvalRunner
from mel.evals.catalog import conversations

CARRIES_NOTHING: dict[str, str] = {}
"""Fields (`tool: path`) that may be false, each with the reason why nobody could be misled."""


@pytest.fixture(scope="module")
def told():
    """Every lie that can be told: by field and kind of lie, the lie and the conversations that hear the field."""
    return asyncio.run(_told())


async def _told():
    heard: dict[tuple[str, str, str], tuple] = {}
    for fixture in conversations():

        def hear(tool, result, fixture=fixture):
            for path, value in leaves(result):
                for name, lie in lies(value):
                    heard.setdefault((tool, path, name), (lie, {}))[1][fixture.name] = fixture
            return result

        await EvalRunner(worlds=telling(hear)).run(fixture)
    return heard


async def unnoticed(told):
    found = []
    for (tool, path, name), (lie, fixtures) in told.items():

        def answered(called, result, tool=tool, path=path, lie=lie):
            return falsified(result, path, lie) if called == tool else result

        runner = EvalRunner(worlds=telling(answered))
        for fixture in fixtures.values():
            if not (await runner.run(fixture)).passed:
                break
        else:
            found.append((f"{tool}: {path}", name))
    return found


async def test_no_field_of_a_read_can_be_false_unnoticed(told):
    found = await unnoticed(told)

    assert [each for each in found if each[0] not in CARRIES_NOTHING] == []
    assert set(CARRIES_NOTHING) <= {field for field, _ in found}, "a reason that is not needed any more"


def test_every_read_that_finds_something_is_among_them(told):
    fields = {(tool, path) for tool, path, _ in told}

    assert len(fields) >= 150
    assert {tool for tool, path in fields if path != "found"} >= {
        "accountStatus",
        "budgetStatus",
        "budgetTotal",
        "contributionsList",
        "entriesList",
        "expenseStatus",
        "feasibility",
        "goalStatus",
        "goalsList",
        "incomeStatus",
        "installmentsAhead",
        "invoiceStatus",
        "statementSearch",
    }
