"""Every fixed sentence of the outer rooms keeps to Mel's tone (scenario 022)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import mel

ROOMS = ("app.py", "cli.py", "household_file", "channels")
FORMAL = re.compile(
    r"\b(prezad[oa]s?|estimad[oa]s?|atenciosamente|por gentileza|por favor|conforme acordado|tendo em vista)\b", re.I
)
DECORATION = re.compile(r"[\u2600-\u27bf\U0001f000-\U0001faff]")


def spoken(file: Path) -> Iterator[str]:
    """The strings of a module that are no docstring; what is filled in counts as one word."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (bare | inside):
            yield node.value


def test_fixed_sentences_are_short_and_warm() -> None:
    root = Path(mel.__file__).parent
    files = [file for room in ROOMS for file in ([root / room] if room.endswith(".py") else (root / room).glob("*.py"))]
    texts = [text for file in files for text in spoken(file) if " " in text]

    assert len(texts) > 50
    for text in texts:
        assert not FORMAL.search(text), text
        assert not DECORATION.search(text), text
        for sentence in re.split(r"(?<!\d)[.!?:\n](?!\d)", text):
            assert len(sentence.split()) <= 15, sentence
