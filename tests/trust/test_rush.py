"""Eight processes confirm and send again the same operations, with the same message ids, on one SQLite file."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

LAB = Path(__file__).with_name("rush_lab.py")
PROCESSES, OPERATIONS = 8, 12


def _lab(folder: Path, *args: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(LAB), str(folder), *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _told(process: subprocess.Popen[str]) -> Any:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err[-3000:]
    return json.loads(out) if out.strip() else None


def test_each_operation_is_written_once_and_everybody_hears_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "rush"
    _told(_lab(folder, "prepare", str(OPERATIONS)))

    heard = [_told(process) for process in [_lab(folder, str(seed)) for seed in range(PROCESSES)]]

    texts: Counter[str] = Counter()
    turns: dict[str, set[str]] = {}
    for one in heard:
        texts.update(one["texts"])
        for key, value in one["turns"].items():
            turns.setdefault(key, set()).update(value)
    assert set(texts) == {"Anotei."}, texts
    assert all(len(ids) == 1 for ids in turns.values()), "a message id was answered in two turns"
    found = _told(_lab(folder, "count", str(OPERATIONS)))
    assert (found["lost"], found["doubled"], found["unasked"], found["integrity"]) == (0, 0, 0, "ok")
