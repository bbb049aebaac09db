"""Our messages as a provider needs them: every call answered once, every id unique, every name acceptable."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, ThinkingPart, ToolCallPart, ToolReturnPart

from mel.agent.model import UNREADABLE, Prompt
from mel.agent.turn import TurnContext
from mel.llm.embedded import is_embedded
from mel.llm.translation import BUTTON, arguments, step_of, their_messages
from mel.understanding import Vocabulary


def a_prompt(*messages: dict[str, Any]) -> Prompt:
    turn = TurnContext(id="t", text="oi", today=date(2026, 6, 15), speaker="Ana", vocabulary=Vocabulary())
    return Prompt("as regras", messages, (), turn)


def said(text: str) -> dict[str, Any]:
    return {"role": "user", "text": text}


def answered(text: str, *calls: str) -> dict[str, Any]:
    return {
        "role": "assistant",
        "text": text,
        "calls": [{"id": "embedded-1", "name": name, "args": {}} for name in calls],
    }


def result(name: str, value: Any) -> dict[str, Any]:
    return {"role": "tool", "id": "embedded-1", "name": name, "result": value}


def shape(messages: list[Any]) -> list[tuple[Any, ...]]:
    """Kind, content and id of every part."""
    return [
        (part.part_kind, getattr(part, "content", None), getattr(part, "tool_call_id", None))
        for message in messages
        for part in message.parts
    ]


def test_ids_that_come_again_in_every_turn_are_told_apart() -> None:
    messages = their_messages(
        a_prompt(
            said("a"), answered("", "budgetTotal"), result("budgetTotal", 1), answered("um"),
            said("b"), answered("", "budgetTotal"), result("budgetTotal", 2),
        )
    )  # fmt: skip

    assert shape(messages) == [
        ("user-prompt", "a", None),
        ("tool-call", None, "call00001"),
        ("tool-return", 1, "call00001"),
        ("text", "um", None),
        ("user-prompt", "b", None),
        ("tool-call", None, "call00002"),
        ("tool-return", 2, "call00002"),
    ]


def test_a_call_that_a_limit_stopped_is_answered_all_the_same() -> None:
    messages = their_messages(
        a_prompt(
            said("a"), answered("", "goalsList", "budgetTotal"), result("goalsList", 1), answered("ops"), said("b")
        )
    )

    returns = [part for message in messages for part in message.parts if isinstance(part, ToolReturnPart)]
    assert [part.tool_call_id for part in returns] == ["call00001", "call00002"]
    assert returns[1].content["error"] is True


def test_a_request_and_an_answer_take_turns() -> None:
    messages = their_messages(
        a_prompt(said("a"), answered("", "goalsList"), result("goalsList", 1), said("[verificação]"))
    )

    assert [type(message) for message in messages] == [ModelRequest, ModelResponse, ModelRequest]
    assert messages[-1].instructions == "as regras"


def test_a_turn_without_words_says_that_it_was_a_button() -> None:
    assert shape(their_messages(a_prompt(said(""))))[0][1] == BUTTON


def test_a_providers_ids_are_not_taken_over() -> None:
    response = ModelResponse(parts=[ToolCallPart("goalsList", "{}", tool_call_id="embedded-1")])

    step = step_of(response, a_prompt(said("a"), answered("", "goalsList"), result("goalsList", 1)))

    assert step.calls[0].id == "model-2"
    assert not is_embedded(step.calls[0].id)


def test_thoughts_are_not_words() -> None:
    assert step_of(ModelResponse(parts=[ThinkingPart("R$ 5"), TextPart(" Oi! ")]), a_prompt()).text == "Oi!"


@pytest.mark.parametrize("nothing", [None, "", "  ", "{}", {}])
def test_no_arguments_are_no_arguments(nothing: Any) -> None:
    assert arguments(nothing) == {}


@pytest.mark.parametrize(
    "broken", ['{"a": 1e999}', '{"a": Infinity}', '{"a": 1', "null", "50", "[" * 100_000, "9" * 5000]
)
def test_what_is_no_object_is_kept_as_it_came(broken: str) -> None:
    assert list(arguments(broken)) == [UNREADABLE]


def test_cents_arrive_as_they_were_sent() -> None:
    assert arguments('{"amount": {"amount": 35.90, "currency": "BRL"}}') == {
        "amount": {"amount": 35.9, "currency": "BRL"}
    }
