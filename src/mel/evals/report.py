"""What a run tells: the owner's fields (scenario 022) first, and beside them what a curator needs to see why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from mel.evals.transcript import SeenTurn, Usage

Outcome = Literal["passed", "failed", "errored"]
"""`errored`: the harness or the agent broke, so nothing was judged. Counted as failed, never dropped, never retried."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Flat, as the owner has it. `turn` 0 is the setting up; `hard` breaks an invariant that no rate excuses."""

    turn: int
    reason: str
    oracle: str = ""
    expected: Any = None
    actual: Any = None
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Trial:
    """One conversation held in one fresh world."""

    outcome: Outcome
    failures: list[Failure]
    transcript: tuple[SeenTurn, ...]
    duration_ms: float

    @property
    def usage(self) -> Usage:
        return sum((turn.usage for turn in self.transcript), Usage())


@dataclass(frozen=True, slots=True)
class EvalReport:
    """`passed` when every trial did. `failures` are those of the trials that did not, in order."""

    name: str
    passed: bool
    turns_run: int
    failures: list[Failure]
    duration_ms: float
    outcome: Outcome = "passed"
    trials: tuple[Trial, ...] = ()
    tags: Sequence[str] = ()
    source: str | None = None
    played_by: str | None = None
    """"script", "embedded" or a model's name; None when nobody told."""

    @classmethod
    def of(cls, name: str, trials: tuple[Trial, ...], **about: Any) -> EvalReport:
        """An errored trial makes the report errored only if none failed outright."""
        outcomes = {trial.outcome for trial in trials}
        outcome: Outcome = "failed" if "failed" in outcomes else "errored" if "errored" in outcomes else "passed"
        return cls(
            name=name,
            passed=outcome == "passed",
            turns_run=max((len(trial.transcript) for trial in trials), default=0),
            failures=[failure for trial in trials for failure in trial.failures],
            duration_ms=sum(trial.duration_ms for trial in trials),
            outcome=outcome,
            trials=trials,
            **about,
        )

    @property
    def counts(self) -> tuple[int, int]:
        """Trials passed, and trials run."""
        return sum(trial.outcome == "passed" for trial in self.trials), len(self.trials)

    @property
    def first_divergence(self) -> int | None:
        """The first turn that went wrong."""
        return min((failure.turn for failure in self.failures), default=None)


@dataclass(frozen=True, slots=True)
class EvalSummary:
    """`failed` is what did not pass; `errored` is how many of those broke instead of failing."""

    total_fixtures: int
    passed: int
    failed: int
    pass_rate: float
    reports: list[EvalReport] = field(default_factory=list)
    errored: int = 0

    @classmethod
    def of(cls, reports: Sequence[EvalReport]) -> EvalSummary:
        """In the order given. The rate of nothing is 0: an empty run has shown nothing."""
        total, passed = len(reports), sum(report.passed for report in reports)
        return cls(
            total_fixtures=total,
            passed=passed,
            failed=total - passed,
            pass_rate=passed / total if total else 0.0,
            reports=list(reports),
            errored=sum(report.outcome == "errored" for report in reports),
        )
