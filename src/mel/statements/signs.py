"""Which way the amounts of an unknown table go: by its running balance, else by its words, else it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from mel.statements.checks import Link, broken_links, signs_by_balance
from mel.statements.kinds import direction, kind_of
from mel.statements.model import Product, Row
from mel.statements.refusal import Refusal


def again(row: Row, amount: Decimal, product: Product | None) -> Row:
    """The row with another amount, and the kind that goes with it."""
    return replace(row, amount=amount, kind=kind_of(row.description, amount, product))


def ways_of(
    rows: Sequence[Row], links: Sequence[Link], *, one_sided_is_doubt: bool, columns: tuple[str, ...]
) -> list[int] | None:
    """+1 or -1 for each row, None when the printed signs are the owner's. Refuses where nothing tells."""
    unsigned = all(row.amount >= 0 for row in rows)
    if unsigned and (ways := _by_balance(rows, links)) is not None:
        return ways
    if broken_links(links) == ():
        return None
    if broken_links(links, -1) == () and not unsigned:
        return [-1] * len(rows)
    agree, against = _by_words(rows)
    if (against and not agree) or (one_sided_is_doubt and unsigned and agree < len(rows)):
        raise Refusal(
            "sign",
            "Não sei se neste arquivo o valor positivo é gasto ou entrada. "
            "Diga qual é com --gastos-positivos ou --gastos-negativos no mel import, ou exporte em OFX.",
            columns,
        )
    return None


def _by_balance(rows: Sequence[Row], links: Sequence[Link]) -> list[int] | None:
    """Each amount goes the way the balance went; the oldest, with no balance before it, the way its words say."""
    signs = signs_by_balance(links)
    if signs is None:
        return None
    ways = [signs.get(row.line or 0) or direction(row.description) for row in rows]
    return ways if all(ways) else None


def _by_words(rows: Sequence[Row]) -> tuple[int, int]:
    """How many rows say in words what their sign says, and how many the contrary."""
    # On a card a payment comes in, whatever its words say on an account.
    telling = [row for row in rows if kind_of(row.description, row.amount, "card") != "payment"]
    words = [direction(row.description) * (1 if row.amount > 0 else -1) for row in telling]
    return words.count(1), words.count(-1)
