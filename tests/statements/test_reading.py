"""The front door: choosing columns, passwords, and never anything but a refusal."""

from __future__ import annotations

import contextlib
import io
import json
import random
import time
import unicodedata
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from mel.statements import ColumnChoice, Refusal, read_files, read_statement, to_json

DATA = Path(__file__).parents[1] / "data" / "import"
SEEDS = sorted(DATA.glob("*/input*"))
CORPUS = sorted((DATA / "fuzz").glob("*"))
OPENS = "12345"
STRANGE = "codigo,quando,o que,quanto\n1,02/01/2026,PADARIA,10.00\n2,03/01/2026,PAGAMENTO,-20.00\n"


def test_chosen_columns_are_read_by_name() -> None:
    choice = ColumnChoice(date="quando", description="o que", amount="quanto", purchases_positive=True, product="card")

    [statement] = read_statement(STRANGE.encode(), columns=choice)

    assert [(str(row.amount), row.description) for row in statement.rows] == [
        ("-10.00", "PADARIA"),
        ("20.00", "PAGAMENTO"),
    ]
    assert statement.product == "card"


def test_chosen_columns_are_read_by_number_and_without_a_header() -> None:
    choice = ColumnChoice(date=2, description=(3, 1), amount=4)

    [statement] = read_statement(STRANGE.split("\n", 1)[1].encode(), columns=choice)

    assert [(str(row.amount), row.description) for row in statement.rows] == [
        ("10.00", "PADARIA - 1"),
        ("-20.00", "PAGAMENTO - 2"),
    ]


def test_columns_that_are_not_there_are_named() -> None:
    with pytest.raises(Refusal) as refused:
        read_statement(STRANGE.encode(), columns=ColumnChoice(date="dia", description="o que", amount="quanto"))

    assert "dia" in refused.value.message


def test_a_refusal_for_unknown_columns_lists_them() -> None:
    with pytest.raises(Refusal) as refused:
        read_statement(STRANGE.encode())

    assert refused.value.kind == "columns"
    assert refused.value.columns == ("codigo", "quando", "o que", "quanto")


def locked_pdf() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, encrypt=StandardEncryption(OPENS))
    canvas.drawString(40, 800, "Fatura do cartão  Vencimento 20/03/2026")
    canvas.drawString(40, 780, "Total desta fatura R$ 10,00")
    canvas.drawString(40, 760, "10/02/2026 PADARIA 10,00")
    canvas.save()
    return out.getvalue()


def test_a_password_opens_a_pdf_and_is_nowhere_kept() -> None:
    [statement] = read_statement(locked_pdf(), password=OPENS)

    assert [str(row.amount) for row in statement.rows] == ["-10.00"]
    assert OPENS not in repr(statement)
    for wrong in (None, "54321"):
        with pytest.raises(Refusal) as refused:
            read_statement(locked_pdf(), password=wrong)
        assert refused.value.kind == "locked"
        assert "54321" not in refused.value.message


def test_every_path_gets_one_line_in_order(tmp_path: Path) -> None:
    paths = [
        DATA / "30-csv-nubank-cartao" / "input.csv",
        tmp_path / "missing.csv",
        DATA / "22-ofx-not-ofx" / "input.ofx",
    ]

    lines = [json.loads(line) for line in read_files(paths)]

    assert [line["file"] for line in lines] == [str(path) for path in paths]
    assert ["error" in line for line in lines] == [False, True, True]


def mutated(data: bytes, chance: random.Random) -> bytes:
    bent = bytearray(data)
    for _ in range(chance.choice([1, 2, 5, 20])):
        if not bent:
            break
        at = chance.randrange(len(bent))
        way = chance.random()
        if way < 0.4:
            bent[at] = chance.randrange(256)
        elif way < 0.6:
            del bent[at : at + chance.choice([1, 30, 300])]
        elif way < 0.9:
            bent[at:at] = chance.choice(
                [
                    b'"',
                    b";",
                    b"\n",
                    b"<",
                    b"</OFX>",
                    b"<STMTTRN>",
                    b"9" * 40,
                    b"1e999",
                    b"\x00",
                    b"&#x110000;",
                    b"SALDO",
                    b"29/02",
                ]
            )
        else:
            bent = bent[:at]
    return bytes(bent)


def outcome(data: bytes, name: str) -> None:
    """Statements or a refusal; anything else is a fault of ours."""
    with contextlib.suppress(Refusal):
        to_json(name, read_statement(data, name))


@pytest.mark.parametrize("seed", range(8))
def test_no_bent_file_raises_anything_but_a_refusal(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(150):
        path = chance.choice(SEEDS)

        outcome(mutated(path.read_bytes(), chance), path.name)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_the_fuzz_corpus_is_answered_at_once(path: Path) -> None:
    start = time.process_time()

    outcome(path.read_bytes(), path.name)

    assert time.process_time() - start < 5


HUGE = {
    "lines": b"\n" * 4_000_000,
    "quotes": b'"' * 4_000_000,
    "quoted lines": b'"\n' * 190_000,
    "unclosed cdata": b"<OFX>" + b"<![CDATA[" * 400_000,
    "unclosed comments": b"<OFX>" + b"<!--" * 400_000,
    "one endless memo": b"<OFX><STMTRS><STMTTRN><MEMO>" + b"pag " * 1_000_000 + b"</STMTTRN></STMTRS></OFX>",
    "lone angles": b"<OFX>" + b"< " * 1_000_000 + b"</OFX>",
    "open angles": b"<OFX>" + b"<a" * 1_000_000 + b"</OFX>",
    "one endless cell": b"Data;Descri\xe7\xe3o;Valor\n02/01/2026;" + b"pagamento " * 300_000 + b";-1,00\n",
    "blanks in a cell": b"Data;Descri\xe7\xe3o;Valor\n02/01/2026;"
    + b"s a l d o" * 100_000
    + b";"
    + b"-" * 500_000
    + b"\n",
    "many columns": b"Data;Valor;" * 300_000,
    "double encoding": "Ã³Data;Descrição;Valor\n".encode() + "02/01/2026;Ã§Ã£;-1,00\n".encode() * 150_000,
    "table cells": b"<table><tr>" + b"<td colspan=60>" * 200_000,
    "zeros": b"\x00" * 4_000_000 + b"1",
    "pdf header": b"%PDF-1.4\n" + b"1 0 obj << " * 300_000 + b"%%EOF",
}


@pytest.mark.parametrize("name", sorted(HUGE))
def test_a_hostile_file_is_answered_in_five_seconds(name: str) -> None:
    start = time.process_time()

    outcome(HUGE[name], name)

    assert time.process_time() - start < 5


@pytest.mark.parametrize("seed", range(40))
def test_no_refusal_repeats_what_a_terminal_would_obey(seed: int) -> None:
    noise = random.Random(seed).randbytes(3000)

    with pytest.raises(Refusal) as refused:
        read_statement(noise, "lixo.csv")

    assert not any(unicodedata.category(char) == "Cc" for char in str(refused.value))
