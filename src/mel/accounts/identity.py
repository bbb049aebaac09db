"""Whose file is it? By what the file says of its account, by what the person chose before, or by asking."""

from __future__ import annotations

from collections.abc import Sequence

from mel.accounts.model import Account
from mel.shared.errors import InvalidInput
from mel.shared.names import find
from mel.shared.text import clean_name, fold
from mel.statements import Statement

_PRODUCTS = {"account": "conta", "card": "cartão"}


def file_key(statement: Statement) -> str:
    """What two files of one account have in common: the numbers in it, else bank and kind of file.

    A key with numbers begins with "#" and identifies; the other only hints.
    """
    bank_id, branch, number = statement.hint.key()
    product = statement.product or "account"
    if number:
        return f"#{product}/{fold(statement.hint.bank or '') or bank_id}/{branch}/{number}"
    return f"{product}/{fold(statement.hint.bank or statement.profile)}"


def account_for(
    statement: Statement, accounts: Sequence[Account], name: str | None, speaker: str | None, reader: str | None = None
) -> Account:
    """The account of a file, known or made now, with the file's key remembered. Asks rather than guesses."""
    key = file_key(statement)
    owned = next((account for account in accounts if key.startswith("#") and key in account.file_keys), None)
    if owned is not None and not owned.visible_to(reader):
        raise InvalidInput("account", "Esse arquivo é de uma conta que você não vê.")
    if name is not None:
        return _named(statement, key, [a for a in accounts if a.visible_to(reader)], name, owned, speaker)
    if owned is not None:
        return owned
    likely = [account for account in accounts if account.visible_to(reader) and _may_be(account, statement, key)]
    if not likely:
        return _made(statement, _fresh_name(statement, accounts), key, speaker)
    mine = [account for account in likely if speaker is None or account.owner in (None, speaker)]
    if len(mine) == 1 and len(likely) == 1 and not key.startswith("#"):
        return mine[0].known_by(key)
    names = " ou ".join(account.name for account in likely)
    raise InvalidInput("account", f"De qual conta é esse arquivo: {names}, ou uma nova? Diga o nome dela.")


def _may_be(account: Account, statement: Statement, key: str) -> bool:
    """Without a number, any account of that bank and kind; with one, only those whose number nobody knows yet."""
    if account.product != (statement.product or "account"):
        return False
    same_bank = statement.hint.bank is not None and fold(account.bank or "") == fold(statement.hint.bank)
    if not key.startswith("#"):
        return key in account.file_keys or same_bank
    numbered = any(known.startswith("#") for known in account.file_keys)
    return same_bank and not numbered


def _named(
    statement: Statement,
    key: str,
    accounts: Sequence[Account],
    name: str,
    owned: Account | None,
    speaker: str | None,
) -> Account:
    found = find(name, accounts, "account")
    if owned is not None and (found is None or found.id != owned.id):
        raise InvalidInput("account", f"Pelo número, esse arquivo é da conta {owned.name}.")
    if found is None:
        return _made(statement, clean_name(name), key, speaker)
    if statement.product is not None and found.product != statement.product:
        raise InvalidInput(
            "account", f"{found.name} é {_PRODUCTS[found.product]}, e o arquivo é de {_PRODUCTS[statement.product]}."
        )
    return found.known_by(key)


def _made(statement: Statement, name: str, key: str, speaker: str | None) -> Account:
    currency = statement.rows[0].currency if statement.rows else "BRL"
    return Account(
        name=name,
        product=statement.product or "account",
        bank=statement.hint.bank,
        currency=currency,
        owner=speaker,
        file_keys=(key,),
    )


def _fresh_name(statement: Statement, accounts: Sequence[Account]) -> str:
    """ "Nubank cartão", with its last digits when another is called so."""
    bank = statement.hint.bank or "Banco"
    base = f"{bank} {_PRODUCTS[statement.product or 'account']}"
    taken = {fold(known) for account in accounts for known in (account.name, *account.aliases)}
    digits = "".join(c for c in statement.hint.account or statement.hint.card or "" if c.isdigit())[-4:]
    options = (base, *([f"{base} {digits}"] if digits else ()), *(f"{base} {number}" for number in range(2, 100)))
    free: str = next(option for option in options if fold(option) not in taken)
    return free
