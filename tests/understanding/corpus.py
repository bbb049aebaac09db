"""The gold files, the household they assume, and the scorer of GUIDELINES §2 as functions."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from mel.understanding import WRITES, Context, Reading, understand
from mel.understanding.jsonl import context_of, vocabulary_of
from mel.understanding.reading import Vocabulary

DATA = Path(__file__).parents[1] / "data" / "nlu"
HARD = ("amount", "currency", "date", "period", "installments", "installment_amount", "billing_day", "mode", "percent")
SOFT = ("name", "member", "category", "card_name")


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines() if line.strip()]


HOUSEHOLD = json.loads((DATA / "fixture.json").read_text())
VOCABULARY = vocabulary_of(HOUSEHOLD)
TODAY = date(2026, 6, 17)


def read(text: str, **more: Any) -> Reading:
    return understand(text, Context(more.pop("today", TODAY), VOCABULARY, **more))


def read_line(line: dict[str, Any], vocabulary: Vocabulary = VOCABULARY) -> Reading:
    return understand(line["text"], context_of(line, vocabulary, TODAY))


def household(fixture: str) -> Vocabulary:
    return vocabulary_of(json.loads((DATA / fixture).read_text()))


def folded(value: object) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFD", str(value).casefold()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+|[^\w\s]", plain))


def related(one: object, other: object) -> bool:
    a, b = f" {folded(one)} ", f" {folded(other)} "
    return a in b or b in a


@dataclass
class Score:
    """Counts as `score.py` prints them, and what went wrong."""

    lines: int = 0
    answerable: int = 0
    right_intent: int = 0
    full: int = 0
    unclear: int = 0
    kept: int = 0
    wrong_writes: list[str] = field(default_factory=list)
    wrong_reads: list[str] = field(default_factory=list)


def wrong_write(gold: dict[str, Any], accept: Iterable[str], reading: Reading) -> bool:
    if reading.intent not in WRITES:
        return False
    if reading.intent != gold["intent"]:
        return reading.intent not in accept
    want, got = gold["slots"], reading.slots
    if any(want.get(slot) != got.get(slot) for slot in HARD):
        return True
    if "name" in want and "name" in got and not related(want["name"], got["name"]):
        return True
    return "member" in want and "member" in got and folded(want["member"]) != folded(got["member"])


def full_match(gold: dict[str, Any], reading: Reading) -> bool:
    want, got = gold["slots"], reading.slots
    if reading.intent != gold["intent"] or any(want.get(slot) != got.get(slot) for slot in HARD):
        return False
    for slot in SOFT:
        if (slot in want) != (slot in got):
            return False
        same = folded if slot == "member" else None
        if slot in want and not (same(want[slot]) == same(got[slot]) if same else related(want[slot], got[slot])):
            return False
    return all(want.get(slot) == got.get(slot) for slot in ("payment_method", "frequency"))


def score(name: str, vocabulary: Vocabulary = VOCABULARY) -> Score:
    result = Score()
    for line in lines(name):
        gold, accept, reading = line["gold"], line.get("accept", ()), read_line(line, vocabulary)
        result.lines += 1
        told = f"{line['id']} {line['text']!r}: {gold['intent']} read as {reading.intent} {dict(reading.slots)}"
        if wrong_write(gold, accept, reading):
            result.wrong_writes.append(told)
        elif reading.intent not in WRITES | {"unclear", gold["intent"], *accept}:
            result.wrong_reads.append(told)
        if gold["intent"] == "unclear":
            result.unclear += 1
            result.kept += reading.intent == "unclear" or reading.intent in accept
        else:
            result.answerable += 1
            result.right_intent += reading.intent == gold["intent"]
            result.full += full_match(gold, reading)
    return result
