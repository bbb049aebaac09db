"""CPU of `mel --help` and of one offline `mel ask`, a process each: `python benchmarks/startup.py`. Bars: DESIGN §7."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from measuring import p50, row, verdict

ROUNDS = 9
MEL = (sys.executable, "-c", "from mel.cli import main; main()")
BASE = (sys.executable, "-c", "pass")


def cpu_of(command: Sequence[str], home: str) -> float:
    """User and system time of one child; its output is thrown away, its failure is not."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "MEL_DATA": home})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([*MEL, "demo"], check=True, capture_output=True, env={**os.environ, "MEL_DATA": home})
        commands = {
            "python -c pass": (BASE, None),
            "mel --help": ((*MEL, "--help"), 0.25),
            "mel ask (a question)": ((*MEL, "ask", "quanto sobrou esse mês?"), 0.7),
            "mel ask (a spend)": ((*MEL, "ask", "gastei 50 no mercado"), 0.7),
        }
        costs: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, (command, _) in commands.items():
                costs[name].append(cpu_of(command, home))
    for name, (_, bar) in commands.items():
        middle = p50(costs[name])
        bars = (f"< {bar} s", verdict(holds=middle < bar)) if bar else ("", "")
        row(name, f"{middle:.3f} s CPU", *bars)


if __name__ == "__main__":
    main()
