"""One interaction as those who work on it see it: who asks, where, when, in which language, and how to speak there."""

import logging
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.access import posts_itself
from bot.house import House
from bot.network import NOT_TAKEN, UNKNOWN_MESSAGE, short
from bot.people import Place, Player, PlayerId, Posting
from bot.preferences import NOTHING_CHOSEN, Here
from bot.refusals import PlaceUnknown
from bot.views.layout import Screen
from bot.words import Locale, Say, locale_for, plain_name, speaker

log = logging.getLogger(__name__)

# What an interaction bears: whether its answer takes the place of a message, and whether its waiting answer is gone.
UPDATES = "haugbui_updates"
FINISHED = "haugbui_finished"


@dataclass(frozen=True, slots=True)
class Request:
    """One interaction: who asks, where, when, in which language, and the house that answers."""

    house: House
    interaction: discord.Interaction
    now: datetime
    here: Here = NOTHING_CHOSEN

    @property
    def client(self) -> discord.Client:
        """The bot itself, to write with its own permissions."""
        return self.interaction.client

    @property
    def player(self) -> Player:
        """The person who asks."""
        user = self.interaction.user
        return Player(PlayerId(user.id), plain_name(user.display_name))

    @property
    def locale(self) -> Locale:
        """The reader's language, for what only they see."""
        asked = self.interaction
        return locale_for(
            self.here.own.locale, asked.locale, self.here.server.locale, asked.guild_locale or ""
        )

    @property
    def public_locale(self) -> Locale:
        """The place's language, for what everybody there sees."""
        asked = self.interaction
        if asked.guild_id is None:
            return locale_for(self.here.own.locale, asked.locale)
        return locale_for(self.here.server.locale, asked.guild_locale or asked.locale)

    @property
    def say(self) -> Say:
        """A sentence in the reader's language."""
        return speaker(self.locale)

    @property
    def place(self) -> Place:
        """Where the interaction happened; raises PlaceUnknown."""
        interaction = self.interaction
        if interaction.channel_id is None:
            raise PlaceUnknown
        posting: Posting = "bot" if posts_itself(interaction) else "interaction"
        return Place(interaction.guild_id, interaction.channel_id, posting)

    @property
    def may_attach(self) -> bool:
        """Whether pictures may be attached to what the bot posts here."""
        bound = self.interaction.guild_id is not None and posts_itself(self.interaction)
        return not bound or self.interaction.app_permissions.attach_files

    @property
    def may_open_threads(self) -> bool:
        """Whether the bot may open a thread in this channel and write in it, and the server wants it to."""
        if not self.here.server.threads:
            return False
        may = self.interaction.app_permissions
        plain = isinstance(self.interaction.channel, discord.TextChannel)
        return plain and may.create_public_threads and may.send_messages_in_threads

    async def say_publicly(self, screen: Screen) -> int:
        """Post in this place through the interaction, which needs no permission; the message's number."""
        if not self._message_is_ours_to_update:
            # The first follow-up would take the place, and the privacy, of the waiting answer.
            await self.withdraw_waiting_answer()
            self.interaction.extras[FINISHED] = True
        message = await self.interaction.followup.send(
            view=screen.layout, files=screen.files(), allowed_mentions=screen.mentions(), wait=True
        )
        return message.id

    async def withdraw_waiting_answer(self) -> None:
        """Leave no answer where nothing is left to say."""
        try:
            await self.interaction.delete_original_response()
        except discord.NotFound as error:
            # The library tried again after a lost answer, and the first try had come through.
            if error.code != UNKNOWN_MESSAGE:
                raise

    async def meanwhile(self, screen: Screen) -> None:
        """Show the asker, privately and as well as can be, what the reply will take the place of."""
        try:
            await self.interaction.edit_original_response(
                view=screen.layout, allowed_mentions=screen.mentions()
            )
        except NOT_TAKEN as error:
            log.info("not told meanwhile: %s (interaction %s)", short(error), self.interaction.id)

    async def tell(self, screen: Screen | None) -> None:
        """Tell the asker something besides the reply, privately and as well as can be; nothing where it is None."""
        if screen is None:
            return
        try:
            await self.interaction.followup.send(view=screen.layout, ephemeral=True)
        except NOT_TAKEN as error:
            log.warning("not told: %s (interaction %s)", short(error), self.interaction.id)

    @property
    def _message_is_ours_to_update(self) -> bool:
        # Not what the library remembers: it forgets an acknowledgement whose answer was lost.
        return bool(self.interaction.extras.get(FINISHED) or self.interaction.extras.get(UPDATES))
