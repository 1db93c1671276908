"""The single edge where an interaction is acknowledged, worked on, and answered, and errors become sentences."""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime

import discord

from bot.access import posts_itself
from bot.apologies import apology, undelivered
from bot.house import House
from bot.network import ALREADY_ACKNOWLEDGED, LOST, NOT_TAKEN, UNKNOWN_MESSAGE, short
from bot.observing import DONE, Trace, following
from bot.people import Place, Player, PlayerId, Posting
from bot.preferences import NOTHING_CHOSEN, Here
from bot.refusals import PlaceUnknown, Refusal
from bot.sentences import refused
from bot.underway import Underway
from bot.views.layout import Screen, sentence
from bot.words import Locale, Say, locale_for, plain_name, speaker
from rules.game import WrongAction

log = logging.getLogger(__name__)

_UNANSWERED: tuple[type[Exception], ...] = (*NOT_TAKEN, discord.InteractionResponded)
_TAKEN = "haugbui_taken"
_UPDATES = "haugbui_updates"
_FINISHED = "haugbui_finished"
_ARRIVED = "haugbui_arrived"
_TRACE = "haugbui_trace"
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "control",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.autocomplete: "completion",
}


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
            self.interaction.extras[_FINISHED] = True
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
        return bool(self.interaction.extras.get(_FINISHED) or self.interaction.extras.get(_UPDATES))


Work = Callable[[Request], Awaitable[Screen | None]]
"""What an intent does: a screen for the one who asked, or None where nothing private is left to say."""


def arrives(interaction: discord.Interaction) -> None:
    """Note that it is here; nothing of it needs to be well formed yet."""
    interaction.extras[_ARRIVED] = time.perf_counter()


def traced(interaction: discord.Interaction) -> Trace:
    """What is noted of this interaction for those who run the bot."""
    trace: Trace | None = interaction.extras.get(_TRACE)
    if trace is None:
        user, guild, channel = interaction.user.id, interaction.guild_id, interaction.channel_id
        arrived = interaction.extras.get(_ARRIVED, time.perf_counter())
        kind = _KINDS.get(interaction.type, "unknown")
        trace = Trace(interaction.id, user, guild, channel, kind, arrived=arrived)
        interaction.extras[_TRACE] = trace
    return trace


def is_taken(interaction: discord.Interaction) -> bool:
    """Whether `answer` has begun with this interaction."""
    return bool(interaction.extras.get(_TAKEN))


async def answer(interaction: discord.Interaction, work: Work, *, update: bool = False) -> None:
    """Acknowledge, then work, then reply; never raises.

    The reply is private, or with `update` replaces the message that holds the pressed control; a refusal is
    private either way. Where the acknowledgement fails, nothing is worked on, so nothing has happened.
    """
    interaction.extras[_TAKEN] = True
    underway: Underway = interaction.client.underway  # type: ignore[attr-defined]  # our client always has one
    if not underway.first_time(interaction.id):
        log.info("interaction %s came again", interaction.id)
        return
    if underway.closing:
        await _speak(interaction, sentence(_request(interaction).say("error-closing")), "refused:Closing")
        return
    house: House = interaction.client.house  # type: ignore[attr-defined]  # our client always has one
    with underway.one(), following(traced(interaction)) as trace, house.lulls.awaits(trace):
        if interaction.command is not None:
            trace.name = interaction.command.qualified_name
        try:
            await _answer(interaction, work, update=update)
        finally:
            underway.over(trace)
            if interaction.response.is_done():
                # The two hold each other; so the garbage collector needn't come for either.
                interaction.response._parent = None  # type: ignore[assignment]


async def _answer(interaction: discord.Interaction, work: Work, *, update: bool) -> None:
    request, trace = _request(interaction), traced(interaction)
    if not await _acknowledge(interaction, update):
        return
    trace.acknowledge()
    request = await _informed(request)
    try:
        screen, refusal, outcome = await work(request), False, DONE
    except (Refusal, WrongAction) as error:
        screen, refusal = refused(request.say, error, threads=request.may_open_threads), True
        outcome = f"refused:{type(error).__name__}"
    except Exception as error:
        (screen, outcome), refusal = _sorry(request, error), True
    try:
        await _deliver(request, screen, update=update, refusal=refusal)
    except NOT_TAKEN as error:
        log.warning("answer not delivered: %s (interaction %s)", short(error), interaction.id)
        shown = trace.answered is not None
        instead = undelivered(request.say, shown=shown, kept=trace.kept, waits=not update)
        await request.tell(screen if refusal else instead)
    else:
        trace.outcome = outcome
        trace.answer()
        if screen is not None:
            screen.let_go()


async def unknown_control(interaction: discord.Interaction) -> None:
    """Answer for a control or command that nobody knows any more."""
    if is_taken(interaction):
        return
    interaction.extras[_TAKEN] = True
    request = await _informed(_request(interaction))
    await _speak(interaction, sentence(request.say("error-unknown-control")), "refused:Unknown")


async def answer_error(interaction: discord.Interaction, error: BaseException) -> None:
    """Answer for a command that failed before its handler began."""
    if is_taken(interaction):
        return
    interaction.extras[_TAKEN] = True
    await _speak(interaction, *_sorry(await _informed(_request(interaction)), error))


async def _speak(interaction: discord.Interaction, screen: Screen, outcome: str) -> None:
    """Answer at once, without work; `outcome` is what is noted of it."""
    interaction.extras[_TAKEN] = True
    trace = traced(interaction)
    try:
        await interaction.response.send_message(view=screen.layout, ephemeral=True)
    except _UNANSWERED as error:
        log.warning("not answered: %s (interaction %s)", short(error), interaction.id)
    else:
        trace.outcome = outcome
        trace.acknowledge()
        trace.answer()
    underway: Underway = interaction.client.underway  # type: ignore[attr-defined]  # our client always has one
    underway.over(trace)


def _sorry(request: Request, error: BaseException) -> tuple[Screen, str]:
    """The apology for what failed, and the outcome to note."""
    interaction = request.interaction
    kept = traced(interaction).kept
    return apology(request.say, error, kept=kept, interaction=interaction.id, user=interaction.user.id)


def _request(interaction: discord.Interaction) -> Request:
    house: House = interaction.client.house  # type: ignore[attr-defined]  # our client always has one
    return Request(house, interaction, house.clock())


async def _informed(request: Request) -> Request:
    """The request with what its asker and its server have chosen, where that can be read."""
    interaction = request.interaction
    try:
        here = await request.house.preferences.here(PlayerId(interaction.user.id), interaction.guild_id)
    except Exception:
        log.exception("choices not read (interaction %s)", interaction.id)
        return request
    return replace(request, here=here)


async def _acknowledge(interaction: discord.Interaction, update: bool) -> bool:
    interaction.extras[_UPDATES] = update
    how = {} if update else {"ephemeral": True, "thinking": True}
    try:
        try:
            await interaction.response.defer(**how)
        except LOST:
            await interaction.response.defer(**how)
    except NOT_TAKEN as error:
        if isinstance(error, discord.HTTPException) and error.code == ALREADY_ACKNOWLEDGED:
            # It was tried again after a lost answer, and the first try had come through.
            return True
        log.warning("not acknowledged, nothing done: %s (interaction %s)", short(error), interaction.id)
        return False
    return True


async def _deliver(request: Request, screen: Screen | None, *, update: bool, refusal: bool) -> None:
    interaction = request.interaction
    finished = interaction.extras.get(_FINISHED)
    if screen is None:
        if not finished:
            if traced(interaction).answered is not None:
                await request.house.lulls.come()
            await request.withdraw_waiting_answer()
    elif (update and refusal) or finished:
        await interaction.followup.send(
            view=screen.layout, files=screen.files(), ephemeral=True, allowed_mentions=screen.mentions()
        )
    else:
        try:
            await _put(interaction, screen)
        except LOST:
            # It may have come through, which nobody can tell; to put it there twice does no harm.
            await _put(interaction, screen)


async def _put(interaction: discord.Interaction, screen: Screen) -> None:
    """Let the screen be the answer, in the place of what waits for it or of the message that held the control."""
    await interaction.edit_original_response(
        view=screen.layout, attachments=screen.files(), allowed_mentions=screen.mentions()
    )
