"""Money that stays in the house: the payment of a fatura, and transfers between own and partners' accounts.

Both sides are paired across the accounts of all members, also for Pix (Sure#2901, securo#53); neither counts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta

from mel.accounts import Account, Movement
from mel.household import Member
from mel.shared.text import fold, tokens

_PAYMENT_DAYS, _TRANSFER_DAYS = timedelta(days=5), timedelta(days=1)
_MEANS = frozenset(
    tokens(
        "pix enviado enviada recebido recebida transferencia transf ted doc para pra de do da pelo por realizada qr "
        "code efetuada efetuado internet transferido transferida rem des interna entre tbi envio recebimento"
    )
)
_OWN = re.compile(r"\b(?:entre contas|mesma titularidade|conta propria|mesmo titular)\b")
_INVESTMENT = re.compile(r"\b(?:aplicacao|resgate|rdb|cdb|caixinha|cofrinho|poupanca|investimento|guardado|reserva)\b")


def pairs(movements: Sequence[Movement], accounts: Mapping[str, Account], members: Sequence[Member]) -> dict[str, str]:
    """Both directions of each pair, one to one: an outgoing and an incoming movement of the same amount."""
    coming: dict[tuple[int, str], list[Movement]] = defaultdict(list)
    for movement in movements:
        if movement.amount.is_positive and movement.kind in {"payment", "transfer", "credit"}:
            coming[movement.amount.minor, movement.amount.currency].append(movement)
    found: dict[str, str] = {}
    outgoing = [m for m in movements if m.is_spending and m.kind in {"payment", "transfer", "debit"}]
    for out in sorted(outgoing, key=lambda m: (m.kind != "payment", m.date)):
        fitting = [
            other
            for other in coming.get((-out.amount.minor, out.amount.currency), ())
            if other.id not in found and other.account_id != out.account_id and _fit(out, other, accounts, members)
        ]
        if fitting:
            other = min(fitting, key=lambda m: abs((m.date - out.date).days))
            found[out.id], found[other.id] = other.id, out.id
    return found


def _fit(out: Movement, other: Movement, accounts: Mapping[str, Account], members: Sequence[Member]) -> bool:
    apart = abs(other.date - out.date)
    if other.kind == "payment":
        on_card = other.account_id in accounts and accounts[other.account_id].is_card
        from_account = out.account_id in accounts and not accounts[out.account_id].is_card
        return on_card and from_account and apart <= _PAYMENT_DAYS
    if out.kind == "payment" or apart > _TRANSFER_DAYS:
        return False
    told = any(names_member(m.description, members) or _OWN.search(fold(m.description)) for m in (out, other))
    return bool(told) and out.kind == "transfer"


def names_member(description: str, members: Sequence[Member]) -> bool:
    """Whether the other side of a transfer is somebody of the house: the first word after "Pix enviado" or the like."""
    rest = [word for word in tokens(description) if word not in _MEANS and not word.isdigit()]
    return bool(rest) and any(rest[0] == (tokens(name) or ("",))[0] for m in members for name in (m.name, *m.aliases))


def stays_in_the_house(movement: Movement, members: Sequence[Member]) -> bool:
    """By its own words, even when the other side was never imported."""
    text = fold(movement.description)
    if movement.kind == "payment" or _OWN.search(text):
        return True
    return movement.kind == "transfer" and (
        bool(_INVESTMENT.search(text)) or names_member(movement.description, members)
    )
