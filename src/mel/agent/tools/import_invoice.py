"""Take a bank file in: what it would change is shown first, then written whole, once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated

from pydantic import StringConstraints

from mel.accounts import AccountRepository
from mel.agent.operations import OperationEvent, OperationLog
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import Name, WriteArguments
from mel.agent.tools.tool import Change, Told, Tool, writes
from mel.agent.turn import current_turn
from mel.agent.wire import Wire, digest
from mel.bookkeeping import Arrival, BankFile, BookkeepingRepository, FileImport, Rooms, prepare, take_back
from mel.budget import BudgetRepository
from mel.household import Household
from mel.invoices import InvoiceRepository
from mel.shared.clock import system_clock
from mel.shared.errors import InvalidInput, MelError
from mel.shared.money import Money
from mel.statements import Refusal, read_statement

LOCAL = frozenset({"terminal", "python", "cli"})
"""Channels whose member sits at this machine, so that a path is theirs to name."""

OpenFile = Callable[[str], tuple[str, bytes]]
"""From `file` as sent to its name and bytes. Raises `InvalidInput` about "file"."""


class ImportInvoiceArguments(WriteArguments):
    file: Annotated[str, StringConstraints(min_length=1, max_length=1000)]
    account: Name | None = None


class ImportInvoiceTool(Tool):
    """Imports files into accounts and cards. `password` opens a locked one; being no argument, it is never logged."""

    def __init__(
        self,
        *,
        account_repo: AccountRepository,
        invoice_repo: InvoiceRepository,
        bookkeeping_repo: BookkeepingRepository | None = None,
        budget_repo: BudgetRepository | None = None,
        budget_id: str = "",
        household: Household | None = None,
        open_file: OpenFile | None = None,
        password: str | None = None,
        operations: OperationLog | None = None,
    ) -> None:
        super().__init__(operations)
        members = household.members if household else ()
        self._rooms = Rooms(account_repo, invoice_repo, bookkeeping_repo, budget_repo, budget_id, members)
        self._open = open_file or local_file
        self._password = password
        self._read: dict[str, BankFile] = {}

    @writes(ImportInvoiceArguments, replaces="version")
    def import_invoice(self, args: ImportInvoiceArguments, told: Told) -> Change:
        """Import a bank file (fatura or statement) by its path, into `account` if the member named one.

        First without confirm, to show what is new; with confirm and the same operationId after the member said yes.
        """
        arrival = Arrival(self._file(args.file), args.operation_id, _now(), args.account, told.speaker)
        ready = prepare(self._rooms, arrival)
        resolved = {"account": ", ".join(dict.fromkeys(account.name for account in ready.accounts))}
        return Change(preview_of(ready), ready.save, Notes(resolved, private_to=ready.private_to))

    def _file(self, sent: str) -> BankFile:
        name, data = self._open(sent)
        key = hashlib.sha256(data).hexdigest()
        if key not in self._read:
            try:
                statements = read_statement(data, name, password=self._password)
            except Refusal as refusal:
                raise InvalidInput("file", refusal.message) from refusal
            self._read = {key: BankFile(name, key, tuple(statements))}
        return self._read[key]

    def undo(self, done: OperationEvent) -> Change:
        """Take the whole import back; what other files printed too stays."""
        undoing = take_back(self._rooms, done.operation_id)
        before = {"name": undoing.batch.file, "movements": undoing.gone}
        preview = {"target": done.operation_id, "before": before, "after": {"name": undoing.batch.file, "movements": 0}}
        return Change(preview, undoing.save, Notes(private_to=done.private_to))


def local_file(sent: str) -> tuple[str, bytes]:
    """A path, which only a member at this machine may name."""
    turn = current_turn()
    if turn is not None and turn.channel not in LOCAL:
        raise MelError("por aqui eu não abro arquivos pelo caminho: mande o arquivo na conversa")
    path = Path(sent).expanduser()
    try:
        return path.name, path.read_bytes()
    except OSError as error:
        raise InvalidInput("file", f"não consegui abrir o arquivo {path.name}") from error


def preview_of(ready: FileImport) -> Wire:
    """How many lines were read and what becomes of them; the sum; and how far it is from the printed total."""
    tally = ready.tally
    shown: Wire = {
        "account": ", ".join(dict.fromkeys(account.name for account in ready.accounts)),
        "read": tally.read,
        "new": tally.new,
        "known": tally.known,
        "flagged": tally.flagged,
        "refused": tally.refused,
        "total": _total(ready),
        "difference": _difference(ready),
    }
    months = sorted({str(each.period) for each in ready.prints})
    if months:
        shown["invoice"] = months[0] if len(months) == 1 else months
    if told := sum(each.meaning == "told" for each in ready.suggestions):
        shown["alreadyTold"] = told
    if transfers := sum(each.meaning == "transfer" for each in ready.suggestions):
        shown["transfers"] = transfers
    if expenses := ready.by_expense():
        shown["budget"] = [
            {"expense": name, "amount": amount, "count": count} for name, (amount, count) in expenses.items()
        ]
    shown["version"] = digest(ready.arrival.file.digest, shown)
    return shown


def _total(ready: FileImport) -> Money:
    """What the file's lines add up to: on cards as spending, without payments; else what came in less what went out."""
    rows = [row for statement in ready.arrival.file.statements for row in statement.rows]
    currency = ready.accounts[0].currency if ready.accounts else "BRL"
    on_card = all(statement.product == "card" for statement in ready.arrival.file.statements)
    total = sum(
        (row.amount for row in rows if row.currency == currency and not (on_card and row.kind == "payment")),
        start=0 * Money.zero(currency).amount,
    )
    return Money.rounded(-total if on_card else total, currency)


def _difference(ready: FileImport) -> Money | None:
    """Printed minus read, added up over the file's accounts; None when nothing in it proves completeness."""
    gaps = [s.reconciliation.difference for s in ready.arrival.file.statements]
    known = [gap for gap in gaps if gap is not None]
    currency = ready.accounts[0].currency if ready.accounts else "BRL"
    return Money.rounded(sum(known, start=0 * known[0]), currency) if known else None


def _now() -> datetime:
    turn = current_turn()
    return turn.at if turn else system_clock()
