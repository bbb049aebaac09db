"""Accounts, cards and their movements: each movement once, however many files print it."""

from mel.accounts.importing import Intake, InvoiceOf, Refinement, days_of, take_in
from mel.accounts.model import Account, Balance, Batch, Movement, Sighting, Tally
from mel.accounts.repository import AccountRepository, Search

__all__ = [
    "Account",
    "AccountRepository",
    "Balance",
    "Batch",
    "Intake",
    "InvoiceOf",
    "Movement",
    "Refinement",
    "Search",
    "Sighting",
    "Tally",
    "days_of",
    "take_in",
]
