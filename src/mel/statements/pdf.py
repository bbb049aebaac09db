"""PDF invoices and statements by words with coordinates. Sections decide, and the printed total must agree."""

from __future__ import annotations

from threading import Lock

from mel.statements.invoice import read_invoice
from mel.statements.model import Statement
from mel.statements.refusal import Refusal, truncated
from mel.statements.words import Line, page_lines, reading_order

_MOST_PAGES = 300
_MOST_CHARS = 60_000
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
    return read_invoice([line for page in pages for line in page], reading_order(pages))


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
            raise Refusal("too-big", f"O PDF tem mais de {_MOST_PAGES} páginas. Exporte um período menor.")
        return [_lines(document, number) for number in range(len(document))]
    except pypdfium2.PdfiumError:
        raise Refusal("damaged", "O PDF está danificado e não pode ser lido. Baixe de novo no banco.") from None
    finally:
        document.close()


def _lines(document: object, number: int) -> list[Line]:
    page = document[number]  # type: ignore[index]
    try:
        return page_lines(page, _MOST_CHARS)
    finally:
        page.close()


def _locked(password: str | None) -> Refusal:
    if password:
        return Refusal(
            "locked", "A senha não abriu o PDF. Confira a senha (muitos bancos usam os primeiros números do CPF)."
        )
    return Refusal(
        "locked",
        "O PDF pede senha (muitos bancos usam os primeiros números do CPF). Diga a senha ou exporte sem senha.",
    )
