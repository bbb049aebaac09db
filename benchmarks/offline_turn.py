"""An offline turn of the embedded model over durable SQLite, as `mel chat` runs it: p50 and p99, wall and CPU.

Empty household and one with ten years of history, side by side in one process, and a bare durable commit on the same
disk beside them: `python benchmarks/offline_turn.py [--folder DIR] [--profile | --spends N]`. Bars: DESIGN §7.
`--spends N` only tells N spends: under `valgrind --tool=callgrind`, 25 less 5 tell the instructions of 20.
"""

from __future__ import annotations

import asyncio
import cProfile
import pstats
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from measuring import Cost, p50, p99, row, timed, verdict

from mel.agent import AgentChat
from mel.agent.limits import Limits
from mel.app import found, workbench
from mel.budget import Entry
from mel.household_file import HOUSEHOLD_ID, demo
from mel.llm.routed import RoutedModel
from mel.shared.money import Money
from mel.shared.period import Period
from mel.storage.sql import SqlStorage

TODAY = date(2026, 6, 15)
NOW = datetime(2026, 6, 15, 15, tzinfo=UTC)
YEARS, A_YEAR, TURNS, ROUNDS = 10, 12_000, 60, 5
MESSAGES = (
    "gastei {n} no mercado",
    "quanto a gente tem de orçamento esse mês?",
    "registra {n} reais no mercado essa semana",
    "confirma",
    "como tá a meta de Amsterdam?",
    "quanto sobrou no mercado?",
)


def a_home(folder: Path, years: int) -> SqlStorage:
    """The demo household; `years` of entries are spread over its expenses, a year a commit."""
    storage = SqlStorage(folder / f"mel-{years}.db")
    found(storage, demo())
    dice = random.Random(7)
    for year in range(years):
        with storage.work(HOUSEHOLD_ID) as work:
            budget = work.budgets.load(HOUSEHOLD_ID)
            for number in range(A_YEAR):
                day = TODAY - timedelta(days=365 * year + number % 365)
                amount = Money.of_minor(dice.randrange(100, 30_000), budget.currency)
                expense = budget.expenses[number % len(budget.expenses)]
                expense.ledger.add(Entry(Period.of(day), amount, day, "Gabriel", "Gabriel"))
            work.budgets.save(budget)
    return storage


def a_talker(storage: SqlStorage) -> Callable[[str], None]:
    chat = AgentChat(
        RoutedModel(), workbench=workbench(storage, HOUSEHOLD_ID), clock=lambda: NOW, limits=Limits(per_minute=10**9)
    )
    loop, sent = asyncio.new_event_loop(), [0]

    def say(text: str) -> None:
        sent[0] += 1
        reply = loop.run_until_complete(
            chat.ask(text, speaker="Gabriel", today=TODAY, message_id=f"m-{sent[0]}", channel="terminal")
        )
        assert reply.text

    return say


def a_bare_commit(folder: Path) -> Callable[[str], None]:
    db = sqlite3.connect(folder / "bare.db", isolation_level=None)
    db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t (x TEXT);")

    def write(text: str) -> None:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO t VALUES (?)", (text,))
        db.execute("COMMIT")

    return write


def messages(round_: int = 0) -> list[str]:
    """No amount twice: the same spend told again would become a question and stay open."""
    return [MESSAGES[turn % len(MESSAGES)].format(n=round_ * TURNS + turn + 3) for turn in range(TURNS)]


def measured(folder: Path) -> dict[str, list[Cost]]:
    """Rounds of the three take turns, so that a noisy minute hits all of them."""
    doers = {
        "bare": a_bare_commit(folder),
        "empty": a_talker(a_home(folder, 0)),
        "ten years": a_talker(a_home(folder, YEARS)),
    }
    costs: dict[str, list[Cost]] = {name: [] for name in doers}
    for round_ in range(ROUNDS + 1):
        for name, do in doers.items():
            for text in messages(round_):
                cost = timed(lambda do=do, text=text: do(text))  # type: ignore[misc]
                if round_:
                    costs[name].append(cost)
    return costs


def main() -> None:
    base = Path(sys.argv[sys.argv.index("--folder") + 1]) if "--folder" in sys.argv else None
    with tempfile.TemporaryDirectory(dir=base) as name:
        folder = Path(name)
        if "--spends" in sys.argv:
            say = a_talker(a_home(folder, 0))
            for number in range(int(sys.argv[sys.argv.index("--spends") + 1])):
                say(f"gastei {number + 3},50 no mercado")
            return
        if "--profile" in sys.argv:
            say = a_talker(a_home(folder, 0))
            say("oi")
            profile = cProfile.Profile()
            profile.runcall(lambda: [say(text) for round_ in range(5) for text in messages(round_)])
            pstats.Stats(profile).sort_stats("cumtime").print_stats("mel", 40)
            return
        report(measured(folder))


def report(costs: dict[str, list[Cost]]) -> None:
    walls = {name: [1e3 * cost.wall for cost in of] for name, of in costs.items()}
    cpus = {name: [1e3 * cost.cpu for cost in of] for name, of in costs.items()}
    for name in costs:
        figures = (f"{p50(walls[name]):.2f} / {p99(walls[name]):.2f}", f"{p50(cpus[name]):.2f} / {p99(cpus[name]):.2f}")
        row(
            f"{name}: p50 / p99 ms",
            *(f"{figure} {kind}" for figure, kind in zip(figures, ("wall", "CPU"), strict=True)),
        )
    spend = p50(cpus["empty"][:: len(MESSAGES)])
    row("a spend told and written at once, CPU", f"{spend:.2f} ms", "≤ 3 ms", verdict(holds=spend <= 3))
    over, ratio = p50(walls["empty"]) - p50(walls["bare"]), p50(cpus["ten years"]) / p50(cpus["empty"])
    row("offline turn, CPU", f"{p50(cpus['empty']):.2f} ms", "≤ 3 ms", verdict(holds=p50(cpus["empty"]) <= 3))
    row("offline turn over one commit, wall", f"{over:.2f} ms", "≤ 3 ms", verdict(holds=over <= 3))
    row("ten years of history / empty, CPU", f"{ratio:.2f} ×", "≤ 1.3 ×", verdict(holds=ratio <= 1.3))


if __name__ == "__main__":
    main()
