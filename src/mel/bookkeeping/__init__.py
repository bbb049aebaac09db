"""What a movement means for the budget: learnt rules, purchases told in chat, transfers that never count."""

from mel.bookkeeping.corrections import follow, learn, unlearn
from mel.bookkeeping.file_import import AlreadyImported, Arrival, BankFile, FileImport, Rooms, prepare, take_back
from mel.bookkeeping.meaning import Suggestion, counted_in, weighs_on
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
    "counted_in",
    "follow",
    "learn",
    "pattern_of",
    "prepare",
    "take_back",
    "unlearn",
    "weighs_on",
]
