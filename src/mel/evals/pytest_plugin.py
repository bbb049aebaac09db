"""pytest collects roteiros as tests: `pytest -p mel.evals.pytest_plugin evals/conversations`; -k and -x come free.

A file that is named is taken, and in a folder that is named every roteiro; else only those under a folder called
`conversations`, so that other YAML in a project is left alone.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mel.evals.fixture import ConversationFixture
from mel.evals.players import runner_for
from mel.evals.report import EvalReport
from mel.evals.roteiro import read
from mel.evals.strict_yaml import RoteiroError


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".yaml" and _is_meant(file_path, parent):
        collected: pytest.Collector = RoteiroFile.from_parent(parent, path=file_path)
        return collected
    return None


def _is_meant(file: Path, parent: pytest.Collector) -> bool:
    if "conversations" in file.parts or parent.session.isinitpath(file):
        return True
    told = parent.config.args_source is pytest.Config.ArgsSource.ARGS
    return told and any(map(parent.session.isinitpath, file.parents)) and _is_roteiro(file)


def _is_roteiro(file: Path) -> bool:
    """By its first words, so that a broken one is collected too, and told."""
    return re.search(rb"^(?:conversa|nome)\s*:", file.read_bytes(), re.MULTILINE) is not None


class RoteiroFile(pytest.File):
    """A roteiro: one item for the script, one more where the embedded model must play it too."""

    def collect(self) -> Iterator[pytest.Item]:
        fixture = read(self.path)
        yield RoteiroItem.from_parent(self, name=fixture.name, fixture=fixture)
        if fixture.embedded:
            yield RoteiroItem.from_parent(self, name=f"{fixture.name}[embedded]", fixture=fixture, embedded=True)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **more: Any) -> Any:
        if isinstance(excinfo.value, RoteiroError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *args, **more)


class Diverged(Exception):
    """The conversation went another way than the roteiro says."""

    def __init__(self, report: EvalReport) -> None:
        super().__init__("\n".join(f"turn {failure.turn}: {failure.reason}" for failure in report.failures))


class RoteiroItem(pytest.Item):
    """One conversation."""

    def __init__(self, *, fixture: ConversationFixture, embedded: bool = False, **more: Any) -> None:
        super().__init__(**more)
        self._fixture, self._embedded = fixture, embedded

    def runtest(self) -> None:
        report = asyncio.run(runner_for(embedded=self._embedded).run(self._fixture))
        if not report.passed:
            raise Diverged(report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **more: Any) -> Any:
        if isinstance(excinfo.value, Diverged):
            return f"{self._fixture.source}\n{excinfo.value}"
        return super().repr_failure(excinfo, *args, **more)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"roteiro: {self.name}"
