"""What it looks like when Discord did not take a request, or can't be known to have."""

import aiohttp
import discord

LOST: tuple[type[Exception], ...] = (aiohttp.ClientError, OSError)
"""The connection broke: the request may have been carried out or not."""

NOT_TAKEN: tuple[type[Exception], ...] = (discord.HTTPException, discord.RateLimited, *LOST)
"""Refused, failed, put off for too long, or lost."""


ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_MESSAGE = 10008
UNAVAILABLE = 503


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
