"""Where income is kept."""

from __future__ import annotations

from typing import Protocol

from mel.income.model import IncomeBook


class IncomeRepository(Protocol):
    """Port. No income yet is an empty book; `save` raises `ConcurrentChange` when somebody saved first."""

    def load(self, book_id: str) -> IncomeBook: ...

    def save(self, book: IncomeBook) -> None: ...
