"""Builders of what the contract keeps: small homes with known figures."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from mel.agent.conversation import TurnRecord
from mel.agent.operations import OperationEvent
from mel.budget import Budget, RecurringExpense
from mel.goals import Goal
from mel.household import Household, Member
from mel.shared.money import Money
from mel.shared.period import Period

JUNE = Period(2026, 6)
NOON = datetime(2026, 6, 15, 15, 0, tzinfo=UTC)
ANA, GABRIEL = Member("Ana", ("Aninha",)), Member("Gabriel", ("Gabi", "Biel"))


def brl(amount: str | int) -> Money:
    return Money(amount, "BRL")


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def a_home(house: str = "casa") -> Household:
    return Household(house, name="Casa da Ana", members=(ANA, GABRIEL))


def a_budget(*names: str, budget_id: str = "casa") -> Budget:
    budget = Budget(budget_id)
    for name in names or ("Mercado", "Aluguel"):
        budget.register(RecurringExpense(name, brl(1500), id=name.lower()))
    return budget


def a_goal(goal_id: str = "ams", **fields: Any) -> Goal:
    values: dict[str, Any] = {
        "name": "Amsterdam Setembro/2026",
        "target": Money(6000, "EUR"),
        "deadline": date(2026, 9, 1),
        "created_on": date(2026, 6, 1),
        "members": (ANA, GABRIEL),
    }
    return Goal(goal_id, **{**values, **fields})


def an_event(kind: Any, operation_id: str = "op-1", minutes: float = 0, **fields: Any) -> OperationEvent:
    return OperationEvent(kind, operation_id, fields.pop("tool", "recordSpend"), at(minutes), **fields)


def a_turn(turn_id: str, conversation: str = "ana", **fields: Any) -> TurnRecord:
    values: dict[str, Any] = {
        "member": "Ana",
        "day": date(2026, 6, 15),
        "at": NOON,
        "messages": ({"role": "user", "content": f"oi, {turn_id} ção"},),
        "reply": {"text": "oi", "figures": [1, 2.5, None]},
    }
    return TurnRecord(turn_id, conversation, **{**values, **fields})
