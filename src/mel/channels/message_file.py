"""A file of messages in, what is understood of each out: for measuring, without a household and without writing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from mel.shared.errors import MelError
from mel.understanding import Context, understand
from mel.understanding.jsonl import predict, render, vocabulary_of


def names_in(file: Path | None) -> dict[str, Any]:
    """A household fixture; no file, no names."""
    if file is None:
        return {}
    try:
        names = json.loads(_text(file))
    except ValueError as error:
        raise MelError(f"O arquivo {file} não é JSON.") from error
    if not isinstance(names, dict):
        raise MelError(f"O arquivo {file} não descreve uma casa.")
    return names


def understood(text: str, names: dict[str, Any], today: date) -> str:
    """One message, told in Portuguese."""
    return render(understand(text, Context(today, vocabulary_of(names))))


def understood_lines(file: Path, names: dict[str, Any], today: date) -> Iterator[str]:
    """A line of JSON for each line of JSON; a bad one is told by its number."""
    number = 0

    def counted() -> Iterator[str]:
        nonlocal number
        for number, line in enumerate(_text(file).splitlines(), 1):  # noqa: B007
            yield line

    try:
        yield from predict(counted(), names, today)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise MelError(f"Não entendi a linha {number} de {file}. Cada linha precisa de id, text e today.") from error


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MelError(f"Não consegui ler o arquivo {file}.") from error
