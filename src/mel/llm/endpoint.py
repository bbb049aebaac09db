"""One model at the end of a wire, spoken to through pydantic-ai's `direct` API. Import this late: it takes a second."""

from __future__ import annotations

import asyncio
import os
from typing import Any

os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")  # a banner on stderr would stand in the middle of `mel chat`

import httpx2
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import (
    AgentRunError,
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelRateLimitError,
    ModelRequestTimeout,
    ModelServerError,
    ModelTimeoutError,
    ModelUnavailableError,
    UnexpectedModelBehavior,
    UserError,
)
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters, infer_model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.openrouter import OpenRouterModel, OpenRouterModelSettings
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.providers.openrouter import OpenRouterProvider
from pydantic_ai.settings import ModelSettings

from mel.agent.model import Prompt
from mel.llm.exchange import OPENROUTER, Address, Answer, Failed
from mel.llm.translation import step_of, their_messages, their_tools

MOST_TOKENS = 2000
"""Mel's answers are short; one that grows past this has lost its way."""

CONNECT = 5.0
"""Seconds to reach a server that is there."""

_PASSING = (ModelRateLimitError, ModelUnavailableError, ModelServerError, ModelConnectionError)
_PASSING_STATUS = {408, 409, 425, 429}


class Endpoint:
    """Asks one model once. Raises `Failed` and nothing of pydantic-ai's."""

    def __init__(self, address: Address, *, streamed: bool = False, transport: Any = None) -> None:
        self._http = httpx2.AsyncClient(transport=transport)
        self._streamed = streamed
        try:
            self._model = _model(address, self._http)
        except (UserError, ImportError, ValueError) as error:
            raise Failed(f"cannot open {address}: {type(error).__name__}") from error

    async def ask(self, prompt: Prompt, seconds: float) -> Answer:
        """One request, no retry of anybody's."""
        try:
            async with asyncio.timeout(seconds):
                response = await self._response(prompt, seconds)
        except TimeoutError:
            raise Failed("timeout", again=True, slow=True) from None
        except (AgentRunError, UserError, httpx2.HTTPError, OSError, ValueError) as error:
            raise _failure(error) from None
        step = step_of(response, prompt)
        if response.finish_reason in {"length", "content_filter", "error"}:
            raise Failed(f"finished by {response.finish_reason}", again=response.finish_reason == "error")
        if self._streamed and response.finish_reason is None:
            raise Failed("stream broke off", again=True)
        if not step.text and not step.calls:
            raise Failed("empty answer", again=True)
        return Answer(step, response.usage.input_tokens, response.usage.output_tokens)

    async def close(self) -> None:
        await self._http.aclose()

    async def _response(self, prompt: Prompt, seconds: float) -> ModelResponse:
        told: dict[str, Any] = {
            "model_settings": _settings(seconds),
            "model_request_parameters": ModelRequestParameters(
                function_tools=their_tools(prompt), allow_text_output=True
            ),
            "instrument": False,
        }
        messages = their_messages(prompt)
        if not self._streamed:
            return await model_request(self._model, messages, **told)
        async with model_request_stream(self._model, messages, **told) as stream:
            async for _ in stream:
                pass  # no word may leave before grounding has seen them all
            return stream.get()


def _settings(seconds: float) -> ModelSettings:
    """Retries are ours (`ProviderModel`): a client's own would not know how long a member has waited."""
    timeout = httpx2.Timeout(seconds, connect=min(CONNECT, seconds))
    return ModelSettings(temperature=0.0, max_tokens=MOST_TOKENS, timeout=timeout, max_retries=0)


def _model(address: Address, http: httpx2.AsyncClient) -> Model:
    if address.base_url:
        compatible = OpenAICompatibleProvider(
            "compatible", base_url=address.base_url, api_key=address.key or "none", http_client=http
        )
        # Servers that imitate OpenAI know neither its strict schemas nor its newest names of settings.
        profile = OpenAIModelProfile(
            openai_supports_strict_tool_definition=False, openai_chat_supports_max_completion_tokens=False
        )
        return OpenAIChatModel(address.model, provider=compatible, profile=profile)
    if address.provider == OPENROUTER:
        router = OpenRouterProvider(api_key=address.key or "", http_client=http)
        # A household's money is nobody's training data.
        return OpenRouterModel(
            address.model,
            provider=router,
            settings=OpenRouterModelSettings(openrouter_provider={"data_collection": "deny"}),
        )
    if address.provider == "openai":
        return OpenAIChatModel(address.model, provider=OpenAIProvider(api_key=address.key, http_client=http))
    return infer_model(str(address))


def _failure(error: Exception) -> Failed:
    """What went wrong, in words that quote nothing of the household's."""
    why = type(error).__name__.lstrip("_").removeprefix("HTTP")
    if isinstance(error, ModelHTTPError):
        why = f"{why} {error.status_code}"
    if isinstance(error, ModelTimeoutError | ModelRequestTimeout | httpx2.TimeoutException):
        return Failed(why, again=True, slow=True)
    after = error.retry_after if isinstance(error, ModelAPIError) else None
    passing = isinstance(error, _PASSING) or (
        isinstance(error, ModelHTTPError) and error.status_code in _PASSING_STATUS
    )
    # Not an error of theirs but an answer that is none: a page of HTML, half a JSON, a dropped line.
    garbled = type(error) in {ModelAPIError, UnexpectedModelBehavior} or isinstance(
        error, httpx2.HTTPError | OSError | ValueError
    )
    return Failed(why, again=passing or garbled, after=after)
