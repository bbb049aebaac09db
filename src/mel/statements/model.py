"""What a bank file says, as plain rows. Amounts carry the owner's sign: what leaves the couple is negative."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Literal

Kind = Literal[
    "purchase",
    "refund",
    "payment",
    "iof",
    "interest",
    "fee",
    "cashback",
    "adjustment",
    "yield",
    "withdrawal",
    "transfer",
    "debit",
    "credit",
]
Product = Literal["account", "card"]


@dataclass(frozen=True, slots=True)
class Foreign:
    """The original side of a purchase abroad; what the file does not print is None."""

    currency: str
    amount: Decimal | None = None
    rate: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One movement as printed. On a card too, a purchase is negative and a payment received positive.

    `kind` "payment" is the payment of a fatura, on either side: two rows of one transfer.
    `date` is the printed one; a parcela keeps the date of its purchase where the bank repeats it.
    """

    date: date
    amount: Decimal
    currency: str
    description: str
    installment: tuple[int, int] | None = None
    bank_id: str | None = None
    kind: Kind = "debit"
    foreign: Foreign | None = None
    card: str | None = None
    account: str | None = None
    line: int | None = None
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Warn:
    """Something a person must see: a line that was not read, or a figure that does not add up."""

    line: int | None
    message: str
    raw: str = ""


@dataclass(frozen=True, slots=True)
class AccountHint:
    """What the file says about whose it is; which account of the household that is, the person decides once."""

    bank: str | None = None
    bank_id: str | None = None
    branch: str | None = None
    account: str | None = None
    card: str | None = None
    holder: str | None = None

    def key(self) -> tuple[str, str, str]:
        """Equal for two files of one account: without blanks, punctuation and leading zeros."""
        return (_bare(self.bank_id), _bare(self.branch), _bare(self.account or self.card))


def _bare(text: str | None) -> str:
    return "".join(char for char in (text or "").casefold() if char.isalnum() or char == "*").lstrip("0")


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """What the file itself proves about the reading.

    `checked` names the proofs found: "total" of an invoice, "balance chain" of an account. `difference` is the printed
    total minus what was read. A chain shows that nothing is missing between its ends, only a total that nothing is
    missing at all; with neither, completeness is unknown and no summary may claim it.
    """

    checked: tuple[str, ...] = ()
    difference: Decimal | None = None
    broken_lines: tuple[int, ...] = ()

    @property
    def proved(self) -> bool:
        """What the file offers to check agrees with the reading."""
        return bool(self.checked) and not self.difference and not self.broken_lines

    @property
    def whole(self) -> bool:
        """The printed total shows that every line was read."""
        return self.proved and "total" in self.checked


@dataclass(frozen=True, slots=True)
class Statement:
    """One account or card of one file."""

    format: str
    profile: str
    product: Product | None
    rows: tuple[Row, ...]
    warnings: tuple[Warn, ...] = ()
    hint: AccountHint = field(default_factory=AccountHint)
    period: tuple[date, date] | None = None
    closing_date: date | None = None
    due_date: date | None = None
    printed_total: Decimal | None = None
    opening_balance: Decimal | None = None
    closing_balance: Decimal | None = None
    future: tuple[Row, ...] = ()
    reconciliation: Reconciliation = field(default_factory=Reconciliation)


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """Which column is which, chosen by a person for a file no profile knows; names as printed, or 1-based numbers.

    `purchases_positive` says that the file writes spending as a positive number, as most card files do.
    """

    date: str | int
    description: str | int | tuple[str | int, ...]
    amount: str | int | None = None
    credit: str | int | None = None
    debit: str | int | None = None
    identifier: str | int | None = None
    installment: str | int | None = None
    purchases_positive: bool = False
    product: Product | None = None
