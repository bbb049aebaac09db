"""What a tool is: an object whose operations a model may call by their wire names.

A read answers plain JSON. A write prepares a `Change`; whether it is shown or saved is decided here, once for all
tools, by `confirm` and by the operation log. Called directly, without a chat, a tool obeys `confirm` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, wraps
from typing import Any, ClassVar

from mel.agent.operations import InMemoryOperationLog, OperationEvent, OperationLog
from mel.agent.operations import Operation as LoggedOperation
from mel.agent.receipt import Notes, ToolReceipt
from mel.agent.tools.arguments import Arguments, WriteArguments, validated
from mel.agent.turn import CURRENT, Running, Turn
from mel.agent.wire import Wire, digest, plain
from mel.shared.clock import system_clock
from mel.shared.errors import InvalidInput, MelError, NotThere
from mel.shared.text import fold


@dataclass(frozen=True)
class Operation:
    """One operation of a tool, and what models are told of it (`ToolSchema`).

    `replaces` names the preview field that holds what an absolute write would overwrite.
    """

    name: str
    method: str
    arguments: type[Arguments]
    description: str
    writes: bool
    replaces: str | None = None

    @cached_property
    def parameters(self) -> Wire:
        """JSON schema as a model gets it, without what only repeats the field's name."""
        schema: Wire = _slim(self.arguments.model_json_schema(by_alias=True))
        return schema

    @cached_property
    def python_names(self) -> dict[str, str]:
        """Wire names to the method's own."""
        return {(info.alias or name): name for name, info in self.arguments.model_fields.items()}

    @cached_property
    def takes_today(self) -> bool:
        return "today" in self.arguments.model_fields


@dataclass(frozen=True, slots=True)
class Told:
    """What a write knows besides its arguments; all of it empty when a tool is called directly.

    `speaker` told it, whoever says yes to it later. `agreed` is what names and defaults meant when the proposal was
    shown: a default is never decided twice.
    """

    speaker: str | None = None
    today: date | None = None
    agreed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """A write that is ready: what it would do, and how to keep it."""

    preview: Wire
    save: Callable[[], None]
    notes: Notes = field(default_factory=Notes)


class Tool:
    """Base of all tools. Subclasses mark their operations with `@reads` and `@writes`."""

    catalogue: ClassVar[dict[str, Operation]] = {}

    def __init_subclass__(cls) -> None:
        own = {op.name: op for item in vars(cls).values() if (op := getattr(item, "operation", None))}
        cls.catalogue = {**cls.catalogue, **own}

    def __init__(self, operations: OperationLog | None = None) -> None:
        self.operations: OperationLog = operations if operations is not None else InMemoryOperationLog()

    def undo(self, done: OperationEvent) -> Change:
        """How a confirmed write of this tool is taken back. Raises `InvalidInput` where it cannot be."""
        raise InvalidInput("target", "isso não dá pra desfazer por aqui")


Read = Callable[[Any, Any], Wire]
Prepare = Callable[[Any, Any, Told], Change]


def reads(arguments: type[Arguments]) -> Callable[[Read], Callable[..., Wire]]:
    """Make a method a read: called with snake_case or camelCase keywords, it answers plain JSON."""

    def mark(look: Read) -> Callable[..., Wire]:
        @wraps(look)
        def answer(self: Tool, **sent: Any) -> Wire:
            return _answered(lambda: look(self, validated(arguments, sent)))

        return _marked(answer, arguments, writes=False)

    return mark


def writes(arguments: type[WriteArguments], *, replaces: str | None = None) -> Callable[[Prepare], Callable[..., Wire]]:
    """Make a method a write: it shows its preview, or saves once when `confirm` is true."""

    def mark(prepare: Prepare) -> Callable[..., Wire]:
        @wraps(prepare)
        def answer(self: Tool, **sent: Any) -> Wire:
            def decide() -> Wire:
                args = validated(arguments, sent)
                assert isinstance(args, WriteArguments)
                return _written(self, answer.operation, prepare, args)  # type: ignore[attr-defined]

            return _answered(decide)

        return _marked(answer, arguments, writes=True, replaces=replaces)

    return mark


def _marked(
    answer: Callable[..., Wire], arguments: type[Arguments], *, writes: bool, replaces: str | None = None
) -> Callable[..., Wire]:
    first, *rest = answer.__name__.split("_")
    name = first + "".join(word.capitalize() for word in rest)
    description = " ".join((answer.__doc__ or "").split())
    answer.operation = Operation(name, answer.__name__, arguments, description, writes, replaces)  # type: ignore[attr-defined]
    return answer


def _answered(decide: Callable[[], Wire]) -> Wire:
    """The rooms' errors in the wire's two shapes: absence, and input the model can repair."""
    try:
        result = decide()
    except NotThere as absence:
        return {"found": False, "message": absence.message}
    except InvalidInput as error:
        return {"invalid": True, "field": error.field, "message": error.message}
    except MelError as error:
        return {"refused": True, "reason": error.message}
    return result if isinstance(result, ToolReceipt) else plain(result)


def _written(tool: Tool, operation: Operation, prepare: Prepare, args: WriteArguments) -> Wire:
    known = tool.operations.find(args.operation_id)
    if known is not None and known.receipt is not None:
        return known.receipt
    running = CURRENT.get()
    turn = running.turn if running else None
    shown = _shown(known, turn)
    told = Told(
        speaker=shown.member if shown and shown.member else turn.speaker if turn else None,
        today=turn.today if turn else None,
        agreed=shown.resolved if shown else {},
    )
    change = prepare(tool, args, told)
    if args.confirm and running is not None and _must_ask_again(tool, operation, change, shown, running):
        args = args.model_copy(update={"confirm": False})
    if args.confirm:
        change.save()
    receipt = ToolReceipt(
        operation_id=args.operation_id,
        preview=plain(change.preview),
        confirmed=args.confirm,
        persisted=args.confirm,
        notes=change.notes,
    )
    version = sum(event.kind == "proposed" for event in known.events) + 1 if known else 1
    tool.operations.append(_event(operation, args, receipt, turn, version))
    return receipt


def _shown(known: LoggedOperation | None, turn: Turn | None) -> OperationEvent | None:
    """The latest version that the member has seen; one made in this very turn was not shown to anybody yet."""
    versions = known.events if known else ()
    seen = (event for event in reversed(versions) if event.kind == "proposed")
    return next((event for event in seen if turn is None or event.turn_id != turn.id), None)


def _must_ask_again(
    tool: Tool, operation: Operation, change: Change, shown: OperationEvent | None, running: Running
) -> bool:
    """In a chat: what was shown has come to mean something else, the value that an absolute write replaces has moved,
    or the same was told before: since it was shown, or at all when nobody was asked."""
    if shown is not None and shown.receipt is not None:
        if change.notes.resolved != shown.resolved:
            return True
        if operation.replaces:
            return bool(plain(change.preview[operation.replaces]) != shown.receipt["preview"][operation.replaces])
    fact = change.notes.fact
    if running.unasked and change.notes.doubtful:
        return True
    told = tool.operations.told(fact) if fact is not None else None
    if told is None or told.confirmation is None:
        return False
    return running.unasked or (shown is not None and told.confirmation.at > shown.at)


def _event(
    operation: Operation, args: WriteArguments, receipt: ToolReceipt, turn: Turn | None, version: int
) -> OperationEvent:
    sent = authorised(args)
    return OperationEvent(
        kind="confirmed" if receipt.confirmed else "proposed",
        operation_id=args.operation_id,
        tool=operation.name,
        at=turn.at if turn else system_clock(),
        turn_id=turn.id if turn else "",
        version=version,
        member=turn.speaker if turn else None,
        channel=turn.channel if turn else "python",
        conversation=turn.conversation if turn else "",
        message_id=turn.message_id if turn else None,
        arguments=sent,
        resolved=receipt.notes.resolved,
        digest=fingerprint(operation.name, sent, receipt.notes.resolved),
        fact=receipt.notes.fact,
        receipt=dict(receipt),
        private_to=receipt.notes.private_to,
    )


def authorised(args: WriteArguments) -> Wire:
    """What a yes is about: the arguments as plain values, without the operation id and the yes itself."""
    fields = {name: getattr(args, name) for name in args.model_fields_set if name not in {"operation_id", "confirm"}}
    return {_alias(args, name): plain(value) for name, value in fields.items() if value is not None}


def fingerprint(tool: str, sent: Wire, resolved: Mapping[str, str]) -> str:
    """Equal for equal meaning: names by what they were found to be, 200 and 200.0 alike."""
    meant = {key: fold(resolved.get(key, value)) if isinstance(value, str) else value for key, value in sent.items()}
    return digest(tool, {**meant, **{key: fold(value) for key, value in resolved.items() if key not in sent}})


def _alias(args: Arguments, name: str) -> str:
    return type(args).model_fields[name].alias or name


_COSTLY = {"title", "default", "minLength", "maxLength", "additionalProperties", "$defs"}


def _slim(schema: Any) -> Any:
    """Without what only costs tokens: titles, defaults, lengths (we check them), "or null" on what may be left out."""
    if isinstance(schema, list):
        return [_slim(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    options = [option for option in schema.get("anyOf", ()) if option != {"type": "null"}]
    if len(options) == 1:
        schema = {**{key: value for key, value in schema.items() if key != "anyOf"}, **options[0]}
    return {key: _slim(value) for key, value in schema.items() if not (key in _COSTLY and not isinstance(value, dict))}
