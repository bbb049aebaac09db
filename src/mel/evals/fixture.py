"""A conversation as a test: the owner's fields (scenario 022) in snake_case, and the few that go past them.

Declarative and without invariants of its own: the runner judges. camelCase is for files and JSON (`roteiro`, `report`).
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Generic, Literal, TypeVar

C = TypeVar("C", bound=Mapping[str, Any], covariant=True)

ArgsPattern = Any
"""A regex over the arguments as JSON, or a deep partial; a list holds one of these per call of that tool, in order.

Inside a partial, a value may be a literal, a regex, a predicate or a `Bound`."""

CallOrder = Literal["exact", "in_order", "any_order", "subset"]
"""`exact`: these and no others, in this order; `in_order`: others may come between; `any_order`: these and no others;
`subset`: at least these, anywhere."""

ChangeKind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class EvalContext(Generic[C]):
    """What `setup` made: an open bag. `agent_tools` (or `agentTools`) are the tools the agent gets.

    The runner also looks for `chat` (which builds the chat from a model), `memory`, `operations`, `history`, `clock`,
    `world` (what is compared before and after a turn) and `canaries` (words of another household).
    """

    state: C


Setup = Callable[[], "EvalContext[Any] | Awaitable[EvalContext[Any]]"]
Predicate = Callable[["EvalContext[Any]"], Any]


@dataclass(frozen=True, slots=True)
class Bound:
    """A value of an earlier turn, `$1.operationId`: that turn's first call or result that has the field."""

    turn: int
    path: str

    def __str__(self) -> str:
        return f"${self.turn}.{self.path}"


@dataclass(frozen=True, slots=True)
class ExpectedChange:
    """One row that must have changed; `fields` is a deep partial of the row (of its new state, unless removed)."""

    kind: ChangeKind
    table: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expect:
    """What one turn must show. None means "not judged"; an empty list of calls means "no tool at all".

    The first five are the owner's. `world_changes`: the rows that changed in this turn, no more and no fewer; `()`
    means that nothing did. `reads` "free" lets harmless look-ups come and go; "auto" is strict for a script, and free
    for a model with a mind of its own wherever a call is expected at all. Writes are always judged by `order`.
    """

    tool_calls_made: Sequence[str] | None = None
    tool_call_args_matching: Mapping[str, ArgsPattern] = field(default_factory=dict)
    response_text_matching: re.Pattern[str] | None = None
    response_text_not_matching: re.Pattern[str] | None = None
    side_effects: Predicate | None = None
    order: CallOrder = "exact"
    reads: Literal["auto", "strict", "free"] = "auto"
    forbidden_calls: Sequence[str] = ()
    results_matching: Mapping[str, ArgsPattern] = field(default_factory=dict)
    world_changes: Sequence[ExpectedChange] | None = None
    max_words: int | None = None


@dataclass(frozen=True, slots=True)
class FixtureTurn:
    """One message and what the scripted model does with it: `{"toolCalls": [{id, name, args}], "text": …}`.

    Without `mock_llm` the turn has no script, and only a model of the runner's own can play it.
    """

    user: str
    mock_llm: Mapping[str, Any] | None = None
    expect: Expect = field(default_factory=Expect)
    speaker: str | None = None
    today: date | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class ConversationFixture:
    """A scripted conversation in a world. `setup` builds that world; without it `world` names one of the catalog's, or
    `furniture` brings the rows of one of its own.

    `always` names invariants that hold after every turn; `source` is where a curator finds it ("file.yaml:12").
    """

    name: str
    turns: Sequence[FixtureTurn]
    description: str | None = None
    setup: Setup | None = None
    today: date | None = None
    tags: Sequence[str] = ()
    world: str | None = None
    furniture: Mapping[str, Sequence[Mapping[str, Any]]] | None = None
    always: Sequence[str] = ()
    source: str | None = None
    embedded: bool = False
    """Whether the embedded model, too, is expected to play it right."""
