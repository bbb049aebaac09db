"""A bank file into the house: what it would change is worked out first, shown, and then written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mel.accounts import Account, AccountRepository, Balance, Batch, Intake, Movement, Tally, days_of, take_in
from mel.accounts.identity import account_for
from mel.bookkeeping.meaning import Bookkeeper, Suggestion, weighs_on
from mel.bookkeeping.model import Posting
from mel.bookkeeping.repository import BookkeepingRepository
from mel.bookkeeping.told import ToldEntries
from mel.bookkeeping.transfers import pairs
from mel.budget import Budget, BudgetRepository, Entry, RecurringExpense
from mel.household import Member
from mel.invoices import Cycles, InvoicePrint, InvoiceRepository, placed, printed, refund_links
from mel.shared.errors import InvalidInput, NotThere
from mel.shared.money import Money
from mel.shared.period import Period
from mel.statements import Statement

_NEAR = timedelta(days=6)
_REFUND_REACH = timedelta(days=120)


class AlreadyImported(InvalidInput):
    """Exactly this file is in the store: there is nothing to do."""

    def __init__(self, batch: Batch) -> None:
        super().__init__("file", f"Esse arquivo já foi importado em {batch.at:%d/%m/%Y}. Não mudei nada.")
        self.batch = batch


@dataclass(frozen=True, slots=True)
class Rooms:
    """Where an import reads and writes. Without a budget nothing is counted, only kept."""

    accounts: AccountRepository
    invoices: InvoiceRepository
    bookkeeping: BookkeepingRepository | None = None
    budgets: BudgetRepository | None = None
    budget_id: str = ""
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class BankFile:
    """A file as it was read."""

    name: str
    digest: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who imports what, when, and into which account if one was named."""

    file: BankFile
    batch_id: str
    at: datetime
    account: str | None = None
    speaker: str | None = None


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
        for suggestion in self.suggestions:
            _post(suggestion, arrival, {account.id: account for account in self.accounts})
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
    """What the new movements mean for the budget."""
    rooms, new = result.rooms, result.new
    if rooms.bookkeeping is None or rooms.budgets is None or not new:
        return
    try:
        budget = rooms.budgets.load(rooms.budget_id)
    except NotThere:
        return
    days = [movement.date for movement in new]
    around = [m for m in rooms.accounts.between(min(days) - _NEAR, max(days) + _NEAR) if m.account_id in accounts]
    earlier = _bought_before(rooms, new)
    paired = pairs([*around, *new], accounts, rooms.members)
    posted = {p.movement_id: p for p in rooms.bookkeeping.postings([m.id for m in (*around, *earlier)])}
    periods = sorted({Period.of(weighs_on(movement)).plus(step) for movement in new for step in (-1, 0, 1)})
    entries = [(e, entry) for e, entry in budget.entries(periods) if entry.origin == "chat"]
    taken = {str(p.entry_id) for p in rooms.bookkeeping.evidence([entry.id for _, entry in entries])}
    keeper = Bookkeeper(
        budget=budget,
        rules=rooms.bookkeeping.rules(),
        accounts=accounts,
        members=rooms.members,
        paired=paired,
        refunds=refund_links([*earlier, *new]),
        told=ToldEntries.of(entries, taken),
    )
    result.budget = budget
    result.suggestions = keeper.meanings(new, posted)
    result.becomes_transfer = tuple(_now_transfers(budget, paired, posted, {m.id for m in new}))


def _bought_before(rooms: Rooms, new: Sequence[Movement]) -> tuple[Movement, ...]:
    """What the refunds among the new movements may take back."""
    refunds = [movement.date for movement in new if movement.kind == "refund"]
    if not refunds:
        return ()
    return rooms.accounts.between(min(refunds) - _REFUND_REACH, max(refunds))


def _now_transfers(
    budget: Budget, paired: Mapping[str, str], posted: Mapping[str, Posting], new: set[str]
) -> list[Posting]:
    """A Pix that counted as spending until its other side came from the partner's account: it counts no more."""
    found: list[Posting] = []
    for ident, posting in posted.items():
        other = paired.get(ident)
        if other in new and posting.meaning == "posted":
            if _remove(budget, posting) is not None:
                found.append(Posting(ident, "transfer", counterpart=other))
        elif other in new and posting.meaning == "transfer" and posting.counterpart is None:
            found.append(replace(posting, counterpart=other))
    return found


def _post(suggestion: Suggestion, arrival: Arrival, accounts: Mapping[str, Account]) -> None:
    if suggestion.meaning != "posted" or suggestion.expense is None:
        return
    movement = suggestion.movement
    suggestion.expense.ledger.add(
        Entry(
            period=Period.of(suggestion.day),
            amount=-movement.amount,
            date=suggestion.day,
            payer=accounts[movement.account_id].owner,
            author=arrival.speaker,
            origin="import",
            note=movement.description,
            operation_id=arrival.batch_id,
            id=movement.id,
        )
    )


def _remove(budget: Budget, posting: Posting) -> tuple[RecurringExpense, Entry] | None:
    if posting.period is None or posting.entry_id is None:
        return None
    for expense, entry in budget.entries([posting.period]):
        if entry.id == posting.entry_id:
            expense.ledger.remove(entry)
            return expense, entry
    return None


@dataclass(frozen=True, slots=True)
class Undoing:
    """What undoing an import takes away, and how."""

    batch: Batch
    gone: int
    save: Callable[[], None]


def take_back(rooms: Rooms, batch_id: str) -> Undoing:
    """Undo one import whole. What other files printed too stays, as they told it. Raises `NotThere`."""
    batch = rooms.accounts.batch(batch_id)
    if batch is None:
        raise NotThere("não achei essa importação")
    gone = [movement.id for movement in rooms.accounts.only_in(batch_id)]
    budget, postings = _without(rooms, gone)

    def save() -> None:
        if rooms.bookkeeping is not None and rooms.budgets is not None and budget is not None:
            rooms.bookkeeping.drop(gone)
            if any(posting.meaning == "posted" for posting in postings):
                rooms.budgets.save(budget)
        rooms.invoices.take_back(batch_id)
        rooms.accounts.take_back(batch_id)

    return Undoing(batch, len(gone), save)


def _without(rooms: Rooms, gone: Sequence[str]) -> tuple[Budget | None, tuple[Posting, ...]]:
    """The budget without the entries of these movements, wherever a correction has put them since."""
    if rooms.bookkeeping is None or rooms.budgets is None:
        return None, ()
    postings = rooms.bookkeeping.postings(gone)
    try:
        budget = rooms.budgets.load(rooms.budget_id)
    except NotThere:
        return None, ()
    for posting in postings:
        if posting.meaning == "posted":
            _remove(budget, posting)
    return budget, postings
