"""Where faturas are kept: what files printed of them, and their lines by month."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mel.accounts import Account, Movement
from mel.invoices.model import InvoicePrint, LineSum
from mel.shared.period import Period


class InvoiceRepository(Protocol):
    """Port. `cards` tells only what the reader may see; the rest is asked about cards that came from it."""

    def cards(self, reader: str | None = None) -> tuple[Account, ...]: ...

    def prints(self, account_id: str) -> tuple[InvoicePrint, ...]:
        """Oldest import first."""

    def keep(self, prints: Sequence[InvoicePrint]) -> None: ...

    def take_back(self, batch_id: str) -> None:
        """Forget what this import told of faturas; before its batch goes."""

    def sums(self, account_id: str) -> tuple[LineSum, ...]:
        """Every fatura by kind of line, added up where the lines lie."""

    def lines(self, account_id: str, period: Period) -> tuple[Movement, ...]: ...

    def payments(self, account_id: str) -> tuple[Movement, ...]:
        """Payments received on the card, by date."""

    def parcelas(self, account_id: str, since: Period) -> tuple[Movement, ...]:
        """Lines n/N of the faturas from a month on, and the credits beside them that may end a plan."""
