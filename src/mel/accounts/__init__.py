"""Accounts, cards and their movements: each movement once, however many files print it."""

from mel.accounts.changing import AccountChange, changed
from mel.accounts.importing import Intake, InvoiceOf, Refinement, days_of, take_in
from mel.accounts.model import Account, Balance, Batch, Movement, Sighting, Tally
from mel.accounts.opening import HowToRead, Opened, opened
from mel.accounts.repository import AccountRepository, Search

__all__ = [
    "Account",
    "AccountChange",
    "AccountRepository",
    "Balance",
    "Batch",
    "HowToRead",
    "Intake",
    "InvoiceOf",
    "Movement",
    "Opened",
    "Refinement",
    "Search",
    "Sighting",
    "Tally",
    "changed",
    "days_of",
    "opened",
    "take_in",
]
