"""An offer as a public message: a draw, or taking the last move back."""

import discord

from bot.session import OfferKind, Session
from bot.views.controls import button
from bot.views.layout import Screen, page, row, sentence, text
from bot.words import Say, shown_name
from rules.game import Seat


def offer(session: Session, say: Say, kind: OfferKind, by: Seat, *, ping: bool = False) -> Screen:
    """What is offered, whose answer it waits for, and the two answers; it stands until the next move.

    `ping` notifies the opponent, and nobody else.
    """
    awaited = session.seats[by.opponent]
    opponent = f"<@{awaited.id}>" if ping else f"**{shown_name(awaited.name)}**"
    ids = ("t", session.id, session.ply)
    return Screen(
        page(
            text(say(f"offer-{kind}-made", name=shown_name(session.seats[by].name), opponent=opponent)),
            row(
                button(say("button-accept"), *ids, "yes", kind, style=discord.ButtonStyle.success),
                button(say("button-decline"), *ids, "no", kind),
            ),
        ),
        pings=(awaited.id,) if ping else (),
    )


def answered(session: Session, say: Say, kind: OfferKind, by: Seat, *, accepted: bool) -> Screen:
    """The same message once the opponent has answered."""
    names = {
        "name": shown_name(session.seats[by].name),
        "opponent": shown_name(session.seats[by.opponent].name),
    }
    return sentence(say(f"offer-{kind}-{'accepted' if accepted else 'declined'}", **names))


def lapsed(session: Session, say: Say, kind: OfferKind, by: Seat) -> Screen:
    """The same message once the match has gone on without an answer."""
    return sentence(say(f"offer-{kind}-lapsed", name=shown_name(session.seats[by].name)))
