"""Income: expected sources and what was received. Benefits (VR, VA) are never cash (Decreto 12.712/2025)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from mel.shared.errors import InvalidInput
from mel.shared.ids import new_id
from mel.shared.money import Money, total
from mel.shared.names import find, match
from mel.shared.period import Period
from mel.shared.text import clean_name, fold

IncomeKind = Literal["salary", "variable", "benefit"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """Money that did come in."""

    name: str
    amount: Money
    on: date
    received_by: str | None = None
    operation_id: str | None = None
    id: str = field(default_factory=new_id)


@dataclass(frozen=True, slots=True)
class Income:
    """An expected source, paid on `day` of the month or on its `business_day`-th business day (CLT art. 459: 5th)."""

    name: str
    amount: Money
    received_by: str | None = None
    kind: IncomeKind = "salary"
    day: int | None = None
    business_day: int | None = None
    aliases: tuple[str, ...] = ()
    id: str = field(default_factory=new_id)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", clean_name(self.name))
        if not self.name:
            raise InvalidInput("name", "Falta o nome da renda.")
        if self.amount.amount < 0:
            raise InvalidInput("amount", "A renda não pode ser negativa.")

    @property
    def is_cash(self) -> bool:
        return self.kind != "benefit"


@dataclass(slots=True)
class IncomeBook:
    """A household's income. `id` is the household's; `version` guards against lost updates."""

    id: str
    sources: list[Income] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    version: int = 0

    def find_by_name(self, name: str, field: str = "name") -> Income | None:
        return find(name, self.sources, field)

    def source(self, name: str, receiver: str | None) -> Income | None:
        """The expected source that is meant; "salário" is the receiver's own where each has one."""
        found = match(name, self.sources)
        own = [each for each in found.candidates if receiver and fold(each.received_by or "") == fold(receiver)]
        return found.found or (own[0] if len(own) == 1 else None)

    def like(self, name: str, amount: Money, period: Period) -> Receipt | None:
        """The latest receipt of that month that may be the same money."""
        same = (each for each in reversed(self.receipts) if each.on in period and each.amount == amount)
        return next((each for each in same if fold(each.name) == fold(name)), None)

    @property
    def cash_sources(self) -> tuple[Income, ...]:
        return tuple(income for income in self.sources if income.is_cash)

    def receive(self, receipt: Receipt) -> None:
        if not receipt.amount.is_positive:
            raise InvalidInput("amount", "O valor recebido precisa ser maior que zero.")
        self.receipts.append(receipt)

    def received(self, period: Period, currency: str) -> Money:
        return total((r.amount for r in self.receipts if r.on in period and r.amount.currency == currency), currency)
