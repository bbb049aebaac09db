"""How long understanding takes: p50 and p95 CPU a message over the gold corpus, and the CPU of a bare import.

PYTHONPATH=src python benchmarks/understanding.py
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from measuring import yardstick

DATA = Path(__file__).parents[1] / "tests" / "data" / "nlu"
_IMPORT = "import time; t = time.process_time(); import mel.understanding; print(time.process_time() - t)"


def import_cpu(runs: int = 9) -> float:
    """Median CPU seconds of importing the room in a fresh interpreter, bytecode written as installed."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-c", _IMPORT]
        took = [
            float(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout)
            for _ in range(runs + 1)
        ]
    return statistics.median(took[1:])


def message_cpu(name: str, rounds: int = 7) -> tuple[list[float], float]:
    """Best CPU seconds of each message over some rounds, and the very first message of the process."""
    from mel.understanding import understand
    from mel.understanding.jsonl import context_of, vocabulary_of

    vocabulary = vocabulary_of(json.loads((DATA / "fixture.json").read_text()))
    messages = [json.loads(line) for line in (DATA / name).read_text().splitlines()]
    given = [(line["text"], context_of(line, vocabulary, date(2026, 6, 17))) for line in messages]
    started = time.perf_counter()
    understand(*given[0])
    first = time.perf_counter() - started
    best = [1.0] * len(given)
    for _ in range(rounds):
        for at, (text, context) in enumerate(given):
            started = time.perf_counter()
            understand(text, context)
            best[at] = min(best[at], time.perf_counter() - started)
    return sorted(best), first


def main() -> None:
    print(f"yardstick  {yardstick():.0f} ns a round of a bare loop")
    print(f"import  {import_cpu() * 1000:.0f} ms CPU")
    for name in ("messages.jsonl", "own.jsonl"):
        took, first = message_cpu(name)
        p50, p95 = took[len(took) // 2], took[int(len(took) * 0.95)]
        print(
            f"{name:16s} n {len(took)}  p50 {p50 * 1000:.3f} ms  p95 {p95 * 1000:.3f} ms  "
            f"max {took[-1] * 1000:.3f} ms  first {first * 1000:.0f} ms"
        )


if __name__ == "__main__":
    main()
