"""A challenge as a public message."""

import discord

from bot.challenges import Challenge
from bot.session import Session
from bot.views.controls import button
from bot.views.layout import Part, Screen, lines, link, page, row, text
from bot.words import Say, shown_name


def challenge(found: Challenge, say: Say, *, ping: bool = False, session: Session | None = None) -> Screen:
    """The challenge with its terms; while it is open, with its controls. `session` is the match it opened.

    `ping` notifies the challenged, whose answer is awaited, and nobody else.
    """
    opponent = f"<@{found.opponent.id}>" if ping else f"**{shown_name(found.opponent.name)}**"
    head = say("challenge-title", challenger=f"**{shown_name(found.challenger.name)}**", opponent=opponent)
    terms = (
        say(f"challenge-side-{found.side}", challenger=shown_name(found.challenger.name)),
        say("challenge-rules", rules=say(f"preset-{found.preset or 'custom'}")),
    )
    layout = page(text(lines((f"### {head}", *terms, _standing(found, say)))), _controls(found, say, session))
    return Screen(layout, (), (found.opponent.id,) if ping else ())


def _standing(found: Challenge, say: Say) -> str:
    if found.state == "open":
        return say("challenge-open", when=f"<t:{int(found.expires_at.timestamp())}:R>")
    names = {"challenger": shown_name(found.challenger.name), "opponent": shown_name(found.opponent.name)}
    return say(f"challenge-{found.state}", **names)


def _controls(found: Challenge, say: Say, session: Session | None) -> Part | None:
    if session is not None and session.shown:
        return row(link(say("button-to-the-table"), session.link))
    if found.state != "open":
        return None
    return row(
        button(say("button-accept"), "c", found.id, 0, "accept", style=discord.ButtonStyle.success),
        button(say("button-decline"), "c", found.id, 0, "decline"),
        button(say("button-withdraw"), "c", found.id, 0, "withdraw"),
    )
