"""What a member's correction of an entry teaches, and how the movement behind the entry follows it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from mel.bookkeeping.model import MerchantRule
from mel.bookkeeping.repository import BookkeepingRepository
from mel.bookkeeping.rules import by_rule, pattern_of
from mel.budget import Entry, RecurringExpense


def follow(bookkeeping: BookkeepingRepository, old: Entry, new: Entry | None, expense: RecurringExpense | None) -> None:
    """The movements that stood on the old entry stand on the new one; on none, they count no more."""
    found = bookkeeping.evidence([old.id])
    if new is None or expense is None:
        bookkeeping.keep([replace(p, meaning="none", period=None, expense_id=None, entry_id=None) for p in found])
    else:
        bookkeeping.keep([replace(p, period=new.period, expense_id=expense.id, entry_id=new.id) for p in found])


def learn(
    bookkeeping: BookkeepingRepository, entry: Entry, expense: RecurringExpense, told_by: str | None, on: date | None
) -> None:
    """An imported line that was put elsewhere teaches where its merchant belongs: "PAG*JoseDaSilva" → Mercado."""
    if entry.origin == "import" and entry.note and (pattern := pattern_of(entry.note)):
        bookkeeping.learn(MerchantRule(pattern, expense.id, told_by, on))


def unlearn(bookkeeping: BookkeepingRepository, entry: Entry, expense: RecurringExpense) -> None:
    """The correction was taken back, so what it taught goes too."""
    if entry.origin != "import" or not entry.note:
        return
    rule = by_rule(entry.note, bookkeeping.rules())
    if rule is not None and rule.expense_id == expense.id and rule.pattern == pattern_of(entry.note):
        bookkeeping.forget(rule.pattern)
