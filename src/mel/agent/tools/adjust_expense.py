"""Change what an expense is expected to cost."""

from __future__ import annotations

from decimal import Decimal

from pydantic import Field

from mel.agent.operations import OperationEvent
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import ExpectedMoney, Month, Name, WriteArguments
from mel.agent.tools.budget_writer import BudgetWriter
from mel.agent.tools.tool import Change, Told, writes
from mel.agent.wire import Wire
from mel.shared.errors import InvalidInput
from mel.shared.money import Money
from mel.shared.period import Period


class AdjustExpenseArguments(WriteArguments):
    expense: Name
    new_expected: ExpectedMoney
    from_: Month | None = Field(default=None, alias="from")


class AdjustExpenseTool(BudgetWriter):
    """Adjusts expenses of one budget."""

    @writes(AdjustExpenseArguments, replaces="currentExpected")
    def adjust_expense(self, args: AdjustExpenseArguments, told: Told) -> Change:
        """Change what an expense is expected to cost, from a month on when `from` is given."""
        budget = self._repo.load(self._id)
        expense = budget.expense(args.expense)
        current = expense.expected_for(args.from_) if args.from_ else expense.latest_expected()
        expense.adjust(args.new_expected, args.from_)
        preview: Wire = {
            "expense": args.expense,
            "currentExpected": current,
            "newExpected": args.new_expected,
        }
        if args.from_:
            preview["from"] = args.from_
        return Change(preview, lambda: self._repo.save(budget), Notes({"expense": expense.name}))

    def undo(self, done: OperationEvent) -> Change:
        """Put the earlier amount back, as long as this adjustment is still the one in force."""
        budget = self._repo.load(self._id)
        expense = budget.expense(str(done.resolved.get("expense") or done.arguments["expense"]))
        since = Period.parse(done.arguments["from"]) if "from" in done.arguments else None
        preview = (done.receipt or {})["preview"]
        set_to, earlier = _money(preview["newExpected"]), _money(preview["currentExpected"])
        if (expense.expected_for(since) if since else expense.latest_expected()) != set_to or any(
            since and revision.since > since for revision in expense.revisions
        ):
            raise InvalidInput("target", "o valor mudou de novo depois, então não dá pra desfazer esse")
        expense.adjust(earlier, since)
        what = {"expense": expense.name}
        shown = {
            "target": done.operation_id,
            "before": {**what, "expected": set_to},
            "after": {**what, "expected": earlier},
        }
        return Change(shown, lambda: self._repo.save(budget))


def _money(wire: Wire) -> Money:
    return Money(Decimal(str(wire["amount"])), wire["currency"])
