"""What a movement means for the budget, and the rules that were learnt from what members corrected."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from mel.shared.period import Period

Meaning = Literal["posted", "told", "transfer", "none"]
"""posted: an entry of its own; told: the entry that a member told in chat; transfer: money that stays in the house."""


@dataclass(frozen=True, slots=True)
class Posting:
    """What became of one movement. An entry made for it has the movement's id; `counterpart` is its other side."""

    movement_id: str
    meaning: Meaning
    period: Period | None = None
    expense_id: str | None = None
    entry_id: str | None = None
    counterpart: str | None = None


@dataclass(frozen=True, slots=True)
class MerchantRule:
    """Movements whose normalised text begins with `pattern` belong to that expense; a member said so once."""

    pattern: str
    expense_id: str
    told_by: str | None = None
    on: date | None = None
