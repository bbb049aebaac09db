"""What goes wrong at the front door: one clear sentence on stderr, no traceback, nothing written."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from .conftest import Mel


def refused(mel: Mel, *args: str, code: int = 1, data: Path | None = None, said: str = "") -> str:
    done = mel(*args, said=said, **({"data": data} if data else {}))
    assert done.code == code, done.err
    assert done.out == ""
    assert "Traceback" not in done.err
    assert len(done.err.strip().splitlines()) == 1
    return done.err


def test_without_a_household_mel_says_how_to_make_one(mel: Mel) -> None:
    said = refused(mel, "chat")

    assert "mel setup" in said
    assert "--demo" in said


def test_a_folder_that_cannot_be_written_is_told(mel: Mel, tmp_path: Path) -> None:
    (tmp_path / "ocupado").write_text("um arquivo, não uma pasta", encoding="utf-8")

    assert "Não consigo gravar" in refused(mel, "ask", "oi", data=tmp_path / "ocupado")


def test_a_file_that_is_not_mels_is_left_alone(mel: Mel, folder: Path) -> None:
    folder.mkdir()
    (folder / "mel.db").write_bytes(b"isso nao e um banco de dados" * 300)

    assert "não é da Mel" in refused(mel, "ask", "oi")
    assert (folder / "mel.db").read_bytes().startswith(b"isso nao")


def test_data_of_a_newer_mel_is_left_alone(mel: Mel, folder: Path) -> None:
    mel("demo")
    with closing(sqlite3.connect(folder / "mel.db")) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
        db.commit()

    assert "versão mais nova" in refused(mel, "ask", "oi")


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (("ask", "oi", "--as", "Zé"), 1, "Aqui moram Gabriel e Ana"),
        (("ask", "oi", "--today", "31/02/2026"), 2, "Não entendi a data"),
        (("ask",), 2, "Veja mel --help"),
        (("ask", "oi", "--juros"), 2, "Não conheço essa opção"),
        (("dança",), 2, "Não entendi esse comando"),
        (("setup",), 1, "Já existe uma casa aqui"),
        (("setup", "--from", "nada.yaml"), 1, "Já existe uma casa aqui"),
    ],
)
def test_a_wrong_use_gets_one_sentence(mel: Mel, args: tuple[str, ...], code: int, sentence: str) -> None:
    mel("demo")

    assert sentence in refused(mel, *args, code=code)


def test_setup_tells_the_line_that_cannot_be_meant(mel: Mel, tmp_path: Path) -> None:
    file = tmp_path / "household.yaml"
    file.write_text("pessoas: [Rui]\ngatos: []\n", encoding="utf-8")

    assert "Linha 2: não conheço 'gatos'. Você quis dizer 'gastos'?" in refused(mel, "setup", "--from", str(file))
    assert "mel setup" in refused(mel, "ask", "oi")


def test_a_huge_message_and_bytes_that_are_no_text_are_answered(mel: Mel) -> None:
    huge = b"gastei 50 no mercado " * 50_000

    chat = mel("chat", "--demo", "--today", "2026-06-15", said=huge + b"\n\xff\xfe\n\n   \noi\n")

    assert chat.code == 0
    too_long, unread, hello = chat.out.strip().split("\n\n")
    assert "grande demais" in too_long
    assert unread
    assert hello.startswith("Oi")
    assert json.loads(mel("operations", "--json").out) == []


def test_a_fault_of_ours_is_apologised_for(mel: Mel, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("conexão perdida")

    monkeypatch.setattr("mel.app.open_storage", broken)

    said = refused(mel, "ask", "oi")
    assert "problema técnico" in said
    assert "conexão" not in said


def test_invisible_characters_change_nothing(mel: Mel) -> None:
    mel("demo")

    mel("ask", "gastei\u200b 50 no\u202e mer\u00adcado", "--today", "2026-06-15")

    rows = [json.loads(line) for line in mel("export").out.splitlines()]
    texts = json.dumps([row for row in rows if row["table"] != "alembic_version"], ensure_ascii=False)
    assert not {"\u200b", "\u202e", "\u00ad"} & set(texts)


@pytest.mark.parametrize("text", [b"gastei 50 no mercado \xff\xfe", "gastei 5\u202e0 no mercado".encode()])
def test_what_may_not_be_what_was_meant_is_shown_first(mel: Mel, text: bytes) -> None:
    chat = mel("chat", "--demo", "--today", "2026-06-15", said=text + b"\n")

    assert "Anotei" not in chat.out
    assert "confirmed" not in mel("operations", "--json").out


def test_a_household_file_that_is_a_list_is_told_what_it_needs(mel: Mel, tmp_path: Path) -> None:
    file = tmp_path / "household.yaml"
    file.write_text("- a\n", encoding="utf-8")

    assert "pessoas: [Ana, Bruno]" in refused(mel, "setup", "--from", str(file))
