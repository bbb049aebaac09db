"""The 73 cases of shared/cases/import, copied to tests/data/import, scored as score.py does."""

from __future__ import annotations

import collections
import json
from pathlib import Path
from typing import Any

import pytest

from mel.statements import read_files
from statements.store import Store

CASES = Path(__file__).parents[1] / "data" / "import"
SEVERAL_ACCOUNTS = ("seq-fitid-two-accounts", "seq-invoice-payment-pair")
SINGLE = sorted(path for path in CASES.glob("[0-9]*") if "-seq-" not in path.name)
SEQUENCES = sorted(CASES.glob("*-seq-*"))


def expected(case: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((case / "expected.json").read_text(encoding="utf-8"))
    return found


def key(row: dict[str, Any], *, with_id: bool) -> tuple[Any, ...]:
    text = " ".join(row["description"].split())
    installment = tuple(row["installment"]) if row.get("installment") else None
    return (row["date"], row["amount"], text, installment, row.get("id") if with_id else None)


@pytest.mark.parametrize("case", SINGLE, ids=lambda case: case.name)
def test_a_case_file_is_read_exactly(case: Path) -> None:
    want = expected(case)

    got = json.loads(next(read_files([next(case.glob("input.*"))])))

    if "error" in want:
        assert got.get("error")
        assert "transactions" not in got
        return
    assert collections.Counter(key(row, with_id=True) for row in got["transactions"]) == collections.Counter(
        key(row, with_id=True) for row in want["transactions"]
    )
    for wanted in want["transactions"]:
        same = [row for row in got["transactions"] if key(row, with_id=True) == key(wanted, with_id=True)]
        for hint in ("kind", "card", "account", "foreign"):
            if hint in wanted:
                assert any(row.get(hint) == wanted[hint] for row in same), (hint, wanted, same)
    if "warnings" in want:
        assert [warn["line"] for warn in got["warnings"]] == [warn["line"] for warn in want["warnings"]]
    if "statement_total" in want:
        assert {s["printedTotal"] for s in got["statements"]} == {want["statement_total"]}
        assert all(s["proved"] for s in got["statements"])
    if "due_date" in want:
        assert {s["due"] for s in got["statements"]} == {want["due_date"]}


@pytest.mark.parametrize("case", SEQUENCES, ids=lambda case: case.name)
def test_a_sequence_of_files_ends_in_the_right_store(case: Path) -> None:
    want = expected(case)["transactions"]
    account = None if case.name[3:] in SEVERAL_ACCOUNTS else "conta"
    store = Store()

    for path in sorted(case.glob("input*"), key=lambda path: (len(path.stem), path.name)):
        store.import_file(path.read_bytes(), path.name, account)

    got = [
        {
            "date": row.date.isoformat(),
            "amount": str(row.amount),
            "description": row.description,
            "installment": list(row.installment) if row.installment else None,
        }
        for row in store.rows()
    ]
    assert collections.Counter(key(row, with_id=False) for row in got) == collections.Counter(
        key(row, with_id=False) for row in want
    )
