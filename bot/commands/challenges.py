"""The controls of a challenge, and *Challenge to tafl* in the menu of a person."""

import discord
from discord import app_commands

from bot import answering, challenging, finding
from bot.challenges import SIDES
from bot.commands.naming import word
from bot.intents import on
from bot.people import ChallengeId, PlayerId
from bot.playing_sets import SetId
from bot.refusals import Opening
from bot.reply import answer
from bot.request import Request
from bot.views import challenge as view
from bot.views.controls import Pressed, whole_number
from bot.views.layout import Screen
from bot.words import speaker
from rules.game import Unreadable
from rules.tafl.ruleset import PRESETS


@on("c", "accept", update=True)
async def accept(request: Request, pressed: Pressed) -> Screen | None:
    """The challenged accepts: the match begins."""
    return await challenging.accept(request, ChallengeId(pressed.number))


@on("c", "stake")
async def choose_stake(request: Request, pressed: Pressed) -> Screen:
    """The challenged accepts a stake: with which set?"""
    return await challenging.choose_stake(request, ChallengeId(pressed.number))


@on("c", "restake", update=True)
async def choose_another(request: Request, pressed: Pressed) -> Screen:
    """*Another set*, or another page of them: back to the choice."""
    return await challenging.choose_stake(request, ChallengeId(pressed.number), first=pressed.ply)


@on("c", "staked", update=True)
async def review_stakes(request: Request, pressed: Pressed) -> Screen:
    """A set is chosen: both are shown once more."""
    return await challenging.review_stakes(request, ChallengeId(pressed.number), SetId(pressed.chosen_number))


@on("c", "sealed", update=True)
async def seal(request: Request, pressed: Pressed) -> Screen | None:
    """*Seal it*: the match begins, and both sets are locked (W4)."""
    return await challenging.seal(request, ChallengeId(pressed.number), SetId(pressed.argument_number))


@on("c", "decline", update=True)
async def decline(request: Request, pressed: Pressed) -> Screen:
    """The challenged declines."""
    challenges = request.house.challenges
    closed = await challenges.decline(ChallengeId(pressed.number), request.player.id, now=request.now)
    await request.tell(await answering.block_offered(request, closed))
    return view.challenge(closed, speaker(closed.locale))


@on("c", "block", update=True)
async def block(request: Request, pressed: Pressed) -> Screen:
    """*Block*: the challenged takes no more challenges from the challenger."""
    return await answering.block_challenger(request, ChallengeId(pressed.number))


@on("b", "unblock", update=True)
async def unblock(request: Request, pressed: Pressed) -> Screen:
    """Somebody chosen from those blocked."""
    return await answering.unblock(request, PlayerId(pressed.chosen_number))


@on("c", "withdraw", update=True)
async def withdraw(request: Request, pressed: Pressed) -> Screen:
    """The challenger takes it back."""
    challenges = request.house.challenges
    closed = await challenges.withdraw(ChallengeId(pressed.number), request.player.id, now=request.now)
    return view.challenge(closed, speaker(closed.locale))


@on("c", "thread")
async def open_thread(request: Request, pressed: Pressed) -> Screen | None:
    """A thread for the challenge whose channel was taken."""
    opening = _opening(pressed)
    opponent = await _person(request, pressed.number)
    return await challenging.challenge_in_thread(request, opponent, opening)


@on("c", "start")
async def start(request: Request, pressed: Pressed) -> Screen | None:
    """Somebody chosen from a select of people."""
    return await challenging.challenge(request, pressed.person, "random", "standard")


@app_commands.context_menu(name=word("menu-challenge"))
async def challenge_menu(interaction: discord.Interaction, opponent: discord.User) -> None:
    """Challenge the person to a match with sides drawn by lot."""
    await answer(interaction, lambda request: challenging.challenge(request, opponent, "random", "standard"))


async def _person(request: Request, user: int) -> discord.User | discord.Member:
    guild = request.interaction.guild
    member = guild.get_member(user) if guild else None
    return member or await finding.person(request.interaction.client, user)


def _opening(pressed: Pressed) -> Opening:
    """The challenge that the button stands for; raises Unreadable where it is none of ours."""
    side, _, rest = pressed.argument.partition(".")
    preset, _, stake = rest.partition(".")
    if side not in SIDES or preset not in PRESETS:
        raise Unreadable(reason="move")
    return Opening(pressed.number, side, preset, whole_number(stake) if stake else None)
