"""Whether a replay is the conversation that was held: the same calls with the same endings, and Mel's same words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from mel.agent.conversation import TurnRecord
from mel.evals import aliases
from mel.evals.transcript import SeenTurn
from mel.shared.money import Money
from mel.shared.period import MONTHS
from mel.shared.text import fold

_FIGURE = re.compile(
    r"(?<![\d.,/-])(?:\d{1,3}(?:\.\d{3})+|\d+),\d{2}(?!\d)|(?<=R\$ )(?:\d{1,3}(?:\.\d{3})+|\d+)(?![\d,])"
)
_CLOSE = Decimal("0.10")
"""How far from a scaled figure the one may be that was worked out of scaled ones."""
_ENDINGS = {"persisted": "gravou", "refused": "recusou", "invalid": "não aceitou", "error": "quebrou"}


def unlike(records: Sequence[TurnRecord], told: Sequence[str], seen: Sequence[SeenTurn]) -> dict[int, str]:
    """By the number of the turn, what is not as it was. `told`: Mel's words of then, disguised."""
    found = {}
    for number, (record, words) in enumerate(zip(records, told, strict=True), 1):
        difference = _turn(record, words, seen[number - 1]) if number <= len(seen) else "a conversa parou antes"
        if difference:
            found[number] = difference
    return found


def calls_unlike(records: Sequence[TurnRecord], seen: Sequence[SeenTurn]) -> dict[int, str]:
    """Likewise for a model with its own words: only what was done."""
    pairs = enumerate(zip(records, seen, strict=False), 1)
    return {number: difference for number, (record, turn) in pairs if (difference := _done(record, turn))}


def _turn(record: TurnRecord, words: str, seen: SeenTurn) -> str | None:
    if difference := _done(record, seen):
        return difference
    if _frame(words) != _frame(seen.text):
        return f'Mel disse "{_short(words)}", aqui diz "{_short(seen.text)}"'
    return None


def _done(record: TurnRecord, seen: SeenTurn) -> str | None:
    real = [_ending(call["name"], call.get("result")) for call in record.reply.get("toolCalls", ())]
    here = [_ending(call.name, call.result) for call in seen.calls]
    if real != here:
        return f"lá {_told(real)}, aqui {_told(here)}"
    cards = len(record.reply.get("cards", ()))
    if cards != len(seen.cards):
        return f"lá {cards} cartões de proposta ou recibo, aqui {len(seen.cards)}"
    if seen.changes is not None and record.wrote != bool(seen.changes):
        return "lá gravou, aqui não" if record.wrote else "lá não gravou, aqui gravou"
    return None


def _ending(name: str, result: Any) -> tuple[str, str]:
    found = result if isinstance(result, Mapping) else {}
    ending = next((said for key, said in _ENDINGS.items() if found.get(key)), None)
    return aliases.TOOLS.get(name, name), ending or ("só propôs" if found.get("persisted") is False else "")


def _told(calls: Sequence[tuple[str, str]]) -> str:
    return ", ".join(_named(calls)) or "nada foi chamado"


def _named(calls: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield from (f"{name} ({ending})" if ending else name for name, ending in calls)


def _frame(words: str) -> str:
    """Without figures: a quota that did not scale to the cent is no other conversation."""
    return " ".join(re.sub(r"[\d.,]+", "", fold(words)).split())


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 60 else f"{line[:59]}…"


def refigured(words: str, seen: SeenTurn) -> str:
    """Mel's words of then with the figures of the replay where only the last cents differ: a quota of scaled amounts is
    not the scaled quota."""
    known = {amount for call in seen.calls for amount in _amounts(call.result)}

    def nearest(hit: re.Match[str]) -> str:
        said = Decimal(hit[0].replace(".", "").replace(",", "."))
        close = min(known, key=lambda amount: abs(amount - said), default=said)
        if close == said or abs(close - said) > _CLOSE:
            return hit[0]
        return str(Money(close, "BRL")).removeprefix("R$ ")

    return _FIGURE.sub(nearest, words)


def _amounts(value: Any) -> Iterator[Decimal]:
    if isinstance(value, Mapping):
        if value.keys() == {"amount", "currency"}:
            yield Decimal(str(value["amount"]))
            return
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from _amounts(item)


_MONTH = "|".join((*MONTHS, "marco"))
_TOLD = re.compile(
    r"(?:R\$|US\$|€)\s?-?\d[\d.]*(?:,\d{2})?(?!\d)"
    rf"|(?<![\w,.])\d{{1,2}}º?\s+de\s+(?:{_MONTH})\b(?:\s+de\s+\d{{4}})?"
    rf"|\b(?:{_MONTH})\b(?:(?:\s+de\s+|/)\d{{4}})?"
    r"|(?<![\w,./])\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\w/])"
    r"|(?<![\w,.])\d+(?:,\d+)?\s?%",
    re.IGNORECASE,
)


def figures_told(words: str) -> list[str]:
    """The amounts, dates and percentages of a reply, as they were said; a figure said again must be said as often."""
    said = Counter(hit[0].rstrip(".") for hit in _TOLD.finditer(words))
    return [figure if times == 1 or figure.isalpha() else _times(figure, times) for figure, times in said.items()]


def _times(figure: str, times: int) -> str:
    exactly = r"\s+".join(map(re.escape, figure.split()))
    return rf"/(?:{exactly}(?![.,]?\d)[\s\S]*?){{{times}}}/"


def remarked(text: str, differences: Mapping[int, str]) -> str:
    """A roteiro's text with a comment at each turn that is not as it was."""
    lines, turn, talking = [], 0, False
    for line in text.splitlines():
        talking = talking or line == "conversa:"
        if talking and line.startswith("  - "):
            turn += 1
            if turn in differences:
                lines.append(f"  # diferente do real: {differences[turn]}")
        lines.append(line)
    return "\n".join(lines) + "\n"
