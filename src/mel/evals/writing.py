"""A fixture as a roteiro's text. What cannot be written that way (a predicate, a `setup`) is refused, never dropped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mel.evals import aliases, phrases, result_words, roteiro
from mel.evals.aliases import UnknownWord
from mel.evals.fixture import Bound, ConversationFixture, Expect, ExpectedChange, FixtureTurn
from mel.evals.matching import ABSENT
from mel.evals.strict_yaml import RoteiroError
from mel.evals.values import Loose, NotAValue, written

Names = Callable[[str], tuple[str, aliases.Kind]]


class NotWritable(Exception):
    """This fixture says something that a roteiro cannot."""


def to_yaml(fixture: ConversationFixture) -> str:
    """The text that compiles to this very fixture; that is checked before it is handed out."""
    if fixture.setup is not None:
        raise NotWritable(f"{fixture.name}: a setup is code; a roteiro names a world")
    text = drafted(fixture)
    if without_places(roteiro.compiled(text)) != without_places(fixture):
        raise NotWritable(f"{fixture.name}: a roteiro cannot say all of it")
    return text


def drafted(fixture: ConversationFixture) -> str:
    """Its text, which compiles, but leaves to the roteiro's own rules what the fixture did not say."""
    try:
        text = "\n".join(_lines(fixture)) + "\n"
        roteiro.compiled(text)
    except (NotAValue, RoteiroError, UnknownWord, KeyError) as error:
        raise NotWritable(f"{fixture.name}: {error}") from error
    return text


def without_places(fixture: ConversationFixture) -> ConversationFixture:
    """The same fixture, wherever it was written; lists and tuples alike."""
    turns = tuple(replace(turn, line=None, expect=_plain(turn.expect)) for turn in fixture.turns)
    return replace(fixture, turns=turns, source=None, tags=tuple(fixture.tags), always=tuple(fixture.always))


def _plain(expect: Expect) -> Expect:
    changes = expect.world_changes
    made = expect.tool_calls_made
    return replace(
        expect,
        tool_calls_made=None if made is None else tuple(made),
        forbidden_calls=tuple(expect.forbidden_calls),
        world_changes=None if changes is None else tuple(changes),
        response_text_matching=_as_fragments(expect.response_text_matching, phrases.all_of),
        response_text_not_matching=_as_fragments(expect.response_text_not_matching, phrases.any_of),
    )


def _as_fragments(
    pattern: re.Pattern[str] | None, make: Callable[[list[str]], re.Pattern[str]]
) -> re.Pattern[str] | None:
    """A developer's own regex in the form a roteiro gives it back in: one fragment, whatever the case of letters."""
    return None if pattern is None else make(phrases.fragments(pattern))


def _lines(fixture: ConversationFixture) -> Iterator[str]:
    yield f"nome: {quoted(fixture.name)}"
    if fixture.description is not None:
        yield f"descrição: {quoted(fixture.description)}"
    if fixture.tags:
        yield f"etiquetas: [{', '.join(map(quoted, fixture.tags))}]"
    if fixture.world is not None:
        yield f"mundo: {quoted(fixture.world)}"
    if fixture.furniture is not None:
        yield "mundo:"
        for table, rows in fixture.furniture.items():
            yield f"  {aliases.TABLES[table]}:"
            yield from (f"    - {_fields(row, aliases.column)}" for row in rows)
    if fixture.today is not None:
        yield f"hoje: {fixture.today.isoformat()}"
    if fixture.embedded:
        yield "embutido: sim"
    if fixture.always:
        usual = tuple(fixture.always) == roteiro.USUAL_INVARIANTS
        yield f"sempre: [{roteiro.USUAL if usual else ', '.join(map(quoted, fixture.always))}]"
    yield "conversa:"
    for place, turn in enumerate(fixture.turns):
        first, *rest = _turn(turn, fixture.turns[:place])
        yield f"  - {first}"
        yield from (f"    {line}" for line in rest)


def _turn(turn: FixtureTurn, earlier: Sequence[FixtureTurn]) -> Iterator[str]:
    script = turn.mock_llm or {}
    yield f"{quoted(turn.speaker or roteiro.SOMEBODY)}: {quoted(turn.user)}"
    if turn.today is not None:
        yield f"hoje: {turn.today.isoformat()}"
    calls = script.get("toolCalls") or ()
    if calls:
        yield "Mel faz:"
        seen: dict[str, int] = {}
        for call in calls:
            args = _bound(call, _pattern(turn.expect, call["name"], seen), earlier)
            yield f"  - {_keyed(aliases.TOOLS[call['name']], _fields(args, aliases.argument_of(call['name'])))}"
    if script.get("text"):
        yield f"Mel diz: {quoted(script['text'])}"
    yield from _expectations(turn.expect)


def _pattern(expect: Expect, name: str, seen: dict[str, int]) -> Mapping[str, Any]:
    """What is expected of this call of that tool."""
    pattern = expect.tool_call_args_matching.get(name, {})
    place = seen[name] = seen.get(name, -1) + 1
    found = pattern[place] if isinstance(pattern, list) else pattern
    return found if isinstance(found, Mapping) else {}


def _bound(call: Mapping[str, Any], pattern: Mapping[str, Any], earlier: Sequence[FixtureTurn]) -> dict[str, Any]:
    """The scripted arguments, with a binding where the expectation has one and without what is filled in anyway."""
    args = {key: _as_written(value, pattern.get(key)) for key, value in call["args"].items()}
    args |= {key: value for key, value in pattern.items() if value is ABSENT}
    if call["name"] in aliases.TAKES_TODAY:
        args.pop("today", None)
    operation = args.get("operationId")
    if isinstance(operation, str) and re.fullmatch(r"op-\d+", operation):
        numbered = [
            c["args"]["operationId"]
            for turn in earlier
            for c in (turn.mock_llm or {}).get("toolCalls", ())
            if "operationId" in c["args"]
        ]
        if operation not in numbered:
            args.pop("operationId")
    return args


def _as_written(scripted: Any, expected: Any) -> Any:
    if isinstance(expected, re.Pattern):
        return Loose(scripted, expected)
    return expected if isinstance(expected, Bound) else scripted


def _expectations(expect: Expect) -> Iterator[str]:
    if expect.side_effects is not None:
        raise NotWritable("sideEffects is code; a roteiro says what changes in the world")
    if expect.response_text_matching is not None:
        yield f"tem que dizer: {_listed(phrases.fragments(expect.response_text_matching))}"
    if expect.response_text_not_matching is not None:
        yield f"não pode dizer: {_listed(phrases.fragments(expect.response_text_not_matching))}"
    if expect.forbidden_calls:
        yield f"não pode fazer: {_listed([aliases.TOOLS[name] for name in expect.forbidden_calls])}"
    if expect.max_words is not None:
        yield f"palavras no máximo: {expect.max_words}"
    if expect.order != "exact":
        yield f"ordem: {next(said for said, order in roteiro.ORDERS.items() if order == expect.order)}"
    if expect.reads != "auto":
        yield f"leituras: {next(said for said, reads in roteiro.READS.items() if reads == expect.reads)}"
    if expect.results_matching:
        yield "resultado:"
        for name, pattern in expect.results_matching.items():
            yield f"  - {_keyed(aliases.TOOLS[name], _fields(pattern, result_words.field_of(name)))}"
    if expect.world_changes is not None:
        yield from _changes(expect.world_changes)


def _changes(changes: Sequence[ExpectedChange]) -> Iterator[str]:
    if not changes:
        yield "mundo muda: nada"
        return
    yield "mundo muda:"
    for change in changes:
        feminine = change.table in ("goals", "incomes", "household")
        verb = {"added": "nova" if feminine else "novo", "changed": "muda", "removed": "some"}[change.kind]
        yield f"  - {_keyed(f'{verb} {aliases.TABLES[change.table]}', _fields(change.fields, aliases.column))}"


def _keyed(key: str, fields: str) -> str:
    return quoted(key) if fields == "{}" else f"{quoted(key)}: {fields}"


def _fields(values: Mapping[str, Any], name_of: Names) -> str:
    pairs = []
    for wire, value in values.items():
        known, kind = name_of("name" if wire == "nome" else wire)
        table = aliases.COLUMNS if name_of is aliases.column else result_words.FIELDS
        said = table["name" if known == "nome" else known][0]
        pairs.append(f"{quoted(said)}: {_value(value, kind, name_of)}")
    return "{" + ", ".join(pairs) + "}"


def _value(value: Any, kind: aliases.Kind, name_of: Names) -> str:
    money = isinstance(value, Mapping) and value.keys() == {"amount", "currency"} and kind in ("money", "target")
    if isinstance(value, Mapping) and not money:
        return _fields(value, name_of)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item, kind, name_of) for item in value) + "]"
    return quoted(written(value, kind))


def _listed(said: Sequence[str]) -> str:
    return "[" + ", ".join(map(quoted, said)) + "]"


_SAFE = re.compile(r"[A-Za-zÀ-ÿ$][\wÀ-ÿ $.\-]*[\wÀ-ÿ$?!.]|[A-Za-zÀ-ÿ]|\d{4}-\d{2}(?:-\d{2})?|[1-9][0-9]*|0")
_OTHER_MEANING = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "sim", "não"])


def quoted(text: str) -> str:
    """As YAML that reads back as this very text, whichever YAML reads it."""
    if "R$" not in text and _SAFE.fullmatch(text) and (text in ("sim", "não") or text.lower() not in _OTHER_MEANING):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
