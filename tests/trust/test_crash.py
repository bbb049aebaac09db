"""SIGKILL at random points: nothing is lost, nothing is doubled. 200 kills in CI, 1,000 with MEL_NIGHTLY=1.

By hand: `PYTHONPATH=src python tests/trust/crash_lab.py /tmp/lab 1000`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mel.agent import AgentChat
from mel.agent.operations import OperationEvent
from mel.app import found, workbench
from mel.household_file import demo
from mel.llm.scripted import ScriptedModel, call, say
from mel.storage.sql import SqlStorage

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


async def test_a_message_whose_worker_died_after_writing_writes_no_more_however_much_came_after(tmp_path: Path) -> None:
    storage = SqlStorage(tmp_path / "mel.db")
    found(storage, demo())
    begun = datetime(2026, 6, 15, 15, tzinfo=UTC)
    open_bench = workbench(storage, "casa")
    with open_bench() as bench:
        bench.inbox.claim("wamid-1", "turn-dead", begun)  # type: ignore[union-attr]
        for number, message in enumerate(["wamid-1", "a", "b", "c", "d", "e"]):
            spent = {"amount": 10, "currency": "BRL"}
            preview = {"expense": "Mercado", "period": "2026-06", "delta": spent, "newActual": spent}
            receipt = {"operationId": f"op-{number}", "preview": preview, "confirmed": True, "persisted": True}
            event = OperationEvent(
                "confirmed", f"op-{number}", "recordSpend", begun, message_id=message, receipt=receipt
            )
            bench.operations.append(event)
    sent = {"expense": "Mercado", "period": "2026-06", "amount": {"amount": 10, "currency": "BRL"}}
    model = ScriptedModel([call("recordSpend", **sent, operationId="op-new", confirm=True), say("Anotei.")])
    chat = AgentChat(model, workbench=open_bench, clock=lambda: begun + timedelta(minutes=3))

    reply = await chat.ask("gastei 10 no mercado", speaker="Ana", today=begun.date(), message_id="wamid-1")

    assert reply.receipts == ()
    assert model.prompts == []
    storage.close()
