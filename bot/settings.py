"""The settings, read from the environment and `.env`."""

from ipaddress import ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every setting; each is named in `.env.example`."""

    model_config = SettingsConfigDict(
        env_prefix="HAUGBUI_",
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
    )

    token: SecretStr = Field(description="The bot's token.")
    database: Path = Field(Path("data/haugbui.sqlite3"), description="The database file; its folder is made.")
    cache: Path = Field(
        Path("data/cache"), description="Folder for drawn pieces; may be emptied at any time."
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="How much is logged.")
    log_format: Literal["text", "json"] = Field("text", description="Lines to read, or JSON.")
    metrics_port: int | None = Field(
        None, ge=1, le=65535, description="A port of this machine for /metrics and /health; none by default."
    )
    api: str | None = Field(None, description="A stand-in for Discord's HTTP API on this machine.")
    gateway: str | None = Field(None, description="A stand-in for Discord's gateway on this machine.")

    @field_validator("api", "gateway")
    @classmethod
    def _stand_in_is_on_loopback(cls, url: str | None) -> str | None:
        # The token is sent there, so it must never be another machine.
        if url is not None and not _is_loopback(url):
            raise ValueError("must be a loopback address, like http://127.0.0.1:8000")
        return url


def _is_loopback(url: str) -> bool:
    try:
        return ip_address(urlsplit(url).hostname or "").is_loopback
    except ValueError:
        return False
