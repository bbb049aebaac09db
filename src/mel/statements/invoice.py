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
from mel.statements.checks import ZERO, Link
from mel.statements.dates import DayMonth, infer_year
from mel.statements.facts import Facts
from mel.statements.installments import from_text
from mel.statements.kinds import is_balance, is_total, kind_of
from mel.statements.model import Foreign, Row, Warn
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
_DAY_TOTAL = re.compile(r"total de (entradas?|saidas?)\b")
_FULL_DATE = re.compile(r"\d{2}/\d{2}(?:/\d{2,4})?")


class _Pending:
    """A dated line still without its amount, which a foreign purchase prints some lines below."""

    def __init__(self, when: date | DayMonth, text: str, raw: str, card: str | None) -> None:
        self.when, self.text, self.raw, self.card = when, text, raw, card
        self.below: list[str] = []


class _Group:
    """The rows below the total of a day; `left` is what of the total is still to be read."""

    def __init__(self, day: date, sign: int, total: Decimal) -> None:
        self.day, self.sign, self.left = day, sign, total


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
        self.group: _Group | None = None
        self.heading: date | None = None
        self.charges: list[tuple[str, Decimal, str]] = []
        self.grouped = False

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
        self._end_group()

    # -- rows ---------------------------------------------------------------------------------------------------

    def _dated(self, line: Line, when: date | DayMonth, taken: int) -> None:
        self._drop_pending()
        line = self._without_margin(line)
        money, left = trailing_money(line.words, taken)
        words = line.words[taken:left]
        if len([column for column in self.columns if column.role == "date"]) > 1 and words:
            words = words[1:] if _FULL_DATE.fullmatch(words[0].text) else words
        text, card = self._plain(" ".join(word.text for word in words)[:500])
        if self.product == "account" and money and self._day_total(text, money, when):
            return
        if is_balance(text):
            if self.product == "account" and isinstance(when, date):
                self.heading = when
            self._balance(text, money, when)
        elif not money:
            self.pending = _Pending(when, text, line.text, card) if text else None
        elif text:
            self._add(when, text, money, line.text, card)

    def _without_margin(self, line: Line) -> Line:
        """The line up to the last column of its table: what stands beside it is a panel of limits or adverts."""
        edges = [column.right for column in self.columns if column.role not in {"date", "text"}]
        if not edges or line.words[0].left > max(edges):
            return line
        inside = tuple(word for word in line.words if word.left <= max(edges) + 2)
        return (
            Line(inside, line.height) if any(word.text[-1:].isdigit() and "," in word.text for word in inside) else line
        )

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
        if not known and self.product == "account" and len(money) == 2:
            return {"amount": money[0].text, "balance": money[1].text}
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
        window = self.facts.window
        recent = infer_year(when, window[1]) if window else None
        if window and recent and recent >= window[0]:
            return recent
        day = infer_year(when, self.facts.reference, installment)
        if day is None:
            raise Refusal("year", "Uma data deste PDF não cabe em nenhum ano. Exporte em OFX ou CSV.")
        return day

    # -- other lines --------------------------------------------------------------------------------------------

    def _undated(self, line: Line) -> None:
        text = line.text[:500]
        money, left = trailing_money(line.words, 0)
        label = " ".join(word.text for word in line.words[:left])[:500]
        if self.pending and self._completes(self.pending, line, label, money):
            return
        if self._foreign(text):
            return
        if self._section(label, money):
            return
        if self.product == "account" and money and self._day_total(label, money, None):
            return
        if is_balance(label) and money:
            self._balance(label, money, None)
        elif self.group and money and label and not is_total(label):
            self._grouped(label, money, text)
        elif self.heading and len(money) == 2 and label and not is_total(label):
            # Inter's account heads a day with its balance; each row below prints amount and balance.
            self._add(self.heading, label, money, text)
        elif money and _UNDATED_IOF.match(fold(label)) and self.section in {"current", "credits"}:
            emission = self.facts.emission or self.facts.closing or self.facts.due
            if emission:
                self._add(emission, label + self._shown(line, left), money[-1:], text)
        elif money and self.product == "card" and self.section != "future":
            self._charge(label, money[-1].text, text)

    def _charge(self, label: str, figure: str, raw: str) -> None:
        """Interest, fines and IOF printed without a date: kept aside, for the total to say whether they are lines."""
        amount = parse_amount(figure, "comma")
        if amount and amount > 0 and label and kind_of(label, -amount, "card") in {"interest", "iof", "fee"}:
            known = any(fold(label) == fold(other) and amount == value for other, value, _ in self.charges)
            if not known and not is_total(label):
                self.charges.append((label, amount, raw))

    @staticmethod
    def _shown(line: Line, left: int) -> str:
        """The "R$" that belongs to the words and not to the figure ("Repasse de IOF em R$")."""
        return " R$" if left and line.words[left].text == "R$" and line.words[left - 1].text == "em" else ""

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

    def _day_total(self, label: str, money: Sequence[Money], when: date | DayMonth | None) -> bool:
        """Nubank's account heads each day, and each way within it, with a total: "02 MAR 2026 Total de entradas"."""
        found = _DAY_TOTAL.match(fold(label))
        total = parse_amount(money[-1].text, "comma")
        if not found or total is None:
            return False
        day = when if isinstance(when, date) else self.group.day if self.group else None
        if day is None:
            return False
        self._end_group()
        self.group = _Group(day, 1 if found[1].startswith("entrada") else -1, abs(total))
        return True

    def _grouped(self, label: str, money: Sequence[Money], raw: str) -> None:
        group = self.group
        amount = parse_amount(money[-1].text, "comma")
        if group is None or amount is None:
            return
        amount = group.sign * abs(amount)
        group.left -= abs(amount)
        kind = kind_of(label, amount, self.product)
        self.rows.append(Row(group.day, amount, "BRL", label, None, None, kind, line=self.line, raw=raw))

    def _end_group(self) -> None:
        if self.group and self.group.left:
            raise Refusal("total", "Os totais de cada dia deste PDF não fecham com o que li. Exporte em OFX ou CSV.")
        self.grouped = self.grouped or self.group is not None
        self.group = None

    def _balance(self, label: str, money: Sequence[Money], when: date | DayMonth | None) -> None:
        if not money:
            return
        stated = parse_amount(money[-1].text, "comma")
        if "anterior" in label.casefold() and self.previous is None:
            self.previous = stated
        if self.product != "card" and stated is not None and self.section == "current" and self.heading is None:
            day = when.toordinal() if isinstance(when, date) else 0
            self.links.append(Link(self.line, day, ZERO, stated))
