"""PDF invoices and statements by words with coordinates. Sections decide, and the printed total must agree."""

from __future__ import annotations

from threading import Lock

from mel.statements.model import Statement
from mel.statements.proof import read_lines
from mel.statements.refusal import Refusal, too_big, truncated
from mel.statements.words import Line, page_lines, reading_order

_MOST_PAGES = 300
_MOST_CHARS = 900_000
# PDFium keeps global state and is not safe under threads.
_ONE_AT_A_TIME = Lock()


def read_pdf(data: bytes, password: str | None = None) -> Statement:
    if b"%%EOF" not in data[-2048:]:
        # PDFium mends a file cut half way and would show the pages it found.
        raise truncated("O PDF")
    with _ONE_AT_A_TIME:
        pages = _pages(data, password)
    if not any(pages):
        raise Refusal("image-only", "O PDF não tem texto (é uma imagem). Peça ao banco o OFX, o CSV ou o PDF original.")
    return read_lines([line for page in pages for line in page], reading_order(pages))


def _pages(data: bytes, password: str | None) -> list[list[Line]]:
    import pypdfium2  # type: ignore[import-untyped]
    import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

    try:
        document = pypdfium2.PdfDocument(data, password=password)
    except pypdfium2.PdfiumError:
        if pdfium.FPDF_GetLastError() == pdfium.FPDF_ERR_PASSWORD:
            raise _locked(password) from None
        raise Refusal("damaged", "O PDF está danificado e não pode ser lido. Baixe de novo no banco.") from None
    try:
        if len(document) > _MOST_PAGES:
            raise too_big()
        return _read_pages(document)
    except pypdfium2.PdfiumError:
        raise Refusal("damaged", "O PDF está danificado e não pode ser lido. Baixe de novo no banco.") from None
    finally:
        document.close()


def _read_pages(document: object) -> list[list[Line]]:
    pages: list[list[Line]] = []
    left = _MOST_CHARS
    for number in range(len(document)):  # type: ignore[arg-type]
        page = document[number]  # type: ignore[index]
        try:
            pages.append(page_lines(page, left))
        finally:
            page.close()
        left -= sum(len(word.text) for line in pages[-1] for word in line.words)
        if left <= 0:
            raise too_big()
    return pages


def _locked(password: str | None) -> Refusal:
    if password:
        return Refusal(
            "locked", "A senha não abriu o PDF. Confira a senha (muitos bancos usam os primeiros números do CPF)."
        )
    return Refusal(
        "locked",
        "O PDF pede senha (muitos bancos usam os primeiros números do CPF). Diga a senha ou exporte sem senha.",
    )
