"""Where it is kept what movements mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mel.bookkeeping.model import MerchantRule, Posting


class BookkeepingRepository(Protocol):
    """Port."""

    def postings(self, movement_ids: Sequence[str]) -> tuple[Posting, ...]: ...

    def evidence(self, entry_ids: Sequence[str]) -> tuple[Posting, ...]:
        """The postings that rest on these entries of the budget."""

    def keep(self, postings: Sequence[Posting]) -> None:
        """Write down, in place of what was known of the same movements."""

    def drop(self, movement_ids: Sequence[str]) -> None: ...

    def rules(self) -> tuple[MerchantRule, ...]: ...

    def learn(self, rule: MerchantRule) -> None:
        """In place of a rule with the same pattern."""

    def forget(self, pattern: str) -> None: ...
