"""What a write tool answers: a preview, or the proof that it was written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

KEYS = frozenset({"operationId", "preview", "confirmed", "persisted"})


@dataclass(frozen=True, slots=True)
class Notes:
    """What the operation log keeps beside a receipt; none of it crosses the wire.

    `resolved`: what names and defaults as sent were found to mean. `fact`: a fingerprint of what an entry states about
    the world. `private_to`: the only member who may see it. `doubtful`: it looks like something that is there already,
    so it is not written before somebody said so.
    """

    resolved: dict[str, str] = field(default_factory=dict)
    fact: str | None = None
    private_to: str | None = None
    doubtful: bool = False


class ToolReceipt(dict[str, Any]):
    """`{operationId, preview, confirmed, persisted}`: exactly these four keys on the wire (scenario 013).

    A mapping, so that it is its own wire form; the attributes are for Python.
    """

    notes: Notes

    def __init__(
        self,
        *,
        operation_id: str,
        preview: dict[str, Any],
        confirmed: bool,
        persisted: bool,
        notes: Notes | None = None,
    ) -> None:
        super().__init__(operationId=operation_id, preview=preview, confirmed=confirmed, persisted=persisted)
        self.notes = notes or Notes()

    @classmethod
    def of(cls, wire: dict[str, Any], notes: Notes | None = None) -> ToolReceipt:
        """From its wire form."""
        return cls(
            operation_id=wire["operationId"],
            preview=wire["preview"],
            confirmed=wire["confirmed"],
            persisted=wire["persisted"],
            notes=notes,
        )

    @property
    def operation_id(self) -> str:
        return str(self["operationId"])

    @property
    def preview(self) -> dict[str, Any]:
        return dict(self["preview"])

    @property
    def confirmed(self) -> bool:
        return bool(self["confirmed"])

    @property
    def persisted(self) -> bool:
        return bool(self["persisted"])


def is_receipt(result: object) -> bool:
    """Whether a tool result is a receipt's wire form."""
    return isinstance(result, dict) and result.keys() == KEYS
