"""What we change about how the library minds Discord's rate limits."""

import asyncio

import discord
import pytest

from bot.network import LIMITS_KEPT_SECONDS, look_less_for_old_limits


@pytest.fixture
async def http() -> discord.http.HTTPClient:
    """The library's own, without a connection."""
    return discord.http.HTTPClient(asyncio.get_running_loop())


async def test_old_limits_are_looked_for_now_and_then_and_then_forgotten(
    http: discord.http.HTTPClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, looked = 1_000.0, []

    def idle(limit: object) -> bool:
        looked.append(limit)
        return True

    monkeypatch.setattr(discord.http.Ratelimit, "is_inactive", idle)
    look_less_for_old_limits(http, lambda: now)
    for channel in range(1_000):
        http.get_ratelimit(f"POST:{channel}")
    assert len(http._buckets) == 1_000
    assert not looked, "the first look was too early to find as many as are worth one"
    now += LIMITS_KEPT_SECONDS
    http.get_ratelimit("POST:another")
    assert len(looked) == 1_001
    assert not http._buckets, "the library forgets those that nobody needs"
