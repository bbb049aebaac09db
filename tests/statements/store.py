"""A store in memory, as small as the semantics of an import: per account, file by file, what `match_rows` says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from mel.statements import Matching, Row, Statement, StoredRow, match_rows, read_statement


@dataclass
class Store:
    accounts: dict[str, list[StoredRow]] = field(default_factory=dict)
    serial: int = 0

    def take(self, rows: Sequence[Row], account: str = "conta") -> Matching:
        kept = self.accounts.setdefault(account, [])
        by_key = {row.key: index for index, row in enumerate(kept)}
        matching = match_rows(kept, rows)
        for known in matching.known:
            index = by_key[known.key]
            row = kept[index]
            kept[index] = replace(
                row,
                ids=(*row.ids, known.new_id) if known.new_id else row.ids,
                description=known.new_text or row.description,
                date=known.new_date or row.date,
            )
        for index in sorted([*matching.new, *(flag.index for flag in matching.flagged)]):
            self.serial += 1
            kept.append(stored(rows[index], self.serial))
        return matching

    def import_file(self, data: bytes, name: str, account: str | None = "conta") -> list[Matching]:
        statements = read_statement(data, name)
        return [self.take(statement.rows, account or account_of(statement)) for statement in statements]

    def content(self) -> list[tuple[str, date, Decimal, str, tuple[int, int] | None]]:
        """What the store holds, without ids and in no order."""
        return sorted(
            (
                (account, row.date, row.amount, row.description, row.installment)
                for account, rows in self.accounts.items()
                for row in rows
            ),
            key=repr,
        )

    def rows(self) -> Iterable[StoredRow]:
        return (row for rows in self.accounts.values() for row in rows)


def stored(row: Row, key: int) -> StoredRow:
    ids = (row.bank_id,) if row.bank_id else ()
    return StoredRow(key, row.date, row.amount, row.currency, row.description, row.installment, ids)


def account_of(statement: Statement) -> str:
    return "/".join(statement.hint.key())
