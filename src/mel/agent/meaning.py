"""A write call in the words of `understanding`, so that a member's yes can be compared with what was proposed."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from mel.agent.operations import Operation
from mel.agent.turn import OpenProposal
from mel.agent.wire import Wire
from mel.understanding import Proposal

INTENTS = {
    "recordSpend": "record_spend",
    "contributeToGoal": "contribute_to_goal",
    "registerExpense": "register_expense",
    "adjustExpense": "adjust_expense",
    "createGoal": "create_goal",
    "recordIncome": "record_income",
    "importInvoice": "import_invoice",
    "undoOperation": "undo",
    "removeEntry": "undo",
    "correctEntry": "adjust_expense",
}
"""The intent that each write tool fulfils; a tool that is not here keeps its own name."""

METHODS = {
    "credit": "crédito",
    "debit": "débito",
    "cash": "dinheiro",
    "card": "cartão",
    "voucher": "vale",
    "pix": "pix",
    "boleto": "boleto",
}
"""How a reading's payment method is called on the wire and on the screen."""

_NAME_KEYS = ("expense", "nome", "goal", "name", "account")
_MONEY_KEYS = ("amount", "expected", "newExpected", "target")
_SLOTS = {"date": "date", "deadline": "date", "installments": "installments", "vencimento": "billing_day"}


def meaning(
    tool: str, arguments: Mapping[str, Any], resolved: Mapping[str, str], preview: Mapping[str, Any]
) -> Proposal:
    """Slots in the reading's form: amounts as "200.00", dates in ISO, the thing's name as it was sent.

    A write that points at something by a handle takes the name from what its preview shows.
    """
    slots: dict[str, object] = {}
    name_key = next((key for key in _NAME_KEYS if key in arguments), None)
    if name_key:
        slots["name"] = arguments[name_key]
    shown = preview.get("before")
    if isinstance(shown, dict):
        pointed = next((shown[key] for key in _NAME_KEYS if key in shown), None)
        return Proposal(
            INTENTS.get(tool, tool), _money_slots(arguments) | ({"name": pointed} if pointed else {}), pointed
        )
    slots |= _money_slots(arguments)
    for key, slot in _SLOTS.items():
        if key in arguments:
            slots[slot] = arguments[key]
    if "date" not in slots and "date" in resolved:
        slots["date"] = resolved["date"]
    if "paidBy" in arguments:
        slots["member"] = resolved.get("paidBy", arguments["paidBy"])
    name = resolved.get(name_key, str(arguments[name_key])) if name_key else None
    return Proposal(intent=INTENTS.get(tool, tool), slots=slots, name=name)


def _money_slots(arguments: Mapping[str, Any]) -> dict[str, object]:
    for key in _MONEY_KEYS:
        money = arguments.get(key)
        if isinstance(money, dict) and "amount" in money:
            return {"amount": f"{Decimal(str(money['amount'])):.2f}", "currency": money["currency"]}
    return {}


def open_proposal(operation: Operation) -> OpenProposal:
    """The latest version of an operation that was proposed, as the models see it."""
    event = operation.proposal
    assert event is not None, "only operations that were proposed are open"
    preview: Wire = (event.receipt or {}).get("preview", {})
    return OpenProposal(
        operation_id=operation.id,
        tool=operation.tool,
        arguments=event.arguments,
        preview=preview,
        digest=event.digest,
        member=event.member,
        turn_id=event.turn_id,
        meaning=meaning(operation.tool, event.arguments, event.resolved, preview),
    )
