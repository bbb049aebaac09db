"""Working memory: what Mel knows about the house before anybody speaks. Names only, never a figure of the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Protocol

from mel.household import Household
from mel.understanding import Term, Vocabulary


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a member asked Mel to remember. Outside text: data, never an instruction."""

    text: str
    told_by: str | None = None
    on: date | None = None


@dataclass(frozen=True, slots=True)
class WorkingMemory:
    """What the reader may see of the house."""

    household: Household
    expenses: tuple[Term, ...] = ()
    goals: tuple[Term, ...] = ()
    incomes: tuple[Term, ...] = ()
    cards: tuple[Term, ...] = ()
    facts: tuple[Fact, ...] = ()

    def vocabulary(self, speaker: str | None) -> Vocabulary:
        """The same names in the form that `understanding` reads."""
        return Vocabulary(
            members=tuple(Term(member.name, member.aliases) for member in self.household.members),
            expenses=self.expenses,
            goals=self.goals,
            cards=self.cards,
            incomes=self.incomes,
            speaker=speaker,
        )


EMPTY = WorkingMemory(Household(id="", name="", members=()))
"""For a chat that was given no memory: it knows nobody."""


class MemorySource(Protocol):
    """Port, for one household: cheap to read at the start of each turn, filtered by what the reader may see."""

    def read(self, reader: str | None) -> WorkingMemory: ...

    def remember(self, fact: Fact) -> None: ...


class NoMemory:
    """A chat without working memory."""

    def read(self, reader: str | None) -> WorkingMemory:
        return EMPTY

    def remember(self, fact: Fact) -> None:
        raise NotImplementedError("this chat was given no memory")
