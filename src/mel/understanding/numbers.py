"""Number words and digit groups. One strict grammar each; what does not fit it is no number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

UNITS = {
    "um": 1, "uma": 1, "hum": 1, "dois": 2, "duas": 2, "tres": 3, "treis": 3, "quatro": 4, "cinco": 5, "sinco": 5,
    "seis": 6, "sete": 7, "oito": 8, "nove": 9,
}  # fmt: skip
TEENS = {
    "dez": 10, "onze": 11, "doze": 12, "treze": 13, "catorze": 14, "quatorze": 14, "quinze": 15, "dezesseis": 16,
    "dezasseis": 16, "dezessete": 17, "dezassete": 17, "desessete": 17, "dezoito": 18, "desoito": 18, "dezenove": 19,
    "dezanove": 19, "desenove": 19,
}  # fmt: skip
TENS = {
    "vinte": 20, "vinti": 20, "trinta": 30, "quarenta": 40, "corenta": 40, "cinquenta": 50, "cincoenta": 50,
    "sinquenta": 50, "cinqenta": 50, "sessenta": 60, "secenta": 60, "setenta": 70, "oitenta": 80, "noventa": 90,
}  # fmt: skip
_HUNDRED_STEMS = {
    "duzent": 200, "duzend": 200, "trezent": 300, "tresent": 300, "quatrocent": 400, "quinhent": 500, "quinent": 500,
    "quinhet": 500, "seiscent": 600, "seissent": 600, "seicent": 600, "setecent": 700, "setessent": 700,
    "oitocent": 800, "oitossent": 800, "novecent": 900, "novessent": 900,
}  # fmt: skip
HUNDREDS = {
    "cem": 100,
    "cento": 100,
    **{stem + end: value for stem, value in _HUNDRED_STEMS.items() for end in ("os", "as")},
}
MILLIONS = frozenset({"milhao", "milhoes"})
WORDS = frozenset({*UNITS, *TEENS, *TENS, *HUNDREDS, "mil", *MILLIONS})
TWO_DIGITS = {**TEENS, **TENS}

_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?")
_COMMA = re.compile(r"\d+,\d{1,2}")
_DOT = re.compile(r"\d+\.\d{1,2}")
_WHOLE = re.compile(r"0|[1-9]\d*")


def digits_value(text: str) -> Decimal | None:
    """ "1.500" is 1500, "1.045,7" is 1045.7, "35.90" is 35.90; "1,500" and "12.345.67" are nothing."""
    if len(text) > 24:
        return None
    if _WHOLE.fullmatch(text) or _DOT.fullmatch(text):
        return Decimal(text)
    if _COMMA.fullmatch(text):
        return Decimal(text.replace(",", "."))
    if _THOUSANDS.fullmatch(text):
        return Decimal(text.replace(".", "").replace(",", "."))
    return None


def _below_thousand(words: Sequence[str], at: int) -> tuple[int, int]:
    """Hundreds, then tens, then units, each at most once, with or without "e". (0, at) when none."""
    total, here = 0, at
    levels: list[dict[str, int]] = [HUNDREDS, TENS, UNITS]
    level = 0
    while level < 3:
        step = here + 1 if total and here < len(words) and words[here] == "e" else here
        if step >= len(words) or (total and step == here and words[here] in {"um", "uma"}):
            break
        word = words[step]
        if level < 2 and word in TEENS:
            return total + TEENS[word], step + 1
        found = next((rank for rank in range(level, 3) if word in levels[rank]), None)
        if found is None:
            break
        total, here, level = total + levels[found][word], step + 1, found + 1
        if word == "cem":
            break
    return total, here


def _scaled(words: Sequence[str], at: int, scale: frozenset[str], size: int) -> tuple[int, int]:
    value, here = _below_thousand(words, at)
    if value and here < len(words) and words[here] in scale:
        return value * size, here + 1
    return 0, at


def words_value(words: Sequence[str], at: int) -> tuple[int, int]:
    """The longest number in words that starts at `at` and the place after it; (0, at) when there is none."""
    if at >= len(words) or words[at] not in WORDS:
        return 0, at
    total, here = _scaled(words, at, MILLIONS, 1_000_000)
    step = here + 1 if total and here < len(words) and words[here] == "e" else here
    thousands, after = _scaled(words, step, frozenset({"mil"}), 1000)
    if not thousands and step < len(words) and words[step] == "mil":
        thousands, after = 1000, step + 1
    if thousands:
        total, here = total + thousands, after
    step = here + 1 if total and here < len(words) and words[here] == "e" else here
    rest, after = _below_thousand(words, step)
    # "mil um" is no number, "mil e um" is.
    if rest and not (total and step == here and rest == 1):
        total, here = total + rest, after
    return total, here
