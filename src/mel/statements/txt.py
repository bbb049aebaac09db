"""Banco do Brasil card invoices as fixed-width text, old (dd/mm) and new (DD.MM.YYYY glued to the description)."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

from mel.statements.amounts import CENT, parse_amount
from mel.statements.checks import difference_to
from mel.statements.dates import DayMonth, infer_year, parse_date
from mel.statements.installments import from_text
from mel.statements.kinds import is_balance, kind_of
from mel.statements.model import AccountHint, Foreign, Reconciliation, Row, Statement, Warn
from mel.statements.preamble import preamble_of
from mel.statements.refusal import Refusal, truncated
from mel.statements.sections import section_of

_MONEY = r"-?[\d.]*\d,\d{2}-?"
_LINE = re.compile(rf"(\d{{2}}[./]\d{{2}}(?:[./]\d{{4}})?)(?=\D)\s*(.*?)\s+({_MONEY})\s+({_MONEY})\s*")
_STARTS = re.compile(r"\d{2}(?:\.\d{2}\.\d{4}|/\d{2}(?:/\d{4})?)(?!\d)")
_DUE = re.compile(r"^\s*vencimento\s*:\s*(\d{2}\.\d{2}\.\d{4})", re.IGNORECASE | re.MULTILINE)
_RATE = re.compile(rf"=\s*{_MONEY}\s*X\s*([\d.,]+)\s*=\s*({_MONEY})", re.IGNORECASE)
_TOTAL = re.compile(rf"^\s*total(?: da fatura)?\s*:?\s*(?:R\$)?\s*({_MONEY})", re.IGNORECASE | re.MULTILINE)
_CARD = re.compile(r"nr\.?\s*cart\w*\s*:?\s*\S*?(\d{4})\s*$", re.IGNORECASE | re.MULTILINE)


def is_card_txt(text: str) -> bool:
    """A due date of its own line and at least one fixed-width movement or the table's title."""
    head = text[:20_000]
    return bool(_DUE.search(head)) and ("US$" in head or any(_LINE.fullmatch(line) for line in head.split("\n")))


class _Invoice:
    """Reads line by line. Only a line that starts with a date is a movement; nothing else is."""

    def __init__(self, text: str) -> None:
        self.text = text
        due = parse_date(_DUE.search(text)[1])  # type: ignore[index]  # is_card_txt found it
        if not isinstance(due, date):
            raise Refusal("year", "O vencimento escrito na fatura não é uma data válida.")
        self.due = due
        card = _CARD.search(text)
        self.card = card[1] if card else None
        rate = _RATE.search(text)
        self.rate = Decimal(rate[1].replace(",", ".")) if rate and re.fullmatch(r"\d+[.,]\d+", rate[1]) else None
        if not self.rate:
            self.rate = None
        self.converted = parse_amount(rate[2], "comma") if rate else None
        self.rows: list[Row] = []
        self.future: list[Row] = []
        self.warnings: list[Warn] = []
        self.in_future = False

    def read(self) -> None:
        lines = self.text.split("\n")
        if lines[-1].strip() and _STARTS.match(lines[-1].strip()):
            # A movement with no line end after it: the totals that close every invoice are missing.
            raise truncated("A fatura")
        for number, line in enumerate(lines, 1):
            stripped = line.strip()
            section = section_of(stripped) if stripped and not stripped[0].isdigit() else None
            if section:
                self.in_future = section == "future"
            if _STARTS.match(stripped):
                self._movement(number, stripped)
        self._check_dollars()

    def _movement(self, number: int, line: str) -> None:
        found = _LINE.fullmatch(line)
        when = parse_date(found[1]) if found else None
        if not found or when is None:
            self.warnings.append(Warn(number, "Linha não lida: data ou valor inválido.", line[:300]))
            return
        description = " ".join(found[2].split())
        if is_balance(description):
            return
        reais, dollars = parse_amount(found[3], "comma"), parse_amount(found[4], "comma")
        if reais is None or dollars is None:
            self.warnings.append(Warn(number, "Linha não lida: valor inválido.", line[:300]))
            return
        posted = infer_year(when, self.due) if isinstance(when, DayMonth) else when
        installment = from_text(description, posted)
        day = infer_year(when, self.due, installment) if isinstance(when, DayMonth) else when
        if day is None:
            self.warnings.append(Warn(number, "Linha não lida: não há ano possível para esta data.", line[:300]))
            return
        abroad = None
        if not reais and dollars:
            if self.rate is None:
                self.warnings.append(Warn(number, "Compra em dólar sem cotação impressa: não foi lida.", line[:300]))
                return
            reais = (dollars * self.rate).quantize(CENT)
            abroad = Foreign("USD", abs(dollars), self.rate)
        amount = -reais
        (self.future if self.in_future else self.rows).append(
            Row(
                date=day,
                amount=amount + 0,
                currency="BRL",
                description=description,
                installment=installment,
                kind=kind_of(description, amount, "card"),
                foreign=abroad,
                card=self.card,
                line=number,
                raw=line,
            )
        )

    def _check_dollars(self) -> None:
        """Each line is converted alone, so the converted total may differ by a cent a line, not by more."""
        abroad = [row for row in self.rows if row.foreign]
        if not abroad or self.converted is None:
            return
        gap = self.converted + sum(row.amount for row in abroad)
        if abs(gap) > CENT * len(abroad):
            self.warnings.append(Warn(None, f"As compras em dólar diferem do total convertido em R$ {gap}."))


def read_card_txt(text: str) -> Statement:
    invoice = _Invoice(text)
    invoice.read()
    total = _TOTAL.search(text)
    printed = parse_amount(total[1], "comma") if total else None
    difference = difference_to(printed, invoice.rows) if printed is not None else None
    if difference and abs(difference) > CENT * sum(1 for row in invoice.rows if row.foreign):
        invoice.warnings.append(Warn(None, f"A soma lida difere do total impresso em R$ {difference}."))
    if not invoice.rows and not invoice.warnings:
        invoice.warnings.append(Warn(None, "Nenhum lançamento neste arquivo."))
    preamble = preamble_of(text)
    return Statement(
        format="txt",
        profile="bb-cartao-txt",
        product="card",
        rows=tuple(invoice.rows),
        warnings=tuple(invoice.warnings),
        hint=AccountHint(bank="Banco do Brasil", card=invoice.card),
        closing_date=preamble.closing,
        due_date=invoice.due,
        printed_total=printed,
        future=tuple(invoice.future),
        reconciliation=Reconciliation(("total",) if printed is not None else (), difference),
    )
