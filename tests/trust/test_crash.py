"""SIGKILL at random points: nothing is lost, nothing is doubled. 200 kills in CI, 1,000 with MEL_NIGHTLY=1.

By hand: `PYTHONPATH=src python tests/trust/crash_lab.py /tmp/lab 1000`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

LAB = Path(__file__).with_name("crash_lab.py")
KILLS = 1_000 if os.environ.get("MEL_NIGHTLY") else 200


def test_a_killed_process_loses_and_doubles_nothing(tmp_path: Path) -> None:
    command = [sys.executable, str(LAB), str(tmp_path / "lab"), str(KILLS)]

    done = subprocess.run(command, capture_output=True, text=True, timeout=1_500, check=False)

    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert found["kills"] == KILLS
    assert found["operations"] >= KILLS // 20, "too few got far enough to prove anything"
    assert (found["lost"], found["doubled"], found["unasked"], found["integrity"]) == (0, 0, 0, "ok")
