"""What the bot must be allowed to do in a channel before a match is opened there."""

import discord

from bot.preferences import ServerWide
from bot.refusals import ChannelClosed, MissingPermissions, OpponentNotHere

# Where no files may be attached, tables come in letters.
NEEDED = ("view_channel", "send_messages")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads")


def posts_itself(interaction: discord.Interaction) -> bool:
    """Whether the bot was invited here, and may write without an interaction; else only its user installed it."""
    if interaction.guild_id is None:
        return bool(interaction.context.dm_channel)
    return interaction.is_guild_integration() or not interaction.is_user_integration()


def must_be_playable(interaction: discord.Interaction, server: ServerWide) -> None:
    """Raise OpponentNotHere in the bot's own direct messages, or as `must_be_writable` does."""
    if interaction.context.dm_channel:
        raise OpponentNotHere
    must_be_writable(interaction, server)


def must_be_open(interaction: discord.Interaction, server: ServerWide) -> None:
    """Raise ChannelClosed where the server has us play elsewhere; a thread counts as its channel."""
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if interaction.guild_id is not None and server.channels and not here & set(server.channels):
        raise ChannelClosed(server.channels)


def must_be_writable(interaction: discord.Interaction, server: ServerWide) -> None:
    """Raise ChannelClosed, or MissingPermissions with what is missing to show a session's messages here."""
    if interaction.guild_id is None:
        return
    must_be_open(interaction, server)
    if posts_itself(interaction):
        needed = NEEDED_IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
        missing = tuple(name for name in needed if not getattr(interaction.app_permissions, name))
    else:
        # The replies of an app that only its user installed are private wherever this is denied to the user.
        missing = () if interaction.permissions.use_external_apps else ("use_external_apps",)
    if missing:
        raise MissingPermissions(missing)
