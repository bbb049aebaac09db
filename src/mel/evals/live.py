"""The real model that `mel eval real` talks to, as the settings name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mel.llm.provider import ProviderModel


def live_model(name: str | None) -> tuple[ProviderModel, str]:
    """The provider's model and its name. Raises ValueError when none is named, `MelError` when it cannot be had."""
    from mel.app import real_model
    from mel.settings import Settings

    settings = Settings()
    model = real_model(settings.model_copy(update={"llm": name}) if name else settings)
    if model is None:
        raise ValueError("nenhum modelo: diga um em --model ou em MEL_LLM")
    return model, name or settings.llm or "padrão"
