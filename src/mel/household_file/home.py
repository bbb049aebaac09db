"""All that a household moves in with."""

from __future__ import annotations

from dataclasses import dataclass, field

from mel.budget import Budget
from mel.goals import Goal
from mel.household import Household
from mel.income import IncomeBook

HOUSEHOLD_ID = "casa"
"""A data folder holds one household; its budget and income book share this id."""


@dataclass(frozen=True, slots=True)
class Home:
    """The aggregates of a household.yaml, not saved yet."""

    household: Household
    budget: Budget
    incomes: IncomeBook
    goals: tuple[Goal, ...] = field(default=())
