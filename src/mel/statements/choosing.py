"""Columns chosen by a person, as they are written on a command line: "data=1,descrição=3,valor=4"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date
from typing import Any

from mel.shared.text import fold
from mel.statements.dates import parse_date
from mel.statements.headers import CHOSEN, match_header, squeeze
from mel.statements.model import ColumnChoice, Product
from mel.statements.refusal import Refusal

HOW = 'mel import ARQUIVO --columns "data=1,descrição=2,valor=3"'
"""How the columns are told; shown wherever they are asked for."""

__all__ = ["CHOSEN", "HOW", "by_name", "choice_of", "guessed"]

_ROLES = {
    "data": "date",
    "dia": "date",
    "descricao": "description",
    "historico": "description",
    "texto": "description",
    "valor": "amount",
    "entrada": "credit",
    "credito": "credit",
    "saida": "debit",
    "debito": "debit",
    "codigo": "identifier",
    "id": "identifier",
    "parcela": "installment",
}
_PRODUCTS: dict[str, Product] = {"conta": "account", "cartao": "card"}


def choice_of(text: str) -> ColumnChoice:
    """Columns by number or printed name; a description in several is told several times. Raises `Refusal`."""
    found: dict[str, str | int] = {}
    texts: list[str | int] = []
    product: Product | None = None
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        role, _, column = (piece.strip() for piece in part.partition("="))
        known = _ROLES.get(fold(role))
        if fold(role) == "tipo" and fold(column) in _PRODUCTS:
            product = _PRODUCTS[fold(column)]
        elif known is None or not column or (column.isdigit() and not 0 < int(column) < 1000):
            raise _unclear(part)
        elif known == "description":
            texts.append(_column(column))
        elif known in found:
            raise _unclear(part)
        else:
            found[known] = _column(column)
    if "date" not in found or not texts or not found.keys() & {"amount", "credit", "debit"}:
        raise Refusal("columns", f"Falta dizer qual coluna é a data, a descrição e o valor. Assim: {HOW}")
    description = texts[0] if len(texts) == 1 else tuple(texts)
    return ColumnChoice(description=description, product=product, **found)  # type: ignore[arg-type]


def _column(text: str) -> str | int:
    return int(text) if text.isdigit() else text


def _unclear(part: str) -> Refusal:
    return Refusal("columns", f"Não entendi '{part[:40]}' nas colunas. Assim: {HOW}")


def guessed(columns: Sequence[str]) -> ColumnChoice | None:
    """The choice a known header makes by itself, for a file whose sign alone is in doubt."""
    header = match_header(list(columns))
    if header is None:
        return None
    at = {role: number + 1 for role, number in header.roles.items()}
    texts = tuple(number for role, number in at.items() if role.startswith("text"))
    if "date" not in at or not texts or "amount" not in at:
        return None
    return by_name(ColumnChoice(at["date"], texts if len(texts) > 1 else texts[0], at["amount"]), columns)


def by_name(choice: ColumnChoice, columns: Sequence[str]) -> ColumnChoice:
    """With names for numbers, so that a remembered choice fits only files with the same header."""
    names = [squeeze(column) for column in columns]
    is_header = len(set(names)) == len(names) and not any(isinstance(parse_date(c), date) for c in columns)
    if not is_header:
        return choice

    def named(column: str | int) -> str | int:
        fits = isinstance(column, int) and column <= len(columns) and names[column - 1]
        return columns[column - 1] if fits else column  # type: ignore[operator]

    changed: dict[str, Any] = {}
    for each in fields(choice):
        value = getattr(choice, each.name)
        if each.name in {"purchases_positive", "product"} or value is None:
            continue
        changed[each.name] = tuple(map(named, value)) if isinstance(value, tuple) else named(value)
    return replace(choice, **changed)
