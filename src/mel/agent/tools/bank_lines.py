"""Bank lines behind entries, as receipts tell of them."""

from __future__ import annotations

from mel.agent.wire import Wire
from mel.bookkeeping.evidence import Released


def counts_again(released: Released) -> list[Wire]:
    """The lines that count by themselves now that the entry that told of them is gone."""
    return [
        {
            "description": each.movement.description,
            "date": each.movement.date,
            "amount": -each.movement.amount,
            "expense": each.expense.name,
        }
        for each in released.suggestions
        if each.expense is not None
    ]
