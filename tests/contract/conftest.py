"""Every storage that there is, empty; the same tests run on each."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mel.storage.memory import InMemoryStorage
from mel.storage.sql import SqlStorage

KINDS = ("memory", "sqlite")


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file to copy: migrating each test anew would take most of the time."""
    path = tmp_path_factory.mktemp("template") / "mel.db"
    SqlStorage(path).close()
    return path


def _opened(kind: str, folder: Path, empty_file: Path) -> Iterator[Any]:
    if kind == "memory":
        yield InMemoryStorage()
        return
    shutil.copy(empty_file, folder / "mel.db")
    storage = SqlStorage(folder / "mel.db")
    yield storage
    storage.close()


@pytest.fixture(params=KINDS)
def storage(request: pytest.FixtureRequest, tmp_path: Path, empty_file: Path) -> Iterator[Any]:
    yield from _opened(request.param, tmp_path, empty_file)


@pytest.fixture(params=KINDS, scope="module")
def shared_storage(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, empty_file: Path
) -> Iterator[Any]:
    """For properties: each example takes a household of its own in it."""
    yield from _opened(request.param, tmp_path_factory.mktemp("shared"), empty_file)
