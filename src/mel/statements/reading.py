"""The front door: bytes in, statements out, or one refusal."""

from __future__ import annotations

from mel.statements.decode import decode
from mel.statements.detect import detect_bytes, detect_text
from mel.statements.model import ColumnChoice, Statement
from mel.statements.refusal import Refusal, foreign, too_big

LARGEST = 48 * 1024 * 1024
_MOST_LINES = 3_000_000


def read_statement(
    data: bytes, filename: str = "", *, password: str | None = None, columns: ColumnChoice | None = None
) -> list[Statement]:
    """Every account a bank file speaks of. Raises only `Refusal`; the password is neither kept nor logged."""
    if len(data) > LARGEST:
        raise too_big()
    try:
        return _read(data, filename, password, columns)
    except Refusal:
        raise
    except RecursionError:
        raise Refusal("damaged", "O arquivo está danificado e não pode ser lido. Baixe de novo no banco.") from None


def _read(data: bytes, filename: str, password: str | None, columns: ColumnChoice | None) -> list[Statement]:
    found = detect_bytes(data)
    if found == "empty":
        raise Refusal("empty", "O arquivo está vazio. Baixe de novo no banco.")
    if found == "image":
        raise Refusal(
            "image-only", "Isto é uma imagem, sem texto para ler. Peça o arquivo em OFX, CSV ou o PDF original."
        )
    if found == "pdf":
        from mel.statements.pdf import read_pdf

        return [read_pdf(data, password)]
    if found == "zip":
        from mel.statements.archive import read_zip

        def inside(content: bytes, name: str) -> list[Statement]:
            return read_statement(content, name, password=password, columns=columns)

        return read_zip(data, filename, password, columns, inside)
    if found == "ole":
        from mel.statements.sheets import read_xls

        return read_xls(data, filename, columns)
    return _read_text(decode(data), filename, columns)


def _read_text(text: str, filename: str, columns: ColumnChoice | None) -> list[Statement]:
    if text.count("\n") > _MOST_LINES:
        raise too_big()
    found = detect_text(text)
    if found == "ofx":
        from mel.statements.ofx import read_ofx

        return read_ofx(text)
    if found == "html":
        from mel.statements.html import read_html

        return read_html(text, filename, columns)
    if found == "json":
        raise foreign("é um arquivo JSON")
    from mel.statements.delimited import read_delimited
    from mel.statements.txt import is_card_txt, read_card_txt

    if is_card_txt(text):
        return [read_card_txt(text)]
    return [read_delimited(text, filename, columns)]
