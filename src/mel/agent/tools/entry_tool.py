"""Correct or take out one entry of the budget."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from mel.agent.operations import OperationEvent, OperationLog
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import Day, Name, PositiveMoney, WriteArguments
from mel.agent.tools.bank_lines import counts_again
from mel.agent.tools.budget_writer import BudgetWriter
from mel.agent.tools.tool import Change, Told, writes
from mel.agent.wire import Wire
from mel.bookkeeping import BookkeepingRepository, Rooms, follow, learn, rejoin, release, unlearn
from mel.budget import Budget, BudgetRepository, Entry, RecurringExpense
from mel.shared.errors import InvalidInput, NotThere
from mel.shared.money import Money
from mel.shared.period import Period


class RemoveEntryArguments(WriteArguments):
    entry: Name


class CorrectEntryArguments(WriteArguments):
    entry: Name
    amount: PositiveMoney | None = None
    date: Day | None = None
    expense: Name | None = None
    paid_by: Name | None = None


class EntryTool(BudgetWriter):
    """Changes single entries. `entry` is the handle that entriesList and expenseStatus tell.

    `lines` are the bank's: one that the entry told of counts by itself again when the entry goes.
    """

    def __init__(
        self,
        *,
        budget_repo: BudgetRepository,
        budget_id: str,
        bookkeeping_repo: BookkeepingRepository | None = None,
        lines: Rooms | None = None,
        operations: OperationLog | None = None,
    ) -> None:
        super().__init__(budget_repo=budget_repo, budget_id=budget_id, operations=operations)
        self._bookkeeping = bookkeeping_repo
        self._lines = lines

    @writes(RemoveEntryArguments, replaces="before")
    def remove_entry(self, args: RemoveEntryArguments, told: Told) -> Change:
        """Take out one recorded entry, pointed at by the `entry` that entriesList or expenseStatus told."""
        budget = self._repo.load(self._id)
        expense, entry = self._find(budget, args.entry)
        expense.ledger.remove(entry)
        preview: Wire = {"before": _shown(expense, entry), "after": None}
        free = self._freed(budget, entry, None, preview)

        def save() -> None:
            self._repo.save(budget)
            if self._bookkeeping is not None:
                follow(self._bookkeeping, entry, None, None)
            free()

        return Change(preview, save)

    def _freed(self, budget: Budget, entry: Entry, corrected: Entry | None, preview: Wire) -> Callable[[], None]:
        """Lets go of the bank lines that the entry told of, says so in the preview, and tells how to write it down."""
        if self._lines is None or self._lines.bookkeeping is None:
            return lambda: None
        behind = [p.movement_id for p in self._lines.bookkeeping.evidence([entry.id])]
        if behind:
            preview |= {"lines": behind, "origin": entry.origin}
        released = release(self._lines, budget, [entry], corrected)
        if released.suggestions:
            preview["countsAgain"] = counts_again(released)
        return released.save

    @writes(CorrectEntryArguments, replaces="before")
    def correct_entry(self, args: CorrectEntryArguments, told: Told) -> Change:
        """Correct one recorded entry: its amount, day, expense or who paid, whatever is given. Putting an imported line
        under another expense teaches where lines of that merchant belong."""
        if args.amount is None and args.date is None and args.expense is None and args.paid_by is None:
            raise InvalidInput("amount", "falta dizer o que muda: valor, dia, gasto ou quem pagou")
        budget = self._repo.load(self._id)
        expense, entry = self._find(budget, args.entry)
        home = budget.expense(args.expense) if args.expense else expense
        expense.ledger.remove(entry)
        day = args.date or entry.date
        corrected = home.add_to_actual(
            Period.of(day) if day else entry.period,
            args.amount or entry.amount,
            date=day,
            payer=args.paid_by or entry.payer,
            author=told.speaker or entry.author,
            note=entry.note,
            origin=entry.origin,
            operation_id=args.operation_id,
        )
        preview: Wire = {"before": _shown(expense, entry), "after": _shown(home, corrected)}
        moved = args.amount is not None or args.date is not None
        free = self._freed(budget, entry, corrected if moved else None, preview) if moved else None

        def save() -> None:
            self._repo.save(budget)
            if self._bookkeeping is not None:
                follow(self._bookkeeping, entry, corrected, home)
                if home.id != expense.id:
                    learn(self._bookkeeping, entry, home, told.speaker, told.today)
            if free is not None:
                free()

        return Change(preview, save, Notes({"expense": home.name} if args.expense else {}))

    def _find(self, budget: Budget, handle: str) -> tuple[RecurringExpense, Entry]:
        """By the handle entriesList tells, or by the operationId that recorded or last corrected it."""
        told = self.operations.find(handle)
        month, _, wanted = handle.partition(":")
        if told is not None and told.confirmation is not None:
            month, wanted = _month_of(told.confirmation) or month, handle
        try:
            period = Period.parse(month)
        except ValueError as error:
            raise InvalidInput("entry", "use o `entry` que entriesList devolve") from error
        for expense, entry in budget.entries([period]):
            if wanted in (entry.id, entry.operation_id):
                return expense, entry
        raise NotThere("não achei esse lançamento")

    def undo(self, done: OperationEvent) -> Change:
        """Put the entry back as it was before."""
        budget, preview = self._repo.load(self._id), (done.receipt or {})["preview"]
        before: Wire = preview["before"]
        period = Period.parse(before["period"])
        corrected = None
        if preview["after"] is not None:
            expense, corrected = _by_operation(budget, preview["after"], done.operation_id)
            expense.ledger.remove(corrected)
        home = budget.expense(before["expense"])
        entry = home.add_to_actual(
            period,
            Money(Decimal(str(before["amount"]["amount"])), before["amount"]["currency"]),
            date=_day(before["date"]),
            payer=before["who"],
            author=before["author"],
            note=corrected.note if corrected else self._note(preview),
            origin=corrected.origin if corrected else preview.get("origin", "chat"),
            operation_id=done.operation_id,
        )
        again = rejoin(self._lines, budget, preview.get("lines", ()), home, entry) if self._lines else []

        def save() -> None:
            self._repo.save(budget)
            if self._bookkeeping is not None and again:
                self._bookkeeping.keep(again)
            if self._bookkeeping is not None and corrected is not None:
                follow(self._bookkeeping, corrected, entry, home)
                unlearn(self._bookkeeping, corrected, expense)

        shown = {"target": done.operation_id, "before": preview["after"], "after": before}
        return Change(shown, save)

    def _note(self, preview: Wire) -> str | None:
        """The text of the bank line that an entry was made for."""
        if self._lines is None or preview.get("origin") != "import":
            return None
        return next((movement.description for movement in self._lines.accounts.movements(preview["lines"])), None)


def _month_of(done: OperationEvent) -> str | None:
    """The month of the entry that an operation left behind."""
    after = (done.receipt or {}).get("preview", {}).get("after")
    found = done.arguments.get("period") or (after.get("period") if isinstance(after, dict) else None)
    return str(found) if found else None


def _by_operation(budget: Budget, after: Wire, operation_id: str) -> tuple[RecurringExpense, Entry]:
    for expense, entry in budget.entries([Period.parse(after["period"])]):
        if entry.operation_id == operation_id:
            return expense, entry
    raise InvalidInput("target", "esse lançamento já mudou depois, então não dá pra desfazer")


def _shown(expense: RecurringExpense, entry: Entry) -> Wire:
    return {
        "expense": expense.name,
        "amount": entry.amount,
        "date": entry.date,
        "period": entry.period,
        "who": entry.payer,
        "author": entry.author,
    }


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
