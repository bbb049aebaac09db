"""Whether a launch may go ahead: the owner's raw line, and beside it a gate that small numbers cannot fool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mel.evals import invariants, statistics
from mel.evals.report import EvalReport

MAX_ERROR = 0.20
FIXTURE_FLOOR = 0.50
MAX_ERRORED = 0.02
FEWEST = 15
"""Conversations that a verdict needs: scenario 022 judges the 15 most common."""
PLAYED = "E: a model played"


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
    """All of: no invariant broken before a person, a bounded error rate, no fixture that mostly fails, little that
    broke, and no script that played itself."""
    trials = [trial for report in reports for trial in report.trials]
    errored = sum(trial.outcome == "errored" for trial in trials)
    broken = errored / len(trials) if trials else 1.0
    settled = Check("D: little broke", broken <= MAX_ERRORED, f"{errored} of {len(trials)} trials errored (≤ 2 %)")
    checks = (_invariants(reports), _bounded(reports), _floor(reports), settled, _played(reports), _enough(reports))
    verdict: Literal["pass", "refused", "no verdict"] = "pass" if all(check.passed for check in checks) else "refused"
    if not settled.passed and checks[0].passed:
        verdict = "no verdict"
    return GateVerdict(verdict, checks, raw_line(reports))


def raw_line(reports: Sequence[EvalReport]) -> Check:
    """Scenario 022: more than 20 % of the 15 most common conversations fail → adjust before going live."""
    top = [report for report in reports if "top15" in report.tags]
    said = "" if top or not reports else "no conversation says top15, so of all: "
    top = top or list(reports)
    failed = sum(not report.passed for report in top)
    rate = failed / len(top) if top else 1.0
    return Check("owner's line", rate <= MAX_ERROR, f"{said}{failed} of {len(top)} failed: {rate:.1%} (> 20 % adjusts)")


def error_bound(counts: Sequence[statistics.Counts]) -> float:
    """One-sided 95 % bound of the error rate: the exact one, or the bootstrap over fixtures where that is wider."""
    trials = sum(n for _, n in counts)
    passed = sum(c for c, _ in counts)
    exact = statistics.upper_bound(trials - passed, trials)
    rates = statistics.resampled_rates(counts)
    return max(exact, 1 - statistics.quantile(rates, 0.05)) if rates else 1.0


def _invariants(reports: Sequence[EvalReport]) -> Check:
    """A draft that was rejected and replaced reached nobody: it is told, and counts in the error rate."""
    found = [(r.name, f) for r in reports for f in r.failures if f.hard or f.oracle in invariants.ORACLES]
    kept = [failure for _, failure in found if failure.oracle == "figures" and not failure.hard]
    broken = [(name, failure) for name, failure in found if failure not in kept]
    counts = Counter(failure.reason.partition(":")[0] for _, failure in broken)
    told = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    told = f"{told} in {len({name for name, _ in broken})} conversations" if broken else "0 violations"
    told += f"; {len(kept)} drafts kept from a person" if kept else ""
    told += "".join(f"; {name} turn {failure.turn}: {failure.reason}" for name, failure in broken[:3])
    return Check("A: no invariant broken", not broken, told)


def _played(reports: Sequence[EvalReport]) -> Check:
    """A script says what it was written to say, so that it shows nothing of an agent."""
    scripted = sum(report.played_by == "script" for report in reports)
    if scripted:
        return Check(
            PLAYED, passed=False, told=f"{scripted} of {len(reports)} conversations were played by their own script"
        )
    names = sorted({report.played_by or "nobody told which" for report in reports})
    return Check(PLAYED, passed=True, told=", ".join(names))


def _enough(reports: Sequence[EvalReport]) -> Check:
    """Many trials of one conversation say nothing of the others: at least as many as the owner's 15."""
    names = len({report.name for report in reports})
    return Check("F: enough conversations", names >= FEWEST, f"{names} conversations (≥ {FEWEST})")


def _bounded(reports: Sequence[EvalReport]) -> Check:
    counts = [report.counts for report in reports if report.trials]
    bound = error_bound(counts)
    trials, passed = sum(n for _, n in counts), sum(c for c, _ in counts)
    told = f"{trials - passed} of {trials} trials failed; 95 % bound {bound:.1%} (≤ 20 %)"
    return Check("B: error rate bounded", bound <= MAX_ERROR, told)


def _floor(reports: Sequence[EvalReport]) -> Check:
    below = [report.name for report in reports if report.counts[0] < FIXTURE_FLOOR * report.counts[1]]
    return Check("C: no fixture mostly fails", not below, f"under half: {', '.join(below)}" if below else "none")
