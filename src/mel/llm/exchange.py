"""What passes between Mel and a model somewhere else: where it is, how long to wait, how a request ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from mel.agent.model import Step
from mel.shared.errors import MelError

OPENROUTER = "openrouter"


class UnknownModel(MelError):
    """The settings name a model in a way that nobody can follow."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"Não sei falar com o modelo '{name}'. Use MEL_LLM=openrouter:google/gemini-2.5-flash, "
            "ou MEL_LLM_BASE_URL com o nome que o seu servidor dá ao modelo."
        )


class NoKey(MelError):
    """A model was named and the key that it needs was not."""

    def __init__(self, model: str) -> None:
        super().__init__(
            f"Falta a chave do modelo {model}: defina OPENROUTER_API_KEY, ou MEL_LLM=none pra usar só a Mel embutida."
        )


@dataclass(frozen=True, slots=True)
class Address:
    """One model, as "openrouter:google/gemini-2.5-flash": `provider` is any that pydantic-ai knows, or "" behind
    `base_url`."""

    provider: str
    model: str
    base_url: str | None = None
    key: str | None = field(default=None, repr=False)

    @classmethod
    def of(cls, name: str, *, base_url: str | None = None, key: str | None = None) -> Address:
        """Behind a URL the whole name is the server's ("qwen2.5:7b"), unless it is OpenRouter's: a server at home may
        well have a fallback in the cloud."""
        provider, colon, model = name.partition(":")
        if base_url and provider != OPENROUTER:
            return cls("", name, base_url, key)
        if not (provider and colon and model):
            raise UnknownModel(name)
        return cls(provider, model, None, key)

    def __str__(self) -> str:
        return f"{self.provider}:{self.model}" if self.provider else self.model


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds one request may take and a whole step may take; how often to try one model; the longest wait between.

    A member is waiting on the other side: a server that asks for more than `wait` is left for the fallback.
    """

    request: float = 25.0
    step: float = 55.0
    attempts: int = 3
    wait: float = 10.0

    @classmethod
    def of(cls, request: float) -> Patience:
        """With so many seconds for a request, and twice that for a step that has to ask again."""
        return cls(request=request, step=2 * request + 5)


@dataclass(frozen=True, slots=True)
class Answer:
    """A request that a model answered."""

    step: Step
    input_tokens: int = 0
    output_tokens: int = 0


class Failed(Exception):
    """A request that no step came out of. `again`: the same request may do better, `after` that many seconds.

    `why` never quotes what was sent or answered, so that a log holds nothing of the household.
    """

    def __init__(self, why: str, *, again: bool = False, slow: bool = False, after: float | None = None) -> None:
        super().__init__(why)
        self.why, self.again, self.slow, self.after = why, again, slow, after


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request as evals count it; `failed` says why when there was no answer."""

    model: str
    ms: float
    input_tokens: int = 0
    output_tokens: int = 0
    failed: str | None = None


@dataclass(slots=True)
class Usage:
    """What a model has cost so far."""

    requests: int = 0
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    ms: float = 0.0

    def add(self, exchange: Exchange) -> None:
        self.requests += 1
        self.failed += exchange.failed is not None
        self.input_tokens += exchange.input_tokens
        self.output_tokens += exchange.output_tokens
        self.ms += exchange.ms
