"""Questions about faturas and parcelas."""

from __future__ import annotations

from datetime import date

from mel.accounts import Account
from mel.agent.tools.arguments import Arguments, Count, Month, Name
from mel.agent.tools.tool import Tool, reads
from mel.agent.turn import current_turn
from mel.agent.wire import Wire
from mel.invoices import Bill, Card, InvoiceRepository, Plan, read_card
from mel.shared.clock import DEFAULT_ZONE, Clock, system_clock, today_in
from mel.shared.errors import NotThere
from mel.shared.money import Money, total
from mel.shared.names import find, suggest
from mel.shared.period import Period

BY_INVOICE, BY_PURCHASE = "pela fatura", "pela data da compra"
"""The two ways to add up a card, named by what they do (securo#821 had "caixa" and "competência" inverted)."""


class InvoiceStatusArguments(Arguments):
    card: Name | None = None
    month: Month | None = None


class InstallmentsAheadArguments(Arguments):
    card: Name | None = None
    months: Count | None = None


class InvoiceTool(Tool):
    """Reads the faturas of the cards that the member may see."""

    def __init__(self, *, invoice_repo: InvoiceRepository, clock: Clock = system_clock) -> None:
        super().__init__()
        self._repo = invoice_repo
        self._clock = clock

    @reads(InvoiceStatusArguments)
    def invoice_status(self, args: InvoiceStatusArguments) -> Wire:
        """A card's fatura of a month, by its due date; without one the open fatura: total, paid, dates, used limit."""
        cards = self._cards(args.card)
        if len(cards) == 1:
            return _status(cards[0], args.month)
        found = [_brief(card, args.month) for card in cards]
        known = [each for each in found if each is not None]
        if not known:
            raise NotThere("sem dados dessa fatura ainda")
        owed = total((each["remaining"] for each in known), cards[0].account.currency)
        return {"view": BY_INVOICE, "cards": known, "remaining": owed}

    @reads(InstallmentsAheadArguments)
    def installments_ahead(self, args: InstallmentsAheadArguments) -> Wire:
        """The parcelas still to come: per month, per purchase, and the whole debt."""
        cards = self._cards(args.card)
        running = [(card, plan) for card in cards for plan in card.plans if plan.left]
        if not running:
            raise NotThere("não tem parcela pela frente")
        currency = running[0][1].part.currency
        mine = [(card, plan) for card, plan in running if plan.part.currency == currency]
        return {
            "view": BY_INVOICE,
            "total": total((plan.debt for _, plan in mine), currency),
            "months": _by_month([plan for _, plan in mine], self._today(), currency, args.months or 12),
            "plans": [_plan(card, plan) for card, plan in sorted(mine, key=lambda pair: -pair[1].debt.amount)],
        }

    def _today(self) -> date:
        turn = current_turn()
        return turn.today if turn else today_in(DEFAULT_ZONE, self._clock())

    def _cards(self, name: str | None) -> list[Card]:
        turn = current_turn()
        accounts = self._repo.cards(turn.speaker if turn else None)
        if not accounts:
            raise NotThere("ainda não tenho nenhuma fatura de vocês")
        return [read_card(self._repo, account, self._today()) for account in _named(name, accounts)]


def _named(name: str | None, accounts: tuple[Account, ...]) -> tuple[Account, ...]:
    if name is None:
        return accounts
    found = find(name, accounts, "card")
    if found is None:
        names = [account.name for account in accounts]
        raise NotThere(f"o cartão '{name}' não existe ainda", suggest(name, names))
    return (found,)


def _status(card: Card, month: Period | None) -> Wire:
    period = month or _shown_month(card)
    bill = card.bill(period)
    coming = card.to_come(period)
    if bill is None and coming.is_zero:
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
    bill = card.bill(month or _shown_month(card))
    return {"card": card.account.name, **_figures(bill)} if bill else None


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
