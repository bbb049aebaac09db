"""What can be configured: environment variables that begin with MEL_."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


def _of_the_user() -> Path:
    from platformdirs import user_data_path

    return user_data_path("mel", appauthor=False)


class Settings(BaseSettings):
    """`MEL_DATA`: the folder that holds the household; the user's own data folder when not said.

    `MEL_LLM`: the real model ("openrouter:google/gemini-2.5-flash"), or "none" to do without. Behind
    `MEL_LLM_BASE_URL`, any OpenAI-compatible server, it is the name that server knows. `MEL_LLM_FALLBACK` is asked when
    it fails. `MEL_LLM_TIMEOUT`: seconds one request may take. `MEL_LLM_STREAM`: receive answers piece by piece.
    The key is `MEL_LLM_API_KEY`, or OpenRouter's own `OPENROUTER_API_KEY`.
    """

    model_config = SettingsConfigDict(env_prefix="MEL_", env_ignore_empty=True, populate_by_name=True)

    data: Path = Field(default_factory=_of_the_user)
    llm: str | None = None
    llm_base_url: str | None = None
    llm_api_key: SecretStr | None = None
    openrouter_api_key: SecretStr | None = Field(default=None, validation_alias="OPENROUTER_API_KEY")
    llm_fallback: str | None = None
    llm_timeout: float = Field(default=25.0, gt=0, le=600)
    llm_stream: bool = False

    @property
    def folder(self) -> Path:
        return self.data.expanduser()

    @property
    def database(self) -> Path:
        return self.folder / "mel.db"

    @property
    def log(self) -> Path:
        return self.folder / "mel.log"
