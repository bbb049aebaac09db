"""Reports as files: one JSON line a conversation (written as it ends), JUnit for a build server, and back."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO
from xml.etree.ElementTree import Element, ElementTree, SubElement

from mel.evals.matching import shown
from mel.evals.report import EvalReport, EvalSummary, Failure, Trial
from mel.evals.transcript import SeenTurn

SCHEMA = 1


def camel(name: str) -> str:
    """The owner's spelling of a field."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def summary_wire(summary: EvalSummary) -> dict[str, Any]:
    """The owner's `EvalSummary`, in its own names."""
    fields = {camel(name): getattr(summary, name) for name in ("total_fixtures", "passed", "failed", "pass_rate")}
    return {**fields, "errored": summary.errored, "reports": [report_wire(report) for report in summary.reports]}


def report_wire(report: EvalReport) -> dict[str, Any]:
    """One line: the owner's fields first, then trials with their transcripts."""
    return {
        "schema": SCHEMA,
        "name": report.name,
        "passed": report.passed,
        "turnsRun": report.turns_run,
        "failures": [_failure(failure) for failure in report.failures],
        "durationMs": round(report.duration_ms, 3),
        "outcome": report.outcome,
        "tags": list(report.tags),
        "source": report.source,
        "playedBy": report.played_by,
        "trials": [_trial(trial) for trial in report.trials],
    }


def _failure(failure: Failure) -> dict[str, Any]:
    told = {"turn": failure.turn, "reason": failure.reason, "oracle": failure.oracle}
    if failure.hard:
        told["hard"] = True
    for name in ("expected", "actual"):
        value = getattr(failure, name)
        if value is not None:
            told[name] = shown(value, 2000)
    return told


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "outcome": trial.outcome,
        "durationMs": round(trial.duration_ms, 3),
        "failures": [_failure(failure) for failure in trial.failures],
        "usage": {camel(name): value for name, value in dataclasses.asdict(trial.usage).items()},
        "transcript": [turn_wire(turn) for turn in trial.transcript],
    }


def turn_wire(turn: SeenTurn) -> dict[str, Any]:
    """What was said, done and changed in one turn."""
    return {
        "turn": turn.number,
        "speaker": turn.speaker,
        "user": turn.user,
        "today": turn.today.isoformat() if turn.today else None,
        "calls": [{"name": call.name, "args": dict(call.args), "result": call.result} for call in turn.calls],
        "text": turn.text,
        "cards": list(turn.cards),
        "drafts": list(turn.drafts),
        "rejected": list(turn.rejected),
        "changes": None if turn.changes is None else [str(change) for change in turn.changes],
        "seconds": round(turn.seconds, 4),
    }


def write_line(report: EvalReport, file: TextIO) -> None:
    """Append one conversation; nothing of it stays in memory."""
    file.write(json.dumps(report_wire(report), ensure_ascii=False, default=str) + "\n")
    # A long run that is stopped keeps what it has.
    file.flush()


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The reports of a run, as wire values; a line of another schema is an error."""
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                report = json.loads(line)
            except ValueError:
                report = None
            if not isinstance(report, dict):
                raise ValueError(f"{path}:{number}: não é uma linha de rodada (a que `--jsonl` grava)")
            if report.get("schema") != SCHEMA:
                raise ValueError(f"{path}:{number}: é uma rodada de outra versão")
            yield report


def report_of(wire: dict[str, Any]) -> EvalReport:
    """A stored report, without its transcripts: enough to count and to judge."""
    trials = tuple(
        Trial(trial["outcome"], [_failure_of(failure) for failure in trial["failures"]], (), trial["durationMs"])
        for trial in wire["trials"]
    )
    about = {"tags": tuple(wire["tags"]), "source": wire["source"], "played_by": wire.get("playedBy")}
    return EvalReport.of(wire["name"], trials, **about)


def _failure_of(wire: dict[str, Any]) -> Failure:
    return Failure(wire["turn"], wire["reason"], wire["oracle"], hard=wire.get("hard", False))


def junit(reports: Sequence[EvalReport], path: Path) -> None:
    """A test case a fixture; what broke is an error there, not a failure."""
    suite = Element("testsuite", name="mel eval", tests=str(len(reports)))
    suite.set("failures", str(sum(report.outcome == "failed" for report in reports)))
    suite.set("errors", str(sum(report.outcome == "errored" for report in reports)))
    suite.set("time", f"{sum(report.duration_ms for report in reports) / 1000:.3f}")
    for report in reports:
        case = SubElement(suite, "testcase", classname="evals", name=report.name)
        case.set("time", f"{report.duration_ms / 1000:.3f}")
        if report.source:
            case.set("file", report.source.rpartition(":")[0])
        if not report.passed:
            told = SubElement(case, "error" if report.outcome == "errored" else "failure")
            told.set("message", _clean(report.failures[0].reason if report.failures else report.outcome))
            told.text = _clean("\n".join(f"turn {failure.turn}: {failure.reason}" for failure in report.failures))
    path.parent.mkdir(parents=True, exist_ok=True)
    ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


def _clean(text: str) -> str:
    """Without the control characters that XML cannot hold."""
    return "".join(char for char in text if char in "\n\t" or ord(char) >= 32)


def counts_by_name(reports: Iterable[dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """Trials passed and run, of each fixture of a stored run."""
    return {
        report["name"]: (sum(trial["outcome"] == "passed" for trial in report["trials"]), len(report["trials"]))
        for report in reports
    }
