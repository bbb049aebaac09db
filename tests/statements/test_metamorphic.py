"""The same file in another dress says the same: encoding, line ends, delimiter, quotes, order of columns and rows."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from mel.statements import Refusal, read_statement
from mel.statements.decode import decode

CASES = Path(__file__).parents[1] / "data" / "import"
TEXTS = sorted(path for path in CASES.glob("[0-9]*/input*") if path.suffix in {".csv", ".ofx", ".txt"})
# Their fault is the dress itself.
TABLES = [path for path in TEXTS if path.suffix == ".csv" and "quoting" not in path.parent.name]
DELIMITERS = {"itau-extrato": ";", "default": ","}


def content(data: bytes, name: str) -> Counter[tuple[object, ...]] | str:
    try:
        statements = read_statement(data, name)
    except Refusal as refusal:
        return refusal.kind
    return Counter(
        (row.date, row.amount, row.description, row.installment, row.bank_id)
        for statement in statements
        for row in statement.rows
    )


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_encoding_and_line_ends_change_nothing(path: Path) -> None:
    text = decode(path.read_bytes())
    wanted = content(path.read_bytes(), path.name)

    for codec in ("utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"):
        for newline in ("\n", "\r\n", "\r"):
            try:
                data = text.replace("\n", newline).encode(codec)
            except UnicodeEncodeError:
                continue
            assert content(data, path.name) == wanted, (codec, newline)


def cells_of(path: Path) -> list[list[str]]:
    text = decode(path.read_bytes())
    delimiter = max(";,\t", key=lambda mark: sum(line.count(mark) for line in text.split("\n")))
    if delimiter == "," and ";" in text:
        delimiter = ","
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


def written(rows: list[list[str]], delimiter: str, quoting: int) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator="\n").writerows(rows)  # type: ignore[arg-type]
    return out.getvalue().encode()


@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_delimiter_and_quotes_change_nothing(path: Path) -> None:
    wanted = content(path.read_bytes(), path.name)
    rows = cells_of(path)

    for delimiter in (";", ",", "\t", "|"):
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL):
            assert content(written(rows, delimiter, quoting), path.name) == wanted, (delimiter, quoting)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_order_of_columns_changes_nothing(path: Path) -> None:
    wanted = content(path.read_bytes(), path.name)
    rows = cells_of(path)
    width = max(map(len, rows), default=0)
    if any(word in path.parent.name for word in ("bradesco", "unknown", "itau-extrato")):
        pytest.skip("its rows below the header are not one table")

    for shift in range(1, width):
        turned = [row[shift:] + row[:shift] if len(row) == width else row for row in rows]
        assert content(written(turned, ";", csv.QUOTE_MINIMAL), path.name) == wanted, shift
