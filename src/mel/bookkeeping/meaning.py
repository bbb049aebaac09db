"""From movements to the budget: for each, an entry of its own, one that was told already, or nothing at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from mel.accounts import Account, Movement
from mel.bookkeeping.model import Meaning, MerchantRule, Posting
from mel.bookkeeping.repository import BookkeepingRepository
from mel.bookkeeping.rules import expense_of
from mel.bookkeeping.told import ToldEntries
from mel.bookkeeping.transfers import stays_in_the_house
from mel.budget import Budget, Entry, RecurringExpense
from mel.household import Member
from mel.shared.money import Money, total
from mel.shared.period import Period

_NEVER_COUNTS = frozenset({"payment", "cashback", "adjustment", "yield", "withdrawal", "credit"})
"""Only an estorno reduces charges (securo#848); cash taken out is spent when somebody tells on what."""

_COUNTS_COMING_IN = frozenset({"refund"})


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a movement would mean; `ruled` when a member taught it, so that the rest can be looked at first."""

    movement: Movement
    meaning: Meaning
    day: date
    expense: RecurringExpense | None = None
    entry: Entry | None = None
    ruled: bool = False
    counterpart: str | None = None

    def posting(self) -> Posting:
        counts = self.meaning in {"posted", "told"}
        return Posting(
            self.movement.id,
            self.meaning,
            (self.entry.period if self.entry else Period.of(self.day)) if counts else None,
            self.expense.id if self.expense else None,
            self.entry.id if self.entry else (self.movement.id if self.meaning == "posted" else None),
            self.counterpart,
        )


def weighs_on(movement: Movement) -> date:
    """The day a movement counts on, "pela data da compra"; parcela n of a repeated date counts n - 1 months later."""
    if movement.installment is None or movement.installment[0] == 1:
        return movement.date
    later = Period.of(movement.date).plus(movement.installment[0] - 1)
    fits = movement.invoice is not None and later <= movement.invoice
    return later.day(movement.date.day) if fits else movement.date


def counted_in(bookkeeping: BookkeepingRepository, currency: str) -> Callable[[Sequence[Movement]], Money]:
    """Sums what of some lines is spending that the budget holds already."""

    def counted(lines: Sequence[Movement]) -> Money:
        postings = bookkeeping.postings([line.id for line in lines])
        held = {posting.movement_id for posting in postings if posting.meaning in {"posted", "told"}}
        mine = (-line.amount for line in lines if line.id in held and line.amount.currency == currency)
        return total(mine, currency)

    return counted


@dataclass(frozen=True, slots=True)
class Bookkeeper:
    """Everything that decides on a meaning, read beforehand."""

    budget: Budget
    rules: Sequence[MerchantRule]
    accounts: Mapping[str, Account]
    members: Sequence[Member]
    paired: Mapping[str, str]
    refunds: Mapping[str, str]
    told: ToldEntries

    def meanings(self, movements: Sequence[Movement], posted: Mapping[str, Posting]) -> tuple[Suggestion, ...]:
        """In the order given. `posted` is what purchases kept before mean, for the refunds of them."""
        found: dict[str, Suggestion] = {}
        for movement in sorted(movements, key=lambda m: (m.kind in _COUNTS_COMING_IN, m.date)):
            found[movement.id] = self._meaning(movement, found, posted)
        return tuple(found[movement.id] for movement in movements)

    def _meaning(
        self, movement: Movement, found: Mapping[str, Suggestion], posted: Mapping[str, Posting]
    ) -> Suggestion:
        day, account = weighs_on(movement), self.accounts[movement.account_id]
        counterpart = self.paired.get(movement.id)
        if counterpart or stays_in_the_house(movement, self.members):
            return Suggestion(movement, "transfer", day, counterpart=counterpart)
        # What is private to one stays out of the budget that both read.
        if account.private or movement.amount.currency != self.budget.currency or not _counts(movement):
            return Suggestion(movement, "none", day)
        if movement.kind == "refund":
            return self._refund(movement, day, found, posted)
        expense, ruled = expense_of(movement.description, self.budget, self.rules)
        told = self.told.take(movement, day, expense if ruled else None)
        if told is not None:
            return Suggestion(movement, "told", day, told[0], told[1], ruled)
        return Suggestion(movement, "posted", day, expense or self.budget.other(), None, ruled)

    def _refund(
        self, movement: Movement, day: date, found: Mapping[str, Suggestion], posted: Mapping[str, Posting]
    ) -> Suggestion:
        """It nets the expense of its purchase, in the month in which it came (Sure#314)."""
        bought = self.refunds.get(movement.id)
        expense = None
        if bought is not None and bought in found:
            expense = found[bought].expense
        elif bought is not None and bought in posted:
            expense = next((e for e in self.budget.expenses if e.id == posted[bought].expense_id), None)
        if expense is None:
            expense, _ = expense_of(movement.description, self.budget, self.rules)
        return Suggestion(movement, "posted", day, expense or self.budget.other(), None, counterpart=bought)


def _counts(movement: Movement) -> bool:
    if movement.kind in _NEVER_COUNTS or movement.amount.is_zero:
        return False
    return movement.is_spending or movement.kind in _COUNTS_COMING_IN
