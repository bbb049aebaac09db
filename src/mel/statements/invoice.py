"""The lines of a PDF in reading order to a statement: a small grammar of dated rows, sections and totals.

A row is a line that starts with a date and ends with an amount. What no section or column explains is not guessed: a
card invoice whose rows do not add up to its printed total is refused, with the difference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from mel.shared.text import fold
from mel.statements.amounts import has_side, parse_amount
from mel.statements.banks import bank_by_name
from mel.statements.checks import ZERO, Link, broken_links, difference_to
from mel.statements.dates import DayMonth, infer_year
from mel.statements.facts import Facts, read_facts
from mel.statements.installments import from_text
from mel.statements.kinds import is_balance, is_total, kind_of
from mel.statements.model import AccountHint, Foreign, Reconciliation, Row, Statement, Warn
from mel.statements.printed import Columns, Money, header_columns, leading_date, trailing_money
from mel.statements.refusal import Refusal
from mel.statements.sections import section_of
from mel.statements.words import Line

_CREDITS = re.compile(
    r"\W*(?:pagamentos?(?: efetuados?| recebidos?| realizados?| e (?:creditos|financiamentos|estornos|devolucoes))?|"
    r"movimentacoes na fatura|creditos?(?: e .*)?|estornos?(?: e .*)?|ajustes? a credito)\W*"
)
_MASK = re.compile(r"(?:[•*·xX.]{2,}[\s.]*)+(\d{4})\b\s*")
_CARD = re.compile(r"(?:final|cart[aã]o\b.*?[x*•.\d]{4,}.?|\*{2,}|•{2,})\D{0,8}(\d{4})\b\)?", re.IGNORECASE)
_FX_AMOUNT = re.compile(
    r"(?:.*?\s)??(USD|EUR|GBP|ARS|CLP|UYU|CAD|CHF|JPY|MXN|COP|PEN|AUD|US\$)\s*([\d.,]+)\b.*", re.IGNORECASE
)
_FX_RATE = re.compile(
    r"(?:d[oó]lar de convers[aã]o|convers[aã]o|cota[cç][aã]o).*?R?\$?\s*(\d+[.,]\d{2,6})(?!\d)", re.IGNORECASE
)
_FX_EQUALS = re.compile(r"=\s*(?:R\$|BRL)\s*(\d+[.,]\d{2,6})(?!\d)", re.IGNORECASE)
_FX_LABEL = re.compile(
    r"convers[a-z]+|cotacao|(?:^|\s)(?:usd|eur|gbp|ars|clp|uyu|cad|chf|jpy|mxn|cop|pen|aud|us\$)(?:\s*[\d.,]*)?$"
)
_FX_DOTTED = re.compile(r"\d[.,]\d{1,6}\s*$")
_UNDATED_IOF = re.compile(
    r"repasse (?:de|do) iof\b|iof (?:de )?(?:compras|transacoes|despesas) (?:internacionais|no exterior)"
)
_FULL_DATE = re.compile(r"\d{2}/\d{2}(?:/\d{2,4})?")


class _Pending:
    """A dated line still without its amount, which a foreign purchase prints some lines below."""

    def __init__(self, when: date | DayMonth, text: str, raw: str, card: str | None) -> None:
        self.when, self.text, self.raw, self.card = when, text, raw, card
        self.below: list[str] = []


class InvoiceReader:
    def __init__(self, facts: Facts, lines: Sequence[Line]) -> None:
        self.facts, self.lines = facts, lines
        self.product = facts.product
        self.columns: Columns = ()
        self.section = "current"
        self.card: str | None = facts.card
        self.rows: list[Row] = []
        self.future: list[Row] = []
        self.warnings: list[Warn] = []
        self.links: list[Link] = []
        self.pending: _Pending | None = None
        self.last: list[Row] | None = None
        self.previous: Decimal | None = facts.previous
        self.line = 0

    def read(self) -> None:
        for number, line in enumerate(self.lines, 1):
            self.line = number
            columns = header_columns(line)
            if columns is not None:
                self.columns, self.last = columns, None
                continue
            found = leading_date(line.words)
            if found:
                self._dated(line, *found)
            else:
                self._undated(line)
        self._drop_pending()

    # -- rows ---------------------------------------------------------------------------------------------------

    def _dated(self, line: Line, when: date | DayMonth, taken: int) -> None:
        self._drop_pending()
        money, left = trailing_money(line.words, taken)
        words = line.words[taken:left]
        if len([column for column in self.columns if column.role == "date"]) > 1 and words:
            words = words[1:] if _FULL_DATE.fullmatch(words[0].text) else words
        text, card = self._plain(" ".join(word.text for word in words))
        if is_balance(text):
            self._balance(text, money, when)
        elif not money:
            self.pending = _Pending(when, text, line.text, card) if text else None
        elif text:
            self._add(when, text, money, line.text, card)

    def _plain(self, text: str) -> tuple[str, str | None]:
        """The description without the mask of the card that paid."""
        mask = _MASK.match(text)
        if mask and mask.end() < len(text):
            return " ".join(text[mask.end() :].split()), mask[1]
        return " ".join(text.removesuffix("R$").split()), None

    def _add(self, when: date | DayMonth, text: str, money: Sequence[Money], raw: str, card: str | None = None) -> None:
        values = self._assign(money)
        amount = self._amount(values, text)
        if amount is None:
            self.warnings.append(Warn(self.line, "Linha não lida: valor ambíguo.", raw[:300]))
            return
        posted = (
            when if isinstance(when, date) else infer_year(when, self.facts.reference) if self.facts.reference else None
        )
        installment = from_text(text, posted, 7 if self.product == "card" else 45)
        day = self._day(when, installment)
        dollars = parse_amount(values["usd"], "comma") if "usd" in values else None
        row = Row(
            date=day,
            amount=amount,
            currency="BRL",
            description=text,
            installment=installment,
            kind=kind_of(text, amount, self.product),
            foreign=Foreign("USD", abs(dollars)) if dollars else None,
            card=card or self.card,
            line=self.line,
            raw=raw,
        )
        into = self.future if self.section == "future" else self.rows
        if into is self.rows and "balance" in values:
            self.links.append(Link(self.line, day.toordinal(), amount, parse_amount(values["balance"], "comma")))
        into.append(row)
        self.last = into

    def _assign(self, money: Sequence[Money]) -> dict[str, str]:
        """Which printed figure is which, by the column whose right edge is nearest; without columns, the last is it."""
        known = [column for column in self.columns if column.role not in {"date", "text"}]
        if len(money) == 1 and len(known) <= 1:
            return {"amount": money[0].text}
        if not known:
            return {"amount": money[-1].text, **({"usd": money[-2].text} if len(money) == 2 else {})}
        values: dict[str, str] = {}
        for figure in money:
            nearest = min(
                known, key=lambda column: min(abs(column.right - figure.right), abs(column.left - figure.left))
            )
            values.setdefault(nearest.role, figure.text)
        if len(values) == 1 and "usd" in values and len(money) == 1:
            return {"amount": money[0].text}
        return values

    def _amount(self, values: dict[str, str], text: str) -> Decimal | None:
        if "credit" in values or "debit" in values:
            credit = parse_amount(values.get("credit", "0,00"), "comma")
            debit = parse_amount(values.get("debit", "0,00"), "comma")
            if credit is None or debit is None or (credit and debit):
                return None
            return abs(credit) if credit else -abs(debit)
        printed = parse_amount(values.get("amount", ""), "comma")
        if printed is None:
            return None
        if self.product != "card" or has_side(values["amount"]):
            return printed
        if "+" in values["amount"]:
            # Inter marks what comes in with a plus.
            return abs(printed)
        if self.section == "credits" and printed > 0 and kind_of(text, -printed, "card") == "purchase":
            # In a block of payments and credits nothing needs a minus (Mercado Pago); charges there keep theirs.
            return printed
        return -printed if printed else ZERO

    def _day(self, when: date | DayMonth, installment: tuple[int, int] | None) -> date:
        if isinstance(when, date):
            return when
        if not self.facts.reference:
            raise Refusal("year", "As datas deste PDF não têm ano, e nada nele diz de quando é. Exporte em OFX ou CSV.")
        day = infer_year(when, self.facts.reference, installment)
        if day is None:
            raise Refusal("year", "Uma data deste PDF não cabe em nenhum ano. Exporte em OFX ou CSV.")
        return day

    # -- other lines --------------------------------------------------------------------------------------------

    def _undated(self, line: Line) -> None:
        text = line.text
        money, left = trailing_money(line.words, 0)
        label = " ".join(word.text for word in line.words[:left])
        if self.pending and self._completes(self.pending, line, label, money):
            return
        if self._foreign(text):
            return
        if self._section(label, money):
            return
        if is_balance(label) and money:
            self._balance(label, money, None)
        elif money and _UNDATED_IOF.match(fold(label)) and self.section in {"current", "credits"}:
            emission = self.facts.emission or self.facts.closing or self.facts.due
            if emission:
                self._add(emission, label + self._shown(line, left), money[-1:], text)

    @staticmethod
    def _shown(line: Line, left: int) -> str:
        """The "R$" that belongs to the words and not to the figure ("Repasse de IOF em R$")."""
        return " R$" if line.words[left].text == "R$" and line.words[left - 1].text == "em" else ""

    def _completes(self, pending: _Pending, line: Line, label: str, money: Sequence[Money]) -> bool:
        """A line below a purchase abroad: its currency or rate, and at last the amount in reais."""
        pending.below.append(line.text)
        about = bool(_FX_LABEL.search(fold(label)))
        # The first figure of such a line is the rate or the original amount.
        figures = money[1:] if about and not _FX_DOTTED.search(label) else money
        if figures and (about or not label.strip(" R$=")):
            self.pending = None
            self._add(pending.when, pending.text, figures[-1:], "\n".join([pending.raw, *pending.below]), pending.card)
            for below in pending.below:
                self._foreign(below)
            return True
        if about:
            return True
        if len(pending.below) > 4 or section_of(label):
            self._drop_pending()
        return False

    def _drop_pending(self) -> None:
        if self.pending and self.section != "future" and self.rows:
            self.warnings.append(Warn(self.line, "Linha com data e sem valor: não foi lida.", self.pending.raw[:300]))
        self.pending = None

    def _foreign(self, text: str) -> bool:
        """Lines below a purchase abroad that tell its currency, original amount or rate."""
        if not self.last:
            return False
        rate = _FX_EQUALS.search(text) or _FX_RATE.search(text)
        amount = None if rate and "=" in text else _FX_AMOUNT.fullmatch(text.strip())
        if not rate and not amount:
            return False
        row = self.last[-1]
        known = row.foreign or Foreign("USD")
        if amount:
            currency = "USD" if amount[1] == "US$" else amount[1].upper()
            known = replace(known, currency=currency, amount=parse_amount(amount[2]) or known.amount)
        if rate:
            known = replace(known, rate=Decimal(rate[1].replace(",", ".")))
        self.last[-1] = replace(row, foreign=known)
        return True

    def _section(self, label: str, money: Sequence[Money]) -> bool:
        card = _CARD.search(label)
        if card and not is_total(label):
            self.card = card[1]
        if _CREDITS.fullmatch(fold(label)):
            self.section = "credits"
        elif found := section_of(label):
            self.section = found
        elif card and self.product == "card" and self.section == "credits" and not money:
            self.section = "current"
        else:
            return False
        self.last = None
        return True

    def _balance(self, label: str, money: Sequence[Money], when: date | DayMonth | None) -> None:
        if not money:
            return
        stated = parse_amount(money[-1].text, "comma")
        if "anterior" in label.casefold() and self.previous is None:
            self.previous = stated
        if self.product != "card" and stated is not None and self.section == "current":
            day = when.toordinal() if isinstance(when, date) else 0
            self.links.append(Link(self.line, day, ZERO, stated))


def read_invoice(printed: Sequence[Line], ordered: Sequence[Line]) -> Statement:
    """`printed` are the lines as they stand on the pages, for facts; `ordered` the same split into columns."""
    facts = read_facts(printed)
    reader = InvoiceReader(facts, ordered)
    reader.read()
    if not reader.rows and not reader.future:
        if facts.product == "account" or not facts.totals or any(facts.totals):
            raise Refusal("foreign", "Não reconheci lançamentos neste PDF. Exporte o extrato em OFX ou CSV.")
        reader.warnings.append(Warn(None, "Nenhum lançamento neste arquivo."))
    reconciliation = _on_card(reader) if facts.product == "card" else _on_account(reader)
    return Statement(
        format="pdf",
        profile="pdf-fatura" if facts.product == "card" else "pdf-extrato",
        product=facts.product,
        rows=tuple(reader.rows),
        warnings=tuple(reader.warnings),
        hint=AccountHint(bank=bank_by_name(facts.text), card=_only({row.card for row in reader.rows}) or facts.card),
        closing_date=facts.closing or facts.emission,
        due_date=facts.due,
        printed_total=facts.totals[0] if facts.totals else None,
        future=tuple(reader.future),
        reconciliation=reconciliation,
    )


def _only(values: set[str | None]) -> str | None:
    known = {value for value in values if value}
    return known.pop() if len(known) == 1 else None


def _on_card(reader: InvoiceReader) -> Reconciliation:
    totals = reader.facts.totals
    if not totals:
        reader.warnings.append(Warn(None, "A fatura não imprime um total que eu reconheça: confira a soma."))
        return Reconciliation()
    gaps = [difference_to(total, reader.rows, reader.previous) for total in totals]
    if not any(gap == 0 for gap in gaps):
        raise Refusal(
            "total",
            f"A soma que li neste PDF difere do total impresso em R$ {gaps[0]}. Não importei nada: "
            "exporte a fatura em OFX ou CSV.",
        )
    return Reconciliation(("total",), ZERO)


def _on_account(reader: InvoiceReader) -> Reconciliation:
    """Without a running balance, a statement whose every amount is positive does not say which way money went."""
    found = broken_links(reader.links)
    if found is None:
        if reader.rows and all(row.amount >= 0 for row in reader.rows):
            raise Refusal("sign", "Este PDF não diz o que é entrada e o que é saída. Exporte o extrato em OFX ou CSV.")
        reader.warnings.append(Warn(None, "O extrato não traz saldos para conferir: confira a soma."))
        return Reconciliation()
    if found:
        raise Refusal(
            "total", "Os saldos impressos neste PDF não fecham com o que li. Exporte o extrato em OFX ou CSV."
        )
    return Reconciliation(("balance chain",), ZERO)
