"""Every figure that a Portuguese text states: amounts, percentages, dates, months and counts, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from mel.shared.period import MONTHS
from mel.shared.text import fold
from mel.understanding.money import find_amounts

Kind = Literal["amount", "percent", "date", "month", "year", "count"]


@dataclass(frozen=True, slots=True)
class Figure:
    """`value`: a Decimal for amounts, percentages, years and counts; (day, month[, year]) for dates; (month[, year])
    for months. `start` and `end` are offsets in the text."""

    kind: Kind
    value: Decimal | tuple[int, ...]
    start: int
    end: int
    currency: str | None = None

    def shown_in(self, text: str) -> str:
        return text[self.start : self.end]


_MONTH_NUMBER = {fold(name): number for number, name in enumerate(MONTHS, 1)}
_MONTH_NAMES = "|".join((*MONTHS, *(fold(name) for name in MONTHS if fold(name) != name)))
_SHORT = tuple(fold(name)[:3] for name in MONTHS)
_YEAR = r"(?:\s*(?:/|de|do ano de)\s*(\d{4}|\d{2})\b)?"
_PERCENT = re.compile(r"(\d+(?:[.,]\d+)?)\s*(?:%|por\s+cento|p\.p\.)", re.IGNORECASE)
_ISO = re.compile(r"\b(\d{4})-(\d{2})(?:-(\d{2}))?\b")
_SLASHED = re.compile(r"(?<![\d/,.])(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?(?![\d/])")
_MONTH_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{4})(?!\d)")
_SHORT_MONTH = re.compile(r"\b(jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)/(\d{4}|\d{2})\b", re.IGNORECASE)
_LONG_DATE = re.compile(rf"(?<![\d.,])\b(\d{{1,2}}|1º)º?\s+de\s+({_MONTH_NAMES}){_YEAR}", re.IGNORECASE)
_DAY = re.compile(r"\bdia\s+(\d{1,2})\b", re.IGNORECASE)
_MONTH = re.compile(rf"\b({_MONTH_NAMES})\b{_YEAR}", re.IGNORECASE)
_YEAR_ALONE = re.compile(
    r"\b(?:em|de|ano)\s+((?:19|20)\d{2})\b(?![.,]\d)(?!\s*(?:r\$|reais|real|mil|k\b|contos?|pilas?|paus?|euros?|d[oó]lar|%))",
    re.IGNORECASE,
)
_PER_CENT = re.compile(r"por\s+cento", re.IGNORECASE)
_THREE_CENTS = re.compile(r"(?<![\d.,])\d+,\d{3}(?![\d,.])")
_ARTICLES = {"um", "uma", "uns", "umas"}
_PAIR = {"dois", "duas"}
_THE = re.compile(r"\b(?:voc[eê]s|os|as|d[oa]s|n[oa]s|pr[oa]s|pel[oa]s)\s+$", re.IGNORECASE)
"""In "vocês dois" and "os dois" nothing is counted."""


@lru_cache(maxsize=2048)
def figures(text: str) -> tuple[Figure, ...]:
    """In the order of the text. "um" and "uma" are articles, not counts."""
    found: list[Figure] = []
    rest = text

    def take(figure: Figure) -> None:
        nonlocal rest
        found.append(figure)
        rest = rest[: figure.start] + "·" * (figure.end - figure.start) + rest[figure.end :]

    for read in (_iso, _long_dates, _month_slashes, _slashes, _days, _months, _percents, _years):
        for figure in read(rest):
            take(figure)
    found.extend(_amounts_and_counts(rest))
    return tuple(sorted(found, key=lambda figure: figure.start))


@lru_cache(maxsize=2048)
def hidden(text: str) -> tuple[Figure, ...]:
    """Figures that only an eye puts together: digits apart ("4 321", "4-3-2-1"), words apart or run together."""
    found = [
        Figure("count", Decimal("".join(char for char in hit[0] if char.isdigit())[:20]), *hit.span())
        for pattern in (_APART, _ONE_BY_ONE)
        for hit in pattern.finditer(text)
    ]
    folded = fold_in_place(text)
    for hit in _SPELLED.finditer(folded):
        digits = "".join(str(_DIGIT_WORDS.index(word)) for word in re.findall(r"[a-z]+", hit[0]))
        found.append(Figure("count", Decimal(digits[:20]), *hit.span()))
    found.extend(Figure("count", UNREADABLE, *hit.span()) for hit in _RUN_TOGETHER.finditer(folded))
    parted = _HYPHENS.sub(" ", folded)
    if parted != folded:
        found.extend(figure for figure in _amounts_and_counts(parted) if "-" in figure.shown_in(text))
    return tuple(found)


@lru_cache(maxsize=2048)
def fold_in_place(text: str) -> str:
    """Folded letter by letter, so that offsets stay."""
    return "".join(folded if len(folded := fold(char)) == 1 else char for char in text)


_APART = re.compile(r"(?<![\d.,/-])\d{1,3}(?:[\s'’_*·`~|]{1,4}\d{3})+(?![\d/])")
_ONE_BY_ONE = re.compile(r"(?<![\d.,/])\d(?:[\s.,_*·|-]{1,3}\d){2,}(?![\d/])")
_DIGIT_WORDS = ("zero", "um", "dois", "tres", "quatro", "cinco", "seis", "sete", "oito", "nove")
_SPELLED = re.compile(rf"\b(?:{'|'.join(_DIGIT_WORDS)})(?:[\s,.;-]+(?:{'|'.join(_DIGIT_WORDS)})){{2,}}\b")
_RUN_TOGETHER = re.compile(
    r"\b(?:dois|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quatorze|catorze|quinze|dezesseis|dezessete"
    r"|dezoito|dezenove|vinte|\w+enta|trinta|cem|cento|\w+entos|\w+entas)(?:e(?:um|dois|tres|quatro|cinco|seis|sete|oito|nove))?"
    r"(?:e?mil|milhao|milhoes|reais)\w*"
)
UNREADABLE = Decimal(10) ** 19
"""No ledger holds it: a figure that is seen but not read."""
_HYPHENS = re.compile(r"(?<=[a-z])-(?=[a-z])|(?<=[a-z]),-(?=[a-z])")


def _full_year(digits: str | None) -> tuple[int, ...]:
    if not digits:
        return ()
    return (int(digits) + (2000 if len(digits) == 2 else 0),)


def _iso(text: str) -> Iterable[Figure]:
    for hit in _ISO.finditer(text):
        if hit[3]:
            yield Figure("date", (int(hit[3]), int(hit[2]), int(hit[1])), *hit.span())
        else:
            yield Figure("month", (int(hit[2]), int(hit[1])), *hit.span())


def _long_dates(text: str) -> Iterable[Figure]:
    for hit in _LONG_DATE.finditer(text):
        day = int(hit[1].rstrip("º"))
        yield Figure("date", (day, _MONTH_NUMBER[fold(hit[2])], *_full_year(hit[3])), *hit.span())


def _month_slashes(text: str) -> Iterable[Figure]:
    for hit in _SHORT_MONTH.finditer(text):
        yield Figure("month", (_SHORT.index(fold(hit[1])) + 1, *_full_year(hit[2])), *hit.span())
    for hit in _MONTH_SLASHED.finditer(text):
        if 1 <= int(hit[1]) <= 12:
            yield Figure("month", (int(hit[1]), int(hit[2])), *hit.span())


def _slashes(text: str) -> Iterable[Figure]:
    for hit in _SLASHED.finditer(text):
        yield Figure("date", (int(hit[1]), int(hit[2]), *_full_year(hit[3])), *hit.span())


def _days(text: str) -> Iterable[Figure]:
    for hit in _DAY.finditer(text):
        yield Figure("date", (int(hit[1]),), *hit.span())


def _months(text: str) -> Iterable[Figure]:
    for hit in _MONTH.finditer(text):
        yield Figure("month", (_MONTH_NUMBER[fold(hit[1])], *_full_year(hit[2])), *hit.span())


def _percents(text: str) -> Iterable[Figure]:
    for hit in _PERCENT.finditer(text):
        yield Figure("percent", Decimal(hit[1].replace(",", ".")), *hit.span())


def _years(text: str) -> Iterable[Figure]:
    for hit in _YEAR_ALONE.finditer(text):
        yield Figure("year", Decimal(hit[1]), *hit.span(1))


def _amounts_and_counts(text: str) -> Iterable[Figure]:
    shares = _PER_CENT.sub(lambda hit: "%" * len(hit[0]), text)
    for span in find_amounts(shares):
        said = shares[span.start : span.end]
        if fold(said) in _ARTICLES or (fold(said) in _PAIR and _THE.search(shares[: span.start])):
            continue
        kind: Kind = "amount" if span.explicit else "count"
        if shares[span.end :].lstrip().startswith("%"):
            kind = "percent"
        # "R$ 2,820" is two reais and eighty-two cents to a Brazilian eye, whatever was meant.
        slip = _THREE_CENTS.search(said)
        value = Decimal(slip[0].replace(",", ".")) if slip else span.value
        yield Figure(kind, value, span.start, span.end, span.currency)
