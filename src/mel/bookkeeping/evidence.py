"""Lines of bank files behind entries told in chat: when such an entry goes, its line counts by itself again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mel.bookkeeping.meaning import Suggestion, weighs_on
from mel.bookkeeping.model import Meaning, Posting
from mel.bookkeeping.rooms import Rooms, loaded
from mel.bookkeeping.told import tells_of
from mel.bookkeeping.weighing import remove, waiting, weigh
from mel.budget import Budget, Entry, RecurringExpense


@dataclass(frozen=True, slots=True)
class Released:
    """Lines whose entry went: what each means now, and how to write that down beside the saved budget."""

    suggestions: tuple[Suggestion, ...]
    save: Callable[[], None]


def release(rooms: Rooms, budget: Budget, gone: Sequence[Entry], corrected: Entry | None = None) -> Released:
    """After these chat entries left the budget. One that was `corrected` and still tells of its line keeps it."""
    assert rooms.bookkeeping is not None
    told = [p for p in rooms.bookkeeping.evidence([entry.id for entry in gone]) if p.meaning == "told"]
    lines = rooms.accounts.movements([posting.movement_id for posting in told])
    free = [m for m in lines if corrected is None or not tells_of(m, weighs_on(m), corrected)]
    again: tuple[Suggestion, ...] = ()
    if free:
        accounts = {account.id: account for account in rooms.accounts.every()}
        again = weigh(rooms, budget, free, accounts).suggestions
        for suggestion in again:
            suggestion.enter(accounts)
    bookkeeping = rooms.bookkeeping
    return Released(again, lambda: bookkeeping.keep([suggestion.posting() for suggestion in again]))


def rejoin(
    rooms: Rooms, budget: Budget, lines: Sequence[str], expense: RecurringExpense, entry: Entry
) -> list[Posting]:
    """An entry is back: the lines behind it count through it again, and no more by themselves."""
    assert rooms.bookkeeping is not None
    known = rooms.bookkeeping.postings(lines)
    for posting in known:
        if posting.meaning == "posted":
            remove(budget, posting)
    meaning: Meaning = "posted" if entry.origin == "import" else "told"
    return [Posting(p.movement_id, meaning, entry.period, expense.id, entry.id) for p in known]


def catch_up(rooms: Rooms) -> int:
    """Count what was imported before the house had a budget; how many movements that were."""
    budget, late = loaded(rooms), waiting(rooms)
    if budget is None or rooms.budgets is None or rooms.bookkeeping is None or not late:
        return 0
    accounts = {account.id: account for account in rooms.accounts.every()}
    found = weigh(rooms, budget, late, accounts).suggestions
    for suggestion in found:
        suggestion.enter(accounts)
    rooms.bookkeeping.keep([suggestion.posting() for suggestion in found])
    rooms.budgets.save(budget)
    return len(found)
