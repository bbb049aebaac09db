"""What the evaluation harness costs: `python benchmarks/evals.py`. CPU seconds, one core, median of five rounds.

Each bar is the issue's; `--check` ends with 1 when one is missed. pydantic-evals is timed beside it when installed.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from mel.agent.model import CallRequest, Step
from mel.app import tools_of
from mel.evals import ConversationFixture, EvalContext, EvalRunner, Expect, ExpectedChange, FixtureTurn
from mel.evals.catalog import conversations
from mel.evals.sqlite_world import SqliteWorlds
from mel.evals.tone import MelToneGuard
from mel.evals.worlds import build
from mel.storage.memory import InMemoryStorage

ROUNDS = 5
MONEY = {"amount": 200, "currency": "BRL"}


@dataclass(frozen=True)
class Answer:
    text: str
    tool_calls: tuple
    grounded: bool = True
    cards: tuple = ()
    rejected: tuple = ()


@dataclass(frozen=True)
class Call:
    name: str
    args: dict
    result: dict


class NoOpAgent:
    """An agent that costs nothing: it carries out its script on a dictionary."""

    def __init__(self, model, world):
        self.model, self.world = model, world

    async def ask(self, text, *, speaker=None, today=None):
        step, made = await self.model.step(None), []
        for call in step.calls:
            done = bool(call.args.get("confirm"))
            if done:
                self.world.table = {**self.world.table, "1": call.args["amount"]}
            made.append(Call(call.name, call.args, {"preview": {}, "confirmed": done, "persisted": done}))
        if step.calls:
            step = await self.model.step(None)
        return Answer(step.text, tuple(made))


class ToolAgent:
    """Mel's own tools on a storage, and nothing of her chat: what the model asks for is done."""

    def __init__(self, model, storage):
        self.model, self.storage = model, storage

    async def ask(self, text, *, speaker=None, today=None):
        step, made = await self.model.step(None), []
        for call in step.calls:
            with self.storage.work("casa") as work:
                tool = next(tool for tool in tools_of(work) if call.name in tool.catalogue)
                told = getattr(tool, tool.catalogue[call.name].method)(**call.args)
            made.append(Call(call.name, call.args, dict(told)))
        if step.calls:
            step = await self.model.step(None)
        return Answer(step.text, tuple(made))


def with_tools(worlds):
    """The same worlds, with that agent in the chat's place."""

    def setting(fixture):
        context = worlds(fixture)
        storage = context.state["storage"]
        return EvalContext(state={**context.state, "chat": lambda model: ToolAgent(model, storage)})

    return setting


class Table:
    def __init__(self):
        self.table = {}

    def rows(self):
        return {"entries": self.table}


def no_op_setup():
    world = Table()
    return EvalContext(state={"chat": lambda model: NoOpAgent(model, world), "world": world})


def two_turns(setup=None, world=None):
    """Propose, confirm; calls and arguments, text, the world's rows, and the usual invariants."""
    args = {"expense": "Mercado", "period": "2026-06", "amount": MONEY, "operationId": "op-1"}

    def script(**more):
        return [{"id": "1", "name": "recordSpend", "args": {**args, **more}}]

    added = ExpectedChange("added", "entries", MONEY if setup else {"amount": MONEY})
    return ConversationFixture(
        name="two-turns",
        today=date(2026, 6, 15),
        setup=setup,
        world=world,
        always=("tom-mel", "numeros-com-origem", "escrita-so-apos-sim", "uma-vez-so", "sem-vazamento-entre-casas"),
        turns=[
            FixtureTurn(
                user="registra 200 no mercado",
                speaker="Gabriel",
                mock_llm={"toolCalls": script(), "text": "Anoto esse gasto?"},
                expect=Expect(
                    tool_calls_made=["recordSpend"],
                    tool_call_args_matching={"recordSpend": {"amount": MONEY}},
                    world_changes=[],
                ),
            ),
            FixtureTurn(
                user="sim",
                speaker="Gabriel",
                mock_llm={"toolCalls": script(confirm=True), "text": "Anotei."},
                expect=Expect(tool_calls_made=["recordSpend"], world_changes=[added]),
            ),
        ],
    )


def rate(runner, fixture, count):
    """Conversations a CPU second, median of the rounds."""
    rates = []
    for _ in range(ROUNDS):
        gc.collect()
        started = time.process_time()
        summary = asyncio.run(runner.run_all([fixture] * count))
        rates.append(count / (time.process_time() - started))
        assert summary.passed == count, summary.reports[0].failures
    return statistics.median(rates)


def bare_turns(count):
    """The same conversation through the app's own chat with nothing around it: what no harness can be faster than."""
    from mel.evals.world import UNHURRIED, EvalClock, chat_over

    rates = []
    for _ in range(ROUNDS):
        started = time.process_time()
        asyncio.run(_bare(count, UNHURRIED, EvalClock, chat_over))
        rates.append(count / (time.process_time() - started))
    return statistics.median(rates)


async def _bare(count, unhurried, clock, chat_over):
    fixture = two_turns(world="gabriel-e-ana")
    for _ in range(count):
        storage = InMemoryStorage()
        build(fixture, storage)
        chat = chat_over(storage, "casa", clock(fixture.today), unhurried)(_Script())
        await chat.ask("registra 200 no mercado", speaker="Gabriel", today=fixture.today)
        await chat.ask("sim", speaker="Gabriel", today=fixture.today)


class _Script:
    offline = True

    def __init__(self):
        args = {"expense": "Mercado", "period": "2026-06", "amount": MONEY, "operationId": "op-1"}
        calls = [CallRequest("1", "recordSpend", {**args, **more}) for more in ({}, {"confirm": True})]
        self.steps = [Step(calls=(calls[0],)), Step("Anoto?"), Step(calls=(calls[1],)), Step("Anotei.")]

    async def step(self, prompt):
        return self.steps.pop(0)


def import_seconds():
    """CPU of `import mel.evals` in a process of its own, less an empty one's."""

    def cpu(code):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    cpu("import mel.evals")
    return statistics.median(cpu("import mel.evals") - cpu("pass") for _ in range(ROUNDS))


def memory_growth(count):
    """Megabytes that `count` conversations leave behind when their transcripts are not kept."""

    async def stream():
        runner = EvalRunner(keep_transcripts=False)
        fixture = two_turns(no_op_setup)
        async for _ in runner.each([fixture] * 500):
            pass
        gc.collect()
        before = _resident()
        async for _ in runner.each(fixture for _ in range(count)):
            pass
        gc.collect()
        return _resident() - before

    return asyncio.run(stream())


def _resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def log_microseconds():
    """A row inserted, one updated, both told and taken back."""
    import sqlite3

    from mel.evals.change_log import ChangeLog

    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, amount INTEGER, note TEXT)")
    db.executemany("INSERT INTO entry VALUES (?, ?, 'x')", [(i, i) for i in range(2000)])
    db.commit()
    log, count = ChangeLog(db), 2000
    log.hold()
    started = time.process_time()
    for i in range(count):
        db.execute("INSERT INTO entry VALUES (?, 1, 'new')", (5000 + i,))
        db.execute("UPDATE entry SET amount = 7 WHERE id = 3")
        assert len(log.since()) == 2
        log.undo()
    return (time.process_time() - started) / count * 1e6


def tone_microseconds():
    text = "Mercado em junho: gasto R$ 620,50 de R$ 1.500. Sobram R$ 879,50 do previsto. 👍"
    started = time.process_time()
    for _ in range(5000):
        MelToneGuard.check(text)
    return (time.process_time() - started) / 5000 * 1e6


def pydantic_evals_rate(count):
    """The same conversation as a pydantic-evals task with three evaluators; None when it is not installed."""
    try:
        from pydantic_evals import Case, Dataset
        from pydantic_evals.evaluators import Evaluator
    except ImportError:
        return None

    class Calls(Evaluator):
        def evaluate(self, ctx):
            return [call.name for _, call in ctx.output["calls"]] == ["recordSpend", "recordSpend"]

    class World(Evaluator):
        def evaluate(self, ctx):
            return ctx.output["world"] == {"1": MONEY} and ctx.output["between"] == {}

    class Said(Evaluator):
        def evaluate(self, ctx):
            return MelToneGuard.check(" ".join(ctx.output["texts"])).passes

    async def task(lines):
        from mel.evals.mock import FixtureModel

        world, calls, texts, between = Table(), [], [], {}
        model = FixtureModel(two_turns(no_op_setup))
        agent = NoOpAgent(model, world)
        for place, line in enumerate(lines):
            model.begin(place)
            reply = await agent.ask(line)
            calls += [(place, call) for call in reply.tool_calls]
            texts.append(reply.text)
            if place == 0:
                between = dict(world.table)
        return {"calls": calls, "texts": texts, "world": world.table, "between": between}

    cases = [Case(name=str(i), inputs=["registra 200 no mercado", "sim"]) for i in range(count)]
    dataset = Dataset(name="two-turns", cases=cases, evaluators=[Calls(), World(), Said()])
    rates = []
    for _ in range(3):
        started = time.process_time()
        dataset.evaluate_sync(task, progress=False)
        rates.append(count / (time.process_time() - started))
    return statistics.median(rates)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true")
    check = options.parse_args().check
    fixture = two_turns(world="gabriel-e-ana")
    no_op = rate(EvalRunner(), two_turns(no_op_setup), 2000)
    memory = rate(EvalRunner(), fixture, 150)
    bare = bare_turns(150)
    with SqliteWorlds() as worlds:
        asyncio.run(EvalRunner(worlds=worlds).run(fixture))
        sqlite = rate(EvalRunner(worlds=worlds), fixture, 150)
        tools = rate(EvalRunner(worlds=with_tools(worlds)), fixture, 200)
        catalog = conversations()
        asyncio.run(EvalRunner(worlds=worlds).run_all(catalog))
        started = time.process_time()
        asyncio.run(EvalRunner(worlds=worlds).run_all(catalog))
        catalog_seconds = time.process_time() - started
    rows = [
        ("harness, no-op agent, two turns, conversations a CPU second", no_op, 3000, no_op >= 3000),
        ("the same with Mel's real chat and tools in memory", memory, None, True),
        ("Mel's chat in memory alone, no harness", bare, None, True),
        ("with Mel's real tools on SQLite", tools, 500, tools >= 500),
        ("with Mel's whole chat on SQLite", sqlite, None, True),
        (f"the catalog ({len(catalog)}) on SQLite, CPU seconds", catalog_seconds, None, True),
        ("import mel.evals, CPU seconds", seconds := import_seconds(), 0.3, seconds < 0.3),
        ("10,000 conversations streamed, MB left behind", grown := memory_growth(10_000), 10, grown < 10),
        ("change log: two rows written, told, taken back, µs", log_microseconds(), None, True),
        ("tone of one reply, µs", tone_microseconds(), None, True),
    ]
    other = pydantic_evals_rate(1000)
    if other is not None:
        rows.append(("pydantic-evals, the same no-op agent, fewer checks", other, None, True))
    for name, value, bar, met in rows:
        print(f"{name:<62} {value:>10.2f}  {'' if bar is None else f'bar {bar}: ' + ('met' if met else 'MISSED')}")
    return 1 if check and not all(met for *_, met in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
