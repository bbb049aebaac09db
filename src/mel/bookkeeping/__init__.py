"""What a movement means for the budget: learnt rules, purchases told in chat, transfers that never count."""

from mel.bookkeeping.file_import import AlreadyImported, Arrival, BankFile, FileImport, Rooms, prepare, take_back
from mel.bookkeeping.meaning import Suggestion, weighs_on
from mel.bookkeeping.model import MerchantRule, Posting
from mel.bookkeeping.repository import BookkeepingRepository
from mel.bookkeeping.rules import pattern_of

__all__ = [
    "AlreadyImported",
    "Arrival",
    "BankFile",
    "BookkeepingRepository",
    "FileImport",
    "MerchantRule",
    "Posting",
    "Rooms",
    "Suggestion",
    "pattern_of",
    "prepare",
    "take_back",
    "weighs_on",
]
