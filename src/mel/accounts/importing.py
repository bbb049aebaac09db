"""One statement against what an account already holds: what is new, what was known, and what needs a look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from mel.accounts.model import Account, Movement, Sighting, Tally
from mel.shared.money import Money, minor_units
from mel.shared.period import Period
from mel.statements import Row, Statement, StoredRow, match_rows

REACH = timedelta(days=5)
"""How far around a file's days a stored movement may lie and still be one of its rows (notes §5.2)."""

InvoiceOf = Callable[[Row], tuple[Period | None, bool]]
"""The month of the fatura that a row belongs to, and whether the file proves it."""


@dataclass(frozen=True, slots=True)
class Refinement:
    """What a further file adds to a movement that is already kept."""

    movement_id: str
    bank_id: str | None = None
    description: str | None = None
    date: date | None = None
    invoice: Period | None = None


@dataclass(frozen=True, slots=True)
class Intake:
    """What an import would do to one account. Nothing is written yet."""

    account: Account
    new: tuple[Movement, ...]
    refinements: tuple[Refinement, ...]
    sightings: tuple[Sighting, ...]
    tally: Tally
    reworded: tuple[tuple[str, str], ...] = ()


def days_of(statement: Statement) -> tuple[date, date] | None:
    """Between which days stored movements must be read to match this statement; None when it has no rows."""
    if not statement.rows:
        return None
    days = [row.date for row in statement.rows]
    return _moved(min(days), -REACH), _moved(max(days), REACH)


def _moved(day: date, by: timedelta) -> date:
    try:
        return day + by
    except OverflowError:
        return day


def take_in(
    account: Account, statement: Statement, stored: Sequence[StoredRow], batch_id: str, invoice_of: InvoiceOf
) -> Intake:
    """Match a statement's rows one to one; every row becomes a sighting of a new or of a known movement."""
    rows = statement.rows
    matching = match_rows(stored, rows)
    doubts = {flag.index: flag.reason for flag in matching.flagged}
    old = {known.index: known for known in matching.known}
    texts = {kept.key: kept.description for kept in stored} if any(k.new_text for k in matching.known) else {}
    new: list[Movement] = []
    refinements: list[Refinement] = []
    sightings: list[Sighting] = []
    reworded: list[tuple[str, str]] = []
    for index, row in enumerate(rows):
        invoice, proven = invoice_of(row)
        known = old.get(index)
        if known is None:
            movement = _movement(account, row, invoice, proven, doubts.get(index))
            new.append(movement)
            ident = movement.id
        else:
            ident = str(known.key)
            change = Refinement(ident, known.new_id, known.new_text, known.new_date, invoice if proven else None)
            if known.new_id or known.new_text or known.new_date or change.invoice:
                refinements.append(change)
            if known.new_text:
                reworded.append((texts[known.key], known.new_text))
        sightings.append(
            Sighting(
                batch_id, ident, row.line, row.date, row.description, row.bank_id, invoice if proven else None, row.raw
            )
        )
    tally = Tally(len(rows), len(new), len(old), len(doubts), len(_refused(statement)))
    return Intake(account, tuple(new), tuple(refinements), tuple(sightings), tally, tuple(reworded))


def _refused(statement: Statement) -> list[object]:
    """Lines that could not be read; a warning without a line is about the file as a whole."""
    return [warn for warn in statement.warnings if warn.line is not None]


def _movement(account: Account, row: Row, invoice: Period | None, proven: bool, doubt: str | None) -> Movement:  # noqa: FBT001
    return Movement(
        account_id=account.id,
        date=row.date,
        amount=_money(row),
        description=row.description,
        kind=row.kind,
        installment=row.installment,
        bank_ids=(row.bank_id,) if row.bank_id else (),
        foreign=row.foreign,
        card=row.card,
        invoice=invoice,
        proven=proven,
        doubt=doubt,
    )


def _money(row: Row) -> Money:
    """Banks print up to five decimals; what is beyond the cent is dropped by rounding half to even."""
    if -row.amount.as_tuple().exponent > minor_units(row.currency):  # type: ignore[operator]
        return Money.rounded(row.amount, row.currency)
    return Money(row.amount, row.currency)
