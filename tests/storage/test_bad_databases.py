"""A place that cannot be used: one clear sentence, and nothing written."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from contract.homes import JUNE, a_budget, brl
from mel.storage.errors import StorageError
from mel.storage.sql import SqlStorage
from mel.storage.sql import file as sqlite_file


def refusal(where: Path | str) -> str:
    with pytest.raises(StorageError) as refused:
        SqlStorage(where)
    message = refused.value.message
    assert message.endswith(".")
    assert message.count(". ") == 0
    return message


def untouched(file: Path, before: bytes) -> bool:
    return file.read_bytes() == before and [each.name for each in file.parent.iterdir()] == [file.name]


def test_nobody_else_may_read_what_a_couple_spends(tmp_path: Path) -> None:
    file = tmp_path / "data" / "mel.db"
    with closing(SqlStorage(file)) as storage, storage.work("casa") as work:
        work.budgets.save(a_budget())
        modes = {each.name: each.stat().st_mode & 0o077 for each in (file.parent, *file.parent.iterdir())}

    assert set(modes) == {"data", "mel.db", "mel.db-wal", "mel.db-shm"}
    assert set(modes.values()) == {0}


def test_a_file_that_is_no_database(file: Path) -> None:
    file.write_bytes(b"caro diario, hoje gastei 50 no mercado\n" * 99)
    before = file.read_bytes()

    assert "não é da Mel" in refusal(file)
    assert untouched(file, before)


def test_a_database_of_somebody_else(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE songs (title)")
    before = file.read_bytes()

    assert "não é da Mel" in refusal(file)
    assert untouched(file, before)


def test_a_database_of_a_newer_mel(file: Path) -> None:
    SqlStorage(file).close()
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
        db.commit()

    assert "versão mais nova" in refusal(file)
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)
        assert db.execute("SELECT count(*) FROM budgets").fetchone() == (0,)


def test_a_file_cut_short(file: Path) -> None:
    SqlStorage(file).close()
    before = file.read_bytes()[:9000]
    file.write_bytes(before)

    assert "danificado" in refusal(file)
    assert file.read_bytes() == before


def test_damage_found_only_while_reading(file: Path) -> None:
    with closing(SqlStorage(file)) as storage, storage.work("casa") as work:
        budget = a_budget()
        for _ in range(200):
            budget.expenses[0].add_to_actual(JUNE, brl(1), note="x" * 50)
        work.budgets.save(budget)
    with closing(sqlite3.connect(file)) as db:
        size = db.execute("PRAGMA page_size").fetchone()[0]
        roots = [root for (root,) in db.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'entries'")]
    content = bytearray(file.read_bytes())
    for root in roots:
        content[(root - 1) * size : root * size] = b"\xff" * size
    file.write_bytes(bytes(content))

    with (
        closing(SqlStorage(file)) as storage,
        pytest.raises(StorageError, match="danificado"),
        storage.work("casa") as work,
    ):
        work.budgets.load("casa").actual_total(JUNE)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")

    assert "libere a escrita" in refusal(tmp_path / "file" / "mel" / "mel.db")


def test_a_folder_in_place_of_the_file(file: Path) -> None:
    file.mkdir()

    assert "não é da Mel" in refusal(file)


@pytest.mark.parametrize("exists", [False, True])
def test_a_folder_without_leave_to_write(file: Path, monkeypatch: pytest.MonkeyPatch, exists: bool) -> None:
    if exists:
        SqlStorage(file).close()
    # The superuser may write anywhere, so the answer of the system is what is changed here, not the folder.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != file.parent)

    assert "libere a escrita" in refusal(file)
    assert file.exists() == exists


def test_a_network_disk_is_told_by_the_closest_mount(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/sda1 / ext4 rw 0 0\nserver:/x /home/ana nfs4 rw 0 0\n/dev/sdb /home/ana/disco ext4 rw 0 0\n"
    )

    def on_network(path: str) -> bool:
        return sqlite_file.is_on_network(Path(path), mounts)

    assert on_network("/home/ana/mel/mel.db")
    assert not on_network("/home/ana/disco/mel.db")
    assert not on_network("/home/anastácia/mel.db")
    assert not sqlite_file.is_on_network(tmp_path, tmp_path / "no such list")


def test_a_network_disk_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "is_on_network", lambda _: True)

    assert "disco de rede" in refusal(file)
    assert not file.exists()


@pytest.mark.parametrize("url", ["postgresql+psycopg://mel:segredo@127.0.0.1:1/mel", "nada://x", "postgresql://"])
def test_a_server_that_does_not_answer(url: str) -> None:
    message = refusal(url)

    assert "banco de dados" in message
    assert "segredo" not in message
