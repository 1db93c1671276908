"""The settings: from the environment and `.env`, and wrong ones named."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.settings import Settings


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment without settings, in a folder without `.env`."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"HAUGBUI_{name}".upper(), raising=False)


def read() -> Settings:
    """The settings as the bot reads them."""
    return Settings()  # type: ignore[call-arg]  # the fields come from the environment


def wrong() -> set[object]:
    """The names of the fields that are missing or wrong."""
    with pytest.raises(ValidationError) as caught:
        read()
    return {error["loc"][0] for error in caught.value.errors()}


def test_only_the_token_must_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wrong() == {"token"}
    monkeypatch.setenv("HAUGBUI_TOKEN", "secret")
    settings = read()
    assert settings.token.get_secret_value() == "secret"
    assert (settings.database, settings.log_level) == (Path("data/haugbui.sqlite3"), "INFO")
    assert (settings.api, settings.gateway) == (None, None)


def test_an_empty_setting_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAUGBUI_TOKEN", "")
    monkeypatch.setenv("HAUGBUI_API", "")
    assert wrong() == {"token"}


def test_the_file_is_read_and_the_environment_goes_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("HAUGBUI_TOKEN=of the file\nHAUGBUI_LOG_LEVEL=ERROR\nPATH_OF_ANOTHER=1\n")
    assert read().token.get_secret_value() == "of the file"
    monkeypatch.setenv("HAUGBUI_TOKEN", "of the environment")
    assert read().token.get_secret_value() == "of the environment"
    assert read().log_level == "ERROR"


def test_the_token_shows_in_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAUGBUI_TOKEN", "a-very-secret-thing")
    assert "a-very-secret-thing" not in f"{read()!r} {read()} {read().model_dump()}"


def test_an_unknown_level_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAUGBUI_TOKEN", "secret")
    monkeypatch.setenv("HAUGBUI_LOG_LEVEL", "LOUD")
    assert wrong() == {"log_level"}


@pytest.mark.parametrize("name", ["api", "gateway"])
@pytest.mark.parametrize(
    "address",
    [
        "https://discord.com/api/v10",
        "http://10.0.0.1:8000",
        "http://127.0.0.1.example.com",
        "http://example.com#127.0.0.1",
        "http://127.0.0.1@example.com",
        "http://localhost.example.com",
        "ws://0.0.0.0:1",
        "127.0.0.1:8000",
        "nonsense",
        "http://[broken",
    ],
)
def test_the_token_is_sent_to_no_other_machine(
    monkeypatch: pytest.MonkeyPatch, name: str, address: str
) -> None:
    monkeypatch.setenv("HAUGBUI_TOKEN", "secret")
    monkeypatch.setenv(f"HAUGBUI_{name}".upper(), address)
    assert wrong() == {name}


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8000/api/v10", "ws://127.1.2.3:9", "http://[::1]:8000"]
)
def test_a_stand_in_may_be_on_this_machine(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("HAUGBUI_TOKEN", "secret")
    monkeypatch.setenv("HAUGBUI_API", address)
    monkeypatch.setenv("HAUGBUI_GATEWAY", address)
    assert (read().api, read().gateway) == (address, address)
