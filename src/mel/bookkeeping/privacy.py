"""An account that becomes private takes its movements out of the budget of both; shared again, they count again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mel.accounts import Account, Movement, Search
from mel.bookkeeping.model import Posting
from mel.bookkeeping.rooms import Rooms, loaded
from mel.bookkeeping.weighing import remove_all, weigh
from mel.budget import Budget


def follow_privacy(rooms: Rooms, account: Account) -> int:
    """After the account was saved; how many movements came or went."""
    budget = loaded(rooms)
    if budget is None or rooms.bookkeeping is None or rooms.budgets is None:
        return 0
    movements = rooms.accounts.search(Search(accounts=(account.id,)), account.owner)
    postings = {posting.movement_id: posting for posting in rooms.bookkeeping.postings([m.id for m in movements])}
    if account.private:
        counted = [p for p in postings.values() if p.meaning in {"posted", "told"}]
        remove_all(budget, [posting for posting in counted if posting.meaning == "posted"])
        now = [replace(p, meaning="none", period=None, expense_id=None, entry_id=None) for p in counted]
    else:
        now = _counted(
            rooms, budget, [m for m in movements if m.id not in postings or postings[m.id].meaning == "none"]
        )
    if now:
        rooms.bookkeeping.keep(now)
        rooms.budgets.save(budget)
    return len(now)


def _counted(rooms: Rooms, budget: Budget, movements: Sequence[Movement]) -> list[Posting]:
    if not movements:
        return []
    accounts = {account.id: account for account in rooms.accounts.every()}
    found = weigh(rooms, budget, movements, accounts).suggestions
    for suggestion in found:
        suggestion.enter(accounts)
    return [suggestion.posting() for suggestion in found if suggestion.meaning != "none"]
