"""The catalog: every roteiro in a folder, read once, in order of name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from mel.evals.fixture import ConversationFixture
from mel.evals.owner_form import read_json
from mel.evals.places import home
from mel.evals.roteiro import read
from mel.evals.strict_yaml import RoteiroError, Table, Text, load, text_of


def files(paths: Sequence[Path]) -> Iterator[Path]:
    """Each roteiro among files and folders."""
    for path in paths:
        found = (file for kind in ("*.yaml", "*.json") for file in path.rglob(kind)) if path.is_dir() else (path,)
        yield from sorted(found)


def conversations(paths: Sequence[Path] | None = None) -> list[ConversationFixture]:
    """Their fixtures. Two of the same name are an error: reports are told apart by it."""
    found: dict[str, ConversationFixture] = {}
    for file in files(paths or [home() / "conversations"]):
        fixture = read_json(file) if file.suffix == ".json" else read(file)
        if fixture.name in found:
            raise RoteiroError(f'o nome "{fixture.name}" já é de {found[fixture.name].source}', str(file), 1)
        found[fixture.name] = fixture
    return list(found.values())


def survivors(folder: Path | None = None) -> dict[str, str]:
    """The written reasons of `evals/survivors.yaml`: a mutant's name, and why no fixture can notice it."""
    file = home(folder) / "survivors.yaml"
    if not file.exists():
        return {}
    piece = load(text_of(file), str(file))
    if not isinstance(piece, Table):
        return {}
    return {key.value: value.value for key, value in piece if isinstance(value, Text)}
