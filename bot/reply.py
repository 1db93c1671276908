"""The single edge where an interaction is acknowledged, worked on, and answered, and errors become sentences."""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from bot.apologies import apology, undelivered
from bot.house import House
from bot.network import ALREADY_ACKNOWLEDGED, LOST, NOT_TAKEN, short
from bot.observing import DONE, Trace, following
from bot.people import PlayerId
from bot.refusals import Refusal
from bot.request import FINISHED, UPDATES, Request
from bot.sentences import refused
from bot.underway import Underway
from bot.views.layout import Screen, sentence
from rules.game import WrongAction

log = logging.getLogger(__name__)

_UNANSWERED: tuple[type[Exception], ...] = (*NOT_TAKEN, discord.InteractionResponded)
_TAKEN = "haugbui_taken"
_ARRIVED = "haugbui_arrived"
_TRACE = "haugbui_trace"
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "control",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.autocomplete: "completion",
}


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
        reader, threads = request.player.id, request.may_open_threads
        screen, refusal = refused(request.say, error, reader=reader, threads=threads), True
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
    interaction.extras[UPDATES] = update
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
    finished = interaction.extras.get(FINISHED)
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
