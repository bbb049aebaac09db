"""A bank file opened: by a profile, by columns a person tells now, or by those told before for an account."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mel.accounts.model import Account
from mel.shared.errors import InvalidInput
from mel.shared.names import match
from mel.statements import ColumnChoice, Refusal, Statement, read_statement
from mel.statements.choosing import CHOSEN, by_name, guessed

_ASKS = frozenset({"columns", "sign"})
"""Refusals that a person can answer."""


@dataclass(frozen=True, slots=True)
class HowToRead:
    """What only a person can tell of a file. The password is never kept; columns and sign are, on the account."""

    password: str | None = None
    columns: ColumnChoice | None = None
    purchases_positive: bool | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """`columns` is the choice it was read by, to be remembered; `account` whose choice that was."""

    statements: tuple[Statement, ...]
    columns: ColumnChoice | None = None
    account: str | None = None


def opened(
    data: bytes, name: str, how: HowToRead, accounts: Sequence[Account] = (), account: str | None = None
) -> Opened:
    """`accounts` are those the member may see, `account` is the one named. Raises `Refusal` and `InvalidInput`."""
    try:
        plain = read_statement(data, name, password=how.password)
        if how.columns is None:
            return Opened(tuple(plain))
        columns: tuple[str, ...] = ()
    except Refusal as refusal:
        if refusal.kind not in _ASKS:
            raise
        columns, choice = refusal.columns, how.columns
        if choice is None and how.purchases_positive is not None:
            choice = guessed(columns)
        if choice is None:
            return _remembered(data, name, how, accounts, account, refusal)
    else:
        choice = how.columns
    return _chosen(data, name, how, _of_kind(by_name(choice, columns), accounts, account), columns)


def _of_kind(choice: ColumnChoice, accounts: Sequence[Account], account: str | None) -> ColumnChoice:
    """The kind of the account that was named, when nobody said another."""
    known = match(account, accounts).found if account else None
    return replace(choice, product=known.product) if known and choice.product is None else choice


def _chosen(data: bytes, name: str, how: HowToRead, choice: ColumnChoice, columns: tuple[str, ...]) -> Opened:
    """Spending must be told from income: where every amount is positive, somebody has to say what that means."""
    told = replace(choice, purchases_positive=bool(how.purchases_positive))
    statements = read_statement(data, name, password=how.password, columns=told)
    rows = [row for statement in statements for row in statement.rows]
    if not any(statement.profile == CHOSEN for statement in statements):
        return Opened(tuple(statements))
    if not rows:
        raise Refusal("columns", "Com essas colunas não li nenhum lançamento. Confira qual é qual.", columns)
    one_sided = all(row.amount >= 0 for row in rows) and choice.amount is not None
    if one_sided and how.purchases_positive is None:
        raise Refusal(
            "sign",
            "Nesse arquivo todo valor é positivo, e não sei se é gasto ou entrada. "
            "Repita com --gastos-positivos ou --gastos-negativos.",
            columns,
        )
    return Opened(tuple(statements), told)


def _remembered(
    data: bytes, name: str, how: HowToRead, accounts: Sequence[Account], account: str | None, refusal: Refusal
) -> Opened:
    """By the choice that was made for an account; for the one named, or the only one whose choice fits."""
    wanted = [match(account, accounts).found] if account else list(accounts)
    fitting: list[tuple[Account, Opened]] = []
    for known in wanted:
        if known is None or known.columns is None:
            continue
        try:
            statements = read_statement(data, name, password=how.password, columns=known.columns)
        except Refusal:
            continue
        if all(s.rows and len([w for w in s.warnings if w.line is not None]) < len(s.rows) for s in statements):
            fitting.append((known, Opened(tuple(statements), known.columns, known.name)))
    if len(fitting) > 1:
        names = " ou ".join(known.name for known, _ in fitting)
        raise InvalidInput("account", f"De qual conta é esse arquivo: {names}? Diga o nome dela.")
    if not fitting:
        raise refusal
    return fitting[0][1]
