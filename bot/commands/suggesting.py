"""What the suggestions of typed moves and choices have in common."""

from collections.abc import Sequence

import discord
from discord.app_commands import Choice

from bot.people import PlayerId
from bot.refusals import Refusal
from bot.session import Session

MOST_CHOICES = 25


async def awaiting(interaction: discord.Interaction, game: str) -> Session | None:
    """The place's live session of that game, if it is the asker's turn in it."""
    house = interaction.client.house  # type: ignore[attr-defined]  # our client always has one
    try:
        session = await house.sessions.at(interaction.channel_id, game)
        found: Session = await house.sessions.ready(session.id, None, PlayerId(interaction.user.id))
    except Refusal:
        return None
    return found


def offered(found: Sequence[tuple[str, str]]) -> list[Choice[str]]:
    """The first of them, each as shown and as sent, as many as Discord takes."""
    return [Choice(name=shown, value=value) for shown, value in found[:MOST_CHOICES]]
