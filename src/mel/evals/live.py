"""The real model that `mel eval real` talks to, as the settings name it."""

from __future__ import annotations

from typing import Any


def live_model(name: str | None) -> tuple[Any, str]:
    """The provider's model and its name. Raises ValueError when none can be had."""
    from mel.settings import Settings

    settings = Settings()
    wanted = name or getattr(settings, "llm", None)
    if not wanted:
        raise ValueError("nenhum modelo: diga um em --model ou em MEL_LLM")
    try:
        from mel.llm import provider  # type: ignore[attr-defined,unused-ignore]
    except ImportError as error:
        raise ValueError("esta instalação ainda não fala com modelos de verdade") from error
    return provider.model_named(wanted, settings), wanted
