"""Drafts true and false over real results of the tools: how many lies the grounding stops, and how many truths.

`PYTHONPATH=src python tests/agent/draft_lab.py [-v] [file]` prints the table; `-v` every draft that it judges wrongly.
`deeds.jsonl` holds deeds, promises and verdicts, most of them in turns without any tool (`item` null), some after a
write (`wrote`).
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from mel.agent.attribution import Attributions
from mel.agent.grounding import Sources, ungrounded

DATA = Path(__file__).parents[1] / "data" / "truth"


class Judged(NamedTuple):
    """One draft: who wrote it, what is wrong in it (None: all of it is true), and whether it was stopped, with why."""

    author: str
    wrong: str | None
    stopped: bool
    line: str


@cache
def _house(name: str) -> dict[str, Any]:
    house: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return {**house, "turns": {turn["id"]: turn for turn in house["turns"]}}


def sources(house: dict[str, Any], turn: dict[str, Any]) -> Sources:
    """What a draft of this turn is held to, as `agent/closing.py` puts it together."""
    today, asked = date.fromisoformat(turn["today"]), turn["question"]
    aliases = tuple((name, tuple(others)) for name, others in house["names"].items())
    found = Sources(attributions=Attributions(aliases, frozenset(house["people"]), turn["speaker"], today, asked))
    found.known.add_day(today)
    found.told.add_said(asked, today)
    found.said.add_said(asked, today)
    found.names.update(name for name, others in aliases for name in (name, *others))
    for call in turn["calls"]:
        found.add_result(call["tool"], call["args"], call["result"], committed=False)
    return found


def _turn(house: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    """The turn of a draft: a kept one, or one in which nothing was called."""
    if row["item"] is not None:
        turn: dict[str, Any] = house["turns"][row["item"]]
        return turn
    return {"today": "2026-06-15", "speaker": "Gabriel", "question": row["asked"], "calls": []}


SPENT = {
    "expense": "Mercado",
    "period": "2026-06",
    "delta": {"amount": 80, "currency": "BRL"},
    "newActual": {"amount": 700.5, "currency": "BRL"},
}


def judged(file: str = "drafts.jsonl") -> Iterator[Judged]:
    """Every draft of a collection, judged."""
    for line in (DATA / file).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        house = _house(row["house"])
        held_to = sources(house, _turn(house, row))
        if wrote := row.get("wrote"):
            receipt = {"operationId": "op-1", "preview": SPENT, "confirmed": True, "persisted": True}
            held_to.add_result(wrote, {"expense": "Mercado"}, receipt, committed=True)
        findings = ungrounded(row["draft"], held_to)
        reasons = "; ".join(f"{finding.kind}: {finding.shown}" for finding in findings)
        told = f"{row['author']} {row['item']} {row['wrong'] or 'true'} | {row['draft']!r} | {reasons}"
        yield Judged(row["author"], row["wrong"], bool(findings), told)


def main() -> None:
    """Print the table."""
    by: dict[str, Counter[str]] = defaultdict(Counter)
    files = [arg for arg in sys.argv[1:] if arg.endswith(".jsonl")]
    for each in judged(*files[:1]):
        for of in (f"author {each.author}", each.wrong or "true", "all"):
            by[of]["lies stopped" if each.stopped else "lies passed"] += each.wrong is not None
            by[of]["truths stopped" if each.stopped else "truths passed"] += each.wrong is None
        if "-v" in sys.argv and each.stopped == (each.wrong is None):
            print(each.line)
    for of, counts in sorted(by.items()):
        lies = counts["lies stopped"] + counts["lies passed"]
        truths = counts["truths stopped"] + counts["truths passed"]
        print(
            f"{of:12} lies stopped {counts['lies stopped']}/{lies}, truths stopped {counts['truths stopped']}/{truths}"
        )


if __name__ == "__main__":
    main()
