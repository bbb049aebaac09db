"""A purchase in N parcelas as one plan: what was booked, and the projection of the rest.

Only parcelas N+1..M of the latest booked one are projected, and never stored (ff3e counted a stored forecast twice).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from mel.accounts import Movement
from mel.shared.money import Money, total
from mel.shared.period import Period
from mel.statements.matching import normalised, similar

CENTS = Decimal("0.01")


@dataclass(slots=True)
class Plan:
    """One purchase in `of` parcelas on one card; `booked`: its lines by number; `ended`: an estorno closed it."""

    account_id: str
    merchant: str
    of: int
    booked: dict[int, Movement] = field(default_factory=dict)
    ended: bool = False

    @property
    def latest(self) -> Movement:
        return self.booked[max(self.booked)]

    @property
    def number(self) -> int:
        """The latest booked parcela."""
        return max(self.booked)

    @property
    def part(self) -> Money:
        """What one parcela costs. The first may carry odd cents, so a later one tells better."""
        return -self.latest.amount

    @property
    def total(self) -> Money:
        """The price: what was booked, and the same part for what was not."""
        booked = total((-line.amount for line in self.booked.values()), self.part.currency)
        return booked + self.part * (self.of - len(self.booked))

    @property
    def left(self) -> int:
        """How many parcelas are still to come."""
        return 0 if self.ended else self.of - self.number

    @property
    def debt(self) -> Money:
        return self.part * self.left

    def tail(self) -> tuple[tuple[Period, Money], ...]:
        """The parcelas to come, one a month after the latest booked one."""
        start = self.latest.invoice or Period.of(self.latest.date)
        return tuple((start.plus(step), self.part) for step in range(1, self.left + 1))


def plans(movements: Iterable[Movement]) -> tuple[Plan, ...]:
    """Group lines n/N into plans. Two equal purchases of one day are two plans; a number is never booked twice."""
    lines = sorted((m for m in movements if m.installment and m.amount.amount < 0), key=_order)
    found: list[Plan] = []
    for line in lines:
        assert line.installment is not None
        number, of = line.installment
        plan = next((plan for plan in _best_first(found, line) if _continues(plan, line)), None)
        if plan is None:
            plan = Plan(line.account_id, normalised(line.description), of)
            found.append(plan)
        plan.booked[number] = line
    _end_by_refund(found, [m for m in movements if m.kind == "refund" and m.amount.amount > 0])
    return tuple(found)


def _order(line: Movement) -> tuple[int, str, str]:
    assert line.installment is not None
    return (line.installment[0], str(line.invoice or Period.of(line.date)), line.date.isoformat())


def _best_first(found: Sequence[Plan], line: Movement) -> list[Plan]:
    """The plan that began in the same month first: of two equal purchases, each keeps its own lines."""
    return sorted(found, key=lambda plan: (_drift(plan, line), abs(plan.part.minor + line.amount.minor)))


def _continues(plan: Plan, line: Movement) -> bool:
    assert line.installment is not None
    number, of = line.installment
    if plan.of != of or number in plan.booked or plan.account_id != line.account_id:
        return False
    if plan.part.currency != line.amount.currency or abs(plan.part.amount + line.amount.amount) > CENTS * of:
        return False
    same_text = plan.merchant == normalised(line.description) or similar(plan.latest.description, line.description)
    return same_text and (plan.latest.date == line.date or (_drift(plan, line) <= 1 and _after(plan.latest, line)))


def _after(earlier: Movement, later: Movement) -> bool:
    """Parcelas of one plan stand in different faturas, unless the purchase date says that they were anticipated."""
    return (later.invoice or Period.of(later.date)) > (earlier.invoice or Period.of(earlier.date))


def _drift(plan: Plan, line: Movement) -> int:
    """By how many months the two disagree on when the plan began."""
    return abs(_began(plan.latest).months_until(_began(line)))


def _began(line: Movement) -> Period:
    assert line.installment is not None
    return (line.invoice or Period.of(line.date)).plus(1 - line.installment[0])


def _end_by_refund(found: Sequence[Plan], refunds: Sequence[Movement]) -> None:
    """An estorno of the parcela, of what is left or of the whole price ends the projection (notes §5.3)."""
    for refund in refunds:
        for plan in found:
            amounts = {plan.total, plan.debt, plan.part * (plan.left + 1)}
            fits = refund.amount in amounts and refund.date >= plan.booked[min(plan.booked)].date
            if not plan.ended and plan.account_id == refund.account_id and fits and is_refund_of(refund, plan.latest):
                plan.ended = True
                break


def is_refund_of(refund: Movement, purchase: Movement) -> bool:
    """Whether the words of an estorno name this purchase: Estorno de "Loja Horizonte", LOJA WEB BR - Estorno."""
    said = [word for word in normalised(refund.description).split() if word not in _REFUND_WORDS]
    bought = normalised(purchase.description)
    if not said:
        return False
    return " ".join(said) in bought or bought in " ".join(said) or similar(" ".join(said), bought)


_REFUND_WORDS = {"estorno", "estornado", "de", "do", "da", "devolucao", "reembolso", "cancelamento", "compra", "est"}


def refund_links(movements: Sequence[Movement]) -> dict[str, str]:
    """Each estorno with the purchase it takes back: same card and merchant, at most its price, the latest before."""
    purchases = [m for m in movements if m.amount.amount < 0 and m.kind == "purchase"]
    taken: set[str] = set()
    links: dict[str, str] = {}
    for refund in sorted((m for m in movements if m.kind == "refund" and m.amount.amount > 0), key=lambda m: m.date):
        fitting = [
            p
            for p in purchases
            if p.id not in taken
            and p.account_id == refund.account_id
            and p.date <= refund.date
            and p.amount.currency == refund.amount.currency
            and refund.amount <= -p.amount
            and is_refund_of(refund, p)
        ]
        if fitting:
            best = max(fitting, key=lambda p: (-p.amount == refund.amount, p.date))
            links[refund.id] = best.id
            if -best.amount == refund.amount:
                taken.add(best.id)
    return links
