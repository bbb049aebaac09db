"""Where accounts, cards and their movements are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from mel.accounts.importing import Refinement
from mel.accounts.model import Account, Balance, Batch, Movement, Sighting
from mel.shared.money import Money
from mel.statements import StoredRow


@dataclass(frozen=True, slots=True)
class Search:
    """Which movements are wanted; every part left out matches all. `words` must all stand in the folded text.

    Amounts compare without their sign: "mais de 100" is about a purchase as well as about a Pix received.
    """

    words: tuple[str, ...] = ()
    first: date | None = None
    last: date | None = None
    least: Money | None = None
    most: Money | None = None
    accounts: tuple[str, ...] | None = None


class AccountRepository(Protocol):
    """Port. What answers a member takes the `reader`: shared accounts, and private ones of that member.

    `every` and what takes ids tell all; they are for matching and linking, never for an answer.
    """

    def list(self, reader: str | None = None) -> tuple[Account, ...]: ...

    def every(self) -> tuple[Account, ...]: ...

    def save(self, account: Account) -> None: ...

    def stored_rows(self, account_id: str, first: date, last: date) -> Sequence[StoredRow]:
        """The movements of these days as `match_rows` compares them; nothing older is read."""

    def search(self, search: Search, reader: str | None = None) -> tuple[Movement, ...]:
        """By date, then in the order they came."""

    def movements(self, ids: Sequence[str]) -> tuple[Movement, ...]: ...

    def between(self, first: date, last: date) -> tuple[Movement, ...]:
        """The movements of all accounts in these days: for pairing transfers."""

    def keep(
        self,
        batch: Batch,
        new: Sequence[Movement],
        refinements: Sequence[Refinement],
        sightings: Sequence[Sighting],
    ) -> None:
        """Write an import down, in one go."""

    def imported(self, digest: str) -> Batch | None:
        """The latest import of exactly this file that was not undone."""

    def batch(self, batch_id: str) -> Batch | None: ...

    def balance(self, account_id: str) -> Balance | None:
        """The latest that an import which still stands has printed."""

    def batches(self, limit: int = 20) -> tuple[Batch, ...]:
        """Newest first."""

    def only_in(self, batch_id: str) -> tuple[Movement, ...]:
        """The movements that no other import has seen: what undoing this one takes away."""

    def take_back(self, batch_id: str) -> None:
        """Undo an import: what only it has seen goes, what others saw too is as they told it."""
