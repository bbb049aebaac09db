"""Bank accounts and cards, and the movements that bank files told of them. Amounts carry the owner's sign."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, datetime

from mel.shared.errors import InvalidInput
from mel.shared.ids import new_id
from mel.shared.money import Money
from mel.shared.period import Period
from mel.shared.text import clean_name
from mel.statements import ColumnChoice, Foreign, Kind, StoredRow
from mel.statements.model import Product


@dataclass(frozen=True, slots=True)
class Account:
    """A bank account or a card; `private` to its `owner`, or shared.

    `closing_day` and `due_day` (1–31, clamped per month) only predict: issuers move them, and the file that prints the
    real dates wins (securo#92). `file_keys` are what the files of this account say about whose they are; `columns` is
    the choice a person made once for a file that no profile knows.
    """

    name: str
    product: Product = "account"
    bank: str | None = None
    currency: str = "BRL"
    owner: str | None = None
    private: bool = False
    closing_day: int | None = None
    due_day: int | None = None
    limit: Money | None = None
    aliases: tuple[str, ...] = ()
    file_keys: tuple[str, ...] = ()
    columns: ColumnChoice | None = None
    id: str = field(default_factory=new_id)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", clean_name(self.name))
        if not self.name:
            raise InvalidInput("account", "Falta o nome da conta.")
        for day in (self.closing_day, self.due_day):
            if day is not None and not 1 <= day <= 31:
                raise InvalidInput("account", "O dia de fechamento ou vencimento vai de 1 a 31.")
        if self.private and self.owner is None:
            raise InvalidInput("account", "Uma conta privada precisa de uma dona ou um dono.")

    @property
    def is_card(self) -> bool:
        return self.product == "card"

    def visible_to(self, reader: str | None) -> bool:
        return not self.private or self.owner == reader

    def known_by(self, *keys: str) -> Account:
        """With further keys by which its files are told."""
        fresh = tuple(key for key in dict.fromkeys(keys) if key and key not in self.file_keys)
        return replace(self, file_keys=(*self.file_keys, *fresh)) if fresh else self


@dataclass(frozen=True, slots=True)
class Movement:
    """One line of a bank file, kept once however many files print it.

    `bank_ids` are all the ids it was seen with. `invoice` is the month of the fatura it belongs to (by its due date),
    `proven` when a fatura said so and not only a rule. `doubt` is why a person should look at it ("possível repetido").
    """

    account_id: str
    date: date
    amount: Money
    description: str
    kind: Kind = "debit"
    installment: tuple[int, int] | None = None
    bank_ids: tuple[str, ...] = ()
    foreign: Foreign | None = None
    card: str | None = None
    invoice: Period | None = None
    proven: bool = False
    doubt: str | None = None
    id: str = field(default_factory=new_id)

    @property
    def is_spending(self) -> bool:
        return self.amount.amount < 0

    def as_stored(self) -> StoredRow:
        """As `match_rows` compares it."""
        return StoredRow(
            self.id,
            self.date,
            self.amount.amount,
            self.amount.currency,
            self.description,
            self.installment,
            self.bank_ids,
        )


@dataclass(frozen=True, slots=True)
class Sighting:
    """A movement as one file printed it: the evidence that stays when other files are undone."""

    batch_id: str
    movement_id: str
    line: int | None
    date: date
    description: str
    bank_id: str | None = None
    invoice: Period | None = None
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of the lines of a file; read = new + known, and flagged are those of the new that need a look."""

    read: int = 0
    new: int = 0
    known: int = 0
    flagged: int = 0
    refused: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.read + other.read,
            self.new + other.new,
            self.known + other.known,
            self.flagged + other.flagged,
            self.refused + other.refused,
        )


@dataclass(frozen=True, slots=True)
class Balance:
    """What an account held at the end of a day, as a file printed it."""

    account_id: str
    amount: Money
    on: date


@dataclass(frozen=True, slots=True)
class Batch:
    """One import of one file, undone whole. `digest` is of the file's bytes; its raw content is not kept."""

    id: str
    at: datetime
    file: str
    digest: str
    accounts: tuple[str, ...]
    tally: Tally
    by: str | None = None
    balances: tuple[Balance, ...] = ()
