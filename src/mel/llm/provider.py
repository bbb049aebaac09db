"""A model somewhere else, behind the port: tries again, falls back, counts. Its library is imported on first use."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mel.agent.model import ModelUnavailable, Prompt, Step
from mel.llm.exchange import OPENROUTER, Address, Answer, Exchange, Failed, NoKey, Patience, Usage
from mel.settings import Settings

if TYPE_CHECKING:
    from mel.llm.endpoint import Endpoint

log = logging.getLogger("mel.llm")


class ProviderModel:
    """Any provider or OpenAI-compatible server. `record` hears of every request, answered or not."""

    offline = False

    def __init__(
        self,
        *addresses: Address,
        patience: Patience | None = None,
        streamed: bool = False,
        record: Callable[[Exchange], None] | None = None,
        transport: Any = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """The first address is the model; the others are its fallbacks. `transport` replaces the network in tests."""
        self.patience = patience or Patience()
        self.usage = Usage()
        self._addresses = addresses
        self._streamed = streamed
        self._record = record
        self._transport = transport
        self._sleep = sleep
        self._endpoints: dict[Address, Endpoint] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    async def step(self, prompt: Prompt) -> Step:
        """May raise `ModelUnavailable`, after every model was tried as often as patience allows."""
        ends = time.monotonic() + self.patience.step
        why = "no model"
        for address in self._addresses:
            try:
                return await self._persist(address, prompt, ends, last=address is self._addresses[-1])
            except Failed as failed:
                why = failed.why
        raise ModelUnavailable(why)

    async def close(self) -> None:
        """Let go of the connections; the next step opens new ones."""
        for endpoint in self._endpoints.values():
            await endpoint.close()
        self._endpoints.clear()

    async def _persist(self, address: Address, prompt: Prompt, ends: float, *, last: bool) -> Step:
        """One model, tried again while it may help and there is time for it."""
        attempt = 1
        while True:
            try:
                return (await self._once(address, prompt, min(self.patience.request, ends - time.monotonic()))).step
            except Failed as failed:
                log.warning("model=%s attempt=%d %s", address, attempt, failed.why)
                wait = failed.after if failed.after is not None else _backoff(attempt)
                hopeless = not failed.again or (failed.slow and not last) or attempt >= self.patience.attempts
                if hopeless or wait > min(self.patience.wait, ends - time.monotonic()):
                    raise
                await self._sleep(wait)
                attempt += 1

    async def _once(self, address: Address, prompt: Prompt, seconds: float) -> Answer:
        if seconds < self.patience.request / 10:
            raise Failed("no time left")
        endpoint = await self._endpoint(address)
        started = time.monotonic()

        def note(**told: Any) -> None:
            exchange = Exchange(str(address), (time.monotonic() - started) * 1000, **told)
            self.usage.add(exchange)
            if self._record is not None:
                self._record(exchange)

        try:
            answer = await endpoint.ask(prompt, seconds)
        except Failed as failed:
            note(failed=failed.why)
            raise
        note(input_tokens=answer.input_tokens, output_tokens=answer.output_tokens)
        return answer

    async def _endpoint(self, address: Address) -> Endpoint:
        """The open endpoint. A connection belongs to the event loop it was made on, so another loop opens its own."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._endpoints = loop, {}
        if address not in self._endpoints:
            opened = await asyncio.to_thread(_opener)  # the import takes a second: not on the loop
            self._endpoints[address] = opened(address, streamed=self._streamed, transport=self._transport)
        return self._endpoints[address]


def model_named(name: str, settings: Settings) -> ProviderModel:
    """The model of that name, with the addresses, keys and fallback that the settings hold.

    Raises `UnknownModel` and `NoKey`.
    """
    names = [name, settings.llm_fallback] if settings.llm_fallback else [name]
    addresses = [_address(each, settings) for each in names]
    return ProviderModel(*addresses, patience=Patience.of(settings.llm_timeout), streamed=settings.llm_stream)


def _address(name: str, settings: Settings) -> Address:
    """OpenRouter's own key is for OpenRouter alone; `MEL_LLM_API_KEY` is for whatever `MEL_LLM` names."""
    own = settings.llm_api_key.get_secret_value() if settings.llm_api_key else None
    address = Address.of(name, base_url=settings.llm_base_url, key=own)
    if address.provider != OPENROUTER:
        return address
    key = settings.openrouter_api_key.get_secret_value() if settings.openrouter_api_key else own
    if key is None:
        raise NoKey(name)
    return replace(address, key=key)


def _opener() -> Callable[..., Endpoint]:
    from mel.llm.endpoint import Endpoint

    return Endpoint


def _backoff(attempt: int) -> float:
    """Half a second, doubled each time, a little apart from everybody else's."""
    return float(0.5 * 2 ** (attempt - 1) * random.uniform(0.8, 1.2))  # noqa: S311
