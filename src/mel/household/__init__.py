"""Who lives here, and what the house agreed on."""

from mel.household.model import Household, Member
from mel.household.repository import HouseholdRepository

__all__ = ["Household", "HouseholdRepository", "Member"]
