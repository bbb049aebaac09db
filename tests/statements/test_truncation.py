"""A file cut at any byte is refused, or read whole, or shows where it may have been cut: never a part in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from mel.statements import Refusal, Row, read_statement

CASES = Path(__file__).parents[1] / "data" / "import"
FILES = sorted(path for case in CASES.glob("[0-9]*") for path in case.glob("input.*") if "-seq-" not in case.name)
# Delimited text has no end mark: a cut between two lines cannot be seen, and then nothing may claim to be whole.
OPEN_ENDED = {".csv", ".txt"}


def content(rows: tuple[Row, ...]) -> list[tuple[object, ...]]:
    return [(row.date, row.amount, row.description, row.installment, row.bank_id) for row in rows]


def is_shortened(got: tuple[object, ...], wanted: tuple[object, ...]) -> bool:
    return got[:2] == wanted[:2] and str(wanted[2]).startswith(str(got[2]))


def cuts(size: int) -> range:
    return range(1, size, 1 if size < 1500 else max(1, size // 400))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_a_cut_file_never_gives_a_part_in_silence(path: Path) -> None:
    data = path.read_bytes()
    try:
        whole = [content(statement.rows) for statement in read_statement(data, path.name)]
    except Refusal:
        return
    for size in cuts(len(data)):
        try:
            statements = read_statement(data[:size], path.name)
        except Refusal:
            continue
        if [content(statement.rows) for statement in statements] == whole:
            continue
        assert path.suffix in OPEN_ENDED, size
        [statement], [wanted] = statements, whole
        got = content(statement.rows)
        if got != wanted[: len(got)]:
            assert got[:-1] == wanted[: len(got) - 1], size
            warned = any((warn.line or 0) >= (statement.rows[-1].line or 0) for warn in statement.warnings)
            # A row that goes on in a second line may lose that line, never its figures (Bradesco).
            assert warned or is_shortened(got[-1], wanted[len(got) - 1]), size
        assert not statement.reconciliation.whole, size
