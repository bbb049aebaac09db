"""Bank files in: decode, recognise, parse, match. Pure: plain rows in and out, no repository, no clock."""

from mel.statements.matching import Flagged, Known, Matching, StoredRow, match_rows
from mel.statements.model import AccountHint, ColumnChoice, Foreign, Kind, Reconciliation, Row, Statement, Warn
from mel.statements.reading import read_statement
from mel.statements.refusal import Refusal
from mel.statements.report import read_files, to_json

__all__ = [
    "AccountHint",
    "ColumnChoice",
    "Flagged",
    "Foreign",
    "Kind",
    "Known",
    "Matching",
    "Reconciliation",
    "Refusal",
    "Row",
    "Statement",
    "StoredRow",
    "Warn",
    "match_rows",
    "read_files",
    "read_statement",
    "to_json",
]
