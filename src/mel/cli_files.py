"""Commands about bank files: read them, import and undo, and look at movements and faturas."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mel.shared.errors import InvalidInput, MelError

if TYPE_CHECKING:
    from mel.imports import Desk

As = Annotated[str | None, typer.Option("--as", metavar="PESSOA", help="Quem importa ou pergunta.")]
Json = Annotated[bool, typer.Option("--json", help="Responde em JSON.")]
Files = Annotated[list[Path], typer.Argument(metavar="ARQUIVO...", help="Extratos ou faturas.")]
Password = Annotated[bool, typer.Option("--password", help="Pergunta a senha do arquivo; ela não é guardada.")]

statements = typer.Typer(no_args_is_help=True, help="Lê arquivos de banco sem guardar nada.")


def register(app: typer.Typer) -> None:
    """Put these commands beside the others."""
    app.add_typer(statements, name="statements")
    app.command("import")(import_files)
    app.command()(movements)
    app.command()(invoices)


@statements.command()
def read(files: Files, as_json: Json = False, password: Password = False) -> None:  # noqa: FBT002
    """Mostra o que a Mel lê em cada arquivo, sem guardar nada."""
    from mel.statements import read_files

    for line in read_files(files, password=_password(asked=password)):
        print(line if as_json else _as_text(json.loads(line)))


def _as_text(outcome: dict[str, Any]) -> str:
    name = Path(outcome["file"]).name
    if "error" in outcome:
        return f"{name}: {outcome['error']}"
    lines = [f"{name}: {len(outcome['transactions'])} lançamentos"]
    lines += [f"  {row['date']}  {row['amount']:>12}  {row['description']}" for row in outcome["transactions"]]
    lines += [f"  linha {warn['line'] or '-'}: {warn['message']}" for warn in outcome["warnings"]]
    return "\n".join(lines)


def import_files(
    files: Annotated[list[Path] | None, typer.Argument(metavar="ARQUIVO...", help="Extratos ou faturas.")] = None,
    account: Annotated[str | None, typer.Option(metavar="NOME", help="A conta ou o cartão do arquivo.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Importa sem perguntar.")] = False,  # noqa: FBT002
    as_json: Json = False,  # noqa: FBT002
    undo: Annotated[str | None, typer.Option(metavar="IMPORTAÇÃO", help="Desfaz uma importação inteira.")] = None,
    password: Password = False,  # noqa: FBT002
    speaker: As = None,
) -> None:
    """Importa extratos e faturas: mostra o que muda, pergunta e grava."""
    if (undo is None) == (not files):
        raise InvalidInput("file", "Me dê um arquivo pra importar ou --undo com o código de uma importação.")
    with _desk(speaker) as desk:
        if undo is not None:
            _print(desk.undo(undo), as_json=as_json)
            return
        secret, failed = _password(asked=password), False
        for file in files or ():
            with _progress(file):
                outcome = desk.preview(file, account, secret) if not yes else desk.write(file, account, secret)
            if "error" not in outcome and not outcome.get("already") and not yes:
                _print(outcome, as_json=as_json)
                outcome = desk.write(file, account, secret, outcome["batch"]) if _agreed() else {"cancelled": True}
            failed = failed or "error" in outcome
            _print(outcome, as_json=as_json)
    if failed:
        raise typer.Exit(1)


def movements(
    text: Annotated[str | None, typer.Argument(metavar="TEXTO", help="Só os que têm este texto.")] = None,
    account: Annotated[str | None, typer.Option(metavar="NOME", help="Só desta conta ou deste cartão.")] = None,
    as_json: Json = False,  # noqa: FBT002
    speaker: As = None,
) -> None:
    """Mostra os lançamentos importados."""
    with _desk(speaker) as desk:
        rows = desk.movements(text, account)
    if as_json:
        print(json.dumps({"transactions": rows}, ensure_ascii=False))
    elif not rows:
        print("Nenhum lançamento importado ainda. Comece com: mel import ARQUIVO")
    else:
        for row in rows:
            print(f"{row['date']}  {row['amount']:>12}  {row['account']}  {row['description']}")


def invoices(as_json: Json = False, speaker: As = None) -> None:  # noqa: FBT002
    """Mostra as faturas de cada cartão."""
    with _desk(speaker) as desk:
        cards = desk.invoices()
    if as_json:
        print(json.dumps({"cards": cards}, ensure_ascii=False))
    elif not cards:
        print("Nenhum cartão importado ainda. Comece com: mel import FATURA")
    for card in () if as_json else cards:
        print(f"{card['card']}  limite usado {card['usedLimit']}")
        for bill in card["invoices"]:
            due = f"vence {bill['due']}{' (previsto)' if bill['predicted'] else ''}" if bill["due"] else "sem data"
            print(f"  {bill['month']}  {bill['total']:>12}  {_STATUS[bill['status']]}  {due}")
        for plan in card["plans"]:
            print(f"  {plan['merchant']}  {plan['parcela']}/{plan['of']}  faltam {plan['debt']}")


_STATUS = {"open": "aberta", "closed": "fechada", "paid": "paga", "rolled": "encerrada", "overdue": "vencida"}


@contextmanager
def _desk(speaker: str | None) -> Iterator[Desk]:
    from mel.imports import open_desk

    with open_desk(speaker) as desk:
        yield desk


@contextmanager
def _progress(file: Path) -> Iterator[None]:
    """A sign of life on a terminal when the file is big enough to take seconds."""
    big = sys.stderr.isatty() and file.exists() and file.stat().st_size > 2_000_000
    if not big:
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"Lendo {file.name}…"):
        yield


def _password(*, asked: bool) -> str | None:
    if not asked:
        return None
    if sys.stdin.isatty():
        import getpass

        return getpass.getpass("Senha do arquivo: ")
    return sys.stdin.readline().rstrip("\n")


def _agreed() -> bool:
    if not sys.stdin.isatty():
        raise MelError("Sem terminal eu não consigo perguntar. Use --yes pra importar direto.")
    return input("Importo? [s/N] ").strip().casefold() in {"s", "sim"}


def _print(outcome: dict[str, Any], *, as_json: bool) -> None:
    print(json.dumps(outcome, ensure_ascii=False) if as_json else "\n".join(_told(outcome)))


def _told(outcome: dict[str, Any]) -> Sequence[str]:
    if "error" in outcome:
        return [f"{outcome['file']}: {outcome['error']}" if outcome.get("file") else str(outcome["error"])]
    if outcome.get("cancelled"):
        return ["Não importei nada."]
    if "undone" in outcome:
        return [f"Desfiz {outcome['file']}: saíram {outcome['movements']} lançamentos."]
    return [str(outcome["text"]), *(f"  Importação {outcome['batch']}" for _ in (1,) if outcome.get("imported"))]
