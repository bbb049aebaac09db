"""A fatura: its lines by kind, what it printed of itself, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from mel.accounts import Movement
from mel.shared.money import Money
from mel.shared.period import Period

Line = Literal["purchase", "parcela", "estorno", "payment", "iof", "interest", "fee", "cashback", "adjustment"]
Status = Literal["open", "closed", "paid", "rolled", "overdue"]
"""`rolled`: whatever was left of it is in the printed total of a later fatura."""

_LINES: dict[str, Line] = {
    "refund": "estorno",
    "payment": "payment",
    "iof": "iof",
    "interest": "interest",
    "fee": "fee",
    "cashback": "cashback",
    "adjustment": "adjustment",
}


def line_of(kind: str, installment: object) -> Line:
    """What kind of line a movement of a card is."""
    return _LINES.get(kind) or ("parcela" if installment else "purchase")


@dataclass(frozen=True, slots=True)
class InvoicePrint:
    """What one file printed of a fatura.

    `carried` is what its total holds beyond its lines (a balance of the month before, less what was paid of it);
    `difference` is printed minus read, by the file's own proof, and None where it offered none.
    """

    account_id: str
    period: Period
    batch_id: str
    closing: date | None = None
    due: date | None = None
    total: Money | None = None
    carried: Money | None = None
    difference: Money | None = None

    def over(self, older: InvoicePrint) -> InvoicePrint:
        """The newer print, with what only the older one told."""
        total = self if self.total is not None else older
        return replace(
            self,
            closing=self.closing or older.closing,
            due=self.due or older.due,
            total=total.total,
            carried=total.carried,
            difference=total.difference,
        )


@dataclass(frozen=True, slots=True)
class LineSum:
    """The lines of one kind in one fatura, added up with the owner's sign."""

    period: Period
    kind: str
    parcelled: bool
    total: Money
    count: int

    @property
    def line(self) -> Line:
        return line_of(self.kind, self.parcelled)


@dataclass(frozen=True, slots=True)
class Bill:
    """One fatura as it stands: `charges` is what its lines add up to, as a positive number; payments are not in it."""

    period: Period
    charges: Money
    by_line: dict[Line, Money]
    count: int
    printed: Money | None
    carried: Money
    closing: date | None = None
    due: date | None = None
    predicted: bool = True
    paid: Money | None = None
    status: Status = "open"

    @property
    def total(self) -> Money:
        """What is to be paid: as printed, else what its lines add up to."""
        return self.printed if self.printed is not None else self.charges + self.carried

    @property
    def difference(self) -> Money | None:
        """Printed minus kept; None when nothing was printed. Zero means nothing was lost and nothing doubled."""
        return self.printed - self.charges - self.carried if self.printed is not None else None

    @property
    def open_amount(self) -> Money:
        """What is still to be paid of it; never less than nothing."""
        if self.status == "rolled":
            return Money.zero(self.charges.currency)
        left = self.total - self.paid if self.paid is not None else self.total
        return left if left.amount > 0 else Money.zero(left.currency)


def charges(movements: Iterable[Movement], currency: str) -> Money:
    """What lines add up to, without the payments, as a positive number."""
    result = Money.zero(currency)
    for movement in movements:
        if movement.kind != "payment" and movement.amount.currency == currency:
            result -= movement.amount
    return result
