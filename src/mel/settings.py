"""What can be configured: environment variables that begin with MEL_."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """`MEL_DATA`: the folder that holds the household; the user's own data folder when not said."""

    model_config = SettingsConfigDict(env_prefix="MEL_", env_ignore_empty=True)

    data: Path = Field(default_factory=lambda: user_data_path("mel", appauthor=False))

    @property
    def folder(self) -> Path:
        return self.data.expanduser()

    @property
    def database(self) -> Path:
        return self.folder / "mel.db"

    @property
    def log(self) -> Path:
        return self.folder / "mel.log"
