"""Where the household is kept."""

from __future__ import annotations

from typing import Protocol

from mel.household.model import Household


class HouseholdRepository(Protocol):
    """Port. `load` raises `NotThere` for a household that was never set up."""

    def load(self, household_id: str) -> Household: ...

    def save(self, household: Household) -> None: ...
