"""Finding a person by the number that a control carries."""

import discord

from bot.refusals import NobodyThere

_UNKNOWN = (400, 404)  # a number that is nobody's, or that can't be anybody's


async def person(client: discord.Client, user: int) -> discord.User:
    """The person, as Discord knows them; raises NobodyThere."""
    try:
        return await client.fetch_user(user)
    except discord.HTTPException as error:
        if error.status in _UNKNOWN:
            raise NobodyThere from error
        raise
