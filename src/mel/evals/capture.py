"""A conversation that was held becomes a draft roteiro: redacted, its calls as proposed expectations, its world cut.

Only rows that it touched are kept. A curator edits it; until it fails on the agent that was wrong, it proves nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from mel.agent.conversation import TurnRecord
from mel.agent.work import Storage, UnitOfWork
from mel.evals import aliases, roteiro
from mel.evals.export import Tables, house_rows
from mel.evals.fixture import Bound, ConversationFixture, Expect, ExpectedChange, FixtureTurn
from mel.evals.matching import canonical
from mel.evals.redaction import Redaction
from mel.evals.rows import Change, Row
from mel.evals.transcript import SeenTurn
from mel.evals.writing import drafted
from mel.shared.text import fold

LIMIT = 40
"""Turns of a conversation that are taken, the latest ones."""


class NothingSaid(Exception):
    """The household has no such conversation."""


async def capture(storage: Storage, house_id: str, conversation: str, name: str = "capturada") -> str:
    """The draft, as text. The world is as it was before: what the conversation itself wrote is taken out again."""
    with storage.work(house_id) as work:
        records = work.conversations.recent(conversation, LIMIT)
        if not records:
            raise NothingSaid(f"a casa não tem a conversa {conversation!r}")
        tables = house_rows(work, records[-1].day)
        household, goals = work.households.load(house_id), _goals(work)
        written = {op.id for op in work.operations.recent(500) if op.confirmation is not None}
        tables = _without_writes(tables, records, written)
    people = [(member.name, *member.aliases) for member in household.members]
    seed = int.from_bytes(hashlib.sha256(f"{house_id}:{conversation}".encode()).digest()[:4], "big")
    mask = Redaction.of(people, goals, seed)
    turns, first_day = _turns(records, mask), records[0].day
    fixture = ConversationFixture(
        name=name,
        description="Capturada de uma conversa real e disfarçada; revise o que se espera.",
        tags=("capturada",),
        furniture=_touched(tables, records, mask),
        today=first_day,
        always=roteiro.USUAL_INVARIANTS,
        turns=turns,
    )
    return drafted(await _mended(fixture))


async def _mended(fixture: ConversationFixture) -> ConversationFixture:
    """As it goes in the small world: which rows change is proposed as expected, and where a derived figure (a quota, a
    pace) did not scale to the cent, Mel's words are said again from what the tools tell there."""
    from mel.evals.runner import EvalRunner

    report = await EvalRunner().run(roteiro.compiled(drafted(fixture)))
    turns = [_as_seen(turn, seen) for turn, seen in zip(fixture.turns, report.trials[0].transcript, strict=False)]
    return replace(fixture, turns=(*turns, *fixture.turns[len(turns) :]))


def _as_seen(turn: FixtureTurn, seen: SeenTurn) -> FixtureTurn:
    changes = tuple(ExpectedChange(change.kind, change.table, _telling(change)) for change in seen.changes or ())
    said = {**(turn.mock_llm or {}), "text": seen.text} if seen.replaced else turn.mock_llm
    return replace(turn, mock_llm=said, expect=replace(turn.expect, world_changes=changes))


def _telling(change: Change) -> dict[str, Any]:
    """What names the row, and of a changed one what is new."""
    row = _slim(change.after or change.before or {})
    if change.kind != "changed":
        return row
    moved = {name for name, _, _ in change.fields()}
    return {name: value for name, value in row.items() if name in moved or name in ("name", "expense", "goal")}


def _goals(work: UnitOfWork) -> list[tuple[str, ...]]:
    """All names of each goal, whoever may see it."""
    readers = (None, *(member.name for member in work.households.load(work.household_id).members))
    found = {goal.id: goal for reader in readers for goal in work.goals.list(reader)}
    return [(goal.name, *goal.aliases) for goal in found.values()]


def _turns(records: Sequence[TurnRecord], mask: Redaction) -> tuple[FixtureTurn, ...]:
    ids: dict[str, str] = {}
    first_seen: dict[str, int] = {}
    turns = []
    for number, record in enumerate(records, 1):
        turns.append(_turn(record, mask, ids, first_seen, number, records[0].day))
    return tuple(turns)


def _turn(
    record: TurnRecord, mask: Redaction, ids: dict[str, str], first_seen: dict[str, int], number: int, opened: date
) -> FixtureTurn:
    said = next((m["text"] for m in record.messages if m["role"] == "user"), "")
    calls: list[dict[str, Any]] = []
    matching: dict[str, list[dict[str, Any]]] = {}
    for call in record.reply.get("toolCalls", ()):
        args = mask.value({key: value for key, value in call["args"].items() if key != "today"})
        wanted = dict(args)
        operation = call["args"].get("operationId")
        if operation is not None:
            args["operationId"] = ids.setdefault(operation, f"op-{len(ids) + 1}")
            wanted.pop("operationId")
            if first_seen.setdefault(operation, number) < number:
                wanted["operationId"] = Bound(first_seen[operation], "operationId")
        if call["name"] in aliases.TAKES_TODAY:
            args["today"] = opened.isoformat()
        calls.append({"id": str(len(calls) + 1), "name": call["name"], "args": _known(args)})
        matching.setdefault(call["name"], []).append(_known(wanted))
    text = mask.text(str(record.reply.get("text", "")))
    return FixtureTurn(
        user=mask.text(said),
        speaker=mask.names.get(record.member or "", record.member),
        today=record.day if record.day != opened else None,
        mock_llm={"toolCalls": calls, "text": text},
        expect=Expect(
            tool_calls_made=tuple(call["name"] for call in calls),
            tool_call_args_matching={name: args[0] if len(args) == 1 else args for name, args in matching.items()},
            world_changes=None if record.wrote else (),
        ),
    )


def _known(args: Mapping[str, Any]) -> dict[str, Any]:
    """Without the yes that was not given, which a roteiro leaves out."""
    return {key: value for key, value in args.items() if not (key == "confirm" and value is False)}


def _without_writes(tables: Tables, records: Sequence[TurnRecord], written: set[str]) -> Tables:
    """The rows as they were before the conversation, as far as receipts tell: what it added is gone."""
    added = [
        (call["name"], call["args"])
        for record in records
        for call in record.reply.get("toolCalls", ())
        if call["args"].get("operationId") in written and (call.get("result") or {}).get("persisted")
    ]
    kept = {table: dict(rows) for table, rows in tables.items()}
    for name, args in added:
        table = {"recordSpend": "entries", "contributeToGoal": "contributions", "recordIncome": "receipts"}.get(name)
        table = table or {"registerExpense": "expenses", "createGoal": "goals", "rememberFact": "facts"}.get(name)
        if table is None:
            continue
        key = next((key for key, row in reversed(kept[table].items()) if _is_of(row, args)), None)
        if key is not None:
            del kept[table][key]
    return kept


def _is_of(row: Row, args: Mapping[str, Any]) -> bool:
    amount = args.get("amount") or args.get("expected") or args.get("target")
    same = amount is None or amount in (row.get("amount"), row.get("expected"), row.get("target"))
    name = args.get("nome") or args.get("fact") or (args.get("name") if "target" in args else None)
    return same and (name is None or fold(str(name)) in (fold(str(row.get("name"))), fold(str(row.get("text")))))


def _touched(tables: Tables, records: Sequence[TurnRecord], mask: Redaction) -> dict[str, list[dict[str, Any]]]:
    """Only rows that the conversation speaks of: named in a call or a result, or needed by one that is."""
    spoken = fold(canonical([[m for r in records for m in r.messages], [r.reply for r in records]]))
    everything = any(
        call["name"] in ("budgetTotal", "budgetStatus", "feasibility", "goalsList", "entriesList")
        for record in records
        for call in record.reply.get("toolCalls", ())
    )
    kept: dict[str, list[dict[str, Any]]] = {}
    for table, row in _rows(tables):
        named = fold(str(row.get("name") or row.get("expense") or row.get("goal") or row.get("text") or ""))
        if table in ("household", "rates") or everything or (named and named in spoken):
            kept.setdefault(table, []).append(dict(row) if table == "rates" else _slim(mask.value(row)))
    return kept


def _rows(tables: Tables) -> Iterator[tuple[str, Row]]:
    for table, rows in tables.items():
        yield from ((table, row) for row in rows.values())


def _slim(row: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is empty, and without what a furnished world does not keep."""
    dropped = ("revisions", "origin", "note", "currency")
    slim = {key: value for key, value in row.items() if value not in (None, [], ()) and key not in dropped}
    if "members" in slim and "target" not in slim:
        slim.pop("name", None)
    return slim
