"""How these programs measure: CPU and wall time of this process, in several rounds, with the median told."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of wall clock and of CPU (all threads of the process)."""

    wall: float
    cpu: float


def timed(work: Callable[[], object]) -> Cost:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Cost(time.perf_counter() - wall, time.process_time() - cpu)


def rounds(work: Callable[[], object], count: int) -> list[Cost]:
    """One round to warm up, then `count` that are kept."""
    work()
    return [timed(work) for _ in range(count)]


def yardstick(count: int = 1_000_000) -> float:
    """Nanoseconds a round of a bare loop takes: what to compare two machines by."""

    def loop() -> None:
        total = 0
        for number in range(count):
            total += number

    return min(cost.cpu for cost in rounds(loop, 5)) / count * 1e9


def p50(values: Sequence[float]) -> float:
    return median(values)


def p99(values: Sequence[float]) -> float:
    return quantiles(values, n=100)[98]


def row(what: str, *figures: str) -> None:
    """One line of a table, as docs/performance.md holds it."""
    print("| " + " | ".join((what, *figures)) + " |")


def verdict(*, holds: bool) -> str:
    return "holds" if holds else "MISSED"
