"""What a file proves about its reading: the chain of balances, and printed totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from mel.statements.model import Row

ZERO = Decimal(0)


class Link(NamedTuple):
    """A printed balance and what moved since the one before; `day` groups balances printed per day."""

    line: int
    day: int
    amount: Decimal
    balance: Decimal | None


def broken_links(links: Sequence[Link], sign: int = 1) -> tuple[int, ...] | None:
    """Lines where `balance = previous balance + amount` fails, in the file's own order (or newest first).

    None when the file offers no chain: fewer than two balances, or a column that is no running balance at all.
    """
    if sum(1 for link in links if link.balance is not None) < 2:
        return None
    best: tuple[int, ...] | None = None
    tried = 0
    for order in (links, links[::-1]):
        for chain in (order, _by_day(order)):
            broken, tried = _breaks(chain, sign)
            if tried and (best is None or len(broken) < len(best)):
                best = broken
            if best == ():
                return best
    return best


def signs_by_balance(links: Sequence[Link]) -> dict[int, int] | None:
    """For amounts printed without signs: +1 or -1 a line, as the balance went up or down by that amount.

    None when the balances contradict the amounts. The oldest line has nothing before it, so it is left out.
    """
    for order in (links, links[::-1]):
        found: dict[int, int] = {}
        known: Decimal | None = None
        for link in order:
            if link.balance is None or (known is not None and abs(link.balance - known) != link.amount):
                break
            if known is not None:
                found[link.line] = 1 if link.balance > known else -1
            known = link.balance
        else:
            if found:
                return found
    return None


def _breaks(chain: Sequence[Link], sign: int) -> tuple[tuple[int, ...], int]:
    broken: list[int] = []
    known: Decimal | None = None
    since, tried = ZERO, 0
    for link in chain:
        since += sign * link.amount
        if link.balance is None:
            continue
        if known is not None:
            tried += 1
            if known + since != link.balance:
                broken.append(link.line)
        known, since = link.balance, ZERO
    return tuple(broken), tried


def _by_day(chain: Sequence[Link]) -> list[Link]:
    """One link a day, for banks that print the balance of the day beside each of its movements (C6)."""
    days: list[Link] = []
    for link in chain:
        last = days[-1] if days else None
        if last and last.day == link.day and (last.balance is None or link.balance in {None, last.balance}):
            balance = last.balance if link.balance is None else link.balance
            days[-1] = Link(link.line, link.day, last.amount + link.amount, balance)
        else:
            days.append(link)
    return days


def spending(rows: Iterable[Row]) -> Decimal:
    """What an invoice totals: its lines without the payments, as a positive number."""
    return -sum((row.amount for row in rows if row.kind != "payment"), ZERO)


def difference_to(printed: Decimal, rows: Sequence[Row], previous: Decimal | None = None) -> Decimal:
    """Printed total minus what was read: zero when any of an issuer's ways of totalling agrees.

    Some print the lines without payments; some the previous balance minus payments plus lines.
    """
    lines = spending(rows)
    paid = sum((row.amount for row in rows if row.kind == "payment"), ZERO)
    ways = [lines, lines - paid]
    if previous is not None:
        ways += [lines + previous, lines + previous - paid]
    return min((printed - way for way in ways), key=lambda gap: (abs(gap), gap))
