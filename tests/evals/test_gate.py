"""The gate's operating curve, and what it refuses."""

import random
from dataclasses import replace

from mel.evals import gate
from mel.evals.report import EvalReport, Failure, Trial


def a_report(name="x", passed=4, failed=0, errored=0, hard=False, tags=("top15",)):
    outcomes = ["passed"] * passed + ["failed"] * failed + ["errored"] * errored
    trials = tuple(
        Trial(outcome, [Failure(1, "no", hard=hard)] if outcome != "passed" else [], (), 1.0) for outcome in outcomes
    )
    return EvalReport.of(name, trials, tags=tags)


def test_thirty_clean_conversations_pass():
    verdict = gate.judge([a_report(str(i)) for i in range(30)])

    assert verdict.verdict == "pass"
    assert verdict.raw.passed


def test_one_broken_invariant_refuses_whatever_the_rate():
    reports = [a_report(str(i)) for i in range(60)] + [a_report("bad", 3, 1, hard=True)]

    verdict = gate.judge(reports)

    assert verdict.verdict == "refused"
    assert "bad turn 1" in verdict.checks[0].told


def test_every_invariant_that_reached_a_person_is_counted():
    told = [
        Failure(1, "tom-mel: frase longa", "tone"),
        Failure(2, "numeros-com-origem: 7 has no source", "figures", hard=True),
    ]
    kept = Failure(1, "numeros-com-origem: the words were rejected and replaced", "figures")
    long = EvalReport.of("long", (Trial("failed", told, (), 1.0),) + (Trial("passed", [], (), 1.0),) * 3)
    rescued = EvalReport.of("rescued", (Trial("failed", [kept], (), 1.0),) + (Trial("passed", [], (), 1.0),) * 3)
    fine = [a_report(str(i)) for i in range(60)]

    broken, saved = gate.judge([*fine, long, rescued]).checks[0], gate.judge([*fine, rescued]).checks[0]

    assert not broken.passed
    assert broken.told.startswith("numeros-com-origem 1, tom-mel 1 in 1 conversations; 1 drafts kept from a person")
    assert saved.passed
    assert saved.told == "0 violations; 1 drafts kept from a person"


def test_a_script_is_no_agent():
    scripted = [replace(a_report(str(i)), played_by="script") for i in range(30)]
    embedded = [replace(a_report(str(i)), played_by="embedded") for i in range(30)]

    assert gate.judge(scripted).verdict == "refused"
    assert gate.judge(embedded).verdict == "pass"
    assert gate.judge(embedded).checks[4].told == "embedded"


def test_many_trials_of_one_conversation_are_no_launch():
    alone = gate.judge([a_report("one", passed=60)])

    assert alone.verdict == "refused"
    assert alone.checks[-1].told == "1 conversations (≥ 15)"


def test_without_the_fifteen_it_says_that_all_are_taken():
    told = gate.raw_line([a_report(str(i), tags=()) for i in range(3)]).told

    assert told == "no conversation says top15, so of all: 0 of 3 failed: 0.0% (> 20 % adjusts)"


def test_a_fixture_that_mostly_fails_refuses():
    verdict = gate.judge([a_report(str(i)) for i in range(60)] + [a_report("loser", 1, 3)])

    assert verdict.verdict == "refused"
    assert "loser" in verdict.checks[2].told


def test_too_much_broken_is_no_verdict():
    verdict = gate.judge([a_report(str(i)) for i in range(30)] + [a_report("broken", 0, 0, 4)])

    assert verdict.verdict == "no verdict"


def test_nothing_run_is_not_a_pass():
    assert gate.judge([]).verdict != "pass"
    assert not gate.raw_line([]).passed


def test_the_owners_line_is_printed_as_it_is():
    reports = [a_report(str(i), 1) for i in range(12)] + [a_report(str(i), 0, 1) for i in range(3)]

    assert gate.raw_line(reports).passed
    assert gate.raw_line([*reports, a_report("more", 0, 1)]).told == "4 of 16 failed: 25.0% (> 20 % adjusts)"


def operating_point(error, conversations, trials, runs, seed=7):
    draw = random.Random(seed)
    passed = 0
    for _ in range(runs):
        counts = [(sum(draw.random() >= error for _ in range(trials)), trials) for _ in range(conversations)]
        passed += gate.error_bound(counts) <= gate.MAX_ERROR
    return passed / runs


def test_an_agent_at_the_limit_rarely_passes_120_runs(monkeypatch):
    # Fewer resamples only for speed; the exact bound decides when trials are independent.
    resampled = gate.statistics.resampled_rates
    monkeypatch.setattr(gate.statistics, "resampled_rates", lambda counts: resampled(counts, 200))

    assert operating_point(0.20, 30, 4, 600) <= 0.05
    assert operating_point(0.08, 30, 4, 200) >= 0.90
