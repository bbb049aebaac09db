"""What movements mean, in memory."""

from __future__ import annotations

from collections.abc import Sequence

from mel.bookkeeping import MerchantRule, Posting
from mel.storage.shelf import Journal, Shelf


class InMemoryBookkeepingRepository:
    """Fills the `BookkeepingRepository` port."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._postings: Shelf[Posting] = Shelf(journal)
        self._rules: Shelf[MerchantRule] = Shelf(journal)

    def postings(self, movement_ids: Sequence[str]) -> tuple[Posting, ...]:
        return tuple(found for ident in movement_ids if (found := self._postings.get(ident)) is not None)

    def evidence(self, entry_ids: Sequence[str]) -> tuple[Posting, ...]:
        wanted = set(entry_ids)
        return tuple(posting for posting in self._postings.all() if posting.entry_id in wanted)

    def keep(self, postings: Sequence[Posting]) -> None:
        for posting in postings:
            self._postings.put(posting.movement_id, posting)

    def drop(self, movement_ids: Sequence[str]) -> None:
        for ident in movement_ids:
            self._postings.drop(ident)

    def rules(self) -> tuple[MerchantRule, ...]:
        return self._rules.all()

    def learn(self, rule: MerchantRule) -> None:
        self._rules.put(rule.pattern, rule)

    def forget(self, pattern: str) -> None:
        self._rules.drop(pattern)
