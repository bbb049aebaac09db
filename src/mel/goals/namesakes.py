"""A shared goal and a private one of the same name: how the one member who sees both tells them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mel.shared.text import fold, tokens

OWN, SHARED = "só sua", "de vocês"
_MEANS = {
    OWN: frozenset(("so", "sua", "minha", "meu")),
    SHARED: frozenset(("nossa", "nosso", "casa", "voces", "nos", "dois")),
}


def told_apart(goals: Iterable[tuple[str, bool]]) -> list[str]:
    """The names of goals as their reader uses them, from each name and whether it is private."""
    listed = list(goals)
    count = Counter(fold(name) for name, _ in listed)
    return [f"{name} ({OWN if private else SHARED})" if count[fold(name)] > 1 else name for name, private in listed]


def namesake(name: str) -> str | None:
    """What both are called, of a name that `told_apart` had to lengthen."""
    ends = [f" ({which})" for which in (OWN, SHARED)]
    return next((name.removesuffix(end) for end in ends if name.endswith(end)), None)


def meant(answer: str, names: Iterable[str]) -> str | None:
    """Which of two namesakes "a só minha" or "a nossa" picks."""
    said = set(tokens(answer))
    picked = [which for which, words in _MEANS.items() if said & words]
    found = [name for name in names if len(picked) == 1 and name.endswith(f"({picked[0]})")]
    return found[0] if len(found) == 1 else None
