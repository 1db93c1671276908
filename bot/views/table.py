"""A session's table: the public message with the board and the controls under it."""

import discord

from bot.session import Session
from bot.views import layout
from bot.views.board import result
from bot.views.controls import button
from bot.views.layout import ACCENT, GILT, Part, Picture, Screen, lines, page, row, text
from bot.views.set_title import set_title
from bot.words import Say, shown_name
from rules.game import Seat

PRIMARY = discord.ButtonStyle.primary
RED = discord.ButtonStyle.danger
ACCENTS = {Seat.ATTACKERS: 0x3F4A46, Seat.DEFENDERS: 0xD8C7A3, None: ACCENT}


def table(
    session: Session,
    say: Say,
    board: Picture | str,
    *,
    upload: bool = True,
    controls: bool = True,
    ping: bool = False,
    letters: str = "",
    note: str = "",
) -> Screen:
    """The table with a picture of the board, or with a text board.

    Without `upload` the picture is the one already attached to the message; without `controls` it is a table
    that has been played on. `ping` notifies the player to move and nobody else.
    `letters` is a text board besides, `note` something in small print.
    """
    shown = page(
        text(_heading(session, say, ping=ping, current=controls)),
        layout.board(board),
        text(letters) if letters else None,
        text(f"-# {note}") if note else None,
        _controls(session, say) if controls else None,
        accent=GILT if session.staked else ACCENTS[session.turn],
    )
    attached = [board] if isinstance(board, Picture) and upload else []
    pings = (session.to_move.id,) if ping and session.to_move else ()
    return Screen(shown, attached, pings)


def status(session: Session, say: Say, *, mention: bool = False) -> str:
    """What is awaited of whom; once it is over, how it ended and who won."""
    mover = session.to_move
    if mover is None:
        return _ended(session, say)
    name = f"<@{mover.id}>" if mention else f"**{shown_name(mover.name)}**"
    if session.match.placing:
        return say("table-place", name=name)
    return say("table-move", name=name, number=session.match.number + 1)


def _ended(session: Session, say: Say) -> str:
    """How it ended, and who won where anybody did."""
    told, winner = result(session, say), session.outcome.winner if session.outcome else None
    if winner is None:
        return f"**{told}**"
    return say("table-ended", result=told, name=shown_name(session.seats[winner].name))


def last_move(session: Session, say: Say) -> str:
    """Who played what last; empty before the first move."""
    last = session.match.last
    if last is None:
        return ""
    name = shown_name(session.seats[last.seat].name)
    piece = say(f"piece-{last.piece.name.lower().replace('_', '-')}")
    if not last.captures:
        return say("table-last", name=name, move=last.notation, piece=piece)
    return say("table-last-captures", name=name, move=last.notation, piece=piece, count=len(last.captures))


def stakes(session: Session, say: Say) -> str:
    """What is at stake, or what became of it; empty where nothing was staked."""
    if not session.staked:
        return ""
    titles = {seat: staked_by(session, seat, say) for seat, one in session.brought.items() if one.stake}
    lost = next((seat for seat, one in session.brought.items() if one.stake == "lost"), None)
    if lost is not None and session.outcome is not None:
        taker, giver = session.seats[lost.opponent], session.seats[lost]
        names = {"taker": shown_name(taker.name), "giver": shown_name(giver.name)}
        return say("table-won-set", set=titles[lost], **names)
    key = "table-stakes" if session.outcome is None else "table-kept-sets"
    first, second = titles.values()
    return say(key, first=first, second=second)


def earned(session: Session, say: Say) -> str:
    """Which sets the winner has earned in it, and by which deeds, a line each; empty where none."""
    if session.outcome is None or session.outcome.winner is None:
        return ""
    name = shown_name(session.seats[session.outcome.winner].name)
    return lines(
        say(
            "set-earned-now",
            name=name,
            set=shown_name(set_title(say, one.material, "", one.number)),
            deed=say(f"deed-{one.deed.replace('_', '-')}"),
        )
        for one in session.earned
    )


def staked_by(session: Session, seat: Seat, say: Say) -> str:
    """What the seat's player staked is called; empty where nothing was staked."""
    one = session.brought.get(seat)
    return shown_name(set_title(say, one.material, one.name, one.number)) if one and one.stake else ""


def _heading(session: Session, say: Say, *, ping: bool, current: bool) -> str:
    attackers, defenders = (shown_name(session.seats[seat].name) for seat in (Seat.ATTACKERS, Seat.DEFENDERS))
    return lines(
        (
            f"### {say('table-title', attackers=attackers, defenders=defenders)}",
            last_move(session, say),
            status(session, say, mention=ping) if current else "",
            stakes(session, say),
            earned(session, say),
        )
    )


def _controls(session: Session, say: Say) -> Part | None:
    number, ply = session.id, session.ply
    if session.outcome:
        return row(
            button(say("button-rematch"), "t", number, ply, "rematch", style=PRIMARY),
            button(say("button-record"), "t", number, ply, "record"),
            button(say("button-flip"), "t", number, ply, "flip"),
        )
    if session.match.placing:
        first = (
            button(say("button-place-default"), "t", number, ply, "place", "e9", style=PRIMARY),
            button(say("button-place-other"), "t", number, ply, "placing"),
        )
    else:
        first = (
            button(say("button-move"), "t", number, ply, "move", style=PRIMARY),
            button(say("button-draw"), "t", number, ply, "draw"),
        )
    return row(
        *first,
        button(say("button-resign"), "t", number, ply, "resign", style=RED),
        button(say("button-more"), "t", number, ply, "more"),
    )
