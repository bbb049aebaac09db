"""What a write tool answers: a preview, or the proof that it was written."""

from __future__ import annotations

from typing import Any


class ToolReceipt(dict[str, Any]):
    """`{operationId, preview, confirmed, persisted}`: exactly these four keys on the wire (scenario 013).

    A mapping, so that it is its own wire form; the attributes are for Python. `resolved` (what the names as sent were
    found to mean) travels beside it to the operation log and never reaches the wire.
    """

    resolved: dict[str, str]

    def __init__(
        self,
        *,
        operation_id: str,
        preview: dict[str, Any],
        confirmed: bool,
        persisted: bool,
        resolved: dict[str, str] | None = None,
    ) -> None:
        super().__init__(operationId=operation_id, preview=preview, confirmed=confirmed, persisted=persisted)
        self.resolved = resolved or {}

    @classmethod
    def of(cls, wire: dict[str, Any], resolved: dict[str, str] | None = None) -> ToolReceipt:
        """From its wire form."""
        return cls(
            operation_id=wire["operationId"],
            preview=wire["preview"],
            confirmed=wire["confirmed"],
            persisted=wire["persisted"],
            resolved=resolved,
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
    return isinstance(result, dict) and result.keys() == {"operationId", "preview", "confirmed", "persisted"}
