"""Flake detection: the scripted catalog twice, shuffled, and in a process with another hash seed must tell the same."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from mel.evals.catalog import conversations
from mel.evals.fixture import ConversationFixture
from mel.evals.report import EvalReport
from mel.evals.runner import EvalRunner
from mel.evals.storing import report_wire

# Ids are random on purpose, and time is only informative; everything else must be the same.
_RANDOM_ID = re.compile(r"\b(?:[a-z]+-)?[0-9a-f]{16}\b")


def fingerprint(report: EvalReport) -> str:
    """All that a run says, without ids and times."""
    wire = _timeless(report_wire(report))
    return _RANDOM_ID.sub("#", json.dumps(wire, ensure_ascii=False, sort_keys=True, default=str))


def _timeless(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _timeless(item) for key, item in value.items() if key not in ("durationMs", "seconds")}
    if isinstance(value, list):
        return [_timeless(item) for item in value]
    return value


async def told(fixtures: Sequence[ConversationFixture], runner: EvalRunner) -> dict[str, str]:
    """Each fixture's fingerprint, by name."""
    return {report.name: fingerprint(report) async for report in runner.each(fixtures)}


async def flaky(
    fixtures: Sequence[ConversationFixture], runner: EvalRunner | None = None, paths: Sequence[Path] | None = None
) -> dict[str, str]:
    """The fixtures that did not tell the same, and when. Empty is what a scripted catalog must be."""
    once = replace(runner or EvalRunner(), trials=1)
    first = await told(fixtures, once)
    shuffled = list(fixtures)
    random.Random(7).shuffle(shuffled)  # noqa: S311 - only an order
    again = await told(shuffled, once)
    found = {name: "in another order" for name in first if first[name] != again[name]}
    if paths is not None:
        seeded = _in_another_process(paths)
        found |= {name: "with another hash seed" for name in first if first[name] != seeded.get(name)}
    return found


def _in_another_process(paths: Sequence[Path]) -> dict[str, str]:
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "mel.evals.flakes", *map(str, paths)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    found: dict[str, str] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    where = [Path(name) for name in sys.argv[1:]]
    sys.stdout.write(json.dumps(asyncio.run(told(conversations(where), EvalRunner()))))
