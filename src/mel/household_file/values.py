"""Single values of household.yaml. What could mean two things is refused, with its line."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from zoneinfo import ZoneInfo

from mel.household_file.document import Value
from mel.shared.money import KNOWN_CURRENCIES, Money
from mel.understanding.money import find_amounts
from mel.understanding.numbers import digits_value

CEILING = Decimal(10_000_000)
_CODED = re.compile(r"(?P<code>[A-Z]{3}) ?(?P<digits>[\d.,]+)")
_BRAZILIAN_DAY = re.compile(r"(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>\d{4})")
_ISO_DAY = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})")


def money(value: Value, currency: str) -> Money:
    """ "R$ 1.500,00", "1.500", "€ 6.000", "CHF 100": in the household's currency when none is said."""
    said = _amount(value.text)
    if said is None:
        raise value.problem(f"não é um valor claro: '{value.text[:40]}'. Escreva como R$ 1.500,00.")
    amount, code = said
    if amount >= CEILING:
        raise value.problem("precisa ser menor que 10 milhões.")
    try:
        return Money(amount, code or currency)
    except ValueError as error:
        raise value.problem(f"tem casas demais pra {code or currency}.") from error


def _amount(text: str) -> tuple[Decimal, str | None] | None:
    coded = _CODED.fullmatch(text)
    if coded and coded["code"] in KNOWN_CURRENCIES:
        digits = digits_value(coded["digits"])
        return None if digits is None else (digits, coded["code"])
    spans = find_amounts(text)
    if len(spans) != 1 or (spans[0].start, spans[0].end) != (0, len(text)):
        return None
    # Zero is fine here: an expense may have nothing planned.
    return (spans[0].value, spans[0].currency) if spans[0].doubt in (None, "zero") else None


def currency(value: Value) -> str:
    code = value.text.upper()
    if code not in KNOWN_CURRENCIES:
        raise value.problem(f"não é uma moeda que eu conheço: '{value.text[:20]}'. Use o código, como BRL ou EUR.")
    return code


def day(value: Value) -> date:
    found = parse_day(value.text)
    if found is None:
        raise value.problem(f"não é uma data: '{value.text[:20]}'. Escreva como 01/09/2026.")
    return found


def parse_day(text: str) -> date | None:
    """ "1/9/2026" is 1 September, "2026-09-01" too; every other form could be meant otherwise."""
    found = _BRAZILIAN_DAY.fullmatch(text.strip()) or _ISO_DAY.fullmatch(text.strip())
    try:
        return date(int(found["year"]), int(found["month"]), int(found["day"])) if found else None
    except ValueError:
        return None


def whole(value: Value, least: int, most: int) -> int:
    text = value.text
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and least <= int(text) <= most):
        raise value.problem(f"vai de {least} a {most}.")
    return int(text)


def decimal(value: Value) -> Decimal:
    """A rate: "6,2035" or "6.20". A dot before three digits could be a thousand, so it is refused."""
    text = value.text
    if re.fullmatch(r"\d{1,9}(,\d{1,10})?", text) or re.fullmatch(r"\d{1,9}\.(\d{1,2}|\d{4,10})", text):
        number = Decimal(text.replace(",", "."))
        if number > 0:
            return number
    raise value.problem(f"não é uma cotação clara: '{text[:20]}'. Escreva como 6,20.")


def zone(value: Value) -> str:
    try:
        return ZoneInfo(value.text).key
    except (KeyError, ValueError, OSError) as error:
        raise value.problem(f"não é um fuso: '{value.text[:40]}'. Escreva como America/Sao_Paulo.") from error
