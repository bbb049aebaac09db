"""A file of messages in, what is understood of each out: for measuring, without a household and without writing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from mel.shared.errors import MelError
from mel.understanding import Context, Proposal, Reading, Term, Vocabulary, understand


def vocabulary_of(file: Path | None) -> Vocabulary:
    """The names in a fixture: {"sender", "members", "expenses", "goals", "cards"}; no file, no names."""
    if file is None:
        return Vocabulary()
    known = _json(_text(file), file, 1)
    kinds = {kind: tuple(Term(str(name)) for name in known.get(kind, ())) for kind in ("members", "expenses", "goals")}
    return Vocabulary(
        **kinds, cards=tuple(Term(str(name)) for name in known.get("cards", ())), speaker=known.get("sender")
    )


def read_one(text: str, vocabulary: Vocabulary, today: date) -> dict[str, Any]:
    """Everything a reading holds that is not empty."""
    return _told(understand(text, Context(today=today, vocabulary=vocabulary)))


def read_all(file: Path, vocabulary: Vocabulary) -> Iterator[dict[str, Any]]:
    """{"id", "intent", "slots"} for each line {"id", "text", "today", "context": {"pending"}}."""
    for number, line in enumerate(_text(file).splitlines(), 1):
        if line.strip():
            message = _Message.of(_json(line, file, number), file, number)
            reading = understand(message.text, message.context(vocabulary))
            yield {"id": message.id, "intent": reading.intent, "slots": dict(reading.slots)}


@dataclass(frozen=True, slots=True)
class _Message:
    id: str
    text: str
    today: date
    pending: str | None

    @classmethod
    def of(cls, line: Any, file: Path, number: int) -> _Message:
        try:
            pending = (line.get("context") or {}).get("pending")
            return cls(line["id"], line["text"], date.fromisoformat(line["today"]), pending)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise MelError(f"{file}, linha {number}: faltam id, text ou today.") from error

    def context(self, vocabulary: Vocabulary) -> Context:
        waiting = (Proposal(self.pending),) if self.pending else ()
        return Context(today=self.today, vocabulary=vocabulary, pending=waiting)


def _told(reading: Reading) -> dict[str, Any]:
    told = {
        "intent": reading.intent,
        "slots": dict(reading.slots),
        "reason": reading.reason,
        "aspect": reading.aspect,
        "ordered": reading.ordered,
        "concluded": reading.concluded,
        "missing": list(reading.missing),
        "suggestion": reading.suggestion,
        "items": [_told(item) for item in reading.items],
    }
    return {key: value for key, value in told.items() if value or key in {"intent", "slots"}}


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MelError(f"Não consegui ler o arquivo {file}.") from error


def _json(text: str, file: Path, number: int) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise MelError(f"{file}, linha {number}: isso não é JSON.") from error
