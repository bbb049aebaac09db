"""Whether a launch may go ahead: the owner's raw line, and beside it a gate that small numbers cannot fool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mel.evals import statistics
from mel.evals.report import EvalReport

MAX_ERROR = 0.20
FIXTURE_FLOOR = 0.50
MAX_ERRORED = 0.02


@dataclass(frozen=True, slots=True)
class Check:
    """One condition: what it asks, what was found."""

    name: str
    passed: bool
    told: str


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """`no verdict` when too much broke to judge. `raw` is the owner's rule, printed as it is and never deciding."""

    verdict: Literal["pass", "refused", "no verdict"]
    checks: tuple[Check, ...]
    raw: Check


def judge(reports: Sequence[EvalReport]) -> GateVerdict:
    """All of: no hard violation in any trial, a bounded error rate, no fixture that mostly fails, little that broke."""
    trials = [trial for report in reports for trial in report.trials]
    errored = sum(trial.outcome == "errored" for trial in trials)
    broken = errored / len(trials) if trials else 1.0
    settled = Check("D: little broke", broken <= MAX_ERRORED, f"{errored} of {len(trials)} trials errored (≤ 2 %)")
    checks = (_invariants(reports), _bounded(reports), _floor(reports), settled)
    verdict: Literal["pass", "refused", "no verdict"] = "pass" if all(check.passed for check in checks) else "refused"
    if not settled.passed and checks[0].passed:
        verdict = "no verdict"
    return GateVerdict(verdict, checks, raw_line(reports))


def raw_line(reports: Sequence[EvalReport]) -> Check:
    """Scenario 022: more than 20 % of the 15 most common conversations fail → adjust before going live."""
    top = [report for report in reports if "top15" in report.tags] or list(reports)
    failed = sum(not report.passed for report in top)
    rate = failed / len(top) if top else 1.0
    return Check("owner's line", rate <= MAX_ERROR, f"{failed} of {len(top)} failed: {rate:.1%} (> 20 % adjusts)")


def error_bound(counts: Sequence[statistics.Counts]) -> float:
    """One-sided 95 % bound of the error rate: the exact one, or the bootstrap over fixtures where that is wider."""
    trials = sum(n for _, n in counts)
    passed = sum(c for c, _ in counts)
    exact = statistics.upper_bound(trials - passed, trials)
    rates = statistics.resampled_rates(counts)
    return max(exact, 1 - statistics.quantile(rates, 0.05)) if rates else 1.0


def _invariants(reports: Sequence[EvalReport]) -> Check:
    hard = [(report.name, failure) for report in reports for failure in report.failures if failure.hard]
    told = "; ".join(f"{name} turn {failure.turn}: {failure.reason}" for name, failure in hard[:3])
    return Check("A: no invariant broken", not hard, told or "0 violations")


def _bounded(reports: Sequence[EvalReport]) -> Check:
    counts = [report.counts for report in reports if report.trials]
    bound = error_bound(counts)
    trials, passed = sum(n for _, n in counts), sum(c for c, _ in counts)
    told = f"{trials - passed} of {trials} trials failed; 95 % bound {bound:.1%} (≤ 20 %)"
    return Check("B: error rate bounded", bound <= MAX_ERROR, told)


def _floor(reports: Sequence[EvalReport]) -> Check:
    below = [report.name for report in reports if report.counts[0] < FIXTURE_FLOOR * report.counts[1]]
    return Check("C: no fixture mostly fails", not below, f"under half: {', '.join(below)}" if below else "none")
