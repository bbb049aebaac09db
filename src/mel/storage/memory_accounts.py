"""Accounts, movements and faturas in memory: the same promises as SQL, kept with dicts of frozen values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from mel.accounts import Account, Balance, Batch, Movement, Refinement, Search, Sighting
from mel.invoices import InvoicePrint, LineSum
from mel.shared.money import Money
from mel.shared.period import Period
from mel.shared.text import tokens
from mel.statements import StoredRow
from mel.storage.shelf import Journal, Shelf


@dataclass(frozen=True, slots=True)
class _Kept:
    """A batch with everything it has seen."""

    batch: Batch
    sightings: tuple[Sighting, ...]


class InMemoryAccountRepository:
    """Fills the `AccountRepository` port."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._accounts: Shelf[Account] = Shelf(journal)
        self._movements: Shelf[Movement] = Shelf(journal)
        self._batches: Shelf[_Kept] = Shelf(journal)

    def list(self, reader: str | None = None) -> tuple[Account, ...]:
        return tuple(account for account in self._accounts.all() if account.visible_to(reader))

    def every(self) -> tuple[Account, ...]:
        return self._accounts.all()

    def save(self, account: Account) -> None:
        self._accounts.put(account.id, account)

    def stored_rows(self, account_id: str, first: date, last: date) -> Sequence[StoredRow]:
        return [m.as_stored() for m in self.between(first, last) if m.account_id == account_id]

    def search(self, search: Search, reader: str | None = None) -> tuple[Movement, ...]:
        visible = {account.id for account in self.list(reader)}
        wanted = visible if search.accounts is None else visible & set(search.accounts)
        return _by_day(m for m in self._movements.all() if m.account_id in wanted and _fits(search, m))

    def movements(self, ids: Sequence[str]) -> tuple[Movement, ...]:
        return tuple(found for ident in ids if (found := self._movements.get(ident)) is not None)

    def between(self, first: date, last: date) -> tuple[Movement, ...]:
        return _by_day(m for m in self._movements.all() if first <= m.date <= last)

    def all_movements(self) -> tuple[Movement, ...]:
        return self._movements.all()

    def keep(
        self,
        batch: Batch,
        new: Sequence[Movement],
        refinements: Sequence[Refinement],
        sightings: Sequence[Sighting],
    ) -> None:
        self._batches.put(batch.id, _Kept(batch, tuple(sightings)))
        for movement in new:
            self._movements.put(movement.id, movement)
        for change in refinements:
            kept = self._movements.get(change.movement_id)
            if kept is not None:
                self._movements.put(kept.id, _refined(kept, change))

    def imported(self, digest: str) -> Batch | None:
        found = [kept.batch for kept in self._batches.all() if kept.batch.digest == digest]
        return found[-1] if found else None

    def batch(self, batch_id: str) -> Batch | None:
        kept = self._batches.get(batch_id)
        return kept.batch if kept else None

    def balance(self, account_id: str) -> Balance | None:
        told = [b for kept in self._batches.all() for b in kept.batch.balances if b.account_id == account_id]
        return max(told, key=lambda balance: balance.on, default=None)

    def batches(self, limit: int = 20) -> tuple[Batch, ...]:
        return tuple(kept.batch for kept in reversed(self._batches.all()))[:limit]

    def only_in(self, batch_id: str) -> tuple[Movement, ...]:
        mine, others = self._seen(batch_id)
        return self.movements([ident for ident in mine if ident not in others])

    def _seen(self, batch_id: str) -> tuple[Sequence[str], dict[str, Sequence[Sighting]]]:
        kept = self._batches.get(batch_id)
        mine = list(dict.fromkeys(sighting.movement_id for sighting in kept.sightings)) if kept else []
        wanted, others = set(mine), defaultdict[str, Any](list)
        for other in self._batches.all():
            for sighting in other.sightings if other.batch.id != batch_id else ():
                if sighting.movement_id in wanted:
                    others[sighting.movement_id].append(sighting)
        return mine, others

    def take_back(self, batch_id: str) -> None:
        mine, others = self._seen(batch_id)
        for movement in self.movements(mine):
            if movement.id in others:
                self._movements.put(movement.id, _as_told(movement, others[movement.id]))
            else:
                self._movements.drop(movement.id)
        self._batches.drop(batch_id)


def _by_day(found: object) -> tuple[Movement, ...]:
    return tuple(sorted(found, key=lambda movement: movement.date))  # type: ignore[call-overload]


def _fits(search: Search, movement: Movement) -> bool:
    flat = " ".join(tokens(movement.description))
    size = abs(movement.amount.amount)
    return (
        all(word in flat for text in search.words for word in tokens(text))
        and (search.first is None or movement.date >= search.first)
        and (search.last is None or movement.date <= search.last)
        and all(bound is None or bound.currency == movement.amount.currency for bound in (search.least, search.most))
        and (search.least is None or size >= search.least.amount)
        and (search.most is None or size <= search.most.amount)
    )


def _refined(movement: Movement, change: Refinement) -> Movement:
    return replace(
        movement,
        bank_ids=(*movement.bank_ids, change.bank_id) if change.bank_id else movement.bank_ids,
        description=change.description or movement.description,
        date=change.date or movement.date,
        invoice=change.invoice or movement.invoice,
        proven=movement.proven or change.invoice is not None,
    )


def _as_told(movement: Movement, told: Sequence[Sighting]) -> Movement:
    """A movement as the remaining sightings tell it: their ids, the newest text and day, the fatura that proved it."""
    texts, days = [each.description for each in told], [each.date for each in told]
    proofs = [each.invoice for each in told if each.invoice]
    return replace(
        movement,
        bank_ids=tuple(dict.fromkeys(each.bank_id for each in told if each.bank_id)),
        description=movement.description if movement.description in texts else texts[-1],
        date=movement.date if movement.date in days else days[-1],
        invoice=proofs[-1] if proofs else movement.invoice,
        proven=bool(proofs),
    )


class InMemoryInvoiceRepository:
    """Fills the `InvoiceRepository` port over the movements of an account repository."""

    def __init__(self, accounts: InMemoryAccountRepository | None = None, journal: Journal | None = None) -> None:
        self._accounts = accounts or InMemoryAccountRepository(journal)
        self._prints: Shelf[tuple[InvoicePrint, ...]] = Shelf(journal)

    def cards(self, reader: str | None = None) -> tuple[Account, ...]:
        return tuple(account for account in self._accounts.list(reader) if account.is_card)

    def prints(self, account_id: str) -> tuple[InvoicePrint, ...]:
        return tuple(each for kept in self._prints.all() for each in kept if each.account_id == account_id)

    def keep(self, prints: Sequence[InvoicePrint]) -> None:
        for each in prints:
            self._prints.put(each.batch_id, (*(self._prints.get(each.batch_id) or ()), each))

    def take_back(self, batch_id: str) -> None:
        self._prints.drop(batch_id)

    def sums(self, account_id: str) -> tuple[LineSum, ...]:
        found: dict[tuple[Period, str, bool, str], list[Money]] = defaultdict(list)
        for movement in self._of(account_id):
            key = (movement.invoice, movement.kind, movement.installment is not None, movement.amount.currency)
            found[key].append(movement.amount)  # type: ignore[index]
        return tuple(
            LineSum(period, kind, parcelled, sum(amounts[1:], amounts[0]), len(amounts))
            for (period, kind, parcelled, _), amounts in found.items()
        )

    def lines(self, account_id: str, period: Period) -> tuple[Movement, ...]:
        return _by_day(movement for movement in self._of(account_id) if movement.invoice == period)

    def payments(self, account_id: str) -> tuple[Movement, ...]:
        return _by_day(movement for movement in self._of(account_id) if movement.kind == "payment")

    def parcelas(self, account_id: str, since: Period) -> tuple[Movement, ...]:
        recent = (m for m in self._of(account_id) if m.invoice is not None and m.invoice >= since)
        return _by_day(m for m in recent if m.installment is not None or m.kind == "refund")

    def _of(self, account_id: str) -> tuple[Movement, ...]:
        return tuple(m for m in self._accounts.all_movements() if m.account_id == account_id and m.invoice is not None)
