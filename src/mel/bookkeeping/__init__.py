"""What a movement means for the budget: learnt rules, purchases told in chat, transfers that never count."""

from mel.bookkeeping.corrections import follow, learn, unlearn
from mel.bookkeeping.evidence import catch_up, rejoin, release
from mel.bookkeeping.file_import import AlreadyImported, Arrival, BankFile, FileImport, prepare
from mel.bookkeeping.meaning import Suggestion, counted_in, weighs_on
from mel.bookkeeping.model import MerchantRule, Posting
from mel.bookkeeping.privacy import follow_privacy
from mel.bookkeeping.repository import BookkeepingRepository
from mel.bookkeeping.rooms import Rooms
from mel.bookkeeping.rules import pattern_of
from mel.bookkeeping.undoing import take_back

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
    "catch_up",
    "counted_in",
    "follow",
    "follow_privacy",
    "learn",
    "pattern_of",
    "prepare",
    "rejoin",
    "release",
    "take_back",
    "unlearn",
    "weighs_on",
]
