"""What is special about storage in memory: who waits, and how cheap copies are."""

from __future__ import annotations

import threading

import pytest

from contract.homes import JUNE, a_budget, brl
from mel.storage import memory
from mel.storage.errors import Busy
from mel.storage.memory import InMemoryBudgetRepository, InMemoryStorage


def test_waiting_too_long_is_busy_and_other_households_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "PATIENCE", 0.05)
    storage, entered, leave = InMemoryStorage(), threading.Event(), threading.Event()

    def hold() -> None:
        with storage.work("casa"):
            entered.set()
            leave.wait(10)

    holder = threading.Thread(target=hold)
    holder.start()
    entered.wait(10)
    with pytest.raises(Busy), storage.work("casa"):
        pass
    with storage.work("vizinha") as work:
        work.budgets.save(a_budget())
    leave.set()
    holder.join()

    with storage.work("casa") as work:
        work.budgets.save(a_budget())


def test_history_is_shared_between_copies_and_never_copied() -> None:
    repo, budget = InMemoryBudgetRepository(), a_budget()
    for _ in range(100):
        budget.expenses[0].add_to_actual(JUNE.plus(-1), brl(1))
    repo.save(budget)

    loaded = repo.load("casa")
    loaded.expenses[0].add_to_actual(JUNE, brl(1))
    repo.save(loaded)

    before, after = (each.expenses[0].entries_for(JUNE.plus(-1)) for each in (budget, repo.load("casa")))
    assert all(mine is stored for mine, stored in zip(before, after, strict=True))
