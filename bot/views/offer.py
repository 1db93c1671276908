"""An offer as a public message: a draw, or taking the last move back."""

import discord

from bot.session import OfferKind, Session
from bot.views.controls import button
from bot.views.layout import Screen, page, row, sentence, text
from bot.words import Say, shown_name
from rules.game import Seat


def offer(session: Session, say: Say, kind: OfferKind, by: Seat) -> Screen:
    """What is offered and the two answers; it stands until the next move."""
    names = {
        "name": shown_name(session.seats[by].name),
        "opponent": shown_name(session.seats[by.opponent].name),
    }
    ids = ("t", session.id, session.ply)
    return Screen(
        page(
            text(say(f"offer-{kind}-made", **names)),
            row(
                button(say("button-accept"), *ids, "yes", kind, style=discord.ButtonStyle.success),
                button(say("button-decline"), *ids, "no", kind),
            ),
        )
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
