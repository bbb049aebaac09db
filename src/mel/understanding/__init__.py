"""Untracked stub."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    members: tuple[Term, ...] = ()
    expenses: tuple[Term, ...] = ()
    goals: tuple[Term, ...] = ()
    cards: tuple[Term, ...] = ()
    incomes: tuple[Term, ...] = ()
    speaker: str | None = None
