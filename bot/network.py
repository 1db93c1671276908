"""What it looks like when Discord did not take a request, or can't be known to have."""

import time
from collections.abc import Callable

import aiohttp
import discord

LOST: tuple[type[Exception], ...] = (aiohttp.ClientError, OSError)
"""The connection broke: the request may have been carried out or not."""

NOT_TAKEN: tuple[type[Exception], ...] = (discord.HTTPException, discord.RateLimited, *LOST)
"""Refused, failed, put off for too long, or lost."""


ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_MESSAGE = 10008
UNAVAILABLE = 503


LIMITS_KEPT_SECONDS = 30.0


def look_less_for_old_limits(
    http: discord.http.HTTPClient, clock: Callable[[], float] = time.monotonic
) -> None:
    """Let the library look for rate limits to forget now and then, rather than with every new channel.

    It goes through all that it knows each time, which for a thousand channels holds up everybody else.
    """
    look, due = http._try_clear_expired_ratelimits, clock()

    def look_where_due() -> None:
        nonlocal due
        if clock() >= due:
            due = clock() + LIMITS_KEPT_SECONDS
            look()

    http._try_clear_expired_ratelimits = look_where_due  # type: ignore[method-assign]


def fleeting(error: Exception) -> bool:
    """Whether another try may go through at once; what the library tries again by itself is not among these."""
    return isinstance(error, LOST) or (
        isinstance(error, discord.HTTPException) and error.status == UNAVAILABLE
    )


def short(error: Exception) -> str:
    """The error for the log, in a word or two and without content."""
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code}"
    return type(error).__name__
