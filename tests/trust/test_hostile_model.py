"""A hostile model against the four promises: 600 turns in CI, 12,000 with MEL_NIGHTLY=1; and proof that it can fail.

One more seed: `MEL_SEED=7 pytest tests/trust/test_hostile_model.py`.
"""

from __future__ import annotations

import os

import pytest

from trust.hostile.mutants import MUTANTS
from trust.hostile.referee import Broken, Trial

NIGHTLY = bool(os.environ.get("MEL_NIGHTLY"))
SEED = int(os.environ.get("MEL_SEED", "0"))
TRIALS, TURNS = (60, 200) if NIGHTLY else (6, 100)
PATIENCE = 1_500
"""Turns after which a mutant counts as unnoticed."""


@pytest.mark.parametrize("trial", range(TRIALS))
async def test_no_promise_breaks_under_a_hostile_model(trial: int, capsys: pytest.CaptureFixture[str]) -> None:
    run = Trial(SEED + trial, offline=trial % 3 == 2)

    await run.run(TURNS)

    assert run.turns == TURNS
    with capsys.disabled():
        print(f"\n  {run.turns} turns, {run.writes} writes agreed on, {run.replaced} drafts replaced", end="")


@pytest.mark.parametrize("rule", MUTANTS)
async def test_the_trial_notices_a_missing_rule(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[rule](monkeypatch)

    with pytest.raises(Broken):
        await _try_long()


async def _try_long() -> None:
    for seed in range(PATIENCE // 100 + 1):
        await Trial(SEED + seed, offline=seed % 3 == 2).run(100)
