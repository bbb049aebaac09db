"""Printed amounts to exact decimals. Which separator is the decimal one is decided with the whole column in view."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal

Convention = Literal["comma", "dot", "mixed", "unknown"]

CENT = Decimal("0.01")
_PLAIN = re.compile(r"[-+]?\d{1,15}(?:\.\d{1,2})?", re.ASCII)
_BRAZILIAN = re.compile(r"-?\d{1,3}(?:\.\d{3})*,\d{2}|-?\d{4,15},\d{2}", re.ASCII)
_MINUS = "-−–—‐‑﹣－"
_NOISE = re.compile(r"[\s\u00a0\u202f\u2009']+")
_CURRENCY = re.compile(r"R\$|US\$|U\$|BRL|USD|EUR|€|\$", re.IGNORECASE)
_SHAPE = re.compile(r"(\d[\d.,]*|[.,]\d+)", re.ASCII)
_SIDE = re.compile(r"([DC])$", re.IGNORECASE)


def convention_of(texts: Iterable[str]) -> Convention:
    """What a column shows: a separator followed by one, two or more than three final digits can only be decimal."""
    comma = dot = False
    for text in texts:
        bare = text.rstrip(" \u00a0)-−CDcd")
        if "," in bare:
            tail = len(bare) - bare.rfind(",") - 1
            if "." in bare:
                comma, dot = comma or bare.rfind(",") > bare.rfind("."), dot or bare.rfind(".") > bare.rfind(",")
            elif tail in {1, 2} or tail > 3:
                comma = True
            elif bare.count(",") > 1:
                dot = True
        elif "." in bare:
            tail = len(bare) - bare.rfind(".") - 1
            if tail in {1, 2} or tail > 3:
                dot = True
            elif bare.count(".") > 1:
                comma = True
    if comma and dot:
        return "mixed"
    return "comma" if comma else "dot" if dot else "unknown"


def parse_amount(text: str, convention: Convention = "unknown") -> Decimal | None:
    """The signed amount in whole cents, or None when it is not one, or could be two (1.234 with nothing to compare).

    A minus before or after, parentheses, U+2212, "R$ -", "-R$" and a final D all mean out; a final C means in.
    """
    if _PLAIN.fullmatch(text) and convention != "comma":
        return Decimal(text).quantize(CENT)
    if _BRAZILIAN.fullmatch(text):
        return Decimal(text.replace(".", "").replace(",", "."))
    if len(text) > 64:
        return None
    sign, bare = _signed(text)
    if bare is None:
        return None
    digits = _decimal_form(bare, convention)
    if digits is None:
        return None
    value = Decimal(digits)
    exact = value.quantize(CENT)
    if exact != value:
        return None
    return -exact if sign < 0 and exact else exact


def has_side(text: str) -> bool:
    """Whether a D or C at the end says which way the amount goes, whatever the file's own sign means."""
    return bool(re.search(r"\d\s?[DC]$", text.strip(), re.IGNORECASE))


def _signed(text: str) -> tuple[int, str | None]:
    bare = _CURRENCY.sub("", _NOISE.sub("", text))
    sign = 1
    if bare.startswith("(") and bare.endswith(")"):
        sign, bare = -1, bare[1:-1]
    side = _SIDE.search(bare)
    if side:
        bare = bare[:-1]
    if bare[:1] in _MINUS and bare:
        sign, bare = -1, bare[1:]
    elif bare.startswith("+"):
        bare = bare[1:]
    elif bare[-1:] in _MINUS and bare:
        sign, bare = -1, bare[:-1]
    elif bare.endswith("+"):
        bare = bare[:-1]
    if side:
        # A minus beside a D says the same thing twice.
        sign = -1 if side[1].upper() == "D" else sign
    return sign, bare if _SHAPE.fullmatch(bare) and len(bare) <= 24 else None


def _decimal_form(bare: str, convention: Convention) -> str | None:
    last = max(bare.rfind(","), bare.rfind("."))
    if last < 0:
        return bare
    mark, other = bare[last], "." if bare[last] == "," else ","
    head, tail = bare[:last], bare[last + 1 :]
    if other in head:
        return _whole(head, other, tail) if mark not in head else None
    if mark in head:
        # 1.234.567 can only be grouping.
        return head.replace(mark, "") + tail if _grouped(head, mark) and len(tail) == 3 else None
    if len(tail) == 3 and head.isdigit() and len(head) <= 3 and head != "0":
        return _three_digits(head, tail, mark, convention)
    return f"{head or '0'}.{tail or '0'}"


def _whole(head: str, group: str, tail: str) -> str | None:
    return f"{head.replace(group, '')}.{tail or '0'}" if _grouped(head, group) else None


def _grouped(head: str, mark: str) -> bool:
    first, *rest = head.split(mark)
    return 1 <= len(first) <= 3 and all(len(part) == 3 for part in rest)


def _three_digits(head: str, tail: str, mark: str, convention: Convention) -> str | None:
    """1.650 or 1,650: thousands where the column uses the other mark for decimals (actual#2143), else in doubt."""
    if (convention, mark) in {("comma", "."), ("dot", ",")}:
        return head + tail
    if tail.endswith("0") and (convention, mark) in {("dot", "."), ("comma", ","), ("mixed", ".")}:
        return f"{head}.{tail}"
    return None
