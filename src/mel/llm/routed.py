"""Embedded first; a real model, when there is one, for what the embedded one leaves open."""

from __future__ import annotations

from mel.agent.model import LanguageModel, Prompt, Step
from mel.llm.embedded import EmbeddedModel, is_embedded


class RoutedModel:
    """A plain yes, no or everyday message never waits for a network."""

    def __init__(self, embedded: EmbeddedModel | None = None, real: LanguageModel | None = None) -> None:
        self._embedded = embedded or EmbeddedModel()
        self._real = real

    @property
    def offline(self) -> bool:
        """Without a real model, a whole turn is one transaction."""
        return self._real is None

    async def step(self, prompt: Prompt) -> Step:
        """Who asked for the turn's calls also hears their answers."""
        if self._real is None:
            return await self._embedded.step(prompt)
        asked = _asked_for(prompt)
        if asked is None or is_embedded(asked):
            step = self._embedded.attempt(prompt)
            if step is not None:
                return step
        return await self._real.step(prompt)


def _asked_for(prompt: Prompt) -> str | None:
    """The id of the turn's latest call, if it made any."""
    for message in reversed(prompt.messages):
        if message["role"] == "tool":
            return str(message["id"])
        if message["role"] == "user":
            return None
    return None
