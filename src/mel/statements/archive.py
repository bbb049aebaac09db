"""ZIP files: a spreadsheet, or bank files that came zipped (C6 sends its card CSV in a ZIP with a password)."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable

from mel.statements.model import ColumnChoice, Statement
from mel.statements.refusal import Refusal, foreign, too_big, truncated
from mel.statements.sheets import read_xlsx

Reader = Callable[[bytes, str], list[Statement]]
_LARGEST = 64 * 1024 * 1024
_READABLE = (".ofx", ".csv", ".txt", ".pdf", ".xls", ".xlsx", ".qfx")


def read_zip(
    data: bytes, filename: str, password: str | None, columns: ColumnChoice | None, read: Reader
) -> list[Statement]:
    """A workbook, or every bank file inside; `read` is the front door, for the files inside."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if any(name == "[Content_Types].xml" for name in archive.namelist()):
                _limited(archive)
                return read_xlsx(archive, data, filename, columns)
            return [
                statement
                for member in _limited(archive)
                for statement in read(_content(archive, member, password), member.filename)
            ]
    except (zipfile.BadZipFile, EOFError, zlib.error):
        raise truncated() from None
    except (NotImplementedError, OSError, ValueError, LookupError):
        raise Refusal("damaged", "O arquivo está danificado e não pode ser lido. Baixe de novo no banco.") from None


def _limited(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The members worth reading; a few kilobytes may unpack to gigabytes."""
    members = [member for member in archive.infolist() if not member.is_dir()]
    if sum(member.file_size for member in members) > _LARGEST or len(members) > 2000:
        raise too_big()
    wanted = [
        member
        for member in members
        if member.filename.casefold().endswith(_READABLE) and not member.filename.startswith("__MACOSX/")
    ]
    if len(wanted) > 50 or (not wanted and "[Content_Types].xml" not in archive.namelist()):
        raise foreign("o arquivo compactado não traz um extrato")
    return wanted


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo, password: str | None) -> bytes:
    if member.flag_bits & 1 and not password:
        raise Refusal("locked", "O arquivo compactado pede senha. Diga a senha ou extraia o arquivo antes.")
    try:
        content = archive.read(member, pwd=password.encode() if password else None)
    except (RuntimeError, NotImplementedError, zlib.error):
        raise Refusal(
            "locked", "A senha do arquivo compactado não serviu. Confira a senha ou extraia o arquivo antes."
        ) from None
    if content[:4] == b"PK\x03\x04" and not member.filename.casefold().endswith(".xlsx"):
        raise foreign("há um arquivo compactado dentro do outro")
    return content
