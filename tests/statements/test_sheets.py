"""Spreadsheets: what is typed and what is a number, several sheets, Itaú and Porto invoices, locked and cut files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from datetime import date

import openpyxl
import pytest
import xlwt

from mel.statements import Refusal, Statement, read_statement
from mel.statements.sheets import cell_text

Cells = Sequence[Sequence[object]]

ITAU: Cells = (
    ("Fatura fechada", "vencimento", "15/03/2026"),
    (),
    ("FULANO DE TAL - final 1234 (titular)",),
    ("data", "lançamento", "", "valor"),
    (date(2026, 2, 10), "LOJA BOA 03/10", "", 288.7),
    (date(2026, 2, 11), "PADARIA", "", 0.1 + 0.2),
    (date(2026, 2, 12), "PAGAMENTO EFETUADO", "", -1640.22),
    (date(2026, 2, 12), "dólar de conversão", "", 5.44),
    ("", "total da fatura", "", 289.0),
)


def xlsx(*sheets: Cells) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"s{number}")
        for row in rows:
            sheet.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def xls(*sheets: Cells) -> bytes:
    book = xlwt.Workbook()
    day = xlwt.easyxf(num_format_str="DD/MM/YYYY")
    for number, rows in enumerate(sheets):
        sheet = book.add_sheet(f"s{number}")
        for line, row in enumerate(rows):
            for column, cell in enumerate(row):
                if isinstance(cell, date):
                    sheet.write(line, column, cell, day)
                elif cell != "":
                    sheet.write(line, column, cell)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def amounts(statement: Statement) -> list[tuple[str, str]]:
    return [(row.date.isoformat(), str(row.amount)) for row in statement.rows]


@pytest.mark.parametrize("write", [xlsx, xls])
def test_an_itau_invoice_is_read_with_its_card_and_without_its_rate(write: object) -> None:
    [statement] = read_statement(write(ITAU), "x.bin")  # type: ignore[operator]

    assert amounts(statement) == [("2026-02-10", "-288.70"), ("2026-02-11", "-0.30"), ("2026-02-12", "1640.22")]
    assert statement.profile == "itau-cartao"
    assert statement.rows[0].installment == (3, 10)
    assert statement.rows[0].card == "1234"
    assert statement.due_date == date(2026, 3, 15)
    assert statement.reconciliation.proved


def test_a_date_column_of_bare_serial_numbers() -> None:
    rows = (("Data", "Descrição", "Valor"), (46083, "A", -12.9), (46084.0, "B", 1234.56), (46085, "C", -80))

    [statement] = read_statement(xlsx(rows), "x.xlsx")

    assert amounts(statement) == [("2026-03-02", "-12.90"), ("2026-03-03", "1234.56"), ("2026-03-04", "-80.00")]


def test_amounts_typed_as_text_beside_numbers() -> None:
    rows = (("Data", "Descrição", "Valor (R$)"), ("02/03/2026", "A", "-1.500"), ("03/03/2026", "B", 1500.5))

    [statement] = read_statement(xlsx(rows), "x.xlsx")

    assert amounts(statement) == [("2026-03-02", "-1500.00"), ("2026-03-03", "1500.50")]


@pytest.mark.parametrize("write", [xlsx, xls])
def test_porto_sheets_without_years_and_in_two_columns(write: object) -> None:
    home = (
        ("Fatura",),
        ("FULANO DE TAL", "", "", "1234"),
        ("Data", "Descrição", "Crédito", "Débito"),
        ("28/12", "PARC=103LOJA 03/03", "", 50.0),
        ("05/01", "PAGAMENTO", 100.0, ""),
    )
    abroad = (("Data", "Descrição", "Crédito", "Débito"), ("06/01", "HOTEL", "", 10.0))

    statements = read_statement(write(home, abroad), "Fatura20260125.xls")  # type: ignore[operator]

    assert [amounts(statement) for statement in statements] == [
        [("2025-12-28", "-50.00"), ("2026-01-05", "100.00")],
        [("2026-01-06", "-10.00")],
    ]
    assert statements[0].rows[0].installment == (3, 3)


def test_a_float_is_cents_only_when_it_is_cents() -> None:
    assert cell_text(0.1 + 0.2) == "0,30"
    assert cell_text(1234.5) == "1234,50"
    assert cell_text(80.0) == "80"
    assert cell_text(5.4402) == "5,4402"
    assert cell_text(-12.345) == "-12,345"
    assert cell_text(True) == "True"


def test_fractions_of_a_cent_are_shown_and_not_rounded() -> None:
    [statement] = read_statement(xlsx((("Data", "Descrição", "Valor"), ("02/03/2026", "A", -12.345))), "x.xlsx")

    assert not statement.rows
    assert [warn.line for warn in statement.warnings] == [2]


def test_a_workbook_without_a_statement_names_its_columns() -> None:
    with pytest.raises(Refusal) as refused:
        read_statement(xlsx((("sku", "produto", "estoque"), (1, "CANETA", 10))), "x.xlsx")

    assert refused.value.columns == ("sku", "produto", "estoque")


@pytest.mark.parametrize("write", [xlsx, xls])
def test_a_cut_workbook_is_refused(write: object) -> None:
    data = write(ITAU)  # type: ignore[operator]
    whole = amounts(read_statement(data)[0])

    for size in range(1, len(data), max(1, len(data) // 120)):
        try:
            got = read_statement(data[:size])
        except Refusal:
            continue
        assert amounts(got[0]) == whole


def test_a_locked_workbook_is_refused() -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + "EncryptedPackage".encode("utf-16-le")

    with pytest.raises(Refusal) as refused:
        read_statement(data)

    assert refused.value.kind == "locked"


def zipped(name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return out.getvalue()


def test_a_zipped_csv_is_read_and_a_bomb_is_not() -> None:
    csv = b"date,title,amount\n2026-02-01,Loja,30.00\n"

    [statement] = read_statement(zipped("fatura.csv", csv))

    assert amounts(statement) == [("2026-02-01", "-30.00")]
    with pytest.raises(Refusal) as refused:
        read_statement(zipped("fatura.csv", b"0" * 70_000_000))
    assert refused.value.kind == "too-big"
