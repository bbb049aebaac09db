"""Delimited text to records. The delimiter is the one under which a known header appears, not the commonest sign."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from datetime import date

from mel.statements.amounts import parse_amount
from mel.statements.choosing import HOW
from mel.statements.dates import parse_date
from mel.statements.headers import Header, Record, chosen_header, find_header
from mel.statements.model import ColumnChoice, Statement, Warn
from mel.statements.profiles import Profile
from mel.statements.refusal import Refusal, foreign, too_big, truncated
from mel.statements.table import TableReader

_DELIMITERS = (";", ",", "\t", "|")
_LONGEST_RECORD = 8
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SAMPLE = 100
MOST_ROWS = 200_000
# Itaú offers "date;text;value" without any header (notes §2.1, one source).
_HEADERLESS = Profile("sem-cabecalho", None, "account", {"date": "", "text": "", "amount": ""}, generic=True)


def read_delimited(text: str, filename: str = "", choice: ColumnChoice | None = None) -> Statement:
    if text.count("\n") > MOST_ROWS:
        raise too_big()
    lines = text.split("\n")
    delimiter, header = _recognise(lines, choice, filename)
    records = list(split_records(lines, delimiter))
    reader = TableReader(header, records, "csv", filename)
    if lines[-1].strip():
        _check_last(records, reader)
    return reader.read()


def _recognise(lines: Sequence[str], choice: ColumnChoice | None, filename: str) -> tuple[str, Header]:
    best: tuple[str, Header] | None = None
    unknown: list[str] = []
    for delimiter in _DELIMITERS:
        sample = list(split_records(lines[:_SAMPLE], delimiter, lenient=True))
        if choice is not None:
            try:
                return delimiter, chosen_header(sample, choice)
            except Refusal:
                continue
        header = find_header(sample, filename) or _headerless(sample)
        if header and (best is None or header.score > best[1].score):
            best = (delimiter, header)
        unknown = max(unknown, _columns_of(sample), key=len)
    if best:
        return best
    if choice is not None:
        chosen_header(list(split_records(lines[:_SAMPLE], ";", lenient=True)), choice)
    raise unknown_columns(unknown)


def unknown_columns(columns: Sequence[str]) -> Refusal:
    if len(columns) < 2 or _CONTROL.search("".join(columns)):  # binary, and a terminal would obey its controls
        return foreign("não achei nenhuma tabela com data e valor")
    shown = ", ".join(column[:40] for column in columns[:12])
    return Refusal(
        "columns",
        f"Não reconheci as colunas de data e valor. As colunas do arquivo são: {shown}. "
        f"Diga qual é qual, pelo nome ou pelo número, assim: {HOW}.",
        tuple(columns),
    )


def _columns_of(sample: Sequence[Record]) -> list[str]:
    widest = max((len(record.cells) for record in sample), default=0)
    return next(([cell.strip() for cell in record.cells] for record in sample if len(record.cells) == widest), [])


def _headerless(sample: Sequence[Record]) -> Header | None:
    """Three columns from the first line to the last: a date, a text, an amount."""
    filled = [record for record in sample if any(record.cells)]
    if not filled or not all(_is_plain(record.cells) for record in filled):
        return None
    return Header(-1, _HEADERLESS, {"date": 0, "text": 1, "amount": 2}, ("data", "descrição", "valor"), -2000)


def _is_plain(cells: Sequence[str]) -> bool:
    return (
        len(cells) == 3
        and isinstance(parse_date(cells[0]), date)
        and parse_amount(cells[2], "comma") is not None
        and parse_amount(cells[1]) is None
        and bool(cells[1].strip())
    )


def split_records(lines: Sequence[str], delimiter: str, *, lenient: bool = False) -> Iterator[Record]:
    """Records with their first line number. A quote that never closes is text, not the rest of the file."""
    index = 0
    while index < len(lines):
        line = lines[index]
        if '"' not in line:
            cells = line.split(delimiter)
            yield Record(index + 1, [cell.strip() for cell in cells] if " " in line or "\t" in line else cells, line)
            index += 1
            continue
        taken = _quoted_span(lines, index, delimiter)
        if taken == 0:
            if index == len(lines) - 1 and not lenient and _opens_quote(line, delimiter):
                raise truncated()
            taken, raw = 1, line
            cells = [cell.strip().strip('"') for cell in line.split(delimiter)]
        else:
            raw = "\n".join(lines[index : index + taken])
            cells = _unquoted(raw, delimiter)
        yield Record(index + 1, cells, raw)
        index += taken


def _opens_quote(line: str, delimiter: str) -> bool:
    return any(cell.strip().count('"') % 2 and cell.strip().startswith('"') for cell in line.split(delimiter))


def _quoted_span(lines: Sequence[str], index: int, delimiter: str) -> int:
    """How many lines the record takes; 0 when its quotes never balance or do so only across the next movement."""
    quotes = 0
    for taken in range(1, min(_LONGEST_RECORD, len(lines) - index) + 1):
        line = lines[index + taken - 1]
        first = line.split(delimiter, 1)[0].strip().strip('"')
        if taken > 1 and first and isinstance(parse_date(first), date):
            return 0
        quotes += line.count('"')
        if quotes % 2 == 0:
            return taken
    return 0


def _unquoted(raw: str, delimiter: str) -> list[str]:
    try:
        cells = next(csv.reader([raw], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:
        cells = raw.split(delimiter)
    return [cell.strip() for cell in cells]


def _check_last(records: Sequence[Record], reader: TableReader) -> None:
    """A last line without its line end may be cut: refuse what shows it, and mention the rest.

    Some exports never end their last line, so the missing end alone proves nothing.
    """
    body = [record for record in records[reader.header.index + 1 :] if any(record.cells)]
    if len(records) - 1 <= reader.header.index:
        if reader.header.index >= 0 and reader.profile.generic and len(records) == 1:
            raise truncated()
        return
    last = body[-1] if body else None
    if last is None:
        return
    others = [record for record in body[:-1] if len(record.cells) > 1]
    if others and len(last.cells) < min(len(record.cells) for record in others[-50:]):
        raise truncated()
    where = reader.cells.roles.get("amount", reader.cells.roles.get("balance"))
    if where is not None and where < len(last.cells) and where == max(len(r.cells) for r in [*others, last]) - 1:
        shapes = {
            _decimals(record.cells[where]) for record in others if where < len(record.cells) and record.cells[where]
        }
        if len(shapes) == 1 and _decimals(last.cells[where]) not in shapes and shapes != {0}:
            raise truncated()
    reader.warnings.append(
        Warn(
            last.line, "O arquivo acaba sem fim de linha: se foi cortado, confira o último lançamento.", last.raw[:300]
        )
    )


def _decimals(text: str) -> int:
    bare = text.rstrip(" \u00a0)-CDcd")
    return len(bare) - max(bare.rfind(","), bare.rfind(".")) - 1 if "," in bare or "." in bare else 0
