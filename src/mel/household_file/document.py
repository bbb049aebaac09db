"""YAML as a tree of words that remember their line. Nothing is guessed: every value is text until we read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mel.household_file.keys import Words
from mel.shared.errors import MelError
from mel.shared.names import suggest
from mel.shared.text import fold, visible

if TYPE_CHECKING:
    from yaml import MappingNode, ScalarNode, SequenceNode

LARGEST = 1_000_000


class FileProblem(MelError):
    """Something in a household.yaml that cannot be meant; tells the line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"Linha {line}: {message}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Value:
    """One word, list or table of the file, with the key it stands under."""

    node: ScalarNode | SequenceNode | MappingNode
    key: str

    @property
    def line(self) -> int:
        return int(self.node.start_mark.line) + 1

    def problem(self, message: str) -> FileProblem:
        return FileProblem(self.line, f"'{self.key}' {message}")

    @property
    def text(self) -> str:
        if self.node.id != "scalar":
            raise self.problem("precisa ser um valor só.")
        said = " ".join(visible(str(self.node.value)).split())
        if not said:
            raise self.problem("está vazio.")
        return said

    @property
    def is_text(self) -> bool:
        return self.node.id == "scalar"

    def items(self) -> Iterator[Value]:
        """The entries of a list; a single word is a list of one, and nothing is an empty list."""
        if self.node.id == "sequence":
            yield from (Value(item, self.key) for item in self.node.value)
        elif self.node.id == "scalar" and self.node.value.strip():
            yield self
        elif self.node.id == "mapping":
            raise self.problem("precisa ser uma lista, com um traço antes de cada item.")

    def table(self, words: Words) -> Table:
        """The keys of a mapping under their canonical names; an unknown key is refused with the nearest known one."""
        if self.node.id != "mapping":
            raise self.problem("precisa ter campos, como 'nome: …'.")
        canonical = {fold(word): key for key, others in words.items() for word in (key, *others)}
        found: dict[str, Value] = {}
        for key_node, value_node in self.node.value:
            said, line = str(key_node.value), int(key_node.start_mark.line) + 1
            key = canonical.get(fold(said.replace("_", " "))) or canonical.get(fold(said))
            if key is None:
                raise FileProblem(line, _unknown(said, words))
            if key in found:
                raise FileProblem(line, f"'{said}' aparece duas vezes.")
            found[key] = Value(value_node, key)
        return Table(self, found)


@dataclass(frozen=True, slots=True)
class Table:
    """The fields of one thing."""

    at: Value
    fields: dict[str, Value]

    def get(self, key: str) -> Value | None:
        """None when the field is absent or left empty."""
        value = self.fields.get(key)
        return None if value is None or (value.is_text and not str(value.node.value).strip()) else value

    def need(self, key: str) -> Value:
        value = self.get(key)
        if value is None:
            raise FileProblem(self.at.line, f"falta '{key}'.")
        return value

    def items(self, key: str) -> Iterator[Value]:
        value = self.get(key)
        return iter(()) if value is None else value.items()


def parse(text: str) -> Value:
    """The whole document."""
    if len(text) > LARGEST:
        raise FileProblem(1, "o arquivo é grande demais.")
    # Here, because who only talks with Mel never reads a file.
    from mel.household_file.nodes import compose

    node = compose(text)
    if node is None:
        raise FileProblem(1, "o arquivo está vazio.")
    if node.id != "mapping":
        raise FileProblem(1, "o arquivo precisa ter campos, como 'pessoas: [Ana, Bruno]'.")
    return Value(node, "casa")


def _unknown(said: str, words: Words) -> str:
    every = [word for key, others in words.items() for word in (key, *others)]
    near = suggest(said, every, 1)
    if near:
        return f"não conheço '{said[:40]}'. Você quis dizer '{near[0]}'?"
    return f"não conheço '{said[:40]}'. Aqui cabem: {', '.join(words)}."
