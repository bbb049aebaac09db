"""A table of cells to a statement, by a profile. CSV, spreadsheets and HTML tables all end here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from mel.statements.amounts import Convention, convention_of, has_side, parse_amount
from mel.statements.banks import bank_by_name
from mel.statements.checks import ZERO, Link, broken_links, difference_to
from mel.statements.dates import DayMonth, infer_year, parse_date
from mel.statements.headers import Header, Record, match_header
from mel.statements.installments import from_column, from_text
from mel.statements.kinds import direction, is_balance, is_limit_or_rate, is_rate, is_total, kind_of
from mel.statements.model import AccountHint, Foreign, Reconciliation, Row, Statement, Warn
from mel.statements.preamble import Preamble, read_preamble
from mel.statements.refusal import Refusal
from mel.statements.sections import Section, is_invoice_total, section_of

_MONEY_ROLES = ("amount", "credit", "debit", "balance", "usd", "rate")
_CARD_IN_TITLE = re.compile(r"(?:final|cart[aã]o|\*{2,}|x{4})\D{0,12}(\d{4})\b", re.IGNORECASE)
_LAST_FOUR = re.compile(r"\d{4}")
_SIDES = {"d": -1, "debito": -1, "saida": -1, "-": -1, "c": 1, "credito": 1, "entrada": 1, "+": 1}
_LATER = re.compile(r"\b(?:agendad|futur|programad|a vencer|provision)", re.IGNORECASE)


class TableReader:
    """Reads the records below a header, one at a time, keeping what later rows and the final checks need."""

    def __init__(self, header: Header, records: Sequence[Record], format_name: str, filename: str = "") -> None:
        self.header = header
        self.profile = header.profile
        self.roles = dict(header.roles)
        self.format = format_name
        self.records = records
        self.preamble: Preamble = read_preamble(records[: max(header.index, 0)], filename)
        self.conventions = self._conventions()
        self.side_role = self._side_role()
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
        date_text = self._cell(cells, "date")
        when = parse_date(date_text) if date_text else None
        text = self._text(cells)
        if when is None:
            self._undated_record(record, text, date_text)
        else:
            self._dated_record(record, when, text)

    def _is_header(self, record: Record) -> bool:
        """The header may come again, for the next card, page or section, with its columns elsewhere."""
        first = record.cells[self.roles["date"]] if self.roles["date"] < len(record.cells) else ""
        if not first or first[0].isdigit():
            return False
        again = match_header(record.cells)
        if again is None or again.profile.name != self.profile.name:
            return False
        self.roles = dict(again.roles)
        self.last = None
        if self.section == "after":
            self.section = "current"
        return True

    def _undated_record(self, record: Record, text: str, date_text: str) -> None:
        label = text or date_text or next((cell for cell in record.cells if cell), "")
        whole = " ".join(cell for cell in record.cells if cell)
        amounts = [amount for role in ("amount", "credit", "debit") if (amount := self._money(record.cells, role))]
        if is_invoice_total(label) or is_invoice_total(whole):
            self._invoice_total(record)
        elif is_balance(label):
            self._balance(record, label, None)
        elif is_total(label) or is_limit_or_rate(label) or any(is_total(cell) for cell in record.cells):
            self.last = None
        elif section := section_of(whole):
            self.section, self.last = section, None
        elif self.profile.product != "account" and (card := self._card_of(record)):
            self.card, self.last = card, None
        elif not amounts:
            self._continuation(record, text, date_text)
        else:
            what = f"data inválida ({date_text[:30]})" if date_text else "sem data"
            self._warn(record, f"Linha não lida: {what}.")

    def _continuation(self, record: Record, text: str, date_text: str) -> None:
        if date_text and self.last is not None and len(record.cells) > 1 and text:
            self._warn(record, f"Linha não lida: data inválida ({date_text[:30]}).")
        elif self.profile.continues and text and not date_text and self.last:
            row = self.last[-1]
            self.last[-1] = replace(row, description=f"{row.description} {text}", raw=f"{row.raw}\n{record.raw}")

    def _dated_record(self, record: Record, when: date | DayMonth, text: str) -> None:
        if is_balance(text):
            self._balance(record, text, when)
            return
        if is_rate(text) or (is_limit_or_rate(text) and not self._movement_amount(record)):
            return
        amount = self._movement_amount(record)
        if amount is None:
            self._warn(record, "Linha não lida: valor vazio, inválido ou ambíguo.")
            return
        installment = self._installment(record.cells, text, when)
        day = self._day(when, installment)
        if day is None:
            self.undated.append(record.line)
            return
        if self.section == "after":
            self._warn(record, "Linha depois do total da fatura: não foi lida como lançamento.")
            return
        row = self._row(record, day, amount, text, installment)
        into = self.future if self.section == "future" or self._later(record.cells) else self.rows
        if into is self.rows and self._repeated(record, row):
            self.last = None
            return
        if into is self.rows:
            balance = self._money(record.cells, "balance")
            self.links.append(Link(record.line, day.toordinal(), amount, balance))
        into.append(row)
        self.last = into

    def _row(self, record: Record, day: date, amount: Decimal, text: str, installment: tuple[int, int] | None) -> Row:
        cells = record.cells
        owned = self._owners(amount, cells)
        return Row(
            date=day,
            amount=owned,
            currency="BRL",
            description=text,
            installment=installment,
            bank_id=self._cell(cells, "id") or None,
            kind=kind_of(text, owned, self.profile.product),
            foreign=self._foreign(cells) if "usd" in self.roles else None,
            card=self._cell(cells, "card") or self.card,
            account=self.preamble.account,
            line=record.line,
            raw=record.raw,
        )

    def _owners(self, amount: Decimal, cells: Sequence[str]) -> Decimal:
        if not self.profile.inverted or not amount or has_side(self._cell(cells, "amount")):
            return amount
        return -amount

    # -- the cells of a record ----------------------------------------------------------------------------------

    def _cell(self, cells: Sequence[str], role: str) -> str:
        where = self.roles.get(role)
        return cells[where].strip() if where is not None and where < len(cells) else ""

    def _text(self, cells: Sequence[str]) -> str:
        parts: list[str] = []
        for role in self.profile.text:
            part = " ".join(self._cell(cells, role).split())
            if part and part not in parts:
                parts.append(part)
        return " - ".join(parts)

    def _money(self, cells: Sequence[str], role: str) -> Decimal | None:
        text = self._cell(cells, role)
        return parse_amount(text, self.conventions[role]) if text else None

    def _movement_amount(self, record: Record) -> Decimal | None:
        cells = record.cells
        if len(cells) > len(self.header.names) and any(cells[len(self.header.names) :]):
            # One delimiter too many: which cell is the amount is no longer known.
            return None
        if "amount" in self.roles:
            amount = self._money(cells, "amount")
            if amount is not None and self.side_role:
                side = self._cell(cells, self.side_role).casefold().replace("é", "e").replace("í", "i")
                return abs(amount) * _SIDES[side] if side in _SIDES else None
            return amount
        return self._two_columns(cells)

    def _two_columns(self, cells: Sequence[str]) -> Decimal | None:
        """Credit and debit columns; the debit one may be written negative or not (Santander, Bradesco)."""
        for role in ("credit", "debit"):
            if self._cell(cells, role) and self._money(cells, role) is None:
                return None
        credit, debit = self._money(cells, "credit"), self._money(cells, "debit")
        if credit is None and debit is None:
            return None
        if (credit and debit) or (credit and credit < 0):
            return None
        return credit if credit else -abs(debit) if debit else ZERO

    def _installment(self, cells: Sequence[str], text: str, when: date | DayMonth) -> tuple[int, int] | None:
        if "installment" in self.roles:
            # A column of its own speaks alone: "YELO SEG PARC8" beside "-" is no parcela.
            return from_column(self._cell(cells, "installment"))
        posted = when if isinstance(when, date) else None
        if posted is None and isinstance(when, DayMonth) and self.preamble.reference:
            posted = infer_year(when, self.preamble.reference)
        return from_text(text, posted, 45 if self.profile.product == "account" else 7)

    def _day(self, when: date | DayMonth, installment: tuple[int, int] | None) -> date | None:
        if isinstance(when, date):
            return when
        return infer_year(when, self.preamble.reference, installment) if self.preamble.reference else None

    def _foreign(self, cells: Sequence[str]) -> Foreign | None:
        dollars = self._money(cells, "usd")
        if not dollars:
            return None
        rate = self._cell(cells, "rate").replace("R$", "").strip().replace(",", ".")
        return Foreign(
            "USD", abs(dollars), Decimal(rate) if re.fullmatch(r"\d+\.\d+|\d+", rate) and rate != "0" else None
        )

    def _later(self, cells: Sequence[str]) -> bool:
        return "status" in self.roles and bool(_LATER.search(self._cell(cells, "status")))

    # -- what is not a movement ---------------------------------------------------------------------------------

    def _balance(self, record: Record, label: str, when: date | DayMonth | None) -> None:
        self.last = None
        if self.section not in {"current", "repeat"}:
            return
        stated = self._money(record.cells, "balance")
        if stated is None:
            stated = self._movement_amount(record)
        if stated is None:
            return
        if "anterior" in label.casefold():
            self.opening = stated if self.opening is None else self.opening
            self.previous = stated
        else:
            self.closing = stated
        if "balance" in self.roles and when is not None:
            day = when.toordinal() if isinstance(when, date) else 0
            self.links.append(Link(record.line, day, ZERO, self._money(record.cells, "balance")))

    def _invoice_total(self, record: Record) -> None:
        found = [
            amount for cell in record.cells if (amount := parse_amount(cell, self.conventions["amount"])) is not None
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
        key = (row.date, row.amount, self._cell(record.cells, "document"), self._cell(record.cells, "balance"))
        if self.section == "repeat":
            if self.seen[key] > 0:
                self.seen[key] -= 1
                return True
        elif "document" in self.roles and "balance" in self.roles:
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
        """Profiles know their sign; the generic one takes it from the balance chain or from the words."""
        unsure = self.profile.generic or self.profile.needs_card_context
        doubtful = unsure and self.rows and not self.side_role and "amount" in self.roles
        if doubtful and self._inverted_by_evidence():
            self.rows = [self._again(row, -row.amount) for row in self.rows]
            self.future = [self._again(row, -row.amount) for row in self.future]
        elif self.profile.continues:
            return [self._again(row, row.amount) for row in self.rows]
        return self.rows

    def _again(self, row: Row, amount: Decimal) -> Row:
        return replace(row, amount=amount, kind=kind_of(row.description, amount, self.profile.product))

    def _inverted_by_evidence(self) -> bool:
        links = self.links
        # On a card a payment comes in, whatever its words say on an account.
        telling = [row for row in self.rows if kind_of(row.description, row.amount, "card") != "payment"]
        words = [direction(row.description) * (1 if row.amount > 0 else -1) for row in telling]
        if broken_links(links) == ():
            return False
        if broken_links(links, -1) == ():
            return True
        agree, against = words.count(1), words.count(-1)
        one_sided = self.profile.generic and all(row.amount >= 0 for row in self.rows)
        if (against and not agree) or (one_sided and agree < len(self.rows)):
            raise Refusal(
                "sign",
                "Não sei se neste arquivo o valor positivo é gasto ou entrada. Diga qual é, ou exporte em OFX.",
                tuple(self.header.names),
            )
        return False

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
        if "balance" in self.roles:
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


def _lean(own: Convention, all_of_them: Convention) -> Convention:
    return all_of_them if own == "unknown" else own
