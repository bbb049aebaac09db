"""Add a line to the budget."""

from __future__ import annotations

from mel.agent.operations import OperationEvent
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import DayOfMonth, ExpectedMoney, Name, WriteArguments
from mel.agent.tools.budget_writer import BudgetWriter
from mel.agent.tools.tool import Change, Told, writes
from mel.agent.wire import Wire
from mel.budget import Budget, RecurringExpense
from mel.shared.errors import NotThere


class RegisterExpenseArguments(WriteArguments):
    nome: Name
    expected: ExpectedMoney
    categoria: Name
    vencimento: DayOfMonth
    pagamento: Name
    aliases: tuple[Name, ...] | None = None


class RegisterExpenseTool(BudgetWriter):
    """Adds recurring expenses to one budget."""

    @writes(RegisterExpenseArguments)
    def register_expense(self, args: RegisterExpenseArguments, told: Told) -> Change:
        """Add a recurring expense (name, expected amount, category, due day 1-31, payment) to the budget."""
        budget = self._budget(args.expected.currency)
        budget.register(
            RecurringExpense(
                name=args.nome,
                expected=args.expected,
                aliases=args.aliases or (),
                category=args.categoria,
                billing_day=args.vencimento,
                payment=args.pagamento,
            )
        )
        preview: Wire = {
            "nome": args.nome,
            "expected": args.expected,
            "categoria": args.categoria,
            "vencimento": args.vencimento,
            "pagamento": args.pagamento,
        }
        if args.aliases:
            preview["aliases"] = list(args.aliases)
        return Change(preview, lambda: self._repo.save(budget), Notes({}))

    def undo(self, done: OperationEvent) -> Change:
        """Take the line out again, while nothing was spent on it."""
        budget = self._repo.load(self._id)
        expense = budget.expense(done.arguments["nome"], "target")
        budget.expenses.remove(expense)  # saving refuses when entries would be lost
        preview = {
            "target": done.operation_id,
            "before": {"expense": expense.name, "expected": expense.expected},
            "after": None,
        }
        return Change(preview, lambda: self._repo.save(budget))

    def _budget(self, currency: str) -> Budget:
        """The first expense of a household opens its budget, in that currency."""
        try:
            return self._repo.load(self._id)
        except NotThere:
            return Budget(id=self._id, currency=currency)
