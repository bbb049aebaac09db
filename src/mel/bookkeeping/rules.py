"""Which expense a text belongs to: by what a member corrected before, else by the expense's own names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mel.bookkeeping.model import MerchantRule
from mel.budget import Budget, RecurringExpense
from mel.shared.text import tokens
from mel.statements.matching import normalised

_LITTLE = frozenset(tokens("de do da dos das e em no na pix enviado recebido compra debito cartao estorno iof parcela"))


def pattern_of(description: str) -> str:
    """What is learnt from a line: "PAG*JoseDaSilva 03/10" → "pag josedasilva", without parcela and pure numbers."""
    return " ".join(word for word in normalised(description).split() if not word.isdigit())


def by_rule(description: str, rules: Iterable[MerchantRule]) -> MerchantRule | None:
    """The longest pattern that the text begins with, word by word."""
    said = pattern_of(description).split()
    fitting = [rule for rule in rules if said[: len(rule.pattern.split())] == rule.pattern.split()]
    return max(fitting, key=lambda rule: len(rule.pattern), default=None)


def by_name(description: str, budget: Budget) -> RecurringExpense | None:
    """The one expense whose name or alias stands in the text as whole words, its first word among them.

    "MERCADO BOM PRECO" is Mercado; "ESTUDIO LUZ" is no bill for light.
    """
    meant = [word for word in pattern_of(description).split() if word not in _LITTLE]
    said = set(meant)
    hits: list[tuple[int, RecurringExpense]] = []
    for expense in budget.expenses:
        names = [set(tokens(name)) - _LITTLE for name in (expense.name, *expense.aliases)]
        size = max((len(words) for words in names if words and words <= said and meant[0] in words), default=0)
        if size:
            hits.append((size, expense))
    best = max((size for size, _ in hits), default=0)
    found = [expense for size, expense in hits if size == best]
    return found[0] if len(found) == 1 else None


def expense_of(description: str, budget: Budget, rules: Sequence[MerchantRule]) -> tuple[RecurringExpense | None, bool]:
    """The expense and whether a member's rule says so; a rule about an expense that is gone says nothing."""
    rule = by_rule(description, rules)
    ruled = next((e for e in budget.expenses if rule is not None and e.id == rule.expense_id), None)
    return (ruled, True) if ruled is not None else (by_name(description, budget), False)
