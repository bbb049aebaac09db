"""HTML tables saved as .xls (OCA#763): every row of every table, in order, as records."""

from __future__ import annotations

from html.parser import HTMLParser

from mel.statements.delimited import unknown_columns
from mel.statements.headers import Record, chosen_header, find_header
from mel.statements.model import ColumnChoice, Statement
from mel.statements.refusal import Refusal, foreign, too_big, truncated
from mel.statements.table import TableReader

_WIDEST = 60
_LONGEST = 8_000_000


class _Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.records: list[Record] = []
        self.cells: list[str] | None = None
        self.text: list[str] | None = None
        self.span = 1
        self.opened = self.closed = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.opened += 1
        elif tag == "tr":
            self._end_row()
            self.cells = []
        elif tag in {"td", "th"}:
            self._end_cell()
            self.cells = [] if self.cells is None else self.cells
            span = dict(attrs).get("colspan") or "1"
            self.span = min(int(span), _WIDEST) if span.isascii() and span.isdigit() and len(span) < 4 else 1
            self.text = []
        elif tag == "br" and self.text is not None:
            self.text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._end_row()
            self.closed += 1
        elif tag == "tr":
            self._end_row()
        elif tag in {"td", "th"}:
            self._end_cell()

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text.append(data)

    def _end_cell(self) -> None:
        if self.text is None or self.cells is None:
            return
        self.cells.append(" ".join("".join(self.text).split()))
        self.cells.extend([""] * (self.span - 1))
        self.text = None

    def _end_row(self) -> None:
        self._end_cell()
        if self.cells:
            self.records.append(Record(len(self.records) + 1, self.cells, " | ".join(self.cells)))
        self.cells = None


def read_html(text: str, filename: str = "", choice: ColumnChoice | None = None) -> list[Statement]:
    if len(text) > _LONGEST:
        raise too_big()
    if "<table" not in text.casefold():
        raise foreign("é uma página HTML (talvez a tela de login do banco)")
    tables = _Tables()
    try:
        tables.feed(text)
    except AssertionError:
        # html.parser asserts on a marked section it does not know ("<![CD").
        raise Refusal("damaged", "A página está danificada e não pode ser lida. Baixe de novo no banco.") from None
    if tables.opened > tables.closed:
        raise truncated()
    header = chosen_header(tables.records, choice) if choice else find_header(tables.records, filename)
    if header is None:
        refusal = unknown_columns(max((record.cells for record in tables.records), key=len, default=[]))
        raise foreign("é uma página HTML sem tabela de lançamentos") if refusal.kind == "foreign" else refusal
    return [TableReader(header, tables.records, "html", filename).read()]
