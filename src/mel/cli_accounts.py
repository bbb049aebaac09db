"""Commands about accounts and cards: look at them, and say what no file tells of them."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated

import typer

from mel.cli_files import As, Json, open_desk
from mel.cli_tables import account_lines
from mel.shared.errors import InvalidInput

if TYPE_CHECKING:
    from mel.shared.money import Money

accounts = typer.Typer(invoke_without_command=True, help="Mostra as contas e os cartões, e muda o que você disser.")

_AMOUNT = re.compile(r"(?:R\$)?\s*(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2})|\.(\d{2}))?")
_WHOLE = re.compile(r"\d{1,3}")


def register(app: typer.Typer) -> None:
    """Put these commands beside the others."""
    app.add_typer(accounts, name="accounts")


@accounts.callback()
def show(context: typer.Context, as_json: Json = False, speaker: As = None) -> None:  # noqa: FBT002
    """Mostra as contas e os cartões que você vê."""
    if context.invoked_subcommand is not None:
        return
    with open_desk(speaker) as desk:
        found = desk.accounts()
    if as_json:
        print(json.dumps({"accounts": found}, ensure_ascii=False))
    elif not found:
        print("Nenhuma conta ainda. Comece com: mel import ARQUIVO")
    else:
        print("\n".join(account_lines(found)))


@accounts.command("set")
def change(
    name: Annotated[str, typer.Argument(metavar="CONTA", help="A conta ou o cartão.")],
    limit: Annotated[str | None, typer.Option(metavar="VALOR", help="Limite do cartão.")] = None,
    closes: Annotated[str | None, typer.Option(metavar="DIA", help="Dia em que a fatura fecha.")] = None,
    due: Annotated[str | None, typer.Option(metavar="DIA", help="Dia em que a fatura vence.")] = None,
    owner: Annotated[str | None, typer.Option(metavar="PESSOA", help="De quem é.")] = None,
    private: Annotated[bool | None, typer.Option("--private/--shared", help="Só quem é dono vê, ou os dois.")] = None,
    bank: Annotated[str | None, typer.Option(metavar="BANCO", help="O banco.")] = None,
    alias: Annotated[list[str] | None, typer.Option(metavar="APELIDO", help="Outro nome; pode repetir.")] = None,
    as_json: Json = False,  # noqa: FBT002
    speaker: As = None,
) -> None:
    """Muda uma conta ou um cartão."""
    from mel.accounts import AccountChange

    wanted = AccountChange(
        _amount(limit), _day(closes, "closes"), _day(due, "due"), owner, private, bank, tuple(alias or ())
    )
    with open_desk(speaker) as desk:
        now = desk.change_account(name, wanted)
    print(json.dumps(now, ensure_ascii=False) if as_json else f"Pronto. {' | '.join(account_lines([now]))}")


def _amount(text: str | None) -> Money | None:
    from mel.shared.money import Money

    if text is None:
        return None
    found = _AMOUNT.fullmatch(text.strip())
    if found is None or len(found[1]) > 12:
        raise InvalidInput("limit", f"Não entendi o limite '{text[:30]}'. Escreva como 5000 ou 5.000,00.")
    return Money(Decimal(f"{found[1].replace('.', '')}.{found[2] or found[3] or 0}"), "BRL")


def _day(text: str | None, field: str) -> int | None:
    if text is None:
        return None
    if not _WHOLE.fullmatch(text.strip()) or not 1 <= int(text) <= 31:
        raise InvalidInput(field, "O dia de fechamento ou vencimento vai de 1 a 31.")
    return int(text)
