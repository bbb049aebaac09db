"""Worlds whose tools tell one thing falsely, and which fields a catalog is told at all."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from functools import wraps

from mel.agent import AgentChat
from mel.app import workbench
from mel.evals import EvalContext
from mel.evals.world import UNHURRIED
from mel.evals.worlds import in_memory
from mel.shared.period import Period

Answered = Callable[[str, dict], dict]
"""What becomes of a read's result, given the name of its tool."""


def telling(answered: Answered):
    """Builds the world of a fixture, in which each read's result goes through `answered` before anybody sees it."""

    def worlds(fixture) -> EvalContext:
        context = in_memory(fixture)
        state = context.state
        opened = workbench(state["storage"], state["house_id"])

        @contextmanager
        def altered():
            with opened() as bench:
                for tool in bench.tools:
                    _wrap(tool, answered)
                yield bench

        def chat(model):
            return AgentChat(model, clock=state["clock"], workbench=altered, limits=UNHURRIED)

        return EvalContext(state={**state, "chat": chat})

    return worlds


def _wrap(tool, answered: Answered) -> None:
    for operation in tool.catalogue.values():
        if not operation.writes:
            setattr(tool, operation.method, _through(getattr(tool, operation.method), operation.name, answered))


def _through(method, name: str, answered: Answered):
    @wraps(method)
    def answer(**sent):
        return answered(name, method(**sent))

    return answer


def leaves(value, path: str = "") -> Iterator[tuple[str, object]]:
    """Each money, number, verdict, date, name, null and list with its path; all items of a list have the same one."""
    if isinstance(value, dict) and value.keys() != {"amount", "currency"}:
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        if value:
            yield path, value
        for item in value:
            yield from leaves(item, f"{path}[]")
    elif not isinstance(value, str) or path.split(".")[-1] not in TALK:
        yield path, value


TALK = {"message", "reason", "origin"}
"""Fields whose words may be others: how an absence is told, and how an entry came to be known."""


def falsified(value, wanted: str, lie: Callable, path: str = ""):
    """The same result with `lie` told at every place of that path."""
    if path == wanted:
        return lie(value)
    if isinstance(value, dict):
        return {key: falsified(item, wanted, lie, f"{path}.{key}" if path else key) for key, item in value.items()}
    if isinstance(value, list):
        return [falsified(item, wanted, lie, f"{path}[]") for item in value]
    return value


def lies(value) -> Iterator[tuple[str, Callable]]:
    """How a value of that kind may be told falsely. Each lie leaves alone what is of another kind."""
    if isinstance(value, bool):
        yield "turned round", lambda v: not v if isinstance(v, bool) else v
    elif isinstance(value, int):
        yield "one more", lambda v: v + 1 if isinstance(v, int) else v
    elif isinstance(value, list):
        yield "one fewer", lambda v: v[:-1] if isinstance(v, list) else v
    elif isinstance(value, dict):
        yield "a cent more", _amount(lambda amount: round(amount + 0.01, 2))
        yield "another currency", _money(lambda v: {**v, "currency": "EUR" if v["currency"] == "BRL" else "BRL"})
        if value["amount"]:
            yield "doubled", _amount(lambda amount: amount * 2)
            yield "of the other sign", _amount(lambda amount: -amount)
    elif value is None:
        yield "there after all", lambda v: {"amount": 13, "currency": "BRL"} if v is None else v
    elif _day(value):
        yield "a day later", lambda v: str(date.fromisoformat(v) + timedelta(1)) if _day(v) else v
    elif _month(value):
        yield "a month later", lambda v: str(Period.parse(v).plus(1)) if _month(v) else v
    else:
        yield "another word", lambda v: f"not_{v}" if isinstance(v, str) else v


def _money(change: Callable) -> Callable:
    return lambda v: change(v) if isinstance(v, dict) and v.keys() == {"amount", "currency"} else v


def _amount(change: Callable) -> Callable:
    return _money(lambda v: {**v, "amount": change(v["amount"])})


def _day(value) -> bool:
    return isinstance(value, str) and len(value) == 10 and _reads(date.fromisoformat, value)


def _month(value) -> bool:
    return isinstance(value, str) and len(value) == 7 and _reads(Period.parse, value)


def _reads(reader: Callable, value: str) -> bool:
    try:
        reader(value)
    except ValueError:
        return False
    return True
