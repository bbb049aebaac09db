"""Kills a process that talks to Mel, again and again, at any moment; then counts what the file holds.

    python tests/trust/crash_lab.py FOLDER KILLS [SEED]

The parent forks a child that goes on where the last one died, sends every message again that got no answer (with the
same message id), and dies by SIGKILL. Each child tells what it was answered through a journal file. Prints one line of
JSON: kills, operations, lost, doubled, integrity.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import signal
import sqlite3
import sys
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from mel.agent import AgentChat, Reply
from mel.agent.limits import Limits
from mel.agent.model import CallRequest, Prompt, Step
from mel.app import workbench
from mel.budget import Budget, RecurringExpense
from mel.household import Household, Member
from mel.llm.embedded import EmbeddedModel
from mel.shared.money import Money
from mel.storage.sql import SqlStorage

HOUSE, TODAY = "casa", date(2026, 6, 15)
NOON = datetime(2026, 6, 15, 15, 0, tzinfo=UTC)


class Obeying:
    """A real model as far as the chat can see: it does what the message says, one step at a time."""

    offline = False

    async def step(self, prompt: Prompt) -> Step:
        if prompt.messages[-1]["role"] == "tool":
            return Step("Certo.")
        verb, amount, *_ = prompt.turn.text.split()
        args = {
            "expense": "Mercado",
            "period": "2026-06",
            "amount": {"amount": float(amount.replace(",", ".")), "currency": "BRL"},
            "operationId": prompt.turn.new_operation_id,
            "confirm": verb == "gastei",
        }
        return Step(calls=(CallRequest("c", "recordSpend", args),))


class Talk:
    """The members' side: what was answered is known after a restart, what was not is sent again."""

    def __init__(self, folder: Path, life: int) -> None:
        self.storage = SqlStorage(folder / "mel.db")
        # A worker that died holds its message for the length of a lease: each life begins after it.
        now = NOON + timedelta(minutes=3 * life)
        common: dict[str, Any] = {
            "workbench": workbench(self.storage, HOUSE),
            "clock": lambda: now,
            "limits": Limits(per_minute=10**9),
        }
        self.embedded, self.stepwise = AgentChat(EmbeddedModel(), **common), AgentChat(Obeying(), **common)
        self.journal = (folder / "journal").open("a+")
        self.journal.seek(0)
        self.answered = dict(json.loads(line) for line in self.journal if line.endswith("\n"))

    def keep(self, message_id: str, reply: Reply) -> dict[str, Any]:
        self.answered[message_id] = reply.to_wire()
        self.journal.write(json.dumps([message_id, self.answered[message_id]]) + "\n")
        self.journal.flush()
        return self.answered[message_id]

    async def say(self, chat: AgentChat, speaker: str, message_id: str, text: str) -> dict[str, Any]:
        if message_id in self.answered:
            return self.answered[message_id]
        return self.keep(
            message_id, await chat.ask(text, speaker=speaker, today=TODAY, message_id=message_id, channel="lab")
        )

    async def press(self, shown: dict[str, Any], message_id: str) -> None:
        if message_id not in self.answered:
            preview = shown["previews"][0]
            reply = await self.embedded.decide(
                preview["operationId"],
                preview["digest"],
                "yes",
                speaker="Gabriel",
                today=TODAY,
                message_id=message_id,
                channel="lab",
            )
            self.keep(message_id, reply)

    async def operation(self, number: int) -> None:
        """One amount, told in one of three ways; all of them end in exactly one entry."""
        amount = f"{number % 450 + 1},{number // 450 + 10}"
        if number % 3 == 0:
            await self.say(self.embedded, "Ana", f"a{number}", f"registra {amount} no mercado")
            await self.say(self.embedded, "Ana", f"b{number}", "confirma")
            return
        verb = "gastei" if number % 3 == 1 else "registra"
        reply = await self.say(self.stepwise, "Gabriel", f"a{number}", f"{verb} {amount} no mercado")
        if reply["previews"]:
            await self.press(reply, f"b{number}")


def move_in(folder: Path) -> None:
    storage = SqlStorage(folder / "mel.db")
    with storage.work(HOUSE) as work:
        work.households.save(Household(HOUSE, members=(Member("Ana"), Member("Gabriel"))))
        budget = Budget(HOUSE)
        budget.register(RecurringExpense("Mercado", Money(1500, "BRL")))
        budget.register(RecurringExpense("Outros", Money(0, "BRL")))
        work.budgets.save(budget)
    storage.close()


def child(folder: Path, life: int, until: int, born: int) -> None:
    async def live() -> None:
        talk = Talk(folder, life)
        os.write(born, b"!")
        done = sum(1 for key in talk.answered if key[0] == "z")
        for number in range(done, until):
            await talk.operation(number)
            talk.keep(f"z{number}", Reply(""))

    logging.disable(logging.CRITICAL)
    asyncio.run(live())


def fork(folder: Path, life: int, until: int, born: int) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            child(folder, life, until, born)
        finally:
            os._exit(0)
    return pid


def run(folder: Path, kills: int, seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    move_in(folder)
    warm_up(folder / "warm")
    heard, born = os.pipe()
    for life in range(kills):
        pid = fork(folder, life, 10**6, born)
        if life % 20:  # now and then it dies while it opens the file
            os.read(heard, 1)
        time.sleep(rng.uniform(0, 0.06))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    done = sum(1 for line in (folder / "journal").read_text().splitlines() if line.startswith('["z'))
    os.waitpid(fork(folder, kills, done + 3, born), 0)
    return {"kills": kills, **count(folder, done + 3)}


def warm_up(folder: Path) -> None:
    """Load everything once in the parent, on a file of its own, so that children begin to work at once."""
    folder.mkdir()
    move_in(folder)

    async def talk() -> None:
        warm = Talk(folder, 0)
        for number in range(6):
            await warm.operation(number)
        warm.storage.close()
        warm.journal.close()

    asyncio.run(talk())


def count(folder: Path, operations: int) -> dict[str, Any]:
    """What the file holds against what was asked for."""
    storage = SqlStorage(folder / "mel.db")
    with storage.work(HOUSE) as work:
        entries = [entry.amount.amount for e in work.budgets.load(HOUSE).expenses for entry in _entries(e)]
    storage.close()
    wanted = {number: float(f"{number % 450 + 1}.{number // 450 + 10}") for number in range(operations)}
    held = [float(amount) for amount in entries]
    with sqlite3.connect(folder / "mel.db") as db:
        integrity = db.execute("PRAGMA integrity_check").fetchone()[0]
    return {
        "operations": operations,
        "lost": sum(amount not in held for amount in wanted.values()),
        "doubled": len(held) - len(set(held)),
        "unasked": sum(amount not in wanted.values() for amount in held),
        "integrity": integrity,
    }


def _entries(expense: RecurringExpense) -> Any:
    from mel.shared.period import Period

    return expense.entries_for(Period(2026, 6))


if __name__ == "__main__":
    where = Path(sys.argv[1])
    where.mkdir(parents=True, exist_ok=True)
    print(json.dumps(run(where, int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)))
