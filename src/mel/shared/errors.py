"""What can go wrong in the rooms, told to the person who can mend it.

A `MelError` speaks Portuguese to the member. What nobody in the house can mend is an ordinary exception: the toolbox
logs it in full and answers with a short apology.
"""

from __future__ import annotations


class MelError(Exception):
    """A rule said no, and the member can do something about it: the text says what."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Misuse(MelError):
    """A command was given something it cannot take, or not what it needs."""


class InvalidInput(MelError):
    """A value that cannot be meant; `field` is its name on the wire (camelCase)."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class NotThere(MelError):
    """The household has no such thing (yet). `suggestions` are offered, never substituted."""

    def __init__(self, message: str, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.suggestions = suggestions


class AmbiguousName(InvalidInput):
    """Two or more names answer to the query, so Mel asks which one."""

    def __init__(self, field: str, query: str, candidates: tuple[str, ...]) -> None:
        options = " ou ".join(candidates) if len(candidates) < 3 else ", ".join(candidates)
        super().__init__(field, f"'{query}' pode ser {options}. Qual deles?")
        self.candidates = candidates


class ConcurrentChange(Exception):
    """Somebody else saved the same aggregate first; the whole unit of work runs again."""
