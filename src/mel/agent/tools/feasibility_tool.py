"""May we buy it?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from mel.agent.tools.arguments import Arguments, Count, Day, Month, Name, PositiveMoney
from mel.agent.tools.tool import Tool, reads
from mel.agent.turn import current_turn
from mel.agent.wire import Wire
from mel.bookkeeping import BookkeepingRepository, counted_in
from mel.budget import Budget, BudgetRepository
from mel.goals import GoalRepository
from mel.income import IncomeBook, IncomeRepository
from mel.invoices import InvoiceRepository, commitments
from mel.planning import MonthOutlook, feasibility, snapshot
from mel.shared.errors import NotThere
from mel.shared.money import Money
from mel.shared.period import Period
from mel.shared.rates import RateTable


class FeasibilityArguments(Arguments):
    amount: PositiveMoney
    today: Day
    installments: Count | None = None
    start_month: Month | None = None
    description: Name | None = None


class FeasibilityTool(Tool):
    """Weighs a purchase against income, bills, faturas with their parcelas, and goal quotas."""

    def __init__(
        self,
        *,
        budget_repo: BudgetRepository,
        budget_id: str,
        goal_repo: GoalRepository | None = None,
        income_repo: IncomeRepository | None = None,
        invoice_repo: InvoiceRepository | None = None,
        bookkeeping_repo: BookkeepingRepository | None = None,
        rates: RateTable | None = None,
    ) -> None:
        super().__init__()
        self._budgets = budget_repo
        self._id = budget_id
        self._goals = goal_repo
        self._incomes = income_repo
        self._invoices = invoice_repo
        self._bookkeeping = bookkeeping_repo
        self._rates = rates or RateTable()

    @reads(FeasibilityArguments)
    def feasibility(self, args: FeasibilityArguments) -> Wire:
        """Whether a purchase fits: at once or in instalments, month by month, with the parts of the sum."""
        try:
            budget = self._budgets.load(self._id)
        except NotThere:
            return _indeterminate("ainda não sei o orçamento de vocês")
        if budget.is_empty:
            return _indeterminate("ainda não sei o orçamento de vocês")
        amount = args.amount
        if amount.currency != budget.currency:
            converted = self._rates.convert(amount, budget.currency, args.today)
            if converted is None:
                return _indeterminate(f"não tenho a cotação de {amount.currency} pra {budget.currency}")
            amount = converted
        turn = current_turn()
        house = snapshot(
            budget,
            args.today,
            incomes=self._income(budget),
            goals=self._goals.list(turn.speaker if turn else None) if self._goals else (),
            rates=self._rates,
            commitments=self._committed(args.today, budget, turn.speaker if turn else None),
        )
        result = feasibility(house, amount, args.installments or 1, args.start_month or Period.of(args.today))
        if result is None:
            return _indeterminate("ainda não sei a renda de vocês")
        answer: Wire = {
            "status": result.status,
            "amount": amount,
            "installments": len(result.months),
            "breaks": result.breaks,
            "month": _parts(result.telling),
        }
        if house.missing:
            answer["missing"] = list(house.missing)
        return answer

    def _committed(self, today: date, budget: Budget, reader: str | None) -> Callable[[Period], Money] | None:
        """Faturas and parcelas, without what the budget counted as an expense of the month already."""
        if self._invoices is None:
            return None
        counted = counted_in(self._bookkeeping, budget.currency) if self._bookkeeping else None
        return commitments(self._invoices, today, budget.currency, reader, counted)

    def _income(self, budget: Budget) -> IncomeBook | None:
        return self._incomes.load(budget.id) if self._incomes else None


def _indeterminate(reason: str) -> Wire:
    return {"found": False, "status": "indeterminate", "reason": reason}


def _parts(month: MonthOutlook) -> Wire:
    return {
        "period": month.period,
        "income": month.income,
        "bills": month.bills,
        "commitments": month.commitments,
        "goalQuotas": month.quotas,
        "free": month.free,
        "cost": month.cost,
        "after": month.after,
    }
