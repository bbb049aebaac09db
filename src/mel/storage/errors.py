"""What can go wrong while keeping things, told to the person who can mend it."""

from __future__ import annotations

from mel.shared.errors import ConcurrentChange, MelError


class StorageError(MelError):
    """The place where Mel keeps the household cannot be used; the text says what to do. Nothing was written."""


class Busy(ConcurrentChange):
    """Another worker held the household for too long; the whole unit of work may run again."""


class ExpenseInUse(MelError):
    """An expense with entries was taken out of its budget: that would lose history."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"'{name}' já tem lançamentos, então fica no histórico da casa. Quer encerrar em vez de apagar?"
        )
