"""Statements as the JSON that `mel statements read --json` prints, one line a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from mel.statements.model import Foreign, Row, Statement
from mel.statements.reading import read_statement
from mel.statements.refusal import Refusal


def to_json(file: str, outcome: Sequence[Statement] | Refusal) -> dict[str, Any]:
    """One file → the object `cases/import/score.py` documents; a refusal has `error` and no transactions."""
    if isinstance(outcome, Refusal):
        return {"file": file, "error": outcome.message, "kind": outcome.kind}
    return {
        "file": file,
        "transactions": [_row(row) for statement in outcome for row in statement.rows],
        "warnings": [
            {"line": warn.line, "message": warn.message, **({"raw": warn.raw} if warn.raw else {})}
            for statement in outcome
            for warn in statement.warnings
        ],
        "statements": [_statement(statement) for statement in outcome],
    }


def read_files(paths: Iterable[str | Path], *, password: str | None = None) -> Iterator[str]:
    """`mel statements read FILE… --json`: one JSON line a file, in order; one that cannot be opened is an error too."""
    for path in paths:
        try:
            outcome: Sequence[Statement] | Refusal = read_statement(
                Path(path).read_bytes(), Path(path).name, password=password
            )
        except Refusal as refusal:
            outcome = refusal
        except OSError:
            outcome = Refusal("missing", f"Não consegui abrir o arquivo {Path(path).name}.")
        yield json.dumps(to_json(str(path), outcome), ensure_ascii=False)


def _row(row: Row) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "date": row.date.isoformat(),
        "amount": str(row.amount),
        "currency": row.currency,
        "description": row.description,
        "installment": list(row.installment) if row.installment else None,
        "id": row.bank_id,
        "kind": row.kind,
    }
    if row.foreign:
        shown["foreign"] = _foreign(row.foreign)
    for name in ("card", "account", "line"):
        value = getattr(row, name)
        if value is not None:
            shown[name] = value
    return shown


def _foreign(foreign: Foreign) -> dict[str, str]:
    known = {"currency": foreign.currency, "amount": foreign.amount, "rate": foreign.rate}
    return {name: str(value) for name, value in known.items() if value is not None}


def _statement(statement: Statement) -> dict[str, Any]:
    hint = statement.hint
    dates = {"closing": statement.closing_date, "due": statement.due_date}
    figures = {
        "printedTotal": statement.printed_total,
        "openingBalance": statement.opening_balance,
        "closingBalance": statement.closing_balance,
        "difference": statement.reconciliation.difference,
    }
    return {
        "format": statement.format,
        "profile": statement.profile,
        "product": statement.product,
        "bank": hint.bank,
        "branch": hint.branch,
        "account": hint.account,
        "card": hint.card,
        "period": [day.isoformat() for day in statement.period] if statement.period else None,
        **{name: day.isoformat() if day else None for name, day in dates.items()},
        **{name: str(figure) if figure is not None else None for name, figure in figures.items()},
        "checked": list(statement.reconciliation.checked),
        "proved": statement.reconciliation.proved,
        "whole": statement.reconciliation.whole,
        "rows": len(statement.rows),
        "future": [_row(row) for row in statement.future],
    }
