"""Reads the pieces of a roteiro as what belongs there, and refuses the rest with file, line and the nearest word."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from mel.evals import aliases
from mel.evals.aliases import UnknownWord
from mel.evals.strict_yaml import Items, Piece, RoteiroError, Table, Text
from mel.evals.values import NotAValue, parsed


@dataclass(slots=True)
class PieceReader:
    """Of one file."""

    file: str

    def _one_of(self, piece: Piece, known: dict[str, Any]) -> Any:
        words = self._text(piece)
        if words not in known:
            raise self._unknown(words, list(known), piece.line)
        return known[words]

    def _keys(self, piece: Piece, known: list[str]) -> dict[str, Piece]:
        if not isinstance(piece, Table):
            raise self._error("um roteiro é um conjunto de campos: nome, mundo, conversa…", piece.line)
        for key, _ in piece:
            if key.value not in known:
                raise self._unknown(key.value, known, key.line)
        return {key.value: value for key, value in piece}

    def _needed(self, keys: dict[str, Piece], name: str, root: Piece) -> Piece:
        if name not in keys:
            raise self._error(f'falta "{name}"', root.line)
        return keys[name]

    def _items(self, piece: Piece, name: str = "aqui") -> Items:
        if not isinstance(piece, Items):
            raise self._error(f"{name} vai uma lista", piece.line)
        return piece

    def _text(self, piece: Piece) -> str:
        if not isinstance(piece, Text):
            raise self._error("aqui vai um texto; se ele tem dois-pontos ou vírgula, use aspas", piece.line)
        return piece.value

    def _day(self, piece: Piece) -> date:
        return date.fromisoformat(self._value(piece, "day"))

    def _value(self, piece: Piece, kind: aliases.Kind) -> Any:
        try:
            return parsed(self._text(piece), kind)
        except NotAValue as error:
            raise self._error(str(error), piece.line) from error
        except re.error as error:
            raise self._error(f"expressão inválida em {self._text(piece)}: {error}", piece.line) from error

    def _word(self, lookup: Callable[[str], Any], piece: Piece) -> Any:
        try:
            return lookup(self._text(piece))
        except UnknownWord as error:
            raise self._error(str(error), piece.line) from error

    def _unknown(self, word: str, known: list[str], line: int) -> RoteiroError:
        return self._error(str(UnknownWord(word, known)), line)

    def _error(self, message: str, line: int) -> RoteiroError:
        return RoteiroError(message, self.file, line)
