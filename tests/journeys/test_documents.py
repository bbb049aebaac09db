"""What the documents show is what happens."""

from __future__ import annotations

import re
from pathlib import Path

from mel.household_file import read

from .conftest import Mel

ROOT = Path(__file__).parents[2]


def fenced(file: str, after: str, language: str = "") -> str:
    """The first fenced block behind a heading."""
    text = (ROOT / file).read_text(encoding="utf-8").split(after, 1)[1]
    found = re.search(rf"```{language}\n(.*?)```", text, re.S)
    assert found is not None
    return found[1]


def test_the_conversation_in_the_readme_is_real(mel: Mel) -> None:
    shown = fenced("README.md", "## A conversation")
    turns = re.findall(r"Ana › (.*)\nMel › ((?:.+\n)+)", shown)
    assert len(turns) > 5

    chat = mel("chat", "--demo", "--as", "Ana", "--today", "15/06/2026", said="".join(f"{said}\n" for said, _ in turns))

    replies = [reply.replace("┃ ", "") for _, reply in turns]
    assert [f"{reply}\n" for reply in chat.out.strip().split("\n\n")] == replies


def test_the_household_in_the_guide_can_move_in() -> None:
    home = read(fenced("docs/user-guide.md", "## household.yaml", "yaml"))

    assert [member.name for member in home.household.members] == ["Gabriel", "Ana"]
    assert home.goals[0].owner == "Ana"
