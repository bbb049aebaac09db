"""Dates at the start and figures at the end of a printed line, and the columns a header line names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from mel.statements.dates import DayMonth, parse_date
from mel.statements.headers import squeeze
from mel.statements.words import Line, Word, is_date_at

_FIGURE = re.compile(r"[-−–+]?(?:R\$|US\$|U\$)?[-−–+]?(?:\d{1,3}(?:\.\d{3})+|\d+),\d{2}(?:[-−–+]|[DC])?")
_BEFORE = re.compile(r"(?:[-−–+]?(?:R\$|US\$|U\$)[-−–+]?|[-−–+])")
_AFTER = re.compile(r"[-−–+]|[DC]")
_GLUED = re.compile(r"(\d{2}/\d{2}(?:/\d{4})?)(\D.*)")
_ROLES: dict[str, str] = {
    "amount": r"r\$|valor|valorr\$|valoremr\$|valoresr\$|valoremreais|reais",
    "usd": r"us\$|u\$|valorus\$|valoremus\$|dolar|dolares",
    "rate": r"cotacao\w*|taxa\w*",
    "credit": r"creditos?(?:r\$)?|entradas?(?:r\$)?",
    "debit": r"debitos?(?:r\$)?|saidas?(?:r\$)?",
    "balance": r"saldos?(?:r\$)?|saldodia",
    "date": r"data(?:s|compra|lancamento|movimento|contabil|dacompra|delancamento)?|dia",
    "text": r"descricao.*|historico.*|lancamentos?|estabelecimentos?|movimentac\w+|transac\w+|detalhes|nome.*",
}


@dataclass(frozen=True, slots=True)
class Money:
    text: str
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Column:
    role: str
    left: float
    right: float


Columns = tuple[Column, ...]


def leading_date(words: Sequence[Word]) -> tuple[date | DayMonth, int] | None:
    """The date a line starts with and how many words it takes: "05/02", "05 FEV", "05 de fev 2026"."""
    if not words or not words[0].text[0].isdigit() or len(words[0].text) > 12:
        return None
    for taken in range(min(5, len(words)), 0, -1):
        if taken > 1 and not is_date_at(words, 0) and words[1].text.casefold() != "de":
            continue
        if taken > 1 and _GLUED.fullmatch(words[0].text):
            continue
        found = parse_date(" ".join(word.text for word in words[:taken]))
        if found is not None and (taken > 1 or "/" in words[0].text or "." in words[0].text):
            return found, taken
    return None


def trailing_money(words: Sequence[Word], start: int) -> tuple[list[Money], int]:
    """The figures a line ends with, left to right, and the index of the first word they take.

    A sign counts only when it stands close: the hyphen of "LOJA -" far from its amount is text.
    """
    found: list[Money] = []
    end = len(words)
    while end > start:
        index = end - 1
        after = ""
        if _AFTER.fullmatch(words[index].text) and index > start and words[index].left - words[index - 1].right < 7:
            after = words[index].text
            index -= 1
        if not _FIGURE.fullmatch(words[index].text):
            break
        text, left = words[index].text + after, words[index].left
        while index > start and _BEFORE.fullmatch(words[index - 1].text) and left - words[index - 1].right < 9:
            index -= 1
            text, left = words[index].text + text, words[index].left
        found.append(Money(text, left, words[end - 1].right))
        end = index
    return found[::-1], end


def header_columns(line: Line) -> Columns | None:
    """The columns of a table header, None for any other line. Labels of several words are joined by closeness."""
    if not 2 <= len(line.words) <= 24 or any(char.isdigit() for char in line.text):
        return None
    groups: list[list[Word]] = []
    for word in line.words:
        if groups and word.left - groups[-1][-1].right < 0.75 * line.height:
            groups[-1].append(word)
        else:
            groups.append([word])
    columns = []
    for group in groups:
        role = _role(squeeze("".join(word.text for word in group)))
        if role:
            columns.append(Column(role, group[0].left, group[-1].right))
    roles = {column.role for column in columns}
    figures = roles - {"date", "text"}
    if ("date" in roles and (figures or "text" in roles)) or ("text" in roles and figures):
        return tuple(columns) if len(columns) * 2 >= len(groups) else None
    return None


def _role(name: str) -> Literal["amount", "usd", "credit", "debit", "balance", "date", "text"] | str | None:
    return next((role for role, pattern in _ROLES.items() if re.fullmatch(pattern, name)), None)
