"""YAML in which every scalar is text and every piece knows its line: "1.500" never is 1.5, nor "on" true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import yaml


class RoteiroError(Exception):
    """Something a curator can mend: which file, which line, what is wrong."""

    def __init__(self, message: str, file: str, line: int) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.message, self.file, self.line = message, file, line


@dataclass(frozen=True, slots=True)
class Text:
    value: str
    line: int
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    items: tuple[Any, ...]
    line: int

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.items)


@dataclass(frozen=True, slots=True)
class Table:
    entries: tuple[tuple[Text, Any], ...]
    line: int

    def __iter__(self) -> Iterator[tuple[Text, Piece]]:
        return iter(self.entries)


Piece = Text | Items | Table


def text_of(path: Path) -> str:
    """What is written in a file; one that is not UTF-8 is refused with its name and the line."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RoteiroError("não é um arquivo de texto em UTF-8: salve de novo assim", str(path), line) from error


def load(text: str, file: str = "roteiro.yaml") -> Piece:
    """The one document of a file. Anchors, tags and duplicate keys are refused: a curator never means them."""
    import yaml

    try:
        for event in yaml.parse(text, Loader=yaml.BaseLoader):
            _refuse_tricks(event, file)
        documents = list(yaml.compose_all(text, Loader=yaml.BaseLoader))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise RoteiroError(f"YAML inválido: {error.problem}", file, line) from error
    except yaml.YAMLError as error:
        raise RoteiroError(f"YAML inválido: {error}", file, 1) from error
    if len(documents) != 1:
        raise RoteiroError(f"um roteiro por arquivo, aqui há {len(documents)}", file, 1)
    return _piece(documents[0], file)


def _refuse_tricks(event: Any, file: str) -> None:
    line = event.start_mark.line + 1
    if getattr(event, "anchor", None):
        raise RoteiroError("âncoras e referências (& e *) não são usadas em roteiros", file, line)
    if getattr(event, "tag", None):
        raise RoteiroError(f"etiquetas de tipo ({event.tag}) não são usadas em roteiros", file, line)


def _piece(node: yaml.Node, file: str) -> Piece:
    import yaml

    line = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        return Text(node.value, line, node.style is None)
    if isinstance(node, yaml.SequenceNode):
        return Items(tuple(_piece(item, file) for item in node.value), line)
    entries: list[tuple[Text, Piece]] = []
    for key_node, value_node in node.value:
        key = _piece(key_node, file)
        if not isinstance(key, Text):
            raise RoteiroError("uma chave precisa ser texto", file, key.line)
        if any(known.value == key.value for known, _ in entries):
            raise RoteiroError(f'a chave "{key.value}" aparece duas vezes', file, key.line)
        entries.append((key, _piece(value_node, file)))
    return Table(tuple(entries), line)
