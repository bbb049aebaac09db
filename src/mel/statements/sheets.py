"""Spreadsheets to records, BIFF .xls and .xlsx. A float becomes cents only when it is cents to within a millionth."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Literal

from mel.statements.amounts import CENT
from mel.statements.delimited import unknown_columns
from mel.statements.headers import Header, Record, chosen_header, find_header
from mel.statements.model import ColumnChoice, Statement
from mel.statements.refusal import Refusal, foreign, too_big, truncated
from mel.statements.table import TableReader

_MOST_CELLS = 600_000
_MOST_COLUMNS = 40
_SERIAL = re.compile(r"[3-6]\d{4}")
_EPOCH = date(1899, 12, 30)
_DAMAGED = "A planilha está danificada e não pode ser lida. Baixe de novo no banco."
Rows = Iterable[Sequence[object]]


def read_xlsx(archive: zipfile.ZipFile, data: bytes, filename: str, choice: ColumnChoice | None) -> list[Statement]:
    if archive.testzip() is not None:
        raise truncated("A planilha")
    for name in archive.namelist():
        # A spreadsheet needs no document type; one here only brings entities.
        if name.endswith(".xml") and b"<!DOCTYPE" in archive.read(name)[:2048]:
            raise foreign("a planilha traz conteúdo suspeito")
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            sheets = [_limited(_xlsx_rows(sheet)) for sheet in book.worksheets]
        except Refusal:
            raise
        except Exception:  # noqa: BLE001
            # openpyxl answers a damaged file with whatever its parser tripped over.
            raise Refusal("damaged", _DAMAGED) from None
    return _statements(sheets, "xlsx", filename, choice)


def _xlsx_rows(sheet: object) -> Iterator[Sequence[object]]:
    # Some exports declare a dimension of one cell; without it every row is read.
    sheet.reset_dimensions()  # type: ignore[attr-defined]
    yield from sheet.iter_rows(max_col=_MOST_COLUMNS, values_only=True)  # type: ignore[attr-defined]


def _limited(rows: Iterable[Sequence[object]]) -> list[Sequence[object]]:
    kept: list[Sequence[object]] = []
    cells = 0
    for row in rows:
        cells += len(row) + 1
        if cells > _MOST_CELLS:
            raise too_big()
        kept.append(row)
    return kept


def read_xls(data: bytes, filename: str, choice: ColumnChoice | None) -> list[Statement]:
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise Refusal("locked", "A planilha tem senha. Abra no Excel, salve sem senha e mande de novo.")
    if len(data) % 512 and data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        # A compound file is whole sectors; half a sector is half a download.
        raise truncated("A planilha")
    import xlrd
    from xlrd.biffh import XLRDError

    try:
        book = xlrd.open_workbook(file_contents=data, logfile=io.StringIO(), on_demand=False)
        sheets = [_limited(_xls_rows(sheet, book.datemode)) for sheet in book.sheets()]
    except Refusal:
        raise
    except XLRDError as error:
        if "encrypt" in str(error).casefold():
            raise Refusal("locked", "A planilha tem senha. Abra no Excel, salve sem senha e mande de novo.") from None
        raise Refusal("damaged", _DAMAGED) from None
    except Exception:  # noqa: BLE001
        # xlrd answers a damaged file with an index, struct or assertion error.
        raise Refusal("damaged", _DAMAGED) from None
    return _statements(sheets, "xls", filename, choice)


def _xls_rows(sheet: object, datemode: Literal[0, 1]) -> Iterator[Sequence[object]]:
    import xlrd

    for number in range(sheet.nrows):  # type: ignore[attr-defined]
        row = sheet.row(number)[:_MOST_COLUMNS]  # type: ignore[attr-defined]
        yield [
            xlrd.xldate_as_datetime(cell.value, datemode)
            if cell.ctype == xlrd.XL_CELL_DATE and 1 <= cell.value < 200_000
            else None
            if cell.ctype == xlrd.XL_CELL_ERROR
            else cell.value
            for cell in row
        ]


def cell_text(value: object) -> str:
    """A cell as a Brazilian would type it: dates day first, numbers with a decimal comma."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.strftime("%d/%m/%Y" if value.time() == time() else "%d/%m/%Y %H:%M:%S")
    if isinstance(value, date):
        return value.strftime("%d/%m/%Y")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value).strip()
    if isinstance(value, int):
        return str(value)
    return _number_text(value)


def _number_text(value: float) -> str:
    exact = Decimal(repr(value))
    if not exact.is_finite() or abs(exact) >= 10**15:
        return str(value)
    cents = exact.quantize(CENT)
    shown = cents if abs(exact - cents) < Decimal("0.000001") else exact
    if shown == shown.to_integral_value():
        return str(int(shown))
    return f"{shown:f}".replace(".", ",")


def _statements(sheets: Sequence[Rows], name: str, filename: str, choice: ColumnChoice | None) -> list[Statement]:
    found: list[Statement] = []
    widest: list[str] = []
    for rows in sheets:
        records = []
        for number, row in enumerate(rows, 1):
            cells = [cell_text(value) for value in row]
            records.append(Record(number, cells, " | ".join(cells).strip(" |")))
        header = _header(records, choice, filename)
        if header is None:
            widest = max([widest, *(record.cells for record in records[:80])], key=lambda cells: sum(map(bool, cells)))
            continue
        found.append(TableReader(header, _with_dates(records, header), name, filename).read())
    if not found:
        raise unknown_columns([cell for cell in widest if cell])
    # An empty second sheet says nothing that the full one does not.
    return [statement for statement in found if statement.rows or statement.future] or found[:1]


def _header(records: Sequence[Record], choice: ColumnChoice | None, filename: str) -> Header | None:
    if choice is None:
        return find_header(records, filename)
    try:
        return chosen_header(records, choice)
    except Refusal:
        return None


def _with_dates(records: Sequence[Record], header: Header) -> list[Record]:
    """A date column of bare serial numbers (46083) is days since 1899-12-30."""
    where = header.roles["date"]
    for record in records[header.index + 1 :]:
        if where < len(record.cells) and _SERIAL.fullmatch(record.cells[where]):
            record.cells[where] = (_EPOCH + timedelta(days=int(record.cells[where]))).strftime("%d/%m/%Y")
    return list(records)
