"""A SQLite file and what was run on it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from mel.storage.sql import SqlStorage, prepared


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mel.db"


@pytest.fixture
def storage(file: Path) -> Iterator[SqlStorage]:
    opened = SqlStorage(file)
    yield opened
    opened.close()


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> Callable[[], contextlib.AbstractContextManager[list[tuple[str, Any]]]]:
    """Every statement with its parameters, BEGIN and COMMIT among them."""

    @contextlib.contextmanager
    def recording() -> Iterator[list[tuple[str, Any]]]:
        ran: list[tuple[str, Any]] = []

        def statement(_db: Any, _cursor: Any, sql: str, parameters: Any, *_: Any) -> None:
            ran.append((sql, parameters))

        def commit(_db: Any) -> None:
            ran.append(("COMMIT", ()))

        def answered(db: Any, sql: str, parameters: Any) -> prepared.Answer:
            ran.append((sql, parameters))
            return answer(db, sql, parameters)

        answer = prepared.answer
        monkeypatch.setattr(prepared, "answer", answered)
        event.listen(Engine, "before_cursor_execute", statement)
        event.listen(Engine, "commit", commit)
        try:
            yield ran
        finally:
            monkeypatch.setattr(prepared, "answer", answer)
            event.remove(Engine, "before_cursor_execute", statement)
            event.remove(Engine, "commit", commit)

    return recording
