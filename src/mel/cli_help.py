"""Help texts in Portuguese: what typer writes around ours, translated when it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

_WORDS = {
    "Usage:": "Uso:",
    "[OPTIONS]": "[OPÇÕES]",
    "COMMAND [ARGS]...": "COMANDO [VALORES]...",
    "Options:": "Opções:",
    "Arguments:": "Argumentos:",
    "Commands:": "Comandos:",
    "Show this message and exit.": "Mostra esta ajuda.",
    "[required]": "[obrigatório]",
    "[default: ": "[padrão: ",
}
_TYPE = re.compile(r"(?<= )<[a-z]+(?:\[\w+\]| range)?>")


def _translated(text: str) -> str:
    for theirs, ours in _WORDS.items():
        text = text.replace(theirs, ours)
    return _TYPE.sub(lambda found: " " * len(found[0]), text)


class _Command(TyperCommand):
    def get_help(self, ctx: Any) -> str:
        return _translated(super().get_help(ctx))


class _Group(TyperGroup):
    def get_help(self, ctx: Any) -> str:
        return _translated(super().get_help(ctx))


class Commands(typer.Typer):
    """A typer app whose help is Portuguese all through."""

    def __init__(self, **options: Any) -> None:
        super().__init__(cls=_Group, rich_markup_mode=None, add_completion=False, no_args_is_help=True, **options)

    def command(self, name: str | None = None, **options: Any) -> Callable[[Any], Any]:
        return super().command(name, cls=_Command, **options)
