"""The `mel` command over a data folder of its own: in a process of its own, or (a second cheaper) in this one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from mel.cli import main

COMMAND = Path(sys.executable).with_name("mel")


@dataclass(frozen=True)
class Done:
    """What a run of the command left behind."""

    code: int
    out: str
    err: str


Mel = Callable[..., Done]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "dados"


@pytest.fixture
def process(folder: Path) -> Mel:
    """`process("ask", "oi")` runs the installed command; `said` is piped into it."""

    def run(*args: str, said: str = "") -> Done:
        environment = {**os.environ, "MEL_DATA": str(folder)}
        done = subprocess.run(
            [COMMAND, *args], input=said.encode(), capture_output=True, env=environment, timeout=30, check=False
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def mel(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Mel:
    """The same command, called here."""

    def run(*args: str, said: str | bytes = "", data: Path = folder) -> Done:
        monkeypatch.setenv("MEL_DATA", str(data))
        monkeypatch.setattr(sys, "argv", ["mel", *args])
        typed = said if isinstance(said, bytes) else said.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return Done(int(end.value.code or 0), out, err)

    return run
