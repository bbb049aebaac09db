"""Movements weighed against what the house already holds: pairs, told spends, refunds; and what changes for those."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from mel.accounts import Account, Movement
from mel.bookkeeping.meaning import Bookkeeper, Suggestion, weighs_on
from mel.bookkeeping.model import Posting
from mel.bookkeeping.rooms import Rooms
from mel.bookkeeping.told import ToldEntries
from mel.bookkeeping.transfers import pairs
from mel.budget import Budget, Entry, RecurringExpense
from mel.invoices import refund_links
from mel.shared.period import Period

_NEAR = timedelta(days=6)
_REFUND_REACH = timedelta(days=120)


@dataclass(frozen=True, slots=True)
class Weighed:
    """What movements would mean; with the pairs found, and what the movements around them mean so far."""

    suggestions: tuple[Suggestion, ...]
    paired: Mapping[str, str]
    posted: Mapping[str, Posting]


def weigh(
    rooms: Rooms,
    budget: Budget,
    movements: Sequence[Movement],
    accounts: Mapping[str, Account],
    gone: frozenset[str] = frozenset(),
) -> Weighed:
    """`movements` may be stored or not; those in `gone` are as if they had never come."""
    assert rooms.bookkeeping is not None
    mine = {movement.id for movement in movements}
    days = [movement.date for movement in movements]
    near = rooms.accounts.between(min(days) - _NEAR, max(days) + _NEAR)
    around = [m for m in near if m.account_id in accounts and m.id not in gone and m.id not in mine]
    earlier = [m for m in _bought_before(rooms, movements) if m.id not in gone and m.id not in mine]
    paired = pairs([*around, *movements], accounts, rooms.members)
    posted = {p.movement_id: p for p in rooms.bookkeeping.postings([m.id for m in (*around, *earlier)])}
    months = {Period.of(day) for day in {weighs_on(movement) for movement in movements}}
    periods = sorted({month.plus(step) for month in months for step in (-1, 0, 1)})
    entries = [(e, entry) for e, entry in budget.entries(periods) if entry.origin == "chat"]
    taken = {str(p.entry_id) for p in rooms.bookkeeping.evidence([entry.id for _, entry in entries])}
    keeper = Bookkeeper(
        budget=budget,
        rules=rooms.bookkeeping.rules(),
        accounts=accounts,
        members=rooms.members,
        paired=paired,
        refunds=refund_links([*earlier, *movements]),
        told=ToldEntries.of(entries, taken),
    )
    return Weighed(keeper.meanings(movements, posted), paired, posted)


def waiting(rooms: Rooms) -> tuple[Movement, ...]:
    """The movements that came before the house had a budget, and mean nothing yet."""
    unweighed = rooms.bookkeeping.unweighed() if rooms.bookkeeping is not None else ()
    return rooms.accounts.movements(unweighed) if unweighed else ()


def _bought_before(rooms: Rooms, new: Sequence[Movement]) -> tuple[Movement, ...]:
    """What the refunds among the new movements may take back."""
    refunds = [movement.date for movement in new if movement.kind == "refund"]
    if not refunds:
        return ()
    return rooms.accounts.between(min(refunds) - _REFUND_REACH, max(refunds))


def now_transfers(budget: Budget, weighed: Weighed, new: set[str]) -> list[Posting]:
    """A Pix that counted as spending until its other side came from the partner's account: it counts no more."""
    found: list[Posting] = []
    for ident, posting in weighed.posted.items():
        other = weighed.paired.get(ident)
        if other in new and posting.meaning == "posted":
            if remove(budget, posting) is not None:
                found.append(Posting(ident, "transfer", counterpart=other))
        elif other in new and posting.meaning == "transfer" and posting.counterpart is None:
            found.append(replace(posting, counterpart=other))
    return found


def remove_all(budget: Budget, postings: Iterable[Posting]) -> None:
    """Take out the entries that these rest on, reading each month once."""
    wanted = {(posting.period, posting.entry_id) for posting in postings if posting.period is not None}
    if not wanted:
        return
    months = sorted({period for period, _ in wanted if period is not None})
    found: dict[str, tuple[RecurringExpense, list[Entry]]] = {}
    for expense, entry in budget.entries(months):
        if (entry.period, entry.id) in wanted:
            found.setdefault(expense.id, (expense, []))[1].append(entry)
    for expense, entries in found.values():
        expense.ledger.remove_all(entries)


def remove(budget: Budget, posting: Posting) -> tuple[RecurringExpense, Entry] | None:
    """Take out the entry that a posting rests on, wherever a correction has put it."""
    if posting.period is None or posting.entry_id is None:
        return None
    for expense, entry in budget.entries([posting.period]):
        if entry.id == posting.entry_id:
            expense.ledger.remove(entry)
            return expense, entry
    return None
