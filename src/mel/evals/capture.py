"""A conversation that was held becomes a draft roteiro: redacted, its calls as proposed expectations, its world cut.

Only rows that it touched are kept. A curator edits it; until it fails on the agent that was wrong, it proves nothing.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from mel.agent.conversation import TurnRecord
from mel.agent.work import Storage, UnitOfWork
from mel.evals import aliases, phrases, roteiro
from mel.evals.before import without_writes
from mel.evals.export import Tables, house_rows
from mel.evals.fixture import Bound, ConversationFixture, Expect, ExpectedChange, FixtureTurn
from mel.evals.likeness import calls_unlike, figures_told, refigured, remarked, unlike
from mel.evals.matching import canonical
from mel.evals.redaction import Redaction
from mel.evals.rows import Change, Row
from mel.evals.stand_ins import stood_in
from mel.evals.transcript import SeenTurn, Transcript
from mel.evals.writing import drafted
from mel.household import Member
from mel.shared.text import fold
from mel.understanding import Context, Term, Vocabulary, understand

LIMIT = 40
"""Turns of a conversation that are taken, the latest ones."""


class NothingSaid(Exception):
    """The household has no such conversation."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The roteiro's text; `replaced` counts by kind what was taken out, `different` tells by turn what the replay did
    otherwise, `embedded` why the embedded model cannot play it (None: it can)."""

    text: str
    replaced: Mapping[str, int]
    different: Mapping[int, str]
    embedded: str | None


async def capture(storage: Storage, house_id: str, conversation: str, name: str = "capturada") -> Draft:
    """The world is as it was before: what the conversation itself wrote is taken out again."""
    with storage.work(house_id) as work:
        records = work.conversations.recent(conversation, LIMIT)
        if not records:
            raise NothingSaid(f"a casa não tem a conversa {conversation!r}")
        tables = house_rows(work, records[-1].day)
        household, goals = work.households.load(house_id), _goals(work)
        written = {op.id for op in work.operations.recent(500) if op.confirmation is not None}
        tables = without_writes(tables, records, written)
    seed = int.from_bytes(hashlib.sha256(f"{house_id}:{conversation}".encode()).digest()[:4], "big")
    mask = _mask(household.members, goals, tables, records, seed)
    turns = _turns(records, mask)
    furniture = _touched(tables, records, mask)
    for row in furniture.get("household", ()):
        row |= _nicknames(household.members, mask)
    fixture = ConversationFixture(
        name=name,
        description="Capturada de uma conversa real e disfarçada; revise o que se espera.",
        tags=("capturada",),
        furniture=furniture,
        today=records[0].day,
        always=roteiro.USUAL_INVARIANTS,
        turns=turns,
    )
    draft = await _replayed(fixture, records, mask)
    shaped = stood_in(drafted(fixture))
    if draft.embedded is None or shaped == drafted(fixture):
        return draft
    # A mask reads otherwise than the number it hides; one of nobody, of the same form, may be read as it was.
    again = await _replayed(roteiro.compiled(shaped), records, mask)
    return again if again.embedded is None else draft


def _mask(
    members: Sequence[Member],
    goals: Sequence[Sequence[str]],
    tables: Tables,
    records: Sequence[TurnRecord],
    seed: int,
) -> Redaction:
    """All names are learned before anything is disguised: what has a capital once may have none the next time."""
    people = [(member.name, *member.aliases) for member in members]
    said = [(_said(record), str(record.reply.get("text", ""))) for record in records]
    rows = [canonical(row) for _, row in _rows(tables)]
    mask = Redaction.of(people, goals, seed, [*(line for pair in said for line in pair), *rows])
    mask.since = records[0].day.year - 1
    for table, row in _rows(tables):
        if table != "rates":
            mask.learn({key: value for key, value in row.items() if not (table == "household" and key == "name")})
        if table == "facts":
            mask.hear(str(row["text"]))
    vocabulary = _vocabulary(members, tables)
    for record, (words, answer) in zip(records, said, strict=True):
        for call in record.reply.get("toolCalls", ()):
            mask.learn(call["args"], read=True)
        mask.learn(_read(words, record, vocabulary), read=True)
        mask.hear(words)
        mask.hear(answer, "Mel")
    return mask


def _read(words: str, record: TurnRecord, vocabulary: Vocabulary) -> list[Mapping[str, Any]]:
    """What the reading takes from a message, be it acted on or not."""
    reading = understand(words, Context(record.day, vocabulary))
    return [dict(reading.slots), *(dict(item.slots) for item in reading.items)]


def _vocabulary(members: Sequence[Member], tables: Tables) -> Vocabulary:
    def terms(table: str) -> tuple[Term, ...]:
        return tuple(Term(row["name"], tuple(row.get("aliases") or ())) for row in tables[table].values())

    people = tuple(Term(member.name, member.aliases) for member in members)
    return Vocabulary(people, terms("expenses"), terms("goals"), incomes=terms("incomes"))


def _nicknames(members: Sequence[Member], mask: Redaction) -> dict[str, list[str]]:
    told = [f"{mask.member(nick)} = {mask.member(member.name)}" for member in members for nick in member.aliases]
    return {"aliases": told} if told else {}


async def _replayed(fixture: ConversationFixture, records: Sequence[TurnRecord], mask: Redaction) -> Draft:
    """As it goes in the small world: which rows change is proposed as expected, and where a derived figure (a quota, a
    pace) did not scale to the cent, Mel's words are said again from what the tools tell there."""
    from mel.evals.players import runner_for

    told = [str((turn.mock_llm or {}).get("text", "")) for turn in fixture.turns]
    seen = await _seen(fixture)
    if len(seen) == len(told) and any(turn.replaced for turn in seen):
        told = [refigured(words, turn) if turn.replaced else words for words, turn in zip(told, seen, strict=True)]
        fixture = replace(
            fixture,
            turns=tuple(
                replace(turn, mock_llm={**(turn.mock_llm or {}), "text": words})
                for turn, words in zip(fixture.turns, told, strict=True)
            ),
        )
        seen = await _seen(fixture)
    different = unlike(records, told, seen)
    turns = [_as_seen(turn, there) for turn, there in zip(fixture.turns, seen, strict=False)]
    fixture = replace(fixture, turns=tuple(_to_be_told(turn) for turn in (*turns, *fixture.turns[len(turns) :])))
    played = await runner_for(embedded=True).run(roteiro.compiled(drafted(fixture)))
    apart = calls_unlike(records, played.trials[0].transcript)
    done = [f"turno {number}: {what}" for number, what in apart.items()]
    reason = next(iter([*done, *(f"turno {failure.turn}: {failure.reason}" for failure in played.failures)]), None)
    if len(apart) * 2 <= len(records):
        # It was the embedded model's conversation, by and large: where it reads a pseudonym otherwise is told too.
        different = {n: f"o modelo embutido leu outra coisa: {what}" for n, what in apart.items()} | different
    text = remarked(drafted(replace(fixture, embedded=reason is None)), different)
    return Draft(text, dict(mask.replaced), different, reason)


async def _seen(fixture: ConversationFixture) -> Transcript:
    from mel.evals.players import runner_for

    report = await runner_for(embedded=False).run(roteiro.compiled(drafted(fixture)))
    return report.trials[0].transcript


def _verdicts(seen: SeenTurn) -> dict[str, dict[str, Any]]:
    """What a read found out, where it was asked once: whether there is such a thing, whether it fits, is on track."""
    names = Counter(call.name for call in seen.calls)
    found: dict[str, dict[str, Any]] = {}
    for call in seen.calls:
        result = call.result if isinstance(call.result, Mapping) and not call.is_write else {}
        told = {key: result[key] for key in ("found", "status", "onTrack") if result.get(key) is not None}
        if told and names[call.name] == 1:
            found[call.name] = told
    return found


def _as_seen(turn: FixtureTurn, seen: SeenTurn) -> FixtureTurn:
    changes = tuple(ExpectedChange(change.kind, change.table, _telling(change)) for change in seen.changes or ())
    said = {**(turn.mock_llm or {}), "text": seen.text} if seen.replaced else turn.mock_llm
    expect = replace(turn.expect, world_changes=changes, results_matching=_verdicts(seen))
    return replace(turn, mock_llm=said, expect=expect)


def _to_be_told(turn: FixtureTurn) -> FixtureTurn:
    """With the figures of Mel's words as what must be said: another agent may word it otherwise, but not figure it."""
    said = figures_told(str((turn.mock_llm or {}).get("text", "")))
    if not said:
        return turn
    return replace(turn, expect=replace(turn.expect, response_text_matching=phrases.all_of(said)))


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
        for key in [
            key for key, value in call["args"].items() if key != "operationId" and _is_known(value, first_seen)
        ]:
            wanted[key] = Bound(first_seen[call["args"][key]], "operationId")
            args[key] = ids[call["args"][key]]
        if call["name"] in aliases.TAKES_TODAY:
            args["today"] = opened.isoformat()
        calls.append({"id": str(len(calls) + 1), "name": call["name"], "args": _known(args)})
        matching.setdefault(call["name"], []).append(_known(wanted))
    text = mask.text(str(record.reply.get("text", "")), "Mel")
    return FixtureTurn(
        user=mask.text(_said(record)),
        speaker=mask.member(record.member),
        today=record.day if record.day != opened else None,
        mock_llm={"toolCalls": calls, "text": text},
        expect=Expect(
            tool_calls_made=tuple(call["name"] for call in calls),
            tool_call_args_matching={name: args[0] if len(args) == 1 else args for name, args in matching.items()},
            world_changes=None if record.wrote else (),
        ),
    )


def _is_known(value: object, first_seen: Mapping[str, int]) -> bool:
    return isinstance(value, str) and value in first_seen


def _said(record: TurnRecord) -> str:
    return next((str(message["text"]) for message in record.messages if message["role"] == "user"), "")


def _known(args: Mapping[str, Any]) -> dict[str, Any]:
    """Without the yes that was not given, which a roteiro leaves out."""
    return {key: value for key, value in args.items() if not (key == "confirm" and value is False)}


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
