"""Bank files in: decode, recognise, parse, match. Pure: plain rows in and out, no repository, no clock."""

from mel.statements.model import AccountHint, ColumnChoice, Foreign, Kind, Reconciliation, Row, Statement, Warn
from mel.statements.reading import read_statement
from mel.statements.refusal import Refusal
from mel.statements.report import read_files, to_json

__all__ = [
    "AccountHint",
    "ColumnChoice",
    "Foreign",
    "Kind",
    "Reconciliation",
    "Refusal",
    "Row",
    "Statement",
    "Warn",
    "read_files",
    "read_statement",
    "to_json",
]
