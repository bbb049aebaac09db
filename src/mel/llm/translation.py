"""Our neutral messages as pydantic-ai's, and its answers as a `Step`. Nothing else of it comes back."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.tools import ToolDefinition

from mel.agent.model import UNREADABLE, CallRequest, Prompt, Step
from mel.agent.wire import Wire
from mel.shared.text import visible

BUTTON = "(respondi por um botão)"
"""Stands for a member's turn without words, which some providers refuse."""

NOT_RUN: Wire = {"error": True, "message": "não executada"}
"""The result of a call that a limit stopped: every call must have one."""


def their_tools(prompt: Prompt) -> list[ToolDefinition]:
    """Never strict: optional arguments are the rule here, and most servers do not know the word."""
    return [
        ToolDefinition(
            name=tool.name, description=tool.description, parameters_json_schema=tool.parameters, strict=False
        )
        for tool in prompt.tools
    ]


def their_messages(prompt: Prompt) -> list[ModelMessage]:
    """The conversation with calls renumbered, so that ids are unique, in every provider's form, and always the same."""
    history: list[ModelMessage] = []
    asked: list[ModelRequestPart] = []
    waiting: list[ToolReturnPart] = []
    ids = _ids()
    for message in prompt.messages:
        if message["role"] == "tool":
            asked.append(_result(message, waiting))
            continue
        asked.extend(waiting)
        waiting = []
        if message["role"] == "user":
            asked.append(UserPromptPart(message["text"] or BUTTON))
        elif response := _response(message, ids):
            history.extend(_request(asked, prompt))
            asked = []
            history.append(response)
            waiting = [
                ToolReturnPart(part.tool_name, NOT_RUN, tool_call_id=part.tool_call_id) for part in response.tool_calls
            ]
    return [*history, *_request([*asked, *waiting], prompt)]


def _ids() -> Iterator[str]:
    """Nine letters and digits, which is what the most particular provider takes."""
    number = 0
    while True:
        number += 1
        yield f"call{number:05d}"


def _request(parts: Sequence[ModelRequestPart], prompt: Prompt) -> Iterable[ModelRequest]:
    return [ModelRequest(parts=list(parts), instructions=prompt.system)] if parts else []


def _response(message: Wire, ids: Iterator[str]) -> ModelResponse | None:
    calls = [
        ToolCallPart(_function_name(call["name"]), call["args"], tool_call_id=next(ids))
        for call in message.get("calls", ())
    ]
    words = [TextPart(message["text"])] if message["text"] else []
    return ModelResponse(parts=[*words, *calls]) if words or calls else None


def _result(message: Wire, waiting: list[ToolReturnPart]) -> ToolReturnPart:
    """Results come in the order of their calls, which needs no trust in anybody's ids."""
    if waiting:
        call = waiting.pop(0)
        return ToolReturnPart(call.tool_name, message["result"], tool_call_id=call.tool_call_id)
    return ToolReturnPart(_function_name(message["name"]), message["result"], tool_call_id="call00000")


def _function_name(name: str) -> str:
    """A name that a model invented once is sent back in every later turn, so it must be one a provider accepts."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)[:64] or "_"


def step_of(response: ModelResponse, prompt: Prompt) -> Step:
    """Words or calls. Words beside calls are dropped: nobody checks them, and the history would keep them as said."""
    before = sum(len(message.get("calls", ())) for message in prompt.messages)
    calls = tuple(
        CallRequest(f"model-{number}", visible(part.tool_name), arguments(part.args))
        for number, part in enumerate(response.tool_calls, before + 1)
    )
    if calls:
        return Step(calls=calls)
    return Step(text=visible("".join(part.content for part in response.parts if isinstance(part, TextPart))).strip())


def arguments(sent: str | dict[str, Any] | None) -> Wire:
    """What a model sent as arguments; never repaired, since half a number may be another number."""
    if not sent or (isinstance(sent, str) and not sent.strip()):
        return {}
    try:
        value = json.loads(sent, parse_constant=_no_number, parse_float=_finite) if isinstance(sent, str) else sent
    except (ValueError, RecursionError):
        value = None
    return _seen(value) if isinstance(value, dict) else {UNREADABLE: visible(str(sent))[:500]}


def _seen(value: Any) -> Any:
    """Without characters that neither a person sees nor a database takes."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(str(key)): _seen(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_seen(item) for item in value]
    return value


def _no_number(token: str) -> Any:
    raise ValueError(token)


def _finite(digits: str) -> float:
    if not math.isfinite(number := float(digits)):
        raise ValueError(digits)
    return number
