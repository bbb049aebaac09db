"""Write a spend into the budget."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from pydantic import StrictBool

from mel.agent.operations import OperationEvent, OperationLog
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import Count, Day, Month, Name, PositiveMoney, WriteArguments
from mel.agent.tools.bank_lines import counts_again
from mel.agent.tools.budget_writer import BudgetWriter
from mel.agent.tools.tool import Change, Told, writes
from mel.agent.turn import current_turn
from mel.agent.wire import Wire, digest
from mel.bookkeeping import Rooms, release
from mel.budget import OTHER, Budget, BudgetRepository, Entry, RecurringExpense
from mel.shared.errors import InvalidInput
from mel.shared.money import Money
from mel.shared.period import Period


class RecordSpendArguments(WriteArguments):
    expense: Name
    period: Month
    amount: PositiveMoney
    date: Day | None = None
    paid_by: Name | None = None
    installments: Count | None = None
    payment_method: Name | None = None
    card: Name | None = None
    alias: Name | None = None
    new_expense: StrictBool | None = None


class RecordSpendTool(BudgetWriter):
    """Adds spends to one budget. `lines` are the bank's, of which a spend may tell; undone, its line counts again."""

    def __init__(
        self,
        *,
        budget_repo: BudgetRepository,
        budget_id: str,
        lines: Rooms | None = None,
        operations: OperationLog | None = None,
    ) -> None:
        super().__init__(budget_repo=budget_repo, budget_id=budget_id, operations=operations)
        self._lines = lines

    @writes(RecordSpendArguments)
    def record_spend(self, args: RecordSpendArguments, told: Told) -> Change:
        """Add a spend to what an expense has cost in a month. `amount` is what is added, not the new figure;
        with `installments` it is the whole price, and each month gets its parcela. `alias`: another word for
        the expense from now on. `newExpense`: true also makes the expense.

        First without confirm, to show it; with confirm and the same operationId only after the member said yes.
        """
        day = _day(args, told)
        budget = self._repo.load(self._id)
        expense = _made(budget, args) or budget.expense(args.expense)
        alias = _remembered(budget, expense, args.alias)
        before = expense.actual_for(args.period) + self._shown_beside(expense, args)
        printed = _printed(budget, expense, args, day)
        parts = args.amount.in_parts(args.installments or 1)
        for months, part in enumerate(parts):
            expense.add_to_actual(
                args.period.plus(months),
                part,
                date=day if months == 0 else None,
                payer=args.paid_by or told.speaker,
                author=told.speaker,
                note=_how(args),
                operation_id=args.operation_id,
            )
        preview: Wire = {
            "expense": args.expense,
            "period": args.period,
            "delta": args.amount,
            "newActual": before + parts[0],
            **_given(args),
        }
        expected, after = expense.expected_for(args.period), before + parts[0]
        if expected.is_positive and after.amount > expected.amount:
            preview["overBy"] = after - expected
        if alias is not None:
            preview["alias"] = alias
        if printed is not None:
            preview["looksLike"] = {"description": printed.note, "date": printed.date}
        resolved = {"expense": expense.name} | ({"date": day.isoformat()} if day else {})
        fact = digest("spend", expense.id, args.amount, day or args.period)
        return Change(preview, lambda: self._repo.save(budget), Notes(resolved, fact, doubtful=printed is not None))

    def _shown_beside(self, expense: RecurringExpense, args: RecordSpendArguments) -> Money:
        """What other previews of this very turn would add to the same month, so that two of them add up."""
        turn, beside = current_turn(), Money.zero(expense.currency)
        if turn is None or args.confirm:
            return beside
        for operation in self.operations.open(turn.at):
            shown = operation.proposal
            if shown is None or shown.turn_id != turn.id or operation.id == args.operation_id:
                continue
            preview = (shown.receipt or {})["preview"] if operation.tool == "recordSpend" else {}
            if preview.get("period") == str(args.period) and shown.resolved.get("expense") == expense.name:
                delta = Money(Decimal(str(preview["delta"]["amount"])), preview["delta"]["currency"])
                beside += delta.in_parts(preview.get("installments", 1))[0]
        return beside

    def undo(self, done: OperationEvent) -> Change:
        """Take the entries of that operation out again, every parcela, and the word that it taught; nothing else of a
        month moves. An expense that was made for it stays."""
        budget, period = self._repo.load(self._id), Period.parse(done.arguments["period"])
        count = done.arguments.get("installments", 1)
        written = [
            (expense, entry)
            for expense, entry in budget.entries(period.plus(months) for months in range(count))
            if entry.operation_id == done.operation_id
        ]
        if len(written) != count:
            raise InvalidInput("target", "esse gasto já mudou depois, então não dá pra desfazer")
        expense = written[0][0]
        what = {"expense": expense.name, "period": period}
        before = expense.actual_for(period)
        for owner, entry in written:
            owner.ledger.remove(entry)
        taught = (done.receipt or {}).get("preview", {}).get("alias")
        forgotten = taught in expense.aliases
        if forgotten:
            expense.aliases = tuple(alias for alias in expense.aliases if alias != taught)
        released = release(self._lines, budget, [entry for _, entry in written]) if self._lines else None
        preview: Wire = {
            "target": done.operation_id,
            "before": {**what, "actual": before},
            "after": {**what, "actual": expense.actual_for(period)},
        }
        if forgotten:
            preview["alias"] = taught
        if released is not None and released.suggestions:
            preview["countsAgain"] = counts_again(released)

        def save() -> None:
            self._repo.save(budget)
            if released is not None:
                released.save()

        return Change(preview, save)


def _made(budget: Budget, args: RecordSpendArguments) -> RecurringExpense | None:
    """The new line of a one-off: nothing is expected of it, and nothing falls due."""
    if not args.new_expense or budget.find_by_name(args.expense) is not None:
        return None
    budget.register(RecurringExpense(name=args.expense, expected=Money.zero(budget.currency)))
    return budget.expenses[-1]


def _remembered(budget: Budget, expense: RecurringExpense, alias: str | None) -> str | None:
    """The word that will also mean this expense; None when it leads somewhere already."""
    known = expense.aliases
    if alias is not None:
        budget.add_alias(expense.name, alias)
    return expense.aliases[-1] if expense.aliases != known else None


def _day(args: RecordSpendArguments, told: Told) -> date | None:
    """The day said, else the day agreed on when it was shown, else today inside the period, else some day of it."""
    if args.date is not None:
        if args.date not in args.period:
            raise InvalidInput("date", f"o dia {args.date:%d/%m/%Y} não é do mês {args.period}")
        return args.date
    if "expense" in told.agreed:
        agreed = told.agreed.get("date")
        kept = date.fromisoformat(agreed) if agreed else None
        return kept if kept is not None and kept in args.period else None
    return told.today if told.today and told.today in args.period else None


def _printed(budget: Budget, expense: RecurringExpense, args: RecordSpendArguments, day: date | None) -> Entry | None:
    """A line of a fatura or extrato that may be this very purchase: told after its import, it would count twice."""
    other = budget.find_by_name(OTHER)
    for place in (expense, other) if other is not None and other.id != expense.id else (expense,):
        for entry in place.entries_for(args.period, args.amount):
            near = day is None or entry.date is None or abs((entry.date - day).days) <= 3
            if entry.origin == "import" and near:
                return entry
    return None


def _given(args: RecordSpendArguments) -> Wire:
    """What else was said, under the names it was said with."""
    given = {
        "date": args.date,
        "paidBy": args.paid_by,
        "installments": args.installments,
        "paymentMethod": args.payment_method,
        "card": args.card,
        "newExpense": args.new_expense,
    }
    return {key: value for key, value in given.items() if value is not None}


def _how(args: RecordSpendArguments) -> str | None:
    parts = [
        args.payment_method,
        args.card,
        f"{args.installments}x" if args.installments and args.installments > 1 else None,
    ]
    return " ".join(part for part in parts if part) or None
