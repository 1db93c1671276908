"""A challenge as a public message."""

from collections.abc import Sequence

import discord

from bot.challenges import Challenge
from bot.session import Session
from bot.views.controls import button
from bot.views.layout import ACCENT, GILT, Part, Picture, Screen, gallery, lines, link, page, row, text
from bot.views.table import stakes as stakes_told
from bot.words import Say, shown_name


def challenge(
    found: Challenge,
    say: Say,
    *,
    ping: bool = False,
    session: Session | None = None,
    staked: tuple[str, Picture | None] | None = None,
) -> Screen:
    """The challenge with its terms; while it is open, with its controls.

    `session` is the match it opened, whose stakes it then tells.
    `staked` is the challenger's set, by name and perhaps pictured, where the challenge is for sets.
    `ping` notifies the challenged, whose answer is awaited, and nobody else.
    """
    opponent = f"<@{found.opponent.id}>" if ping else f"**{shown_name(found.opponent.name)}**"
    head = say("challenge-title", challenger=f"**{shown_name(found.challenger.name)}**", opponent=opponent)
    terms = (
        say(f"challenge-side-{found.side}", challenger=shown_name(found.challenger.name)),
        say("challenge-rules", rules=say(f"preset-{found.preset or 'custom'}")),
    )
    stakes = _offered(found, say, staked[0]) if staked else _sealed(session, say)
    shown = staked[1] if staked else None
    layout = page(
        text(lines((f"### {head}", *terms, *stakes, _standing(found, say)))),
        gallery(shown) if shown else None,
        _controls(found, say, session),
        accent=GILT if found.stake else ACCENT,
    )
    return Screen(layout, (shown,) if shown else (), (found.opponent.id,) if ping else ())


def _offered(found: Challenge, say: Say, title: str) -> Sequence[str]:
    """The terms in full: what the challenger puts up, and what takes each set (W1-W3)."""
    names = {"name": shown_name(found.challenger.name), "opponent": shown_name(found.opponent.name)}
    return (say("stake-offered", set=shown_name(title), **names), say("stake-terms"))


def _sealed(session: Session | None, say: Say) -> Sequence[str]:
    """Both sets that the match is for, or what became of them, and the terms; nothing where none were staked."""
    return (stakes_told(session, say), say("stake-terms")) if session and session.staked else ()


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
        button(
            say("button-accept"),
            "c",
            found.id,
            0,
            "stake" if found.stake else "accept",
            style=discord.ButtonStyle.success,
        ),
        button(say("button-decline"), "c", found.id, 0, "decline"),
        button(say("button-withdraw"), "c", found.id, 0, "withdraw"),
    )
