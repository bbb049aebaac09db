"""The owner's own form of a fixture (scenario 022) as JSON: camelCase, a regex as "/…/i".

`setup` and `sideEffects` are code and have no JSON: a fixture that has them is refused, never written without them.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from mel.evals import residents
from mel.evals.aliases import UnknownWord
from mel.evals.fixture import Bound, ConversationFixture, Expect, ExpectedChange, FixtureTurn
from mel.evals.matching import ABSENT, AbsentOr
from mel.evals.storing import camel
from mel.evals.strict_yaml import text_of

_REGEX = re.compile(r"/(.*)/(i?)", re.DOTALL)
_BOUND = re.compile(r"\$(\d+)\.([\w.]+)")
_FIXTURE = {camel(f.name): f.name for f in dataclasses.fields(ConversationFixture)} | {"name": "name"}
_TURN = {camel(f.name): f.name for f in dataclasses.fields(FixtureTurn)} | {"mockLLM": "mock_llm"}
_EXPECT = {camel(f.name): f.name for f in dataclasses.fields(Expect)}
_CODE = {"setup", "sideEffects"}


class NoJson(ValueError):
    """A value that this form cannot hold, or a key that it does not have."""


def read_json(path: Path) -> ConversationFixture:
    """A `.json` file that holds one fixture, with turns, all of people who live in its world."""
    fixture = fixture_of(json.loads(text_of(path)), str(path))
    if not fixture.turns:
        raise NoJson(f"{path}: a conversa está vazia: falta um turno")
    if fixture.furniture is None and fixture.world is not None and fixture.world not in residents.worlds():
        raise NoJson(f"{path}: {UnknownWord(fixture.world, residents.worlds())}")
    living = residents.of(fixture.world, fixture.furniture)
    for turn in fixture.turns:
        if living and turn.speaker is not None and turn.speaker not in living:
            raise NoJson(f"{path}: {UnknownWord(turn.speaker, list(living))}")
    return fixture


def fixture_of(wire: Mapping[str, Any], source: str | None = None) -> ConversationFixture:
    """From JSON values; an unknown key is refused with the nearest one."""
    known = _known(wire, _FIXTURE, "fixture")
    turns = tuple(_turn_of(turn) for turn in known.pop("turns", ()))
    day = known.pop("today", None)
    return ConversationFixture(turns=turns, today=_day(day), **{"source": source, **known})


def fixture_wire(fixture: ConversationFixture) -> dict[str, Any]:
    """To JSON values, without what is only the default."""
    if fixture.setup is not None:
        raise NoJson(f"{fixture.name}: a setup is code")
    wire = _plain_fields(fixture, _FIXTURE, skip={"turns", "setup", "source"})
    return {**wire, "turns": [_turn_wire(turn) for turn in fixture.turns]}


def _turn_of(wire: Mapping[str, Any]) -> FixtureTurn:
    known = _known(wire, _TURN, "turn")
    expect = _known(known.pop("expect", {}), _EXPECT, "expect")
    for field in ("response_text_matching", "response_text_not_matching"):
        if isinstance(expect.get(field), str):
            expect[field] = _value(expect[field]) if _REGEX.fullmatch(expect[field]) else re.compile(expect[field])
    for field in ("tool_calls_made", "forbidden_calls"):
        if field in expect:
            expect[field] = tuple(expect[field])
    for field in ("tool_call_args_matching", "results_matching"):
        if field in expect:
            expect[field] = _value(expect[field])
    changes = expect.pop("world_changes", None)
    if changes is not None:
        expect["world_changes"] = tuple(
            ExpectedChange(change["kind"], change["table"], _value(change.get("fields", {}))) for change in changes
        )
    return FixtureTurn(expect=Expect(**expect), today=_day(known.pop("today", None)), **known)


def _turn_wire(turn: FixtureTurn) -> dict[str, Any]:
    wire = _plain_fields(turn, _TURN, skip={"expect", "line", "mockLlm"})
    if turn.expect.side_effects is not None:
        raise NoJson("sideEffects is code")
    return {**wire, "expect": _plain_fields(turn.expect, _EXPECT, skip={"sideEffects"})}


def _plain_fields(value: Any, names: Mapping[str, str], skip: set[str]) -> dict[str, Any]:
    defaults = {
        field.name: field.default if field.default is not dataclasses.MISSING else None
        for field in dataclasses.fields(value)
    }
    found = {}
    for wire, name in names.items():
        item = getattr(value, name)
        # An empty list of calls or changes says "none at all", which is not the same as saying nothing.
        telling = item is not None if name in ("tool_calls_made", "world_changes") else item not in ({}, ())
        if wire not in skip and item != defaults[name] and telling:
            found[wire] = _wire(item)
    return found


def _known(wire: Mapping[str, Any], names: Mapping[str, str], what: str) -> dict[str, Any]:
    for key in wire:
        if key in _CODE:
            raise NoJson(f"{key} is code and has no JSON")
        if key not in names:
            raise NoJson(f"{what}: {UnknownWord(key, list(names))}")
    return {names[key]: value for key, value in wire.items()}


def _wire(value: Any) -> Any:
    if isinstance(value, re.Pattern):
        return f"/{value.pattern}/{'i' if value.flags & re.IGNORECASE else ''}"
    if isinstance(value, Bound):
        return str(value)
    if value is ABSENT:
        return {"$absent": True}
    if isinstance(value, AbsentOr):
        return {"$absentOr": value.value}
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, ExpectedChange):
        return {"kind": value.kind, "table": value.table, "fields": _wire(value.fields)}
    if isinstance(value, Mapping):
        return {str(key): _wire(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_wire(item) for item in value]
    if callable(value):
        raise NoJson(f"{value!r} is code and has no JSON")
    return value


def _value(wire: Any) -> Any:
    if isinstance(wire, str) and (hit := _REGEX.fullmatch(wire)):
        return re.compile(hit[1], re.IGNORECASE if hit[2] else 0)
    if isinstance(wire, str) and (hit := _BOUND.fullmatch(wire)):
        return Bound(int(hit[1]), hit[2])
    if isinstance(wire, Mapping):
        if wire.keys() == {"$absent"}:
            return ABSENT
        if wire.keys() == {"$absentOr"}:
            return AbsentOr(wire["$absentOr"])
        return {key: _value(item) for key, item in wire.items()}
    if isinstance(wire, list):
        return [_value(item) for item in wire]
    return wire


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
