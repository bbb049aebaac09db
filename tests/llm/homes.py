"""A house whose Mel has no model but the embedded one, and what she answers there."""

from __future__ import annotations

from datetime import date

from mel.agent import Reply
from mel.budget import Budget, RecurringExpense
from mel.llm.embedded import EmbeddedModel
from talks import TODAY, Home, brl


def a_home() -> Home:
    home = Home()

    def filled(budget: Budget) -> None:
        budget.register(RecurringExpense(name="Farmácia", expected=brl(150)))
        budget.other()

    home.change(filled)
    return home


async def told(home: Home, *messages: str, speaker: str = "Gabriel", today: date = TODAY) -> Reply:
    """The reply to the last of these messages."""
    chat = home.chat(EmbeddedModel())
    replies = [await chat.ask(message, speaker=speaker, today=today) for message in messages]
    return replies[-1]
