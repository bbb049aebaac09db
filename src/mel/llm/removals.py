"""Taking out one older entry: "apaga o mercado de ontem". It is looked up first, and only ever proposed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.agent.wording.speech import day, listed, money
from mel.shared.period import Period
from mel.shared.text import fold, tokens
from mel.understanding.dates import find_dates
from mel.understanding.money import find_amounts

_ERASE = {"apaga", "apague", "apagar", "remove", "remova", "remover", "exclui", "exclua", "excluir", "deleta", "tira"}
_NOT_ENTRIES = {
    "meta",
    "metas",
    "fixo",
    "fixa",
    "assinatura",
    "conta",
    "fatura",
    "importacao",
    "tudo",
    "todos",
    "todas",
}


@dataclass(frozen=True, slots=True)
class Removal:
    """Which entry is meant: of one expense, in some days, of one amount when it was said."""

    expense: str
    first: date
    last: date
    amount: Decimal | None

    @property
    def search(self) -> tuple[str, Wire]:
        """The read that finds it."""
        return "entriesList", {
            "from": self.first.isoformat(),
            "to": self.last.isoformat(),
            "expense": self.expense,
        }

    def among(self, entries: list[Wire]) -> list[Wire]:
        """The found entries that it can be."""
        return [e for e in entries if self.amount is None or Decimal(str(e["amount"]["amount"])) == self.amount]


def removal(turn: TurnContext) -> Removal | None:
    """What a message asks to take out; None unless it begins so and names a known expense."""
    words = tokens(turn.text)
    if not words or words[0] not in _ERASE or set(words) & _NOT_ENTRIES:
        return None
    expense = _named(words, turn)
    if expense is None:
        return None
    spans = find_dates(turn.text, turn.today)
    month = Period.of(turn.today)
    first, last = month.first_day, turn.today
    if spans:
        first, last = _days(spans[0], first, last)
    amounts = [span.value for span in find_amounts(turn.text) if not _inside(span, spans)]
    return Removal(expense, first, last, amounts[0] if len(amounts) == 1 else None)


def which(entries: list[Wire], today: date) -> str:
    """Several could be meant, so Mel asks."""
    names = [f"{money(entry['amount'])}{_when(entry, today)}" for entry in entries[:5]]
    return f"Achei mais de um. Qual deles: {listed(names, 'ou')}?"


def _when(entry: Wire, today: date) -> str:
    return f" de {day(entry['date'], today)}" if entry.get("date") else ""


def _named(words: tuple[str, ...], turn: TurnContext) -> str | None:
    """The one expense whose name or alias stands in the message."""
    text = f" {' '.join(words)} "
    named = {
        term.name
        for term in turn.vocabulary.expenses
        if any(f" {' '.join(tokens(name))} " in text for name in (term.name, *term.aliases) if fold(name))
    }
    return named.pop() if len(named) == 1 else None


def _days(span: Any, first: date, last: date) -> tuple[date, date]:
    if span.date is not None:
        return span.date, span.date
    if span.period is not None:
        return span.period[0], span.period[1]
    return first, last


def _inside(amount: Any, spans: list[Any]) -> bool:
    return any(span.start <= amount.start < span.end for span in spans)
