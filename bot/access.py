"""What the bot must be allowed to do in a channel before a match is opened there."""

import discord

from bot.refusals import MissingPermissions, OpponentNotHere

NEEDED = ("view_channel", "send_messages", "attach_files")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")


def posts_itself(interaction: discord.Interaction) -> bool:
    """Whether the bot was invited here, and may write without an interaction; else only its user installed it."""
    if interaction.guild_id is None:
        return bool(interaction.context.dm_channel)
    return interaction.is_guild_integration() or not interaction.is_user_integration()


def must_be_playable(interaction: discord.Interaction) -> None:
    """Raise MissingPermissions with what is missing, or OpponentNotHere in the bot's own direct messages."""
    if interaction.context.dm_channel:
        raise OpponentNotHere
    must_be_writable(interaction)


def must_be_writable(interaction: discord.Interaction) -> None:
    """Raise MissingPermissions where a session's messages could not be shown."""
    if interaction.guild_id is None:
        return
    if posts_itself(interaction):
        needed = NEEDED_IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
        missing = tuple(name for name in needed if not getattr(interaction.app_permissions, name))
    else:
        # The replies of an app that only its user installed are private wherever this is denied to the user.
        missing = () if interaction.permissions.use_external_apps else ("use_external_apps",)
    if missing:
        raise MissingPermissions(missing)
