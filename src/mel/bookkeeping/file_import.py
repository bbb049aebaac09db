"""A bank file into the house: what it would change is worked out first, shown, and then written whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mel.accounts import Account, Balance, Batch, Intake, Movement, Tally, days_of, take_in
from mel.accounts.identity import account_for
from mel.bookkeeping.meaning import Suggestion
from mel.bookkeeping.model import Posting
from mel.bookkeeping.rooms import Rooms, loaded
from mel.bookkeeping.weighing import now_transfers, waiting, weigh
from mel.budget import Budget
from mel.invoices import Cycles, InvoicePrint, placed, printed
from mel.shared.errors import InvalidInput
from mel.shared.money import Money
from mel.statements import ColumnChoice, Statement


class AlreadyImported(InvalidInput):
    """Exactly this file is in the store: there is nothing to do."""

    def __init__(self, batch: Batch) -> None:
        super().__init__("file", "Esse arquivo já foi importado. Não mudei nada.")
        self.batch = batch


@dataclass(frozen=True, slots=True)
class BankFile:
    """A file as it was read."""

    name: str
    digest: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who imports what, when, and into which account if one was named; `columns` if a person chose them."""

    file: BankFile
    batch_id: str
    at: datetime
    account: str | None = None
    speaker: str | None = None
    columns: ColumnChoice | None = None


@dataclass(slots=True)
class FileImport:
    """What an import would do."""

    rooms: Rooms
    arrival: Arrival
    intakes: tuple[Intake, ...]
    prints: tuple[InvoicePrint, ...]
    balances: tuple[Balance, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    becomes_transfer: tuple[Posting, ...] = ()
    budget: Budget | None = None

    @property
    def tally(self) -> Tally:
        return sum((intake.tally for intake in self.intakes), Tally())

    @property
    def new(self) -> tuple[Movement, ...]:
        return tuple(movement for intake in self.intakes for movement in intake.new)

    @property
    def accounts(self) -> tuple[Account, ...]:
        return tuple(intake.account for intake in self.intakes)

    @property
    def private_to(self) -> str | None:
        """The only member who may see it, when an account in it is private."""
        return next((account.owner for account in self.accounts if account.private), None)

    def by_expense(self) -> dict[str, tuple[Money, int]]:
        """What the budget would gain, by expense."""
        found: dict[str, tuple[Money, int]] = {}
        for each in self.suggestions:
            if each.meaning == "posted" and each.expense is not None:
                amount, count = found.get(each.expense.name, (Money.zero(each.movement.amount.currency), 0))
                found[each.expense.name] = (amount - each.movement.amount, count + 1)
        return found

    def save(self) -> None:
        """All of it, inside the caller's unit of work."""
        rooms, arrival = self.rooms, self.arrival
        for account in self.accounts:
            rooms.accounts.save(account)
        names = tuple(dict.fromkeys(account.id for account in self.accounts))
        batch = Batch(
            arrival.batch_id,
            arrival.at,
            arrival.file.name,
            arrival.file.digest,
            names,
            self.tally,
            arrival.speaker,
            self.balances,
        )
        rooms.accounts.keep(
            batch,
            self.new,
            [change for intake in self.intakes for change in intake.refinements],
            [sighting for intake in self.intakes for sighting in intake.sightings],
        )
        rooms.invoices.keep(self.prints)
        if rooms.bookkeeping is None or self.budget is None or rooms.budgets is None:
            return
        by_id = {account.id: account for account in (*rooms.accounts.every(), *self.accounts)}
        for suggestion in self.suggestions:
            suggestion.enter(by_id, arrival.speaker, arrival.batch_id)
        rooms.bookkeeping.keep([*(each.posting() for each in self.suggestions), *self.becomes_transfer])
        if any(each.meaning == "posted" for each in self.suggestions) or self.becomes_transfer:
            rooms.budgets.save(self.budget)


def prepare(rooms: Rooms, arrival: Arrival) -> FileImport:
    """Raises `AlreadyImported`, and `InvalidInput` about "account" where only a person can tell whose file it is."""
    known = rooms.accounts.imported(arrival.file.digest)
    if known is not None:
        raise AlreadyImported(known)
    statements = arrival.file.statements
    if arrival.account is not None and len({_kind(statement) for statement in statements}) > 1:
        raise InvalidInput("account", "Esse arquivo traz mais de uma conta. Importe sem dizer a conta.")
    intakes: list[Intake] = []
    prints: list[InvoicePrint] = []
    everyone = list(rooms.accounts.every())
    for statement in _joined(statements):
        account = account_for(statement, everyone, arrival.account, arrival.speaker, arrival.speaker)
        if arrival.columns is not None:
            account = replace(account, columns=arrival.columns)
        everyone = [account, *(other for other in everyone if other.id != account.id)]
        intakes.append(_intake(rooms, arrival, account, statement, prints))
    held = [_balance(intake.account, statement) for intake, statement in zip(intakes, _joined(statements), strict=True)]
    result = FileImport(rooms, arrival, tuple(intakes), tuple(prints), tuple(b for b in held if b is not None))
    _account_for_all(result, {account.id: account for account in everyone})
    return result


def _balance(account: Account, statement: Statement) -> Balance | None:
    if account.is_card or statement.closing_balance is None or not (statement.rows or statement.period):
        return None
    days = [row.date for row in statement.rows] + ([statement.period[1]] if statement.period else [])
    return Balance(account.id, Money.rounded(statement.closing_balance, account.currency), max(days))


def _kind(statement: Statement) -> object:
    return (statement.product, statement.hint.key())


def _joined(statements: Sequence[Statement]) -> list[Statement]:
    """Two statements of one account in one file (BANKTRANLIST twice) are matched as one, or rows would pair in it."""
    found: dict[object, Statement] = {}
    for statement in statements:
        first = found.get(_kind(statement))
        if first is None:
            found[_kind(statement)] = statement
        else:
            rows, warnings = first.rows + statement.rows, first.warnings + statement.warnings
            found[_kind(statement)] = replace(first, rows=rows, warnings=warnings)
    return list(found.values())


def _intake(
    rooms: Rooms, arrival: Arrival, account: Account, statement: Statement, prints: list[InvoicePrint]
) -> Intake:
    days = days_of(statement)
    stored = rooms.accounts.stored_rows(account.id, *days) if days else ()
    cycles = Cycles.of_card(account, rooms.invoices.prints(account.id)) if account.is_card else Cycles()
    invoice_of, named = placed(statement, account, cycles, arrival.file.name)
    told = printed(statement, account, named, arrival.batch_id)
    if told is not None:
        prints.append(told)
    return take_in(account, statement, stored, arrival.batch_id, invoice_of)


def _account_for_all(result: FileImport, accounts: Mapping[str, Account]) -> None:
    """What the new movements mean for the budget, and those that came before there was one."""
    rooms = result.rooms
    budget = loaded(rooms)
    if rooms.bookkeeping is None or budget is None:
        return
    new = [*waiting(rooms), *result.new]
    if not new:
        return
    weighed = weigh(rooms, budget, new, accounts)
    result.budget = budget
    result.suggestions = weighed.suggestions
    result.becomes_transfer = tuple(now_transfers(budget, weighed, {m.id for m in new}))
