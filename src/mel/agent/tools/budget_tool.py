"""Questions about the budget."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from mel.agent.tools.arguments import Arguments, Day, Month, Name
from mel.agent.tools.tool import Tool, reads
from mel.agent.wire import Wire
from mel.budget import Budget, BudgetRepository, Entry, RecurringExpense
from mel.shared.errors import InvalidInput, NotThere
from mel.shared.money import total
from mel.shared.period import Period
from mel.shared.text import fold

NOTHING_YET = "sem dados pra esse período ainda"


class MonthArguments(Arguments):
    month: Month


class ExpenseArguments(Arguments):
    expense: Name
    month: Month


class EntriesArguments(Arguments):
    from_: Day = Field(alias="from")
    to: Day
    expense: Name | None = None
    member: Name | None = None


class BudgetTool(Tool):
    """Reads one budget."""

    def __init__(self, *, budget_repo: BudgetRepository, budget_id: str) -> None:
        super().__init__()
        self._repo = budget_repo
        self._id = budget_id

    def _budget(self) -> Budget:
        try:
            budget = self._repo.load(self._id)
        except NotThere as absence:
            raise NotThere(NOTHING_YET) from absence
        if budget.is_empty:
            raise NotThere(NOTHING_YET)
        return budget

    @reads(MonthArguments)
    def budget_total(self, args: MonthArguments) -> Wire:
        """What the household expects to spend in a month, all expenses together. For spent or left use budgetStatus."""
        budget = self._budget()
        return {"expected": budget.expected_total(args.month), "period": args.month}

    @reads(MonthArguments)
    def budget_status(self, args: MonthArguments) -> Wire:
        """Expected, spent and remaining of a month: in all, per expense and per category."""
        budget = self._load_or_empty()
        lines = [_line(expense, args.month) for expense in budget.expenses]
        if budget.is_empty and all(line["actual"].is_zero for line in lines):
            raise NotThere(NOTHING_YET)
        expected, actual = budget.expected_total(args.month), budget.actual_total(args.month)
        categories: dict[str, list[Wire]] = {}
        for line, expense in zip(lines, budget.expenses, strict=True):
            categories.setdefault(expense.category or "sem categoria", []).append(line)
        return {
            "period": args.month,
            "expected": expected,
            "actual": actual,
            "remaining": expected - actual,
            "expenses": lines,
            "categories": [_category(name, of, budget.currency) for name, of in categories.items()],
        }

    @reads(ExpenseArguments)
    def expense_status(self, args: ExpenseArguments) -> Wire:
        """Expected, spent and remaining of one expense in a month, with the entries behind it."""
        expense = self._budget().expense(args.expense)
        return {
            **_line(expense, args.month),
            "period": args.month,
            "entries": [entry_wire(expense, entry) for entry in expense.entries_for(args.month)],
        }

    @reads(EntriesArguments)
    def entries_list(self, args: EntriesArguments) -> Wire:
        """What was recorded between two days (both included), of one expense or one member when asked."""
        if args.to < args.from_ or (args.to - args.from_).days > 366:
            raise InvalidInput("to", "o período vai do primeiro ao último dia, até um ano")
        budget = self._load_or_empty()
        only = budget.expense(args.expense) if args.expense else None
        found = [
            entry_wire(expense, entry)
            for expense, entry in budget.entries(_months(args.from_, args.to))
            if (only is None or expense is only) and _between(entry, args.from_, args.to) and _by(entry, args.member)
        ]
        if not found:
            raise NotThere(NOTHING_YET)
        spent = total((entry["amount"] for entry in found), budget.currency)
        return {
            "from": args.from_,
            "to": args.to,
            "entries": found,
            "count": len(found),
            "total": spent,
            "byMember": _by_member(found, budget.currency),
        }

    def _load_or_empty(self) -> Budget:
        try:
            return self._repo.load(self._id)
        except NotThere as absence:
            raise NotThere(NOTHING_YET) from absence


def _by_member(entries: list[Wire], currency: str) -> list[Wire]:
    """Who paid how much, the most first; what nobody is known to have paid is left out."""
    names = dict.fromkeys(entry["who"] for entry in entries if entry["who"])
    sums = [
        {"who": name, "total": total((e["amount"] for e in entries if e["who"] == name), currency)} for name in names
    ]
    return sorted(sums, key=lambda row: -row["total"].amount)


def entry_wire(expense: RecurringExpense, entry: Entry) -> Wire:
    """One entry as the wire tells it; `date` null means some day of that month."""
    return {
        "expense": expense.name,
        "date": entry.date,
        "amount": entry.amount,
        "who": entry.payer or entry.author,
        "origin": entry.origin,
        "entry": handle(entry),
    }


def handle(entry: Entry) -> str:
    """How a model points at one entry: its month and its id."""
    return f"{entry.period}:{entry.id}"


def _line(expense: RecurringExpense, month: Period) -> Wire:
    expected, actual = expense.expected_for(month), expense.actual_for(month)
    return {"expense": expense.name, "expected": expected, "actual": actual, "remaining": expected - actual}


def _category(name: str, lines: list[Wire], currency: str) -> Wire:
    expected = total((line["expected"] for line in lines), currency)
    actual = total((line["actual"] for line in lines), currency)
    return {"category": name, "expected": expected, "actual": actual, "remaining": expected - actual}


def _months(first: date, last: date) -> list[Period]:
    start = Period.of(first)
    return [start.plus(i) for i in range(start.months_until(Period.of(last)) + 1)]


def _between(entry: Entry, first: date, last: date) -> bool:
    """An undated entry counts when its whole month is asked for."""
    if entry.date is None:
        return first <= entry.period.first_day and entry.period.last_day <= last
    return first <= entry.date <= last


def _by(entry: Entry, member: str | None) -> bool:
    return member is None or fold(entry.payer or entry.author or "") == fold(member)
