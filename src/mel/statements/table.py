"""A table of cells to a statement, by a profile. CSV, spreadsheets and HTML tables all end here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from mel.statements.amounts import parse_amount
from mel.statements.banks import bank_by_name
from mel.statements.cells import CellReader
from mel.statements.checks import ZERO, Link, broken_links, difference_to
from mel.statements.dates import DayMonth, infer_year, parse_date
from mel.statements.headers import Header, Record, match_header
from mel.statements.kinds import direction, is_balance, is_limit_or_rate, is_rate, is_total, kind_of
from mel.statements.model import AccountHint, Reconciliation, Row, Statement, Warn
from mel.statements.preamble import Preamble, read_preamble
from mel.statements.refusal import Refusal
from mel.statements.sections import Section, is_invoice_total, section_of
from mel.statements.signs import again, ways_of

_CARD_IN_TITLE = re.compile(r"(?:final|cart[aã]o|\*{2,}|x{4})\D{0,12}(\d{4})\b", re.IGNORECASE)
_LIKE_A_DATE = re.compile(r"\d{1,4}[/.\-]\d")
_LAST_FOUR = re.compile(r"\d{4}")


class TableReader:
    """Reads the records below a header, one at a time, keeping what later rows and the final checks need."""

    def __init__(self, header: Header, records: Sequence[Record], format_name: str, filename: str = "") -> None:
        self.header = header
        self.profile = header.profile
        self.format = format_name
        self.records = records
        self.preamble: Preamble = read_preamble(records[: max(header.index, 0)], filename)
        self.cells = CellReader(header, records, self.preamble.reference)
        self.section: Section = "current"
        self.rows: list[Row] = []
        self.future: list[Row] = []
        self.warnings: list[Warn] = []
        self.links: list[Link] = []
        self.totals: list[Decimal] = []
        self.opening: Decimal | None = None
        self.closing: Decimal | None = None
        self.previous: Decimal | None = None
        above = [card for record in records[: max(header.index, 0)] if (card := self._card_of(record))]
        self.card = above[-1] if above and self.profile.product != "account" else self.preamble.card
        self.last: list[Row] | None = None
        self.seen: Counter[tuple[object, ...]] = Counter()
        self.undated: list[int] = []

    def read(self) -> Statement:
        for record in self.records[self.header.index + 1 :]:
            self._record(record)
        self._without_reference()
        rows = self._signed()
        if not rows and not self.warnings and not self.future:
            self.warnings.append(Warn(None, "Nenhum lançamento neste arquivo."))
        return self._statement(tuple(rows))

    # -- one record ---------------------------------------------------------------------------------------------

    def _record(self, record: Record) -> None:
        cells = record.cells
        if not any(cells) or not record.raw.strip():
            return
        if self._is_header(record):
            return
        date_text = self.cells.cell(cells, "date")
        when = parse_date(date_text) if date_text else None
        text = self.cells.text(cells)
        if when is None:
            self._undated_record(record, text, date_text)
        else:
            self._dated_record(record, when, text)

    def _is_header(self, record: Record) -> bool:
        """The header may come again, for the next card, page or section, with its columns elsewhere."""
        first = record.cells[self.cells.roles["date"]] if self.cells.roles["date"] < len(record.cells) else ""
        if not first or first[0].isdigit():
            return False
        again = match_header(record.cells)
        if again is None or again.profile.name != self.profile.name:
            return False
        self.cells.roles = dict(again.roles)
        self.last = None
        if self.section == "after":
            self.section = "current"
        return True

    def _undated_record(self, record: Record, text: str, date_text: str) -> None:
        label = text or date_text or next((cell for cell in record.cells if cell), "")
        label, whole = label[:200], " ".join(cell for cell in record.cells[:40] if cell)[:200]
        figures = any(
            char.isdigit() for role in ("amount", "credit", "debit") for char in self.cells.cell(record.cells, role)
        )
        section = section_of(whole)
        if is_invoice_total(label) or is_invoice_total(whole):
            self._invoice_total(record)
        elif is_balance(label):
            self._balance(record, label, None)
        elif is_total(label) or is_limit_or_rate(label) or any(is_total(cell) for cell in record.cells):
            self.last = None
        elif section == "future" or (section and not figures):
            self.section, self.last = section, None
        elif self.profile.product != "account" and (card := self._card_of(record)):
            self.card, self.last = card, None
        elif not figures and not (text and _LIKE_A_DATE.match(date_text)):
            self._continuation(record, text, date_text)
        else:
            what = f"data inválida ({date_text[:30]})" if date_text else "sem data"
            self._warn(record, f"Linha não lida: {what}.")

    def _continuation(self, record: Record, text: str, date_text: str) -> None:
        if self.profile.continues and text and not date_text and self.last:
            row = self.last[-1]
            self.last[-1] = replace(row, description=f"{row.description} {text}", raw=f"{row.raw}\n{record.raw}")

    def _dated_record(self, record: Record, when: date | DayMonth, text: str) -> None:
        if is_balance(text):
            self._balance(record, text, when)
            return
        if is_rate(text) or (is_limit_or_rate(text) and not self.cells.movement_amount(record)):
            return
        amount = self.cells.movement_amount(record)
        if amount is None:
            self._warn(record, "Linha não lida: valor vazio, inválido ou ambíguo.")
            return
        installment = self.cells.installment(record.cells, text, when)
        day = self._day(when, installment)
        if day is None:
            self.undated.append(record.line)
            return
        if self.section == "after":
            self._warn(record, "Linha depois do total da fatura: não foi lida como lançamento.")
            return
        row = self._row(record, day, amount, text, installment)
        into = self.future if self.section == "future" or self.cells.later(record.cells) else self.rows
        if into is self.rows and self._repeated(record, row):
            self.last = None
            return
        if into is self.rows:
            balance = self.cells.money(record.cells, "balance")
            self.links.append(Link(record.line, day.toordinal(), amount, balance))
        into.append(row)
        self.last = into

    def _row(self, record: Record, day: date, amount: Decimal, text: str, installment: tuple[int, int] | None) -> Row:
        cells = record.cells
        owned = self.cells.owners(amount, cells)
        return Row(
            date=day,
            amount=owned,
            currency="BRL",
            description=text,
            installment=installment,
            bank_id=self.cells.cell(cells, "id") or None,
            kind=kind_of(text, owned, self.profile.product),
            foreign=self.cells.foreign(cells) if "usd" in self.cells.roles else None,
            card=self.cells.cell(cells, "card") or self.card,
            account=self.preamble.account,
            line=record.line,
            raw=record.raw,
        )

    def _day(self, when: date | DayMonth, installment: tuple[int, int] | None) -> date | None:
        if isinstance(when, date):
            return when
        return infer_year(when, self.preamble.reference, installment) if self.preamble.reference else None

    # -- what is not a movement ---------------------------------------------------------------------------------

    def _balance(self, record: Record, label: str, when: date | DayMonth | None) -> None:
        self.last = None
        if self.section not in {"current", "repeat"}:
            return
        stated = self.cells.money(record.cells, "balance")
        if stated is None:
            stated = self.cells.movement_amount(record)
        if stated is None:
            return
        if "anterior" in label.casefold():
            self.opening = stated if self.opening is None else self.opening
            self.previous = stated
        else:
            self.closing = stated
        if "balance" in self.cells.roles and when is not None:
            day = when.toordinal() if isinstance(when, date) else 0
            self.links.append(Link(record.line, day, ZERO, self.cells.money(record.cells, "balance")))

    def _invoice_total(self, record: Record) -> None:
        found = [
            amount
            for cell in record.cells
            if (amount := parse_amount(cell, self.cells.conventions["amount"])) is not None
        ]
        if found and self.section != "future":
            self.totals.append(found[-1])
            self.section = "after"
        self.last = None

    def _card_of(self, record: Record) -> str | None:
        filled = [cell.strip() for cell in record.cells if cell.strip()]
        if len(filled) >= 2 and _LAST_FOUR.fullmatch(filled[-1]) and not filled[0][:1].isdigit():
            return filled[-1]
        found = _CARD_IN_TITLE.search(" ".join(filled))
        return found[1] if found else None

    def _repeated(self, record: Record, row: Row) -> bool:
        """A section that lists rows again: equal date, document, amount and balance is the same movement (k38)."""
        key = (
            row.date,
            row.amount,
            self.cells.cell(record.cells, "document"),
            self.cells.cell(record.cells, "balance"),
        )
        if self.section == "repeat":
            if self.seen[key] > 0:
                self.seen[key] -= 1
                return True
        elif "document" in self.cells.roles and "balance" in self.cells.roles:
            self.seen[key] += 1
        return False

    def _warn(self, record: Record, message: str) -> None:
        self.warnings.append(Warn(record.line, message, record.raw[:300]))

    def _without_reference(self) -> None:
        if self.undated and not self.preamble.reference:
            raise Refusal(
                "year", "As datas deste arquivo não têm ano, e nada nele diz de quando é. Exporte com a data completa."
            )
        for line in self.undated:
            self.warnings.append(Warn(line, "Linha não lida: não há ano possível para esta data."))

    # -- after the last record ----------------------------------------------------------------------------------

    def _signed(self) -> list[Row]:
        """Profiles know their sign; a table that anybody may have written shows it by its balances or its words."""
        product = self.profile.product
        unsure = self.profile.generic or self.profile.needs_card_context
        if unsure and self.rows and not self.cells.side_role and "amount" in self.cells.roles:
            ways = ways_of(self.rows, self.links, one_sided_is_doubt=self.profile.generic, columns=self.header.names)
            if ways is not None:
                self.rows = [again(row, row.amount * way, product) for row, way in zip(self.rows, ways, strict=True)]
                same = ways[0] if len(set(ways)) == 1 else 0
                self.future = [
                    again(row, row.amount * (same or direction(row.description) or -1), product) for row in self.future
                ]
                amounts = {row.line: row.amount for row in self.rows}
                self.links = [link._replace(amount=amounts.get(link.line, link.amount)) for link in self.links]
        elif self.profile.continues:
            return [again(row, row.amount, product) for row in self.rows]
        return self.rows

    def _statement(self, rows: tuple[Row, ...]) -> Statement:
        product = self.profile.product
        preamble = self.preamble
        return Statement(
            format=self.format,
            profile=self.profile.name,
            product=product,
            rows=rows,
            warnings=tuple(self.warnings),
            hint=AccountHint(
                bank=self.profile.bank or bank_by_name(preamble.text),
                branch=preamble.branch,
                account=preamble.account,
                card=self._only_card(rows),
                holder=None,
            ),
            period=preamble.period,
            closing_date=preamble.closing,
            due_date=preamble.due,
            printed_total=self.totals[-1] if self.totals else preamble.total,
            opening_balance=self.opening,
            closing_balance=self.closing,
            future=tuple(self.future),
            reconciliation=self._reconciled(rows),
        )

    def _only_card(self, rows: Sequence[Row]) -> str | None:
        cards = {row.card for row in rows if row.card}
        return cards.pop() if len(cards) == 1 else None

    def _reconciled(self, rows: Sequence[Row]) -> Reconciliation:
        checked: list[str] = []
        difference: Decimal | None = None
        broken: tuple[int, ...] = ()
        if "balance" in self.cells.roles:
            found = broken_links(self.links)
            if found is not None:
                checked.append("balance chain")
                broken = found
                self.warnings.extend(
                    Warn(line, "O saldo impresso não fecha com o lançamento: pode faltar uma linha.")
                    for line in found[:20]
                )
        total = self.totals[-1] if self.totals else self.preamble.total
        if total is not None and self.profile.product == "card":
            checked.append("total")
            difference = difference_to(total, rows, self.previous)
            if difference:
                self.warnings.append(Warn(None, f"A soma lida difere do total impresso em R$ {difference}."))
        return Reconciliation(tuple(checked), difference, broken)
