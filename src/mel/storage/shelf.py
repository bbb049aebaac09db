"""Where storage in memory keeps things: shelves whose changes can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

T = TypeVar("T")


Journal = list[Callable[[], None]]
"""How to take back each change since the unit of work began, in the order they were made."""


class Shelf(Generic[T]):
    """Frozen values by key, in the order they first came."""

    def __init__(self, journal: Journal | None) -> None:
        self._kept: dict[str, T] = {}
        self._journal = journal

    def get(self, key: str) -> T | None:
        return self._kept.get(key)

    def all(self) -> tuple[T, ...]:
        return tuple(self._kept.values())

    def put(self, key: str, value: T) -> None:
        if self._journal is not None:
            self._journal.append(partial(self._restore, key, self._kept.get(key)))
        self._kept[key] = value

    def drop(self, key: str) -> None:
        if self._journal is not None:
            self._journal.append(partial(self._restore, key, self._kept.get(key)))
        self._kept.pop(key, None)

    def _restore(self, key: str, value: T | None) -> None:
        if value is None:
            self._kept.pop(key, None)
        else:
            self._kept[key] = value
