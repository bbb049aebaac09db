"""Correct or take out one entry of the budget."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from mel.agent.operations import OperationEvent, OperationLog
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import Day, Name, PositiveMoney, WriteArguments
from mel.agent.tools.tool import Change, Told, Tool, writes
from mel.agent.wire import Wire
from mel.bookkeeping import BookkeepingRepository, follow, learn, unlearn
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


class EntryTool(Tool):
    """Changes single entries. `entry` is the handle that entriesList and expenseStatus tell."""

    def __init__(
        self,
        *,
        budget_repo: BudgetRepository,
        budget_id: str,
        bookkeeping_repo: BookkeepingRepository | None = None,
        operations: OperationLog | None = None,
    ) -> None:
        super().__init__(operations)
        self._repo = budget_repo
        self._id = budget_id
        self._bookkeeping = bookkeeping_repo

    @writes(RemoveEntryArguments, replaces="before")
    def remove_entry(self, args: RemoveEntryArguments, told: Told) -> Change:
        """Take out one recorded entry, pointed at by the `entry` that entriesList or expenseStatus told."""
        budget = self._repo.load(self._id)
        expense, entry = self._find(budget, args.entry)
        expense.ledger.remove(entry)

        def save() -> None:
            self._repo.save(budget)
            if self._bookkeeping is not None:
                follow(self._bookkeeping, entry, None, None)

        return Change({"before": _shown(expense, entry), "after": None}, save)

    @writes(CorrectEntryArguments, replaces="before")
    def correct_entry(self, args: CorrectEntryArguments, told: Told) -> Change:
        """Correct one recorded entry: its amount, its day or its expense, whatever is given. Putting an imported line
        under another expense teaches where lines of that merchant belong."""
        if args.amount is None and args.date is None and args.expense is None:
            raise InvalidInput("amount", "falta dizer o que muda: valor, dia ou gasto")
        budget = self._repo.load(self._id)
        expense, entry = self._find(budget, args.entry)
        home = budget.expense(args.expense) if args.expense else expense
        expense.ledger.remove(entry)
        day = args.date or entry.date
        corrected = home.add_to_actual(
            Period.of(day) if day else entry.period,
            args.amount or entry.amount,
            date=day,
            payer=entry.payer,
            author=told.speaker or entry.author,
            note=entry.note,
            origin=entry.origin,
            operation_id=args.operation_id,
        )

        def save() -> None:
            self._repo.save(budget)
            if self._bookkeeping is not None:
                follow(self._bookkeeping, entry, corrected, home)
                if home.id != expense.id:
                    learn(self._bookkeeping, entry, home, told.speaker, told.today)

        preview = {"before": _shown(expense, entry), "after": _shown(home, corrected)}
        return Change(preview, save, Notes({"expense": home.name} if args.expense else {}))

    def _find(self, budget: Budget, handle: str) -> tuple[RecurringExpense, Entry]:
        """By the handle entriesList tells, or by the operationId that recorded it."""
        told = self.operations.find(handle)
        if told is not None and told.confirmation is not None and "period" in told.confirmation.arguments:
            month, wanted = told.confirmation.arguments["period"], handle
        else:
            month, _, wanted = handle.partition(":")
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
            note=corrected.note if corrected else None,
            origin=corrected.origin if corrected else "chat",
            operation_id=done.operation_id,
        )

        def save() -> None:
            self._repo.save(budget)
            if self._bookkeeping is not None and corrected is not None:
                follow(self._bookkeeping, corrected, entry, home)
                unlearn(self._bookkeeping, corrected, expense)

        shown = {"target": done.operation_id, "before": preview["after"], "after": before}
        return Change(shown, save)


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
