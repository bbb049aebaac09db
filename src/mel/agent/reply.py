"""What a turn answers: words for the person, and the exact calls and receipts behind them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mel.agent.wire import Wire


@dataclass(frozen=True, slots=True)
class ToolCall:
    """`args` as the model sent them, `result` as the model saw it: plain JSON."""

    name: str
    args: Wire
    result: Any


@dataclass(frozen=True, slots=True)
class Reply:
    """`receipts`: what this turn wrote. `previews`: what now waits for a yes (with tool and digest, for buttons).

    `cards` are the lines that code draws of both; every channel shows them after the text. `grounded` is false when the
    model's own words had to be replaced.
    """

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    receipts: tuple[Wire, ...] = ()
    previews: tuple[Wire, ...] = ()
    cards: tuple[str, ...] = ()
    turn_id: str = ""
    grounded: bool = True
    rejected: tuple[str, ...] = field(default=())

    def to_wire(self) -> Wire:
        """As `mel ask --json` prints it and the inbox keeps it."""
        return {
            "text": self.text,
            "toolCalls": [{"name": call.name, "args": call.args, "result": call.result} for call in self.tool_calls],
            "receipts": list(self.receipts),
            "previews": list(self.previews),
            "cards": list(self.cards),
            "turnId": self.turn_id,
        }

    @classmethod
    def of(cls, wire: Wire) -> Reply:
        return cls(
            text=wire["text"],
            tool_calls=tuple(ToolCall(call["name"], call["args"], call["result"]) for call in wire["toolCalls"]),
            receipts=tuple(wire["receipts"]),
            previews=tuple(wire["previews"]),
            cards=tuple(wire["cards"]),
            turn_id=wire["turnId"],
        )
