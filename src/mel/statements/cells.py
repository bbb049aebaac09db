"""The cells of a table's rows by their role: text, amounts with their sign, installment, foreign side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from mel.statements.amounts import Convention, convention_of, has_side, parse_amount
from mel.statements.checks import ZERO
from mel.statements.dates import DayMonth, infer_year
from mel.statements.headers import Header, Record
from mel.statements.installments import from_column, from_text
from mel.statements.model import Foreign

_MONEY_ROLES = ("amount", "credit", "debit", "balance", "usd", "rate")
# No bank prints more; a file that does is not worth the patterns run over it.
LONGEST_TEXT = 500
_SIDES = {
    "d": -1,
    "debito": -1,
    "saida": -1,
    "-": -1,
    "c": 1,
    "credito": 1,
    "entrada": 1,
    "+": 1,
    "despesa": -1,
    "receita": 1,
}
_LATER = re.compile(r"\b(?:agendad|futur|programad|a vencer|provision)", re.IGNORECASE)


class CellReader:
    """Knows which column plays which role, and how the whole table writes its figures."""

    def __init__(self, header: Header, records: Sequence[Record], reference: date | None) -> None:
        self.header, self.profile = header, header.profile
        self.records, self.reference = records, reference
        self.roles = dict(header.roles)
        self.conventions = self._conventions()
        self.side_role = self._side_role()

    def _cells(self, role: str) -> Iterable[str]:
        where = self.roles.get(role)
        if where is None:
            return ()
        return (record.cells[where] for record in self.records[self.header.index + 1 :] if where < len(record.cells))

    def _conventions(self) -> dict[str, Convention]:
        """One convention for the money columns together: a bank writes all of them one way (actual#2143)."""
        shown = convention_of(text for role in _MONEY_ROLES for text in self._cells(role))
        if shown == "unknown" and any("r$" in name.casefold() for name in self.header.names):
            shown = "comma"
        if shown == "unknown" and any("r$" in text.casefold() for text in self._cells("amount")):
            shown = "comma"
        if shown == "mixed":
            return {role: _lean(convention_of(self._cells(role)), shown) for role in _MONEY_ROLES}
        return dict.fromkeys(_MONEY_ROLES, shown)

    def _side_role(self) -> str | None:
        """A column whose every value says debit or credit (securo#665), whatever it is called."""
        for role in ("side", "type"):
            values = {text.strip().casefold().replace("é", "e").replace("í", "i") for text in self._cells(role)} - {""}
            if values and values <= _SIDES.keys():
                return role
        return None

    def owners(self, amount: Decimal, cells: Sequence[str]) -> Decimal:
        if not self.profile.inverted or not amount or has_side(self.cell(cells, "amount")):
            return amount
        return -amount

    def cell(self, cells: Sequence[str], role: str) -> str:
        where = self.roles.get(role)
        return cells[where].strip() if where is not None and where < len(cells) else ""

    def text(self, cells: Sequence[str]) -> str:
        parts: list[str] = []
        for role in self.profile.text:
            part = " ".join(self.cell(cells, role).split())
            if part and part not in parts:
                parts.append(part)
        return " - ".join(parts)[:LONGEST_TEXT]

    def money(self, cells: Sequence[str], role: str) -> Decimal | None:
        text = self.cell(cells, role)
        return parse_amount(text, self.conventions[role]) if text else None

    def movement_amount(self, record: Record) -> Decimal | None:
        cells = record.cells
        if len(cells) > len(self.header.names) and any(cells[len(self.header.names) :]):
            # One delimiter too many: which cell is the amount is no longer known.
            return None
        if "amount" in self.roles:
            amount = self.money(cells, "amount")
            if amount is not None and self.side_role:
                side = self.cell(cells, self.side_role).casefold().replace("é", "e").replace("í", "i")
                return abs(amount) * _SIDES[side] if side in _SIDES else None
            return amount
        return self._two_columns(cells)

    def _two_columns(self, cells: Sequence[str]) -> Decimal | None:
        """Credit and debit columns; the debit one may be written negative or not (Santander, Bradesco)."""
        for role in ("credit", "debit"):
            if self.cell(cells, role) and self.money(cells, role) is None:
                return None
        credit, debit = self.money(cells, "credit"), self.money(cells, "debit")
        if credit is None and debit is None:
            return None
        if (credit and debit) or (credit and credit < 0):
            return None
        return credit if credit else -abs(debit) if debit else ZERO

    def installment(self, cells: Sequence[str], text: str, when: date | DayMonth) -> tuple[int, int] | None:
        if "installment" in self.roles:
            # A column of its own speaks alone: "YELO SEG PARC8" beside "-" is no parcela.
            return from_column(self.cell(cells, "installment"))
        posted = when if isinstance(when, date) else None
        if posted is None and isinstance(when, DayMonth) and self.reference:
            posted = infer_year(when, self.reference)
        return from_text(text, posted, 45 if self.profile.product == "account" else 7)

    def foreign(self, cells: Sequence[str]) -> Foreign | None:
        dollars = self.money(cells, "usd")
        if not dollars:
            return None
        rate = self.cell(cells, "rate").replace("R$", "").strip().replace(",", ".")
        return Foreign(
            "USD", abs(dollars), Decimal(rate) if re.fullmatch(r"\d+\.\d+|\d+", rate) and rate != "0" else None
        )

    def later(self, cells: Sequence[str]) -> bool:
        return "status" in self.roles and bool(_LATER.search(self.cell(cells, "status")))


def _lean(own: Convention, all_of_them: Convention) -> Convention:
    return all_of_them if own == "unknown" else own
