"""Finding the header row of a table, and which profile it speaks for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from mel.shared.text import fold
from mel.statements.model import ColumnChoice
from mel.statements.profiles import PROFILES, Profile
from mel.statements.refusal import Refusal

_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_CARD_WORDS = re.compile(
    r"\btitular\b|\bvencimento\b|\bdolar de conversao\b|\b(?:resumo|situacao|total) da fatura\b|"
    r"\bfatura (?:aberta|fechada|atual)\b"
)

CHOSEN = "colunas-escolhidas"
"""The profile of a file read by the columns a person chose."""


class Record(NamedTuple):
    """One row of a table, with the line it starts on and the text it was."""

    line: int
    cells: list[str]
    raw: str


@dataclass(frozen=True, slots=True)
class Header:
    """Where the table starts and which cell plays which role."""

    index: int
    profile: Profile
    roles: Mapping[str, int]
    names: tuple[str, ...]
    score: int


@lru_cache(maxsize=1024)
def squeeze(cell: str) -> str:
    """A header cell as profiles spell it: "Valor (em R$)" → "valoremr$"."""
    return "".join(char for char in fold(cell) if char.isalnum() or char == "$")


def match_header(cells: Sequence[str], index: int = 0, *, card_context: bool = True) -> Header | None:
    """The profile that explains this row best as a header; generic only when no bank does."""
    if len(cells) > 100:
        return None
    names = [squeeze(cell[:80]) for cell in cells]
    if sum(1 for name in names if name) < 2 or max(map(len, names)) > 60:
        return None
    best: Header | None = None
    for profile in PROFILES:
        roles = _roles(profile, names)
        if roles is None or (profile.needs_card_context and not card_context):
            continue
        known = len(roles) * 2 - (sum(1 for name in names if name) - len(roles))
        score = known - (1000 if profile.generic else 0)
        if best is None or score > best.score:
            best = Header(index, profile, roles, tuple(cells), score)
    return best


def _roles(profile: Profile, names: Sequence[str]) -> dict[str, int] | None:
    roles: dict[str, int] = {}
    for role, spellings in profile.columns.items():
        # The first spelling that stands in the row wins, not the first cell: "valor (r$)" beats "valor".
        where = next((names.index(name) for name in spellings.split("|") if name in names), None)
        if where is not None and where not in roles.values():
            roles[role.rstrip("?")] = where
        elif not role.endswith("?"):
            return None
    return roles if "amount" in roles or "credit" in roles or "debit" in roles else None


def find_header(records: Sequence[Record], filename: str = "", limit: int = 80) -> Header | None:
    """The best header among the first rows; the earliest of equals. Bank profiles beat the generic one."""
    best: Header | None = None
    card_context = _speaks_of_a_card(records, filename)
    for index, record in enumerate(records[:limit]):
        found = match_header(record.cells, index, card_context=card_context)
        if found and (best is None or found.score > best.score):
            best = found
    return best


def _speaks_of_a_card(records: Sequence[Record], filename: str) -> bool:
    """ "data, lançamento, valor" is Itaú's card with yyyy-mm-dd dates or beside the words of an invoice (§2.1)."""
    if any(_ISO_DAY.fullmatch(cell) for record in records[:200] for cell in record.cells):
        return True
    around = fold(" ".join(cell for record in records[:200] for cell in record.cells if cell)[:20_000])
    return bool(_CARD_WORDS.search(around) or "fatura" in filename.casefold())


def chosen_header(records: Sequence[Record], choice: ColumnChoice, limit: int = 80) -> Header:
    """The header a person pointed out, by names or by 1-based numbers."""
    wanted = _choice_roles(choice)
    numbers = {role: column - 1 for role, column in wanted.items() if isinstance(column, int)}
    names = {role: squeeze(column) for role, column in wanted.items() if isinstance(column, str)}
    for index, record in enumerate(records[:limit]):
        cells = [squeeze(cell) for cell in record.cells]
        if all(name in cells for name in names.values()) and len(cells) > max(numbers.values(), default=-1):
            if not names and index == 0 and not match_header(record.cells):
                index = -1
            roles = numbers | {role: cells.index(name) for role, name in names.items()}
            return Header(index, _chosen_profile(choice, wanted), roles, tuple(record.cells), 0)
    raise Refusal("columns", "Não achei neste arquivo as colunas escolhidas: " + ", ".join(map(str, wanted.values())))


def _choice_roles(choice: ColumnChoice) -> dict[str, str | int]:
    texts = choice.description if isinstance(choice.description, tuple) else (choice.description,)
    wanted: dict[str, str | int | None] = {
        "date": choice.date,
        "amount": choice.amount,
        "credit": choice.credit,
        "debit": choice.debit,
        "id": choice.identifier,
        "installment": choice.installment,
    }
    wanted |= {f"text{number}": column for number, column in enumerate(texts)}
    return {role: column for role, column in wanted.items() if column is not None}


def _chosen_profile(choice: ColumnChoice, wanted: Mapping[str, str | int]) -> Profile:
    texts = tuple(role for role in wanted if role.startswith("text"))
    return Profile(CHOSEN, None, choice.product, {}, inverted=choice.purchases_positive, text=texts or ("text0",))
