"""Printed dates, always day first, and the year of a "dd/mm" that prints none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from mel.shared.period import MONTHS, Period
from mel.shared.text import fold

_MONTH_NUMBER = {fold(name)[:3]: number for number, name in enumerate(MONTHS, 1)} | {
    # English names appear in some exports.
    "feb": 2,
    "apr": 4,
    "may": 5,
    "aug": 8,
    "sep": 9,
    "oct": 10,
    "dec": 12,
}
_NAMES = "jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec"
_CLOCK = r"(?:(?:[ T]|, | as | - )\d{1,2}[:h]\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?"
_DMY = re.compile(r"(\d{1,2})([/.\-])(\d{1,2})\2(\d{4}|\d{2})" + _CLOCK)
_YMD = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})" + _CLOCK, re.IGNORECASE)
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:\d{6})?")
_NAMED = re.compile(rf"(\d{{1,2}})[ /.\-]*(?:de )?({_NAMES})[a-z]*\.?(?:[ /.\-]*(?:de )?(\d{{4}}|\d{{2}}))?" + _CLOCK)
_SHORT = re.compile(r"(\d{1,2})[/.\-](\d{1,2})")


@dataclass(frozen=True, slots=True)
class DayMonth:
    """A day without its year; real as a leap day too, until a year is chosen."""

    day: int
    month: int

    def in_year(self, year: int) -> date | None:
        return _real(year, self.month, self.day)


def _real(year: int, month: int, day: int) -> date | None:
    if not 1970 <= year <= 2200:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _year(text: str) -> int:
    return int(text) if len(text) == 4 else 2000 + int(text)


def parse_date(text: str) -> date | DayMonth | None:
    """A date, a day and month still without a year, or None: 31/02/2026 is nothing, never 3 March."""
    return _parsed(text) if len(text) <= 48 else None


@lru_cache(maxsize=8192)
def _parsed(text: str) -> date | DayMonth | None:
    bare = fold(text)
    if not bare.isascii():
        return None
    if found := _DMY.fullmatch(bare):
        return _real(_year(found[4]), int(found[3]), int(found[1]))
    if found := _YMD.fullmatch(bare):
        return _real(int(found[1]), int(found[2]), int(found[3]))
    if found := _COMPACT.fullmatch(bare):
        return _real(int(found[1]), int(found[2]), int(found[3]))
    if found := _NAMED.fullmatch(bare):
        month = _MONTH_NUMBER[found[2]]
        return _real(_year(found[3]), month, int(found[1])) if found[3] else _day_month(int(found[1]), month)
    if found := _SHORT.fullmatch(bare):
        return _day_month(int(found[1]), int(found[2]))
    return None


def _day_month(day: int, month: int) -> DayMonth | None:
    return DayMonth(day, month) if _real(2024, month, day) else None


def infer_year(when: DayMonth, reference: date, installment: tuple[int, int] | None = None) -> date | None:
    """The year of a purchase on an invoice of `reference`: the latest that does not pass it.

    Parcela n goes back n-1 months and takes the nearest year, so 15/18 is from last year (bbvisa2ofx, ofx-bot#13).
    """
    years = range(reference.year, reference.year - 9, -1)
    possible = [day for year in years if (day := when.in_year(year)) and day <= reference]
    if not possible:
        return None
    if not installment or installment[0] == 1:
        return possible[0]
    period = Period.of(reference).plus(1 - installment[0])
    target = period.day(reference.day)
    return min(possible, key=lambda day: (abs((day - target).days), -day.toordinal()))


def near_as_day_month(pair: tuple[int, int], posted: date, within: int) -> bool:
    """Whether n/N read as dd/mm falls within so many days of the posting date, across the turn of the year too."""
    window = timedelta(days=within)
    for year in (posted.year - 1, posted.year, posted.year + 1):
        day = _real(year, pair[1], pair[0])
        if day and abs(day - posted) <= window:
            return True
    return False
