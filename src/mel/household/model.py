"""The household: its members, currency and clock, and the agreements that every room obeys."""

from __future__ import annotations

from dataclasses import dataclass, field

from mel.shared.clock import DEFAULT_ZONE
from mel.shared.errors import InvalidInput
from mel.shared.money import Money
from mel.shared.names import find
from mel.shared.rates import RateTable
from mel.shared.text import fold


@dataclass(frozen=True, slots=True)
class Member:
    """One of the people who live here; `aliases` are what the other calls them ("Gabi")."""

    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Household:
    """Two people (or more) who share a budget. `fast_path_limit`: spends up to it need no second word (DESIGN §4 d)."""

    id: str
    name: str = "Casa"
    members: tuple[Member, ...] = ()
    currency: str = "BRL"
    zone: str = DEFAULT_ZONE
    fast_path_limit: Money | None = None
    rates: RateTable = field(default_factory=RateTable)

    def __post_init__(self) -> None:
        names = [fold(member.name) for member in self.members]
        if len(set(names)) != len(names):
            raise InvalidInput("members", "Duas pessoas da casa têm o mesmo nome: use um apelido em uma delas.")
        if self.fast_path_limit is None:
            object.__setattr__(self, "fast_path_limit", Money(500, self.currency))

    def member(self, name: str, field: str = "member") -> Member | None:
        """By name or nickname; raises `AmbiguousName` about the wire field when two could be meant."""
        return find(name, self.members, field)
