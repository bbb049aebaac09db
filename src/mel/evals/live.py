"""The real model that `mel eval real` talks to, as the settings name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mel.llm.provider import ProviderModel


def live_model(name: str | None) -> tuple[ProviderModel, str]:
    """The provider's model and its name; `name` goes before the settings' own. Raises ValueError when there is none."""
    from mel.app import real_model
    from mel.settings import Settings

    settings = Settings()
    if name is not None:
        settings = settings.model_copy(update={"llm": name})
    model = real_model(settings)
    if model is None:
        raise ValueError("nenhum modelo: diga um em --model ou em MEL_LLM, com a chave ou o endereço dele")
    return model, name or settings.llm or "default"
