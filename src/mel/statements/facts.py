"""What the pages of a PDF say outside their rows: whose it is, when it closes and is due, and how much it totals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from mel.shared.text import fold
from mel.statements.amounts import parse_amount
from mel.statements.dates import DayMonth, infer_year, parse_date
from mel.statements.model import Product
from mel.statements.printed import leading_date, trailing_money
from mel.statements.sections import is_invoice_total
from mel.statements.words import Line

_NAMES = "jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez"
_DAY = rf"(\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}|\d{{1,2}} (?:de )?(?:{_NAMES})\w*\.?(?: de)? ?\d{{4}})"
_ANY_DAY = re.compile(rf"(?<![\d/]){_DAY}(?!\d)")
_DUE = re.compile(rf"vencimento\D{{0,40}}?{_DAY}|\bvence (?:em|dia) {_DAY}|\bfatura (?:de )?{_DAY}")
_CLOSING = re.compile(rf"(?:(?<!previsao de )(?<!proximo )fechamento|data de corte|fechada em)\D{{0,30}}?{_DAY}")
_EMISSION = re.compile(rf"(?:emissao|postagem|emitida em)[^\d/]{{0,30}}?{_DAY}")
_CARD = re.compile(r"(?:final|cartao|•{2,}|\*{2,}|x{4})[^\d/]{0,8}(?:\d{4}[. ]?[x*•. ]+)?(\d{4})\b(?![/.,]?\d)")
_IS_CARD = re.compile(r"\bfatura\b|\bcartao de credito\b|\bcartoes\b")
_IS_ACCOUNT = re.compile(r"\bextrato\b|\bconta corrente\b|\bsaldo (?:anterior|do dia|inicial)\b")
_WINDOW = re.compile(
    rf"transacoes de (\d{{1,2}} (?:{_NAMES})\w*|\d{{2}}/\d{{2}}) a (\d{{1,2}} (?:{_NAMES})\w*|\d{{2}}/\d{{2}})"
)
_PREVIOUS = re.compile(r"(?:saldo|total da fatura|fatura|total fatura) anterior")


@dataclass(frozen=True, slots=True)
class Facts:
    """`reference` is the last day a purchase of it can have; `totals` are all printed totals, as they come.

    `window` is Nubank's "TRANSAÇÕES DE 02 FEV A 02 MAR": its parcelas carry a day of this invoice, not the first.
    """

    text: str
    product: Product
    due: date | None
    closing: date | None
    emission: date | None
    reference: date | None
    window: tuple[date, date] | None
    card: str | None
    totals: tuple[Decimal, ...]
    previous: Decimal | None


def read_facts(lines: Sequence[Line]) -> Facts:
    text = "\n".join(line.text for line in lines[:400])
    folded = fold(text.replace("\n", " ; ")[:60_000])
    due = _first(_DUE, folded) or _below(lines, "vencimento")
    closing, emission = _first(_CLOSING, folded), _first(_EMISSION, folded)
    days = [day for found in _ANY_DAY.findall(folded) if isinstance(day := parse_date(found), date)]
    cards = set(_CARD.findall(folded))
    totals = tuple(dict.fromkeys(_totals(lines)))
    reference = due or closing or emission or max(days, default=None)
    return Facts(
        text=text,
        product=_product(folded, due, totals),
        due=due,
        closing=closing,
        emission=emission,
        reference=reference,
        window=_window(folded, reference),
        card=cards.pop() if len(cards) == 1 else None,
        totals=totals,
        previous=next(iter(_labelled(lines, _PREVIOUS)), None),
    )


def _window(folded: str, reference: date | None) -> tuple[date, date] | None:
    found = _WINDOW.search(folded)
    if not found or not reference:
        return None
    start, end = parse_date(found[1]), parse_date(found[2])
    last = infer_year(end, reference) if isinstance(end, DayMonth) else None
    first = infer_year(start, last) if last and isinstance(start, DayMonth) else None
    return (first, last) if first and last else None


def _product(folded: str, due: date | None, totals: Sequence[Decimal]) -> Product:
    if due or totals:
        return "card" if _IS_CARD.search(folded) or not _IS_ACCOUNT.search(folded) else "account"
    if _IS_ACCOUNT.search(folded):
        return "account"
    return "card" if _IS_CARD.search(folded) else "account"


def _first(pattern: re.Pattern[str], folded: str) -> date | None:
    for found in pattern.finditer(folded):
        day = parse_date(next(group for group in found.groups() if group))
        if isinstance(day, date):
            return day
    return None


def _below(lines: Sequence[Line], label: str) -> date | None:
    """A value printed under its label, as most invoices do at the top: the nearest date within three lines."""
    for number, line in enumerate(lines[:150]):
        where = next((word for word in line.words if fold(word.text).strip(":") == label), None)
        if where is None:
            continue
        for under in lines[number + 1 : number + 4]:
            for index, word in enumerate(under.words):
                if abs(word.left - where.left) < 60 or (word.left < where.right and word.right > where.left):
                    found = leading_date(under.words[index:])
                    if found and isinstance(found[0], date) and not isinstance(found[0], DayMonth):
                        return found[0]
    return None


def _totals(lines: Sequence[Line]) -> Iterator[Decimal]:
    for number, line in enumerate(lines):
        for start in _parts(line):
            money, left = trailing_money(line.words[start:], 0)
            label = " ".join(word.text for word in line.words[start : start + left])
            if not is_invoice_total(label):
                continue
            figure = money[-1].text if money else _figure_below(lines, number, line.words[start].left)
            total = parse_amount(figure, "comma") if figure else None
            if total is not None:
                yield total


def _parts(line: Line) -> Iterator[int]:
    """Where a label may start: the line, or after a wide gap of it."""
    yield 0
    for index in range(1, len(line.words)):
        if line.words[index].left - line.words[index - 1].right > 1.2 * line.height:
            yield index


def _figure_below(lines: Sequence[Line], number: int, left: float) -> str | None:
    for under in lines[number + 1 : number + 3]:
        for index in range(len(under.words)):
            if abs(under.words[index].left - left) < 40:
                money, start = trailing_money(under.words[index : index + 2], 0)
                if money and start == 0:
                    return money[0].text
    return None


def _labelled(lines: Sequence[Line], pattern: re.Pattern[str]) -> Iterator[Decimal]:
    for line in lines:
        money, left = trailing_money(line.words, 0)
        if money and pattern.search(fold(" ".join(word.text for word in line.words[:left]))):
            figure = parse_amount(money[-1].text, "comma")
            if figure is not None:
                yield figure
