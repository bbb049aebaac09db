"""What a member may change of an account or card; the refusals are for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mel.accounts.model import Account
from mel.shared.errors import InvalidInput
from mel.shared.money import Money
from mel.shared.text import clean_name, fold


@dataclass(frozen=True, slots=True)
class AccountChange:
    """What is left out stays as it is."""

    limit: Money | None = None
    closing_day: int | None = None
    due_day: int | None = None
    owner: str | None = None
    private: bool | None = None
    bank: str | None = None
    aliases: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return self == AccountChange()


def changed(account: Account, change: AccountChange, by: str | None, others: Sequence[Account]) -> Account:
    """`others` are the accounts that member may see. Raises `InvalidInput`."""
    if change.is_empty:
        raise InvalidInput("account", "Falta dizer o que muda: --limit, --closes, --due, --owner, --private, --bank…")
    of_card = (change.limit, change.closing_day, change.due_day)
    if not account.is_card and any(value is not None for value in of_card):
        raise InvalidInput("account", f"Limite, fechamento e vencimento são de cartão, e {account.name} é uma conta.")
    if change.limit is not None and not change.limit.is_positive:
        raise InvalidInput("limit", "O limite precisa ser maior que zero.")
    _may_hide(account, change, by)
    return replace(
        account,
        limit=change.limit or account.limit,
        closing_day=account.closing_day if change.closing_day is None else change.closing_day,
        due_day=account.due_day if change.due_day is None else change.due_day,
        owner=change.owner or account.owner or (by if change.private else None),
        private=account.private if change.private is None else change.private,
        bank=clean_name(change.bank) if change.bank else account.bank,
        aliases=(*account.aliases, *_fresh(account, change.aliases, others)),
    )


def _may_hide(account: Account, change: AccountChange, by: str | None) -> None:
    """Who sees an account is its owner's to say, and so is whose it is."""
    if change.private is None and change.owner is None:
        return
    if change.private and by is None:
        raise InvalidInput("private", "Diga quem é você com --as PESSOA.")
    if account.owner is not None and account.owner != by:
        raise InvalidInput("private", f"Só {account.owner} pode mudar de quem é essa conta ou quem a vê.")
    if change.private and change.owner not in (None, by):
        raise InvalidInput("private", "Só quem é dono pode deixar a conta privada.")


def _fresh(account: Account, aliases: Sequence[str], others: Sequence[Account]) -> list[str]:
    taken = {fold(name): other for other in others for name in (other.name, *other.aliases)}
    found: list[str] = []
    for alias in map(clean_name, aliases):
        owner = taken.get(fold(alias))
        if not alias:
            raise InvalidInput("alias", "Falta o apelido.")
        if owner is not None and owner.id != account.id:
            raise InvalidInput("alias", f"'{alias}' já é {owner.name}.")
        if owner is None:
            found.append(alias)
    return found
