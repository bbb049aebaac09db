"""What stands above the table: whose account, which period, when the invoice is due."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from mel.shared.text import fold
from mel.statements.amounts import parse_amount
from mel.statements.dates import parse_date
from mel.statements.headers import Record

_DAY = r"(\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}|\d{4}-\d{2}-\d{2})"
_ANY_DAY = re.compile(r"(?<!\d)" + _DAY + r"(?!\d)")
_DUE = re.compile(r"vencimento\D{0,40}?" + _DAY)
_CLOSING = re.compile(r"(?:fechamento|corte|emissao|postagem|\bdata)\D{0,30}?" + _DAY)
_PERIOD = re.compile(_DAY + r"\s*(?:a|ate|-|e)\s*" + _DAY)
_BRANCH = re.compile(r"\b(?:agencia|ag)\b\W{0,4}(\d[\d\-]{0,8})")
_ACCOUNT = re.compile(r"\b(?:conta(?: corrente)?|cc)\b\W{0,4}(\d[\d.\-]{2,20})")
_CARD = re.compile(r"(?:final|cartao|\*{2,}|x{4})\D{0,12}(\d{4})\b(?![/.\d])")
_TOTAL = re.compile(r"total (?:da|desta|da sua) fatura\D{0,20}?(-?[\d.,]+)")
_FILE_DAY = re.compile(r"(20\d{2})[-_.]?(0[1-9]|1[0-2])(?:[-_.]?(0[1-9]|[12]\d|3[01]))?(?!\d)")


@dataclass(frozen=True, slots=True)
class Preamble:
    """`reference` is the day no purchase of an invoice may pass: the due date, else the closing, else the latest."""

    text: str = ""
    branch: str | None = None
    account: str | None = None
    card: str | None = None
    period: tuple[date, date] | None = None
    due: date | None = None
    closing: date | None = None
    total: Decimal | None = None
    reference: date | None = None


def read_preamble(records: Sequence[Record], filename: str = "") -> Preamble:
    return preamble_of("\n".join(" ".join(cell for cell in record.cells if cell) for record in records[-80:]), filename)


def preamble_of(text: str, filename: str = "") -> Preamble:
    folded = fold(text.replace("\n", " ; "))[:20_000]
    due, closing = _day(_DUE.search(folded)), _day(_CLOSING.search(folded))
    days = [day for found in _ANY_DAY.findall(folded) if isinstance(day := parse_date(found), date)]
    branch, account, card, total = (pattern.search(folded) for pattern in (_BRANCH, _ACCOUNT, _CARD, _TOTAL))
    return Preamble(
        text=text,
        branch=branch[1] if branch else None,
        account=account[1].strip("-.") if account else None,
        card=card[1] if card else None,
        period=_period(folded),
        due=due,
        closing=closing,
        total=parse_amount(total[1].rstrip(".,"), "comma") if total else None,
        reference=due or closing or max(days, default=None) or _from_name(filename),
    )


def _day(found: re.Match[str] | None) -> date | None:
    day = parse_date(found[1]) if found else None
    return day if isinstance(day, date) else None


def _period(folded: str) -> tuple[date, date] | None:
    found = _PERIOD.search(folded)
    if not found:
        return None
    start, end = parse_date(found[1]), parse_date(found[2])
    return (start, end) if isinstance(start, date) and isinstance(end, date) and start <= end else None


def _from_name(filename: str) -> date | None:
    """The month in a file name ("Fatura20220225.xls", "fatura-2026-03.csv"): its last day at the latest."""
    found = _FILE_DAY.search(filename)
    if not found:
        return None
    day = parse_date(f"{found[3] or '28'}/{found[2]}/{found[1]}")
    return day if isinstance(day, date) else None
