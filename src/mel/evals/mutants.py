"""Wrong agents, made from a right script: each mutant does one thing that a good fixture must notice. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from mel.evals.aliases import WRITES
from mel.evals.fixture import ConversationFixture, FixtureTurn
from mel.evals.mock import calls_of
from mel.shared.period import Period

Script = dict[str, Any]
"""One turn's `mockLLM`: calls and text; and who speaks, so that somebody else can be blamed."""
Scripts = list[Script]


@dataclass(frozen=True, slots=True)
class Mutant:
    """`where` tells the turn and the spot; `operator` the kind of mistake."""

    operator: str
    where: str
    fixture: ConversationFixture

    @property
    def name(self) -> str:
        return f"{self.fixture.name} / {self.operator} / {self.where}"


def mutants(fixture: ConversationFixture) -> Iterator[Mutant]:
    """Every mutant of every operator that differs from the gold script."""
    gold = [_script(turn) for turn in fixture.turns]
    for operator, make in OPERATORS.items():
        for where, scripts in make(gold):
            if scripts != gold:
                turns = tuple(replace(t, mock_llm=s) for t, s in zip(fixture.turns, scripts, strict=True))
                yield Mutant(operator, where, replace(fixture, turns=turns))


def _script(turn: FixtureTurn) -> Script:
    script = turn.mock_llm or {}
    return {"toolCalls": calls_of(script), "text": str(script.get("text", "")), "speaker": turn.speaker}


Made = Iterator[tuple[str, Scripts]]


def _with(gold: Scripts, place: int, **changed: Any) -> Scripts:
    return [{**script, **changed} if i == place else script for i, script in enumerate(gold)]


def _each_call(gold: Scripts) -> Iterator[tuple[int, int, Mapping[str, Any], str]]:
    for place, script in enumerate(gold):
        for number, call in enumerate(script["toolCalls"]):
            yield place, number, call, f"turn {place + 1}, {call['name']}"


def _swapped_call(gold: Scripts, place: int, number: int, *calls: Mapping[str, Any]) -> Scripts:
    """The call at that spot replaced by these (none drops it)."""
    old = gold[place]["toolCalls"]
    return _with(gold, place, toolCalls=[*old[:number], *calls, *old[number + 1 :]])


def _changed_args(gold: Scripts, change: Callable[[str, dict[str, Any]], dict[str, Any]]) -> Made:
    for place, number, call, where in _each_call(gold):
        args = change(call["name"], dict(call["args"]))
        if args != call["args"]:
            yield where, _swapped_call(gold, place, number, {**call, "args": args})


def drop_a_call(gold: Scripts) -> Made:
    for place, number, _, where in _each_call(gold):
        yield where, _swapped_call(gold, place, number)


def repeat_a_call(gold: Scripts) -> Made:
    """A write comes again under an id of its own, as a confused model does it."""
    for place, number, call, where in _each_call(gold):
        again = {**call, "id": f"{call['id']}-again", "args": dict(call["args"])}
        if "operationId" in again["args"]:
            again["args"]["operationId"] += "-again"
        yield where, _swapped_call(gold, place, number, call, again)


def one_cent_more(gold: Scripts) -> Made:
    return _changed_args(gold, lambda _, args: _scaled(args, lambda amount: amount + Decimal("0.01")))


def times_a_hundred(gold: Scripts) -> Made:
    return _changed_args(gold, lambda _, args: _scaled(args, lambda amount: amount * 100))


def _scaled(args: dict[str, Any], change: Callable[[Decimal], Decimal]) -> dict[str, Any]:
    return {key: _money(value, change) for key, value in args.items()}


def _money(value: Any, change: Callable[[Decimal], Decimal]) -> Any:
    if not (isinstance(value, Mapping) and value.keys() == {"amount", "currency"}):
        return value
    changed = change(Decimal(str(value["amount"])))
    whole = changed == changed.to_integral_value()
    return {**value, "amount": int(changed) if whole else float(changed)}


def swap_turns(gold: Scripts) -> Made:
    for place in range(len(gold) - 1):
        yield f"turns {place + 1} and {place + 2}", [*gold[:place], gold[place + 1], gold[place], *gold[place + 2 :]]


def write_before_the_yes(gold: Scripts) -> Made:
    return _changed_args(
        gold, lambda name, args: {**args, "confirm": True} if name in WRITES and not args.get("confirm") else args
    )


def never_confirm(gold: Scripts) -> Made:
    return _changed_args(gold, lambda _, args: {**args, "confirm": False} if args.get("confirm") else args)


def another_member(gold: Scripts) -> Made:
    for place, number, call, where in _each_call(gold):
        args = call["args"]
        key = next((key for key in ("paidBy", "receivedBy", "member") if key in args), None)
        if key is None and call["name"] == "recordSpend":
            key = "paidBy"
        if key is not None:
            who = "Gabriel" if args.get(key, gold[place]["speaker"]) == "Ana" else "Ana"
            yield where, _swapped_call(gold, place, number, {**call, "args": {**args, key: who}})


def another_month(gold: Scripts) -> Made:
    def later(_: str, args: dict[str, Any]) -> dict[str, Any]:
        return {key: _next_month(key, value) for key, value in args.items()}

    return _changed_args(gold, later)


def _next_month(key: str, value: Any) -> Any:
    if key in ("month", "period", "startMonth"):
        return str(Period.parse(value).plus(1))
    if key in ("date", "deadline", "from", "to") and isinstance(value, str) and len(value) >= 7:
        month = Period.parse(value[:7]).plus(1)
        return str(month) if len(value) == 7 else month.day(int(value[8:])).isoformat()
    return value


def another_name(gold: Scripts) -> Made:
    """Something the member did not speak of."""

    def other(_: str, args: dict[str, Any]) -> dict[str, Any]:
        key = next((key for key in ("expense", "goal", "name", "nome", "fact") if key in args), None)
        return {**args, key: "Zebra"} if key else args

    return _changed_args(gold, other)


def another_tool(gold: Scripts) -> Made:
    for place, number, call, where in _each_call(gold):
        name = "goalsList" if call["name"] != "goalsList" else "budgetTotal"
        args = {} if name == "goalsList" else {"month": "2026-06"}
        yield where, _swapped_call(gold, place, number, {**call, "name": name, "args": args})


def look_where_nobody_asked(gold: Scripts) -> Made:
    for place, script in enumerate(gold):
        extra = {"id": "extra", "name": "goalsList", "args": {}}
        yield f"turn {place + 1}", _with(gold, place, toolCalls=[*script["toolCalls"], extra])


def write_what_nobody_asked(gold: Scripts) -> Made:
    amount = {"amount": 13, "currency": "BRL"}
    args = {"name": "Segredo", "target": amount, "deadline": "2027-01-01", "operationId": "op-rogue", "confirm": True}
    for place, script in enumerate(gold):
        extra = {"id": "rogue", "name": "createGoal", "args": args}
        yield f"turn {place + 1}", _with(gold, place, toolCalls=[*script["toolCalls"], extra])


def a_forbidden_word(gold: Scripts) -> Made:
    for place, script in enumerate(gold):
        yield f"turn {place + 1}", _with(gold, place, text=f"Prezado casal, {script['text']}")


def an_unsourced_figure(gold: Scripts) -> Made:
    for place, script in enumerate(gold):
        yield f"turn {place + 1}", _with(gold, place, text=f"{script['text']} Sobram R$ 98.765,43.")


def a_write_that_was_not(gold: Scripts) -> Made:
    """Claims what did not happen; where something was written, the claim is true and no mutant."""
    for place, script in enumerate(gold):
        if not any(call["args"].get("confirm") for call in script["toolCalls"]):
            yield f"turn {place + 1}", _with(gold, place, text="Pronto, anotei tudo.")


Operator = Callable[[Scripts], Made]

OPERATORS: dict[str, Operator] = {
    "drop a call": drop_a_call,
    "repeat a call": repeat_a_call,
    "one cent more": one_cent_more,
    "times a hundred": times_a_hundred,
    "swap turns": swap_turns,
    "write before the yes": write_before_the_yes,
    "never confirm": never_confirm,
    "another member": another_member,
    "another month": another_month,
    "another name": another_name,
    "another tool": another_tool,
    "look where nobody asked": look_where_nobody_asked,
    "write what nobody asked": write_what_nobody_asked,
    "a forbidden word": a_forbidden_word,
    "an unsourced figure": an_unsourced_figure,
    "a write that was not": a_write_that_was_not,
}
