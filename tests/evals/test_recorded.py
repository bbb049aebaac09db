"""What a small real model said, played again: whatever it says, nothing is written or claimed that must not be."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from mel.evals import EvalRunner
from mel.evals.cassettes import Cassette, CassetteMiss, CassetteModel
from mel.evals.catalog import conversations

TAPE = Path(__file__).parents[2] / "evals" / "cassettes" / "qwen15.jsonl"
PROMISES = {"yes", "once", "claims", "privacy"}
"""The oracles that no rate excuses."""


async def test_no_promise_is_broken_in_any_trial_of_the_recorded_model(caplog: pytest.LogCaptureFixture) -> None:
    """A trial whose prompt moved since is left out here and told by `mel eval stale`; most must still play."""
    caplog.set_level(logging.CRITICAL)
    tape = Cassette.load(TAPE)
    runner = EvalRunner(trials=4, model_for=lambda fixture, trial: CassetteModel(tape, fixture, trial, "qwen15"))
    reports = await runner.run_all(list(conversations()))

    trials = [trial for report in reports.reports for trial in report.trials]
    played = [t for t in trials if not any(CassetteMiss.__name__ in failure.reason for failure in t.failures)]
    broken = [failure for trial in played for failure in trial.failures if failure.oracle in PROMISES]

    assert len(trials) == 416
    assert len(played) > 300
    assert broken == []
