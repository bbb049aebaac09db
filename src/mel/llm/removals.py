"""Taking out one older entry: "apaga o mercado de ontem". It is looked up first, and only ever proposed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.llm.entry_choice import ask_which
from mel.llm.small_talk import NO_SUCH_ENTRY
from mel.llm.wish import Wish
from mel.shared.period import Period
from mel.shared.text import fold, tokens
from mel.understanding.dates import find_dates
from mel.understanding.money import find_amounts
from mel.understanding.undo import ERASES, UNDOES

_CANCEL = {"cancela", "cancele", "cancelar"}
_ENTRY = {"gasto", "lancamento", "compra", "anotacao", "registro"}
"""What is cancelled may be a subscription as well, unless it is called one of these."""
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

    def found(self, entries: list[Wire], today: date) -> Wish:
        """What to do with what the search told: one entry is proposed, several are asked about."""
        fitting = [e for e in entries if self.amount is None or Decimal(str(e["amount"]["amount"])) == self.amount]
        if len(fitting) == 1:
            return Wish(calls=(("removeEntry", {"entry": fitting[0]["entry"]}),))
        return ask_which(fitting, "removeEntry", {}, today) if fitting else Wish(text=NO_SUCH_ENTRY)

    @property
    def search(self) -> tuple[str, Wire]:
        """The read that finds it."""
        return "entriesList", {
            "from": self.first.isoformat(),
            "to": self.last.isoformat(),
            "expense": self.expense,
        }


def removal(turn: TurnContext) -> Removal | None:
    """What a message asks to take out; None unless it begins so and names a known expense."""
    words = tokens(turn.text)
    if not words or set(words) & _NOT_ENTRIES:
        return None
    if words[0] not in ERASES | UNDOES and not (words[0] in _CANCEL and set(words) & _ENTRY):
        return None
    expense = _named(words, turn)
    if expense is None:
        return None
    spans = find_dates(turn.text, turn.today)
    month = Period.of(turn.today)
    first, last = month.first_day, turn.today
    if spans:
        first, last = days_said(spans[0], first, last)
    amounts = [span.value for span in find_amounts(turn.text) if not _inside(span, spans)]
    return Removal(expense, first, last, amounts[0] if len(amounts) == 1 else None)


def _named(words: tuple[str, ...], turn: TurnContext) -> str | None:
    """The one expense whose name or alias stands in the message."""
    text = f" {' '.join(words)} "
    named = {
        term.name
        for term in turn.vocabulary.expenses
        if any(f" {' '.join(tokens(name))} " in text for name in (term.name, *term.aliases) if fold(name))
    }
    return named.pop() if len(named) == 1 else None


def days_said(span: Any, first: date, last: date) -> tuple[date, date]:
    if span.date is not None:
        return span.date, span.date
    if span.period is not None:
        return span.period[0], span.period[1]
    return first, last


def _inside(amount: Any, spans: list[Any]) -> bool:
    return any(span.start <= amount.start < span.end for span in spans)
