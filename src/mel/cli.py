"""The `mel` command: parse, call, print. What is heavy is imported inside the command that needs it."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mel import cli_files
from mel.shared.errors import ConcurrentChange, MelError

if TYPE_CHECKING:
    from datetime import date

    from mel.app import House
    from mel.household import Member
    from mel.settings import Settings
    from mel.storage.sql import SqlStorage

FAILED, MISUSED = 1, 2

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="Mel cuida do dinheiro do casal, conversando. Comece com: mel chat --demo",
)

As = Annotated[str | None, typer.Option("--as", metavar="PESSOA", help="Quem fala.")]
Today = Annotated[str | None, typer.Option(metavar="DATA", help="O dia de hoje, como 15/06/2026 ou 2026-06-15.")]
Json = Annotated[bool, typer.Option("--json", help="Responde em JSON.")]
Demo = Annotated[bool, typer.Option("--demo", help="Usa uma casa de exemplo se a pasta estiver vazia.")]


class Misuse(MelError):
    """The command was given something it cannot take."""


@app.command()
def chat(speaker: As = None, demo: Demo = False, today: Today = None) -> None:  # noqa: FBT002
    """Conversa com a Mel."""
    import asyncio

    from mel.channels import terminal

    on_screen = sys.stdin.isatty() and sys.stdout.isatty()
    with _house(demo=demo) as (house, _):
        day = _day(today)
        member = _who(house, speaker, ask=on_screen)
        if member is None:
            return

        async def ask(text: str) -> Any:
            return await house.ask(text, member, day)

        if on_screen:
            print(f"{house.household.name}. Oi, {member.name}! Ctrl-D encerra a conversa.\n")
            asyncio.run(terminal.talk(ask, member.name, house.names(member)))
        else:
            asyncio.run(terminal.serve_lines(ask, sys.stdin, sys.stdout))


@app.command()
def ask(
    text: Annotated[str, typer.Argument(metavar="TEXTO", help="A mensagem; um traço lê da entrada.")],
    speaker: As = None,
    today: Today = None,
    as_json: Json = False,  # noqa: FBT002
) -> None:
    """Manda uma mensagem só."""
    import asyncio

    from mel.channels import terminal

    with _house() as (house, _):
        day, member = _day(today), house.speaker(speaker)
        message = terminal.read_all(sys.stdin) if text == "-" else text
        reply = asyncio.run(house.ask(message, member, day))
    print(_json(reply.to_wire()) if as_json else terminal.rendered(reply))


@app.command()
def setup(
    source: Annotated[Path | None, typer.Option("--from", metavar="ARQUIVO", help="Um household.yaml.")] = None,
) -> None:
    """Cria a sua casa, por perguntas ou de um arquivo."""
    from mel import app as house
    from mel import household_file

    with _storage() as (storage, settings):
        house.refuse_second_home(storage)
        if source is not None:
            home = household_file.read_file(source)
        elif sys.stdin.isatty():
            home = household_file.interview(_prompt, print, _today())
        else:
            raise Misuse("Sem terminal eu não consigo perguntar. Use mel setup --from household.yaml.")
        house.found(storage, home)
        if source is None:
            copy = settings.folder / "household.yaml"
            copy.write_text(household_file.write(home), encoding="utf-8")
    print(f"Pronto, a casa está criada: {home.household.name}. Agora é só conversar: mel chat")


@app.command()
def demo() -> None:
    """Cria uma casa de exemplo em uma pasta vazia."""
    from mel import app as house
    from mel import household_file

    with _storage() as (storage, _):
        home = household_file.demo()
        house.found(storage, home)
    print(f"Casa de exemplo criada: {home.household.name}. Agora é só conversar: mel chat")


@app.command()
def operations(
    as_json: Json = False,  # noqa: FBT002
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="Quantas, da mais nova pra mais antiga.")] = 50,
    state: Annotated[str | None, typer.Option(metavar="ESTADO", help="proposed, confirmed, cancelled…")] = None,
    tool: Annotated[str | None, typer.Option(metavar="TOOL", help="Só as desta tool, como recordSpend.")] = None,
    speaker: As = None,
) -> None:
    """Mostra o que foi proposto e o que foi escrito."""
    from mel.app import operation_line

    with _house() as (house, _):
        lines = [
            operation_line(operation, house.clock(), house.household.zone)
            for operation in house.operations(house.speaker(speaker), limit, state=state, tool=tool)
        ]
    if as_json:
        print(_json(lines))
    elif not lines:
        print("Nenhuma operação ainda.")
    else:
        for line in lines:
            print(f"{line['when'][:16].replace('T', ' ')}  {line['state']:<9}  {line['tool']}  {line['who'] or '-'}")


@app.command()
def export() -> None:
    """Escreve a casa toda em linhas de JSON."""
    from mel.storage.sql.export import export as rows

    with _house() as (house, storage):
        for row in rows(storage, house.household.id):
            print(json.dumps(row, ensure_ascii=False))


@app.command()
def understand(
    text: Annotated[str | None, typer.Argument(metavar="TEXTO")] = None,
    jsonl: Annotated[Path | None, typer.Option(metavar="ARQUIVO", help="Uma mensagem JSON por linha.")] = None,
    household: Annotated[Path | None, typer.Option(metavar="ARQUIVO", help="Os nomes da casa, em JSON.")] = None,
    today: Today = None,
) -> None:
    """Mostra o que a Mel entende de uma mensagem, sem abrir casa nenhuma."""
    from mel.channels import message_file

    if (text is None) == (jsonl is None):
        raise Misuse("Me dê uma mensagem ou um arquivo com --jsonl.")
    names, day = message_file.names_in(household), _day(today) or _today()
    if jsonl is not None:
        for line in message_file.understood_lines(jsonl, names, day):
            print(line)
    elif text is not None:
        print(message_file.understood(text, names, day))


@app.command(
    name="eval",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    add_help_option=False,
)
def evaluate(context: typer.Context) -> None:
    """Conversas como testes: mel eval --help mostra como."""
    from mel.evals.commands import app as evals

    sys.exit(evals(args=context.args, prog_name="mel eval", standalone_mode=False) or 0)


cli_files.register(app)


def main() -> None:
    """Entry point of the console script."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    logging.getLogger("mel").addHandler(logging.NullHandler())
    try:
        sys.exit(app(prog_name="mel", standalone_mode=False) or 0)
    except Misuse as error:
        _complain(error.message, MISUSED)
    except MelError as error:
        _complain(error.message, FAILED)
    except ConcurrentChange:
        _complain("A casa está ocupada com outra mensagem. Tenta de novo em instantes.", FAILED)
    except BrokenPipeError:
        # Whoever read us has gone; Python would complain once more when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILED)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except typer.Exit as end:
        sys.exit(end.exit_code)
    except Exception as error:  # noqa: BLE001 - the outermost door: nobody sees a traceback
        _unexpected(error)


def _unexpected(error: Exception) -> None:
    """A wrong use of the command line, which typer noticed, or a fault of ours, which the log describes."""
    kind = type(error).__name__
    if kind == "NoArgsIsHelpError":
        print(error)
        sys.exit(MISUSED)
    if isinstance(error, typer.BadParameter) or hasattr(error, "format_message"):
        _complain(f"{_MISUSES.get(kind, 'Não entendi esse comando.')} Veja mel --help.", MISUSED)
    logging.getLogger("mel").error("unexpected", exc_info=error)
    _complain("Tive um problema técnico aqui. Os detalhes estão no mel.log da pasta de dados.", FAILED)


_MISUSES = {
    "NoSuchOption": "Não conheço essa opção.",
    "BadOptionUsage": "Essa opção precisa de um valor.",
    "BadArgumentUsage": "Sobrou ou faltou um valor nesse comando.",
    "MissingParameter": "Falta um valor nesse comando.",
    "BadParameter": "Um valor desse comando não serve.",
}
"""What typer noticed, in our words."""


def _complain(message: str, code: int) -> None:
    print(message, file=sys.stderr)
    sys.exit(code)


@contextmanager
def _storage() -> Iterator[tuple[SqlStorage, Settings]]:
    from mel.app import open_storage
    from mel.settings import Settings

    settings = Settings()
    _log_to(settings.log)
    storage = open_storage(settings)
    try:
        yield storage, settings
    finally:
        storage.close()


@contextmanager
def _house(*, demo: bool = False) -> Iterator[tuple[House, SqlStorage]]:
    from mel.app import open_house

    with _storage() as (storage, settings):
        if demo and not storage.household_ids():
            from mel.app import found
            from mel.household_file import demo as sample

            found(storage, sample())
        yield open_house(storage, settings=settings), storage


def _log_to(file: Path) -> None:
    """Warnings go to the data folder; the screen belongs to the conversation, even when they cannot be written."""
    logging.raiseExceptions = False
    logging.basicConfig(
        handlers=[logging.FileHandler(file, encoding="utf-8", delay=True)],
        level=logging.WARNING,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
    )


def _who(house: House, name: str | None, *, ask: bool) -> Member | None:
    """The member who speaks; asked on a screen when there are several and none was named."""
    members = [member.name for member in house.household.members]
    while name is None and ask and len(members) > 1:
        from mel.channels.terminal import choose

        said = choose("Quem está falando?", members)
        if said is None:
            return None
        try:
            return house.speaker(said)
        except MelError as error:
            print(error.message)
    return house.speaker(name)


def _today() -> date:
    """Where no household has told its time zone."""
    from mel.shared.clock import DEFAULT_ZONE, system_clock, today_in

    return today_in(DEFAULT_ZONE, system_clock())


def _day(text: str | None) -> date | None:
    from mel.household_file.values import parse_day

    day = parse_day(text) if text else None
    if text and day is None:
        raise Misuse(f"Não entendi a data '{text[:20]}'. Escreva como 15/06/2026 ou 2026-06-15.")
    return day


def _prompt(question: str) -> str:
    """One line of the person; leaving ends the command."""
    try:
        return input(f"{question} ").strip()
    except EOFError:
        raise typer.Abort from None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)
