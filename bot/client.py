"""The Discord client: its commands, its controls, and the voice that answers whatever nobody else does."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot import clocks, gateway, intents
from bot.commands import challenges, hunt, table
from bot.commands.challenges import challenge_menu
from bot.commands.draugr import Draugr
from bot.commands.help import help_command
from bot.commands.matches import matches
from bot.commands.naming import Translator
from bot.commands.ranking import ranking_command
from bot.commands.rules import Rules
from bot.commands.sets import Sets
from bot.commands.settings import Settings
from bot.commands.tafl import Tafl
from bot.house import House
from bot.network import NOT_TAKEN, look_less_for_old_limits, short
from bot.observing import ASKED
from bot.reply import answer_error, arrives, is_taken, traced, unknown_control
from bot.underway import Heard, Underway
from bot.views.controls import CONTROLS, Pressed

log = logging.getLogger(__name__)

# Enough turns of the event loop for the library to reach a handler of ours.
_TURNS_TO_REACH_A_HANDLER = 25

FINISH_SECONDS = 6.0
MOST_PATIENCE = 60.0  # with a rate limit; whoever waits longer has long looked elsewhere

# We don't speak in voice channels, so what is missing for that is no news.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

_REGISTERING = (challenges, hunt, table)  # imported for the controls they register


AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group | app_commands.ContextMenu


class Haugbui(discord.Client):
    """The bot over a house. It keeps nothing in memory that a restart would miss.

    `heard` is told of every answer that is over; `on_line` says whether Discord can reach us.
    """

    def __init__(self, house: House, heard: Sequence[Heard] = ()):
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0,
            max_ratelimit_timeout=MOST_PATIENCE,
        )
        gateway.guard(self._connection.parsers)
        look_less_for_old_limits(self.http)
        self.house = house
        self.underway = Underway(heard)
        self.on_line = False
        self.tree = _Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        commands: tuple[AnyCommand, ...] = (
            Tafl(),
            Draugr(),
            Sets(),
            Settings(),
            Rules(),
            matches,
            ranking_command,
            help_command,
            challenge_menu,
        )
        for command in commands:
            self.tree.add_command(command)
        self._polling: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Before the connection: controls and commands, so that no early press goes unanswered."""
        self.add_dynamic_items(*CONTROLS)
        await self.house.sessions.close_unplayable(now=self.house.clock())
        await self.tree.set_translator(Translator())
        await self.tree.sync()
        self._polling = asyncio.create_task(clocks.keep(self, self.house), name="clocks")

    async def close(self) -> None:
        """Finish what is under way, then disconnect; the store stays open for its owner to close."""
        if self._polling:
            self._polling.cancel()
        if not await self.underway.finish(FINISH_SECONDS):
            log.warning("closed with answers under way")
        await super().close()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Note when an interaction arrives, which is before the library or we begin with it."""
        if event == "interaction":
            arrives(args[0])
        super().dispatch(event, *args, **kwargs)

    async def on_ready(self) -> None:
        """Discord knows us, and sends us what happens."""
        self.on_line = True

    async def on_resumed(self) -> None:
        """Likewise, after a break."""
        self.on_line = True

    async def on_disconnect(self) -> None:
        """The connection is gone; the library sees to a new one."""
        self.on_line = False

    async def pressed(self, interaction: discord.Interaction, pressed: Pressed) -> None:
        """Answer a pressed control."""
        await intents.press(interaction, pressed)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Speak for every interaction that reached no handler of ours."""
        if interaction.type is discord.InteractionType.autocomplete:
            # The library answers these with what our callbacks offer, and doesn't say when it is done.
            trace = traced(interaction)
            trace.outcome = ASKED
            self.underway.over(trace)
            return
        for _ in range(_TURNS_TO_REACH_A_HANDLER):
            if is_taken(interaction):
                return
            await asyncio.sleep(0)
        if not is_taken(interaction) and not interaction.response.is_done():
            log.info("nobody answers interaction %s", interaction.id)
            await unknown_control(interaction)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log an error of the library's events; there is nobody to answer."""
        log.exception("error in %s", event_method)


# What comes of a command that Discord, or its reader, remembers from before a change (F47).
_OUTDATED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)


class _Tree(app_commands.CommandTree[Haugbui]):
    async def _call(self, interaction: discord.Interaction[Haugbui]) -> None:
        # The library logs what fails in an autocomplete and leaves the reader waiting; nothing of it is public.
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            # Nor does it hand on what fails before the handler, such as a person's id that is no number.
            raise app_commands.AppCommandError from error
        finally:
            if interaction.type is discord.InteractionType.autocomplete:
                await _offer_nothing(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Haugbui], error: app_commands.AppCommandError, /
    ) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("autocomplete failed", exc_info=error)
        elif isinstance(error, _OUTDATED):
            await unknown_control(interaction)
        else:
            await answer_error(interaction, error)


async def _offer_nothing(interaction: discord.Interaction[Haugbui]) -> None:
    """Answer for an autocomplete that nobody has answered."""
    if interaction.response.is_done():
        return
    try:
        await interaction.response.autocomplete([])
    except NOT_TAKEN as error:
        log.info("nothing offered: %s (interaction %s)", short(error), interaction.id)
