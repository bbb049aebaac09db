"""Who lives in a world, read from its file's names alone: a whole household takes longer to read than to check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mel.evals.places import home
from mel.evals.strict_yaml import Items, Piece, Table, Text, load, text_of


def worlds() -> list[str]:
    """The names a roteiro may give as its `mundo`."""
    return sorted(file.stem for file in (home() / "worlds").glob("*.yaml"))


def of(world: str | None, furniture: Mapping[str, Sequence[Mapping[str, Any]]] | None) -> tuple[str, ...]:
    """Who may speak there; nobody is known where the world says nothing of its people."""
    if furniture is not None:
        return tuple(name for house in furniture.get("household", ()) for name in house.get("members", ()))
    file = home() / "worlds" / f"{world}.yaml"
    return _named(file.resolve()) if world and file.is_file() else ()


@cache
def _named(file: Path) -> tuple[str, ...]:
    people = _under(load(text_of(file), str(file)), "pessoas")
    found = (person if isinstance(person, Text) else _under(person, "nome") for person in people or ())
    return tuple(name.value for name in found if isinstance(name, Text))


def _under(piece: Piece, key: str) -> Any:
    entries = piece if isinstance(piece, Table) else ()
    found = next((value for name, value in entries if name.value == key), None)
    return found if isinstance(found, Items | Text) else None
