"""What it looks like when Discord did not take a request, or can't be known to have."""

import aiohttp
import discord

LOST: tuple[type[Exception], ...] = (aiohttp.ClientError, OSError)
"""The connection broke: the request may have been carried out or not."""

NOT_TAKEN: tuple[type[Exception], ...] = (discord.HTTPException, *LOST)
"""Refused, failed, or lost."""


def short(error: Exception) -> str:
    """The error for the log, in a word or two and without content."""
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code}"
    return type(error).__name__
