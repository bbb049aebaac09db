"""Correcting one entry of those told before: "corrige o mercado de hoje pra 15", "corrige o último gasto pra 25".

It is looked up first, and only ever proposed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from mel.agent.reply import ToolCall
from mel.agent.turn import TurnContext
from mel.agent.wire import Wire, number
from mel.llm.entry_choice import ask_which
from mel.llm.named import the_one
from mel.llm.removals import days_said
from mel.llm.small_talk import NO_SUCH_ENTRY
from mel.llm.wish import Wish
from mel.shared.period import Period
from mel.shared.text import fold
from mel.understanding import Reading
from mel.understanding.dates import find_dates
from mel.understanding.money import find_amounts

_CORRECT = re.compile(
    r"^\s*(?:mel,?\s+)?(?:corrige|corrija|corrigir|conserta|arruma|ajeita)\b(?P<what>.+?)\b(?:pra|para|por)\b(?P<new>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_LATEST = re.compile(r"\bultim[oa] (?:gasto|lancamento|compra)\b")


@dataclass(frozen=True, slots=True)
class Correction:
    """Which entry is meant, and what it should have been. Without an expense, the latest that was told."""

    amount: Wire
    expense: str | None
    first: date
    last: date

    @property
    def search(self) -> tuple[str, Wire]:
        """The read that finds it."""
        if self.expense is None:
            return "operationsList", {"limit": 10}
        return "entriesList", {"from": self.first.isoformat(), "to": self.last.isoformat(), "expense": self.expense}

    def found(self, search: ToolCall, turn: TurnContext) -> Wish:
        """What to do with what the search told: one entry is proposed, several are asked about."""
        if self.expense is None:
            rows = search.result.get("operations", ())
            mine = (row for row in rows if row["tool"] == "recordSpend" and row["who"] == turn.speaker)
            entries: list[Wire] = [{"entry": row["operationId"]} for row in mine][:1]
        else:
            entries = search.result.get("entries", [])
        if len(entries) != 1:
            change = {"amount": self.amount}
            return ask_which(entries, "correctEntry", change, turn.today) if entries else Wish(text=NO_SUCH_ENTRY)
        return Wish(calls=(("correctEntry", {"entry": entries[0]["entry"], "amount": self.amount}),))


def correction(reading: Reading, turn: TurnContext) -> Correction | None:
    """What such a message asks to correct; None unless it names one thing and one new amount."""
    if reading.intent != "unclear" or reading.reason != "correction" or reading.items:
        return None
    said = _CORRECT.match(turn.text)
    if said is None:
        return None
    amounts: list[Any] = find_amounts(said["new"])
    expense = the_one(said["what"], turn.vocabulary.expenses)
    latest = _LATEST.search(fold(said["what"])) is not None
    if len(amounts) != 1 or find_dates(said["new"], turn.today) or latest == (expense is not None):
        return None
    amount = {"amount": number(amounts[0].value), "currency": amounts[0].currency or "BRL"}
    spans = find_dates(said["what"], turn.today)
    first, last = Period.of(turn.today).first_day, turn.today
    if spans:
        first, last = days_said(spans[0], first, last)
    return Correction(amount, expense, first, last)
