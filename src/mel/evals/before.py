"""A household's rows as they were before a conversation, as far as its receipts tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mel.agent.conversation import TurnRecord
from mel.evals.export import Tables
from mel.evals.rows import Row
from mel.shared.text import fold


def without_writes(tables: Tables, records: Sequence[TurnRecord], written: set[str]) -> Tables:
    """The rows as they were before the conversation, as far as receipts tell: what it added is gone."""
    kept = {table: dict(rows) for table, rows in tables.items()}
    for name, args in reversed(_standing(records, written)):
        table = _WRITES_TO.get(name)
        if table is None:
            continue
        parts = int(args.get("installments") or 1) if table == "entries" else 1
        for key in [key for key, row in reversed(kept[table].items()) if _is_of(row, args)][:parts]:
            del kept[table][key]
    for call in reversed(list(_persisted(records))):
        _unlearn(kept, call)
    return kept


def _unlearn(kept: Tables, call: Mapping[str, Any]) -> None:
    """What a write leaves beside its row: another word for an expense, an expense made for one spend (it stays even
    when the spend is undone), and what an adjustment replaced."""
    name, args, preview = call["name"], call["args"], call["result"].get("preview") or {}
    key = next((key for key, row in kept["expenses"].items() if _means(row, args.get("expense"))), None)
    if key is None or name not in ("recordSpend", "adjustExpense"):
        return
    row = kept["expenses"][key]
    if name == "adjustExpense":
        kept["expenses"][key] = row if args.get("from") else {**row, "expected": preview["currentExpected"]}
    elif preview.get("alias"):
        left = [alias for alias in row.get("aliases") or () if not _same(alias, preview["alias"])]
        kept["expenses"][key] = {**row, "aliases": left}
    elif args.get("newExpense") and not any(_same(entry["expense"], row["name"]) for entry in kept["entries"].values()):
        del kept["expenses"][key]


def _means(row: Row, said: object) -> bool:
    return any(_same(name, said) for name in (row["name"], *(row.get("aliases") or ())))


def _persisted(records: Sequence[TurnRecord]) -> Iterator[Mapping[str, Any]]:
    for record in records:
        for call in record.reply.get("toolCalls", ()):
            if (call.get("result") or {}).get("persisted"):
                yield call


def _standing(records: Sequence[TurnRecord], written: set[str]) -> list[tuple[str, Mapping[str, Any]]]:
    """What was written and still stands at the end, as it was last corrected."""
    standing: dict[str, tuple[str, Mapping[str, Any]]] = {}
    corrected: dict[str, tuple[str, Mapping[str, Any]]] = {}
    """By the correction: which write it corrected in the end, and what that was before."""
    for call in _persisted(records):
        name, args = call["name"], call["args"]
        of_another = str(args.get("target") if name == "undoOperation" else args.get("entry"))
        first = corrected[of_another][0] if of_another in corrected else of_another
        if name == "undoOperation" and of_another in corrected and first in standing:
            standing[first] = standing[first][0], corrected[of_another][1]
        elif name in ("undoOperation", "removeEntry"):
            standing.pop(first, None)
        elif name == "correctEntry" and first in standing:
            was, before = standing[first]
            corrected[str(args.get("operationId"))] = first, before
            standing[first] = was, {**before, **{key: args[key] for key in ("amount", "expense") if key in args}}
        elif args.get("operationId") in written:
            standing[args["operationId"]] = name, args
    return list(standing.values())


_WRITES_TO = {
    "recordSpend": "entries",
    "contributeToGoal": "contributions",
    "recordIncome": "receipts",
    "registerExpense": "expenses",
    "createGoal": "goals",
    "rememberFact": "facts",
}


def _is_of(row: Row, args: Mapping[str, Any]) -> bool:
    """Whether a write with those arguments made this row. Of a spend in parts each row holds a part of the amount."""
    amount = args.get("amount") or args.get("expected") or args.get("target")
    parts = int(args.get("installments") or 1) > 1
    same = parts or amount is None or amount in (row.get("amount"), row.get("expected"), row.get("target"))
    if "expense" in row:
        return same and _same(row["expense"], args.get("expense"))
    name = args.get("nome") or args.get("fact") or (args.get("name") if "target" in args else None)
    return same and (name is None or _same(row.get("name"), name) or _same(row.get("text"), name))


def _same(name: object, said: object) -> bool:
    return fold(str(name)) == fold(str(said))
