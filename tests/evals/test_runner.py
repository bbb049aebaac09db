"""The runner and its oracles, over a chat that only pretends."""

import re
from datetime import date

import pytest

from evals.pretend import Ledger, pretending
from mel.evals import Bound, ConversationFixture, EvalContext, EvalRunner, Expect, ExpectedChange, FixtureTurn, Limits

TOTAL = {"expected": {"amount": 2820, "currency": "BRL"}, "period": "2026-06"}


def a_turn(expect=None, calls=(), text="Certo.", user="oi", **more):
    wanted = [{"id": str(i), "name": name, "args": args} for i, (name, args) in enumerate(calls)]
    return FixtureTurn(user=user, mock_llm={"toolCalls": wanted, "text": text}, expect=expect or Expect(), **more)


def a_fixture(*turns, setup=None, **more):
    tools = {"budgetTotal": lambda month: TOTAL, "goalStatus": lambda name: {"found": False}}
    return ConversationFixture(name="x", turns=turns, setup=setup or pretending(**tools), **more)


async def reasons(*turns, **more):
    report = await EvalRunner().run(a_fixture(*turns, **more))
    assert report.passed is (not report.failures)
    return [failure.reason for failure in report.failures]


JUNE = ("budgetTotal", {"month": "2026-06"})
GOAL = ("goalStatus", {"name": "Casa"})


@pytest.mark.parametrize(
    ("order", "wanted", "made", "told"),
    [
        ("exact", ["budgetTotal"], [JUNE], None),
        ("exact", [], [], None),
        ("exact", [], [JUNE], "unexpected tool calls: budgetTotal"),
        ("exact", ["budgetTotal"], [JUNE, JUNE], "unexpected tool calls: budgetTotal"),
        ("exact", ["budgetTotal", "goalStatus"], [GOAL, JUNE], "out of order"),
        ("any_order", ["budgetTotal", "goalStatus"], [GOAL, JUNE], None),
        ("any_order", ["goalStatus"], [GOAL, JUNE], "unexpected tool calls: budgetTotal"),
        ("in_order", ["budgetTotal", "budgetTotal"], [JUNE, GOAL, JUNE], None),
        ("in_order", ["budgetTotal", "goalStatus"], [GOAL, JUNE], "out of order"),
        ("subset", ["goalStatus"], [JUNE, GOAL], None),
        ("subset", ["goalStatus"], [JUNE], "goalStatus not called"),
    ],
)
async def test_orders_of_calls(order, wanted, made, told):
    found = await reasons(a_turn(Expect(tool_calls_made=wanted, order=order), made))

    assert len(found) == (told is not None)
    assert told is None or told in found[0]


async def test_a_free_read_neither_helps_nor_hurts_but_a_free_write_does():
    expect = Expect(tool_calls_made=["budgetTotal"], reads="free")

    assert await reasons(a_turn(expect, [GOAL, JUNE, JUNE])) == []
    assert await reasons(a_turn(expect, [GOAL])) != []
    tools = {"budgetTotal": lambda month: TOTAL, "createGoal": lambda **args: {}}
    write = ("createGoal", {"operationId": "op-1"})
    assert await reasons(a_turn(expect, [JUNE, write]), setup=pretending(**tools)) != []


async def test_forbidden_calls_are_told():
    assert await reasons(a_turn(Expect(forbidden_calls=["budgetTotal"]), [JUNE])) == [
        "forbidden tool budgetTotal was called"
    ]


async def test_arguments_by_regex_by_partial_and_call_by_call():
    by = lambda pattern: Expect(tool_call_args_matching={"budgetTotal": pattern})  # noqa: E731
    may = ("budgetTotal", {"month": "2026-05"})

    assert await reasons(a_turn(by(re.compile("2026-0[56]")), [JUNE, may])) == []
    assert await reasons(a_turn(by([{"month": "2026-06"}, {"month": "2026-05"}]), [JUNE, may])) == []
    assert "args mismatch: month: expected" in (await reasons(a_turn(by({"month": "2026-06"}), [JUNE, may])))[0]
    assert "1 patterns" in (await reasons(a_turn(by([{}]), [JUNE, may])))[0]
    assert "not called" in (await reasons(a_turn(by({}))))[0]


async def test_a_value_of_an_earlier_turn_binds():
    expect = Expect(tool_call_args_matching={"budgetTotal": {"month": Bound(1, "expected.amount")}})
    same = Expect(tool_call_args_matching={"budgetTotal": {"month": Bound(1, "period")}})

    assert await reasons(a_turn(calls=[JUNE]), a_turn(same, [JUNE])) == []
    assert await reasons(a_turn(calls=[JUNE]), a_turn(expect, [JUNE])) != []
    assert await reasons(a_turn(same, [JUNE])) != []


async def test_text_by_draft_or_delivery_and_words():
    expect = Expect(response_text_matching=re.compile("certo", re.IGNORECASE), max_words=2)

    assert await reasons(a_turn(expect)) == []
    assert await reasons(a_turn(expect, text="não é bem assim")) == [
        'response text did not match responseTextMatching /certo/: "não é bem assim"',
        "reply has 4 words, at most 2",
    ]


async def test_a_predicates_own_message_is_kept():
    def explains(context):
        raise AssertionError("Mercado should be R$ 200, is R$ 0")

    assert await reasons(a_turn(Expect(side_effects=explains))) == [
        "sideEffect predicate raised: Mercado should be R$ 200, is R$ 0"
    ]
    assert await reasons(a_turn(Expect(side_effects=lambda context: False))) == ["sideEffect predicate returned false"]
    assert "returned false" in (await reasons(a_turn(Expect(side_effects=lambda context: None))))[0]
    assert await reasons(a_turn(Expect(side_effects=lambda context: True))) == []


def a_ledger():
    """A world with one entry, and a tool that writes another."""
    world = Ledger(old=10)

    def record(key, amount):
        world.table[key] = {"amount": amount}
        return {"persisted": True}

    return pretending(lambda: world, record=record)()


MISSED = 'world did not change as expected: added entries {"amount": 200}'
NEW = ExpectedChange("added", "entries", {"amount": 200})


@pytest.mark.parametrize(
    ("wanted", "made", "told"),
    [
        ([NEW], [("new", 200)], []),
        ([], [], []),
        (None, [("new", 200)], []),
        ([], [("new", 200)], ["world changed unasked: added entries new: amount 200"]),
        ([], [("old", 11)], ["world changed unasked: changed entries old: amount 10 → 11"]),
        ([NEW], [], ['world did not change as expected: added entries {"amount": 200}']),
        (
            [NEW],
            [("new", 20000)],
            [
                f"{MISSED}; nearest: amount: expected 200, got 20000 (unit confusion ×100: reais and cents)",
                "world changed unasked: added entries new: amount 20000",
            ],
        ),
        ([NEW], [("new", 200), ("more", 200)], ["world changed unasked: added entries more: amount 200"]),
    ],
)
async def test_the_world_changes_as_expected_and_in_nothing_else(wanted, made, told):
    calls = [("record", {"key": key, "amount": amount}) for key, amount in made]

    assert await reasons(a_turn(Expect(world_changes=wanted), calls), setup=a_ledger) == told


async def test_expecting_a_change_without_a_world_fails():
    assert "no world" in (await reasons(a_turn(Expect(world_changes=[]))))[0]


async def test_what_breaks_is_errored_counted_as_failed_and_never_dropped():
    def broken():
        raise RuntimeError("no database")

    summary = await EvalRunner().run_all(
        [a_fixture(a_turn()), a_fixture(a_turn(), setup=broken), a_fixture(FixtureTurn(user="oi"))]
    )

    assert (summary.total_fixtures, summary.passed, summary.failed, summary.errored) == (3, 1, 2, 2)
    assert [report.outcome for report in summary.reports] == ["passed", "errored", "errored"]
    assert summary.reports[1].failures[0].turn == 0
    assert summary.reports[1].failures[0].reason == "errored: RuntimeError: no database"
    assert "mockLLM" in summary.reports[2].failures[0].reason


async def test_each_trial_has_a_fresh_world():
    expect = Expect(world_changes=[NEW])
    turn = a_turn(expect, [("record", {"key": "new", "amount": 200})])

    report = await EvalRunner(trials=5).run(a_fixture(turn, setup=a_ledger))

    assert report.passed
    assert report.counts == (5, 5)


async def test_workers_keep_the_order_and_the_setup_may_be_async_or_absent():
    async def setting():
        return pretending()()

    fixtures = [
        ConversationFixture(name=str(i), turns=[a_turn(today=date(2026, 6, 1))], setup=setting) for i in range(9)
    ]

    seen = []
    summary = await EvalRunner(workers=3).run_all(fixtures, progress=lambda report: seen.append(report.name))

    assert [report.name for report in summary.reports] == seen == [str(i) for i in range(9)]
    assert summary.pass_rate == 1.0


async def test_limits_are_judged_only_when_set():
    report = await EvalRunner(limits=Limits(seconds=-1.0)).run(a_fixture(a_turn()))

    assert "seconds" in report.failures[0].reason


async def test_a_plain_mapping_is_a_context_too():
    report = await EvalRunner().run(a_fixture(a_turn(), setup=lambda: pretending()().state))

    assert report.passed
    assert isinstance(pretending()(), EvalContext)


async def test_transcripts_may_be_dropped():
    report = await EvalRunner(keep_transcripts=False).run(a_fixture(a_turn()))

    assert report.turns_run == 1
    assert report.trials[0].transcript[0].text == ""
