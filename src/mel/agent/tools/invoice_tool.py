"""Questions about faturas and parcelas."""

from __future__ import annotations

import re
from datetime import date

from pydantic import StrictBool

from mel.accounts import Account
from mel.agent.tools.arguments import Arguments, Count, Month, Name
from mel.agent.tools.tool import Tool, reads
from mel.agent.turn import current_turn
from mel.agent.wire import Wire
from mel.bookkeeping import BookkeepingRepository
from mel.budget import BudgetRepository, Entry, RecurringExpense
from mel.invoices import Bill, Card, InvoiceRepository, Plan, read_card
from mel.shared.clock import DEFAULT_ZONE, Clock, system_clock, today_in
from mel.shared.errors import NotThere
from mel.shared.money import Money, total
from mel.shared.names import find, suggest
from mel.shared.period import Period

BY_INVOICE, BY_PURCHASE = "pela fatura", "pela data da compra"
"""The two ways to add up a card, named by what they do (securo#821 had "caixa" and "competência" inverted)."""


_PARCELADO = re.compile(r"\b\d+x$")
_AHEAD = 24
"""How many months of parcelas told in chat are looked through."""


class InvoiceStatusArguments(Arguments):
    card: Name | None = None
    month: Month | None = None
    next: StrictBool | None = None


class InstallmentsAheadArguments(Arguments):
    card: Name | None = None
    months: Count | None = None
    month: Month | None = None


class InvoiceTool(Tool):
    """Reads the faturas of the cards that the member may see."""

    def __init__(
        self,
        *,
        invoice_repo: InvoiceRepository,
        budget_repo: BudgetRepository | None = None,
        budget_id: str = "",
        bookkeeping_repo: BookkeepingRepository | None = None,
        clock: Clock = system_clock,
    ) -> None:
        super().__init__()
        self._repo = invoice_repo
        self._budgets = budget_repo
        self._id = budget_id
        self._bookkeeping = bookkeeping_repo
        self._clock = clock

    @reads(InvoiceStatusArguments)
    def invoice_status(self, args: InvoiceStatusArguments) -> Wire:
        """A card's fatura of a month, by its due date; `next`: the one that purchases of today go to, even if only its
        parcelas or dates are known; else the newest imported: total, paid, dates, limit."""
        cards = self._cards(args.card)
        if len(cards) == 1:
            return _status(cards[0], cards[0].open_period if args.next else args.month, dated=bool(args.next))
        found = [_brief(card, card.open_period if args.next else args.month) for card in cards]
        known = [each for each in found if each is not None]
        if not known:
            raise NotThere("sem dados dessa fatura ainda")
        owed = total((each["remaining"] for each in known), cards[0].account.currency)
        return {"view": BY_INVOICE, "cards": known, "remaining": owed}

    @reads(InstallmentsAheadArguments)
    def installments_ahead(self, args: InstallmentsAheadArguments) -> Wire:
        """The parcelas still to come: per month, per purchase, and the whole debt; `month` for one fatura's alone. What
        was told in chat and no fatura has shown is apart, as `told`: the months after this one."""
        told = self._told(args.card) if args.month is None else None
        try:
            cards = self._cards(args.card)
        except NotThere:
            if told is None:
                raise
            return told
        running = [(card, plan) for card in cards for plan in card.plans if plan.left]
        if not running and told is None:
            raise NotThere("não tem parcela pela frente")
        if args.month is not None:
            running = [(card, plan) for card, plan in running if any(at == args.month for at, _ in plan.tail())]
            if not running:
                raise NotThere(f"não tem parcela prevista na fatura de {args.month.spoken(self._today())}")
        return {**(self._running(running, args) if running else {}), **(told or {})}

    def _running(self, running: list[tuple[Card, Plan]], args: InstallmentsAheadArguments) -> Wire:
        currency = running[0][1].part.currency
        mine = [(card, plan) for card, plan in running if plan.part.currency == currency]
        due = _by_month([plan for _, plan in mine], self._today(), currency, 1_000)
        one = next((each for each in due if each["month"] == args.month), None)
        return {
            "view": BY_INVOICE,
            **({"month": one["month"], "amount": one["amount"]} if one else {}),
            "total": total((plan.debt for _, plan in mine), currency),
            "months": due[: args.months or 12],
            "plans": [_plan(card, plan) for card, plan in sorted(mine, key=lambda pair: -pair[1].debt.amount)],
        }

    def _told(self, card: str | None) -> Wire | None:
        """Parcelas that only the budget knows. A purchase that a fatura has printed is among the plans already."""
        if card is not None or self._budgets is None:
            return None
        try:
            budget = self._budgets.load(self._id)
        except NotThere:
            return None
        now = Period.of(self._today())
        ahead: dict[str, list[tuple[RecurringExpense, Entry]]] = {}
        for expense, entry in budget.entries(now.plus(month) for month in range(1, _AHEAD)):
            if entry.operation_id and entry.origin == "chat" and _PARCELADO.search(entry.note or ""):
                ahead.setdefault(entry.operation_id, []).append((expense, entry))
        if not ahead:
            return None
        begun = [each for _, each in budget.entries(now.plus(-month) for month in range(_AHEAD))]
        seen = self._on_a_fatura([each for each in begun if each.operation_id in ahead])
        plans = [_told_plan(parts) for operation, parts in ahead.items() if operation not in seen]
        return {"told": plans, "toldTotal": total((plan["debt"] for plan in plans), budget.currency)} if plans else None

    def _on_a_fatura(self, entries: list[Entry]) -> set[str | None]:
        if self._bookkeeping is None or not entries:
            return set()
        printed = {posting.entry_id for posting in self._bookkeeping.evidence([entry.id for entry in entries])}
        return {entry.operation_id for entry in entries if entry.id in printed}

    def _today(self) -> date:
        turn = current_turn()
        return turn.today if turn else today_in(DEFAULT_ZONE, self._clock())

    def _cards(self, name: str | None) -> list[Card]:
        turn = current_turn()
        accounts = self._repo.cards(turn.speaker if turn else None)
        if not accounts:
            raise NotThere("ainda não tenho nenhuma fatura de vocês")
        return [read_card(self._repo, account, self._today()) for account in _named(name, accounts)]


def _told_plan(parts: list[tuple[RecurringExpense, Entry]]) -> Wire:
    (expense, coming), (_, latest) = parts[0], parts[-1]
    return {
        "expense": expense.name,
        "amount": coming.amount,
        "left": len(parts),
        "debt": total((entry.amount for _, entry in parts), latest.amount.currency),
        "until": latest.period,
    }


def _named(name: str | None, accounts: tuple[Account, ...]) -> tuple[Account, ...]:
    if name is None:
        return accounts
    found = find(name, accounts, "card")
    if found is None:
        names = [account.name for account in accounts]
        raise NotThere(f"o cartão '{name}' não existe ainda", suggest(name, names))
    return (found,)


def _status(card: Card, month: Period | None, *, dated: bool = False) -> Wire:
    period = month or _shown_month(card)
    bill = card.bill(period)
    coming = card.to_come(period)
    if bill is None and coming.is_zero and not (dated and card.cycles.cycle(period)):
        raise NotThere(f"sem dados da fatura de {period.spoken()} ainda")
    if bill is None:
        return _projected(card, period, coming)
    return {
        "card": card.account.name,
        "view": BY_INVOICE,
        **_figures(bill),
        "printed": bill.printed,
        "difference": bill.difference,
        "lines": bill.count,
        "byKind": {line: -amount for line, amount in bill.by_line.items() if line != "payment"},
        "toCome": coming,
        **_limit(card),
    }


def _shown_month(card: Card) -> Period:
    """The open fatura; when nothing of it was imported yet, the latest that there is."""
    if card.bill(card.open_period) is not None:
        return card.open_period
    return max((period for period in card.bills if period <= card.open_period), default=card.open_period)


def _figures(bill: Bill) -> Wire:
    return {
        "month": bill.period,
        "status": bill.status,
        "closing": bill.closing,
        "due": bill.due,
        "predicted": bill.predicted,
        "total": bill.total,
        "paid": bill.paid,
        "remaining": bill.open_amount,
    }


def _projected(card: Card, period: Period, coming: Money) -> Wire:
    """A fatura of which only parcelas are known."""
    cycle = card.cycles.cycle(period)
    return {
        "card": card.account.name,
        "view": BY_INVOICE,
        "month": period,
        "status": "open",
        "closing": cycle.closing if cycle else None,
        "due": cycle.due if cycle else None,
        "predicted": True,
        "total": coming,
        "paid": Money.zero(coming.currency),
        "remaining": coming,
        "onlyInstallments": True,
        **_limit(card),
    }


def _limit(card: Card) -> Wire:
    limit = card.account.limit
    return {"usedLimit": card.used, "limit": limit, "available": limit - card.used if limit else None}


def _brief(card: Card, month: Period | None) -> Wire | None:
    period = month or _shown_month(card)
    bill, coming = card.bill(period), card.to_come(period)
    if bill is not None:
        return {"card": card.account.name, **_figures(bill)}
    return None if coming.is_zero else _projected(card, period, coming)


def _by_month(plans: list[Plan], today: date, currency: str, months: int) -> list[Wire]:
    owed: dict[Period, Money] = {}
    for plan in plans:
        for period, part in plan.tail():
            owed[period] = owed.get(period, Money.zero(currency)) + part
    first = Period.of(today)
    return [{"month": period, "amount": owed[period]} for period in sorted(owed) if period >= first][:months]


def _plan(card: Card, plan: Plan) -> Wire:
    return {
        "card": card.account.name,
        "description": plan.latest.description,
        "installment": [plan.number, plan.of],
        "amount": plan.part,
        "left": plan.left,
        "debt": plan.debt,
        "total": plan.total,
        "until": plan.tail()[-1][0],
    }
