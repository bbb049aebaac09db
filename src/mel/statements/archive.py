"""ZIP files: a spreadsheet, or bank files that came zipped (C6 sends its card CSV in a ZIP with a password)."""

from __future__ import annotations

import io
import zipfile
import zlib

from mel.statements.model import ColumnChoice, Statement
from mel.statements.refusal import Refusal, foreign, too_big, truncated

_LARGEST = 64 * 1024 * 1024
_READABLE = (".ofx", ".csv", ".txt", ".pdf", ".xls", ".xlsx", ".qfx")


def read_zip(data: bytes, filename: str, password: str | None, columns: ColumnChoice | None) -> list[Statement]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(archive, data, filename, password, columns)
    except (zipfile.BadZipFile, EOFError, zlib.error):
        raise truncated() from None
    except (NotImplementedError, OSError, ValueError, LookupError):
        raise Refusal("damaged", "O arquivo está danificado e não pode ser lido. Baixe de novo no banco.") from None


def _read(
    archive: zipfile.ZipFile, data: bytes, filename: str, password: str | None, columns: ColumnChoice | None
) -> list[Statement]:
    from mel.statements.reading import read_statement
    from mel.statements.sheets import read_xlsx

    members = [member for member in archive.infolist() if not member.is_dir()]
    # A few kilobytes may unpack to gigabytes.
    if sum(member.file_size for member in members) > _LARGEST or len(members) > 2000:
        raise too_big()
    if any(member.filename == "[Content_Types].xml" for member in members):
        return read_xlsx(archive, data, filename, columns)
    wanted = [member for member in members if member.filename.casefold().endswith(_READABLE)]
    wanted = [member for member in wanted if not member.filename.startswith("__MACOSX/")]
    if not wanted or len(wanted) > 50:
        raise foreign("o arquivo compactado não traz um extrato")
    statements: list[Statement] = []
    for member in wanted:
        content = _content(archive, member, password)
        if content[:4] == b"PK\x03\x04" and not member.filename.casefold().endswith(".xlsx"):
            raise foreign("há um arquivo compactado dentro do outro")
        statements += read_statement(content, member.filename, password=password, columns=columns)
    return statements


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo, password: str | None) -> bytes:
    if member.flag_bits & 1 and not password:
        raise Refusal("locked", "O arquivo compactado pede senha. Diga a senha ou extraia o arquivo antes.")
    try:
        return archive.read(member, pwd=password.encode() if password else None)
    except (RuntimeError, NotImplementedError, zlib.error):
        raise Refusal(
            "locked", "A senha do arquivo compactado não serviu. Confira a senha ou extraia o arquivo antes."
        ) from None
