"""`/tafl accept`, `decline`, `withdraw`, `block`, `unblock`: what a challenge's buttons do, by typing."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot import answering
from bot.challenges import Challenge
from bot.commands.naming import word
from bot.commands.sets import suggest
from bot.people import Player, PlayerId
from bot.playing_sets import SetId
from bot.reply import answer
from bot.request import Request
from bot.views.layout import Screen
from bot.words import locale_for, plain_name, speaker

_WHICH = {"challenge": word("option-which-challenge")}
_WHICH_ABOUT = {"challenge": word("option-which-challenge-about")}
LONGEST_CHOICE = 100


@app_commands.command(name=word("command-accept"), description=word("command-accept-about"))
@app_commands.rename(**_WHICH, stake=word("option-stake"))
@app_commands.describe(**_WHICH_ABOUT, stake=word("option-answer-stake-about"))
async def accept(
    interaction: discord.Interaction, challenge: int | None = None, stake: int | None = None
) -> None:
    """Accept a challenge of this channel; a staked one shows first what is at stake."""

    async def work(request: Request) -> Screen | None:
        found = await answering.sent_here(request, challenge)
        return await answering.accept(request, found, SetId(stake) if stake is not None else None)

    await answer(interaction, work)


@app_commands.command(name=word("command-decline"), description=word("command-decline-about"))
@app_commands.rename(**_WHICH)
@app_commands.describe(**_WHICH_ABOUT)
async def decline(interaction: discord.Interaction, challenge: int | None = None) -> None:
    """Decline a challenge of this channel."""

    async def work(request: Request) -> Screen:
        return await answering.decline(request, await answering.sent_here(request, challenge))

    await answer(interaction, work)


@app_commands.command(name=word("command-withdraw"), description=word("command-withdraw-about"))
@app_commands.rename(**_WHICH)
@app_commands.describe(**_WHICH_ABOUT)
async def withdraw(interaction: discord.Interaction, challenge: int | None = None) -> None:
    """Take back a challenge of one's own in this channel."""

    async def work(request: Request) -> Screen:
        return await answering.withdraw(request, await answering.made_here(request, challenge))

    await answer(interaction, work)


@app_commands.command(name=word("command-block"), description=word("command-block-about"))
@app_commands.rename(user=word("option-user"))
@app_commands.describe(user=word("option-block-user-about"))
async def block(interaction: discord.Interaction, user: discord.User | None = None) -> None:
    """Take no more challenges from somebody; without a name, see whom one blocks."""

    async def work(request: Request) -> Screen:
        if user is None:
            return await answering.blocks(request)
        return await answering.block(request, Player(PlayerId(user.id), plain_name(user.display_name)))

    await answer(interaction, work)


@app_commands.command(name=word("command-unblock"), description=word("command-unblock-about"))
@app_commands.rename(user=word("option-user"))
@app_commands.describe(user=word("option-unblock-user-about"))
async def unblock(interaction: discord.Interaction, user: discord.User) -> None:
    """Take challenges from somebody again."""
    await answer(interaction, lambda request: answering.unblock(request, PlayerId(user.id)))


@accept.autocomplete("stake")
async def _stakes(interaction: discord.Interaction, current: str) -> list[Choice[int]]:
    return await suggest(interaction, current, free=True)


@accept.autocomplete("challenge")
@decline.autocomplete("challenge")
async def _sent(interaction: discord.Interaction, current: str) -> list[Choice[int]]:
    return await _hanging(interaction, current, {"to": PlayerId(interaction.user.id)})


@withdraw.autocomplete("challenge")
async def _made(interaction: discord.Interaction, current: str) -> list[Choice[int]]:
    return await _hanging(interaction, current, {"by": PlayerId(interaction.user.id)})


async def _hanging(
    interaction: discord.Interaction, current: str, whose: dict[str, PlayerId]
) -> list[Choice[int]]:
    house = interaction.client.house  # type: ignore[attr-defined]  # our client always has one
    say, wanted = speaker(locale_for(interaction.locale)), current.casefold()
    found: Sequence[Challenge] = await house.challenges.here(
        interaction.channel_id, now=house.clock(), **whose
    )
    told = [
        (
            say(
                "challenge-choice",
                number=one.id,
                challenger=plain_name(one.challenger.name),
                opponent=plain_name(one.opponent.name),
            )[:LONGEST_CHOICE],
            int(one.id),
        )
        for one in found
    ]
    return [Choice(name=name, value=number) for name, number in told if wanted in name.casefold()]


ANSWERS: Sequence[app_commands.Command[Any, ..., None]] = (accept, decline, withdraw, block, unblock)
