"""The desk where bank files are handed in by command: one member, one household, the same tools as the chat."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from mel.accounts import Account, Movement, Search
from mel.agent.receipt import is_receipt
from mel.agent.tools import UndoOperationTool
from mel.agent.turn import CURRENT, Running, Turn
from mel.agent.wire import Wire
from mel.agent.wording.cards import card as drawn
from mel.app import import_tool, open_storage
from mel.household import Household
from mel.household_file import HOUSEHOLD_ID
from mel.invoices import Bill, Card, Plan, read_card
from mel.settings import Settings
from mel.shared.clock import system_clock, today_in
from mel.shared.errors import NotThere
from mel.shared.ids import new_id
from mel.shared.money import Money
from mel.shared.names import find
from mel.storage.sql import SqlStorage

CHANNEL = "cli"


@dataclass(frozen=True, slots=True)
class Desk:
    """`speaker` is None in a house where nobody has told who lives there yet."""

    storage: SqlStorage
    household: Household
    speaker: str | None

    def preview(self, file: Path, account: str | None, password: str | None) -> Wire:
        return self._run(file, account, password, new_id("imp-"), confirm=False)

    def write(self, file: Path, account: str | None, password: str | None, batch: str | None = None) -> Wire:
        return self._run(file, account, password, batch or new_id("imp-"), confirm=True)

    def _run(self, file: Path, account: str | None, password: str | None, batch: str, *, confirm: bool) -> Wire:
        with self._turn(), self.storage.work(self.household.id) as work:
            if (known := self._known(file, work)) is not None:
                return known
            tool = import_tool(work, self.household, password)
            named = {"account": account} if account else {}
            result = tool.import_invoice(file=str(file), operation_id=batch, confirm=confirm, **named)
        return self._outcome(file.name, batch, result)

    def _known(self, file: Path, work: Any) -> Wire | None:
        """The very same file again is no error: there is nothing to do."""
        try:
            found = work.accounts.imported(hashlib.sha256(file.read_bytes()).hexdigest())
        except OSError:
            return None
        if found is None:
            return None
        text = f"{file.name}: já importado em {found.at:%d/%m/%Y}. Não mudei nada."
        counts = {"read": found.tally.read, "new": 0, "known": found.tally.read, "flagged": 0, "refused": 0}
        return {"file": file.name, "batch": found.id, "already": True, **counts, "text": text}

    def _outcome(self, name: str, batch: str, result: Wire) -> Wire:
        if not is_receipt(result):
            said = str(result.get("message") or result.get("reason") or "não deu certo")
            return {"file": name, "error": said[:1].upper() + said[1:].rstrip(".") + "."}
        shown = {key: value for key, value in result["preview"].items() if key != "version"}
        text = f"{name}: {drawn('importInvoice', result, {}, self.today)}"
        return {"file": name, "batch": batch, "imported": result["persisted"], **shown, "text": text}

    def undo(self, batch: str) -> Wire:
        with self._turn(), self.storage.work(self.household.id) as work:
            tool = UndoOperationTool(tools=(import_tool(work, self.household),), operations=work.operations)
            result = tool.undo_operation(target=batch, operation_id=new_id("op-"), confirm=True)
        if not is_receipt(result):
            return {"error": str(result.get("message") or result.get("reason"))}
        before = result["preview"]["before"]
        return {"undone": batch, "file": before["name"], "movements": before["movements"]}

    def movements(self, text: str | None, account: str | None) -> list[Wire]:
        with self.storage.work(self.household.id) as work:
            accounts = {each.id: each for each in work.accounts.list(self.speaker)}
            wanted = (self._account(account, accounts).id,) if account else None
            found = work.accounts.search(Search(words=(text,) if text else (), accounts=wanted), self.speaker)
        return [_movement(movement, accounts[movement.account_id]) for movement in found]

    def _account(self, name: str, accounts: dict[str, Account]) -> Account:
        found = find(name, accounts.values(), "account")
        if found is None:
            raise NotThere(f"Não conheço a conta '{name}'.")
        return found

    def invoices(self) -> list[Wire]:
        with self.storage.work(self.household.id) as work:
            cards = [read_card(work.invoices, account, self.today) for account in work.invoices.cards(self.speaker)]
        return [_card(card) for card in cards]

    @property
    def today(self) -> date:
        return today_in(self.household.zone, system_clock())

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """The tools learn from the turn who speaks, and that it is somebody at this machine."""
        turn = Turn(new_id("turn-"), "", self.today, system_clock(), speaker=self.speaker, channel=CHANNEL)
        token = CURRENT.set(Running(turn))
        try:
            yield
        finally:
            CURRENT.reset(token)


@contextmanager
def open_desk(speaker: str | None) -> Iterator[Desk]:
    """In the data folder's household; where there is none yet, a bare one is made that `mel setup` moves into."""
    storage = open_storage(Settings())
    try:
        with storage.work(HOUSEHOLD_ID) as work:
            try:
                household = work.households.load(HOUSEHOLD_ID)
            except NotThere:
                household = Household(HOUSEHOLD_ID)
                work.households.save(household)
        yield Desk(storage, household, _member(household, speaker))
    finally:
        storage.close()


def _member(household: Household, name: str | None) -> str | None:
    if name is None:
        return household.members[0].name if household.members else None
    found = household.member(name, "as")
    if found is None:
        raise NotThere("Não conheço essa pessoa.")
    return found.name


def _text(amount: Decimal) -> str:
    return f"{amount:.2f}"


def _movement(movement: Movement, account: Account) -> Wire:
    return {
        "date": movement.date.isoformat(),
        "amount": str(movement.amount.amount),
        "currency": movement.amount.currency,
        "description": movement.description,
        "installment": list(movement.installment) if movement.installment else None,
        "id": movement.bank_ids[0] if movement.bank_ids else None,
        "kind": movement.kind,
        "account": account.name,
        "card": movement.card,
        "invoice": str(movement.invoice) if movement.invoice else None,
        "doubt": movement.doubt,
    }


def _card(card: Card) -> Wire:
    return {
        "card": card.account.name,
        "usedLimit": _amount(card.used),
        "limit": _amount(card.account.limit),
        "invoices": [_bill(card.bills[period]) for period in sorted(card.bills)],
        "plans": [_plan(plan) for plan in card.plans if plan.left],
    }


def _bill(bill: Bill) -> Wire:
    return {
        "month": str(bill.period),
        "closing": bill.closing.isoformat() if bill.closing else None,
        "due": bill.due.isoformat() if bill.due else None,
        "predicted": bill.predicted,
        "status": bill.status,
        "total": _amount(bill.total),
        "paid": _amount(bill.paid),
        "printed": _amount(bill.printed),
        "difference": _amount(bill.difference),
        "lines": {line: _amount(-amount) for line, amount in bill.by_line.items()},
    }


def _plan(plan: Plan) -> Wire:
    return {
        "merchant": plan.latest.description,
        "parcela": plan.number,
        "of": plan.of,
        "part": _amount(plan.part),
        "total": _amount(plan.total),
        "debt": _amount(plan.debt),
    }


def _amount(amount: Money | None) -> str | None:
    return None if amount is None else _text(amount.amount)
