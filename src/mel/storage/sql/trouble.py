"""What a database complains about, in the words of the person who can mend it; nothing of an address is told."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from mel.storage.errors import Busy, StorageError

_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SENTENCES = {
    sqlite3.SQLITE_NOTADB: "O arquivo {file} não é da Mel, então não mexi nele: tire-o dali ou escolha outra pasta em"
    " MEL_DATA.",
    sqlite3.SQLITE_CORRUPT: "O arquivo {file} está danificado e ficou como estava: ponha no lugar dele a cópia de"
    " segurança mais recente.",
    sqlite3.SQLITE_READONLY: "Não consigo gravar em {folder}: libere a escrita nessa pasta ou escolha outra em"
    " MEL_DATA.",
    sqlite3.SQLITE_FULL: "O disco encheu antes de eu guardar isso: libere espaço e mande de novo.",
    sqlite3.SQLITE_IOERR: "O disco de {folder} não respondeu direito: confira se ele está bem e mande de novo.",
}
_SENTENCES[sqlite3.SQLITE_CANTOPEN] = _SENTENCES[sqlite3.SQLITE_PERM] = _SENTENCES[sqlite3.SQLITE_READONLY]


def of_sqlite(error: BaseException | None, file: Path) -> Exception | None:
    """`Busy`, a `StorageError`, or None for what is a fault of ours."""
    if not isinstance(error, sqlite3.Error):
        return None
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte; the rest says where exactly
    if code in _LOCKED:
        return Busy(str(error))
    sentence = _SENTENCES.get(code)
    return StorageError(sentence.format(file=file, folder=file.parent)) if sentence else None


def of_server(error: DBAPIError) -> Exception | None:
    """For a database server: only a lost connection is somebody else's to mend."""
    return unreachable() if error.connection_invalidated else None


def unreachable() -> StorageError:
    return StorageError("Não consegui falar com o banco de dados: confira o endereço dele e se está no ar.")


def not_mel(file: Path) -> StorageError:
    return StorageError(_SENTENCES[sqlite3.SQLITE_NOTADB].format(file=file))


def not_writable(file: Path) -> StorageError:
    return StorageError(_SENTENCES[sqlite3.SQLITE_READONLY].format(folder=file.parent))


def other_revision() -> StorageError:
    return StorageError("O banco de dados e esta Mel são de versões diferentes: deixe os dois na mesma versão.")


def newer(file: Path) -> StorageError:
    return StorageError(f"Os dados em {file} são de uma versão mais nova da Mel: atualize a Mel e abra de novo.")


def on_network(file: Path) -> StorageError:
    return StorageError(
        f"A pasta {file.parent} fica em um disco de rede, onde dados se perdem: escolha em MEL_DATA uma pasta deste"
        " computador."
    )
