"""An import taken back whole, and what stood on it: its entries go, and a Pix whose other side goes counts again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mel.accounts import Batch
from mel.bookkeeping.meaning import Suggestion
from mel.bookkeeping.rooms import Rooms, loaded
from mel.bookkeeping.weighing import remove_all, weigh
from mel.budget import Budget
from mel.shared.errors import NotThere


@dataclass(frozen=True, slots=True)
class Undoing:
    """What undoing an import takes away, and how."""

    batch: Batch
    gone: int
    save: Callable[[], None]


def take_back(rooms: Rooms, batch_id: str) -> Undoing:
    """Undo one import whole. What other files printed too stays, as they told it. Raises `NotThere`."""
    batch = rooms.accounts.batch(batch_id)
    if batch is None:
        raise NotThere("não achei essa importação")
    gone = [movement.id for movement in rooms.accounts.only_in(batch_id)]
    budget = loaded(rooms)
    again, changed = _without(rooms, budget, gone) if budget is not None else ((), False)

    def save() -> None:
        if rooms.bookkeeping is not None:
            rooms.bookkeeping.drop(gone)
            rooms.bookkeeping.keep([each.posting() for each in again])
        if rooms.budgets is not None and budget is not None and changed:
            rooms.budgets.save(budget)
        rooms.invoices.take_back(batch_id)
        rooms.accounts.take_back(batch_id)

    return Undoing(batch, len(gone), save)


def _without(rooms: Rooms, budget: Budget, gone: Sequence[str]) -> tuple[tuple[Suggestion, ...], bool]:
    """Takes the entries of these movements out and gives back what counted before they came; whether that is any."""
    if rooms.bookkeeping is None:
        return (), False
    postings = rooms.bookkeeping.postings(gone)
    changed = any(posting.meaning == "posted" for posting in postings)
    remove_all(budget, [posting for posting in postings if posting.meaning == "posted"])
    other_sides = {p.counterpart for p in postings if p.meaning == "transfer" and p.counterpart} - set(gone)
    left = [p.movement_id for p in rooms.bookkeeping.postings(sorted(other_sides)) if p.meaning == "transfer"]
    if not left:
        return (), changed
    accounts = {account.id: account for account in rooms.accounts.every()}
    again = weigh(rooms, budget, rooms.accounts.movements(left), accounts, frozenset(gone)).suggestions
    for suggestion in again:
        suggestion.enter(accounts)
    return again, True
