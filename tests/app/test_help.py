"""What the command line says of itself is Portuguese."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from mel.cli import app
from mel.cli_help import Commands
from mel.evals.commands import app as evals

ENGLISH = re.compile(r"usage|options|arguments|commands|show this|required|default|<(?!=)", re.IGNORECASE)
COMMANDS = ("chat", "ask", "setup", "operations", "understand", "import", "movements", "invoices", "statements")
PAGES = [
    (app, ""),
    *[(app, page) for page in COMMANDS],
    (app, "statements read"),
    (evals, ""),
    *[(evals, page) for page in ["run", "gate", "compare", "capture", "show", "fmt"]],
]


@pytest.mark.parametrize(("commands", "page"), PAGES)
def test_help_is_portuguese(commands: Commands, page: str) -> None:
    shown = CliRunner().invoke(commands, [*page.split(), "--help"])

    assert shown.exit_code == 0
    assert "Uso:" in shown.output
    assert "Mostra esta ajuda." in shown.output
    assert not ENGLISH.search(shown.output), shown.output
