"""Whom somebody takes no challenges from, and the way to change it."""

from collections.abc import Sequence

import discord

from bot.challenges import Challenge
from bot.people import Player
from bot.views.controls import button, option, select
from bot.views.layout import MOST_OPTIONS, Screen, lines, page, row, sentence, text
from bot.words import Say, shown_name


def blocks(blocked: Sequence[Player], say: Say) -> Screen:
    """Those blocked, the latest first, each with the way back."""
    if not blocked:
        return sentence(say("blocks-none"))
    shown = blocked[:MOST_OPTIONS]
    more = len(blocked) - len(shown)
    told = [f"- {shown_name(player.name)}" for player in shown]
    told += [say("blocks-more", count=more)] if more else []
    options = [option(player.name, str(player.id)) for player in shown]
    return Screen(
        page(
            text(lines((f"### {say('blocks-title')}", say("blocks-about"), *told))),
            row(select(say("blocks-unblock-placeholder"), options, "b", 0, 0, "unblock")),
        )
    )


def block_offered(challenge: Challenge, say: Say) -> Screen:
    """After a decline that was not the first: the challenger can be blocked."""
    return sentence(
        say("block-offered", name=shown_name(challenge.challenger.name)),
        button(say("button-block"), "c", challenge.id, 0, "block", style=discord.ButtonStyle.danger),
    )
