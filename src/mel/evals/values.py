"""A curator's words as typed wire values, and back: "R$ 5.000,00", "5 mil", "sim", "2026-06". Nothing is guessed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from mel.evals.aliases import Kind
from mel.evals.fixture import Bound
from mel.evals.matching import ABSENT
from mel.shared.money import Money
from mel.shared.period import Period

_SIGNS = {"R$": "BRL", "US$": "USD", "€": "EUR", "£": "GBP"}
_MONEY = re.compile(
    r"(?P<sign>R\$|US\$|€|£)\s?(?P<minus>-)?(?P<number>\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+(?:,\d{1,2})?)(?:\s(?P<mil>mil))?"
)
_BOUND = re.compile(r"\$(\d+)\.([\w.]+)")
_OPERATION = re.compile(r"op-[\w-]+")
_REGEX = re.compile(r"/(.*)/", re.DOTALL)
_EITHER = re.compile(r"(.+?) ~ (/.*/)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Loose:
    """`Viagem ~ /viagem/`: what the script says, and what any other model's value must match."""

    scripted: Any
    expected: re.Pattern[str]


class NotAValue(Exception):
    """Words that do not mean a value of the kind that belongs there."""


def parsed(words: str, kind: Kind) -> Any:
    """The wire value. `$1.operationId` binds to turn 1, `/…/` is a regex, "nada" is null, "ausente" no such key."""
    if hit := _BOUND.fullmatch(words):
        return Bound(int(hit[1]), hit[2])
    if hit := _REGEX.fullmatch(words):
        return re.compile(hit[1], re.IGNORECASE)
    if hit := _EITHER.fullmatch(words):
        return Loose(parsed(hit[1], kind), re.compile(hit[2][1:-1], re.IGNORECASE))
    if words == "nada":
        return None
    if words == "ausente":
        return ABSENT
    return _READERS[kind](words)


def _money(words: str) -> dict[str, Any]:
    hit = _MONEY.fullmatch(words)
    if not hit:
        raise NotAValue(f'"{words}" não é um valor: escreva "R$ 5.000,00" (entre aspas)')
    amount = Decimal(hit["number"].replace(".", "").replace(",", ".")) * (1000 if hit["mil"] else 1)
    value = -amount if hit["minus"] else amount
    whole = value == value.to_integral_value()
    return {"amount": int(value) if whole else float(value), "currency": _SIGNS[hit["sign"]]}


def _month(words: str) -> str:
    try:
        return str(Period.parse(words))
    except ValueError as error:
        raise NotAValue(f'"{words}" não é um mês: escreva 2026-06') from error


def _day(words: str) -> str:
    try:
        return date.fromisoformat(words).isoformat()
    except ValueError as error:
        raise NotAValue(f'"{words}" não é um dia: escreva 2026-06-15') from error


def _number(words: str) -> int:
    if not re.fullmatch(r"-?\d+", words):
        raise NotAValue(f'"{words}" não é um número inteiro')
    return int(words)


def _flag(words: str) -> bool:
    if words not in ("sim", "não"):
        raise NotAValue(f'"{words}" não é sim nem não')
    return words == "sim"


def _target(words: str) -> Any:
    """What a goal aims at, or the operation that an undo points at: the wire has one name for both."""
    return words if _OPERATION.fullmatch(words) else _money(words)


def _text(words: str) -> str:
    return words


_READERS: dict[Kind, Any] = {
    "text": _text,
    "texts": _text,
    "money": _money,
    "month": _month,
    "day": _day,
    "number": _number,
    "flag": _flag,
    "target": _target,
}


def written(value: Any, kind: Kind) -> str:
    """The words that mean this value; raises `NotAValue` when no words do."""
    if isinstance(value, Bound):
        return str(value)
    if isinstance(value, Loose):
        return f"{written(value.scripted, kind)} ~ /{value.expected.pattern}/"
    if isinstance(value, re.Pattern):
        return f"/{value.pattern}/"
    if value is None or value is ABSENT:
        return "nada" if value is None else "ausente"
    words = _in_words(value, kind)
    if parsed(words, kind) != value or type(parsed(words, kind)) is not type(value):
        raise NotAValue(f"{value!r} não se escreve num roteiro")
    return words


def _in_words(value: Any, kind: Kind) -> str:
    if kind in ("money", "target") and isinstance(value, dict) and value.keys() == {"amount", "currency"}:
        money = Money(
            repr(value["amount"]) if isinstance(value["amount"], float) else value["amount"], value["currency"]
        )
        sign = next((sign for sign, code in _SIGNS.items() if code == money.currency), None)
        if sign is None:
            raise NotAValue(f"{value!r} não se escreve num roteiro")
        minus = "-" if money.amount < 0 else ""
        return (
            f"{sign} {minus}{str(abs(money.amount)).replace('.', ',') if money.amount % 1 else int(abs(money.amount))}"
        )
    if kind == "flag" and isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, int | str) and not isinstance(value, bool):
        return str(value)
    raise NotAValue(f"{value!r} não se escreve num roteiro")
