"""A checked draft with its figures as Brazilians write them: "1540.50 reais" → "1.540,50 reais", days as "20/06/2026".

Only the shape changes, never a value; a text that would then be read otherwise stays as it is.
"""

from __future__ import annotations

import re
from decimal import Decimal

from mel.agent.figures import Figure, figures
from mel.shared.money import Money
from mel.shared.period import Period

_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
_WORDS = re.compile(r"[^\W\d_]{3,}")
_CURRENCY = re.compile(r"(?:reais|real|euros?|d[oó]lar(?:es)?|brl|eur|usd)", re.IGNORECASE)
_ISO = re.compile(r"\d{4}-\d{2}(?:-\d{2})?")


def in_house_style(text: str) -> str:
    """The text with its amounts and ISO days rewritten."""
    shown = text
    for figure in reversed(figures(text)):
        if (written := _written(figure, figure.shown_in(text))) is not None:
            shown = shown[: figure.start] + written + shown[figure.end :]
    if shown == text:
        return text
    return shown if _values(shown) == _values(text) else text


def _written(figure: Figure, said: str) -> str | None:
    if isinstance(figure.value, Decimal):
        return _amount(figure, said) if figure.kind == "amount" else None
    if not _ISO.fullmatch(said):
        return None
    if figure.kind == "date":
        day, month, year = figure.value
        return f"{day:02d}/{month:02d}/{year}"
    month, year = figure.value
    return f"{Period(year, month).spoken()}"


def _amount(figure: Figure, said: str) -> str | None:
    """The number alone is rewritten; "3 mil reais" and "mil e duzentos" stay in words."""
    numbers = _NUMBER.findall(said)
    words = [word for word in _WORDS.findall(said) if not _CURRENCY.fullmatch(word)]
    if len(numbers) != 1 or words or not isinstance(figure.value, Decimal):
        return None
    try:
        wanted = _NUMBER.search(str(Money(abs(figure.value), figure.currency or "BRL")))
    except ValueError:
        return None
    return said.replace(numbers[0], wanted[0]) if wanted is not None else None


def _values(text: str) -> list[tuple[str, object, str | None]]:
    return [(figure.kind, figure.value, figure.currency) for figure in figures(text)]
