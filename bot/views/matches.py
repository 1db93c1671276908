"""The list of a person's matches."""

from collections.abc import Mapping, Sequence

from bot.challenges import Challenge
from bot.people import PlayerId
from bot.session import Session
from bot.views.board import result
from bot.views.controls import button, option, select
from bot.views.layout import Part, Screen, link, page, row, text, whole_lines
from bot.words import Say, plain_name, shown_name
from rules.tafl.match import TAFL

MOST_LISTED = 10


def matches(
    say: Say,
    *,
    player: PlayerId,
    name: str,
    live: Sequence[Session],
    hunts: Sequence[Session],
    over: Sequence[Session],
    challenges: Sequence[Challenge],
    results: Mapping[str, int],
    first: int = 0,
) -> Screen:
    """Live matches first, those that wait for the player on top; then hunts, open challenges, latest results.

    `name` is empty where the reader asks for their own. `live` and `hunts` are all there are; of the others as
    many as a page lists from `first` on, and one more where there is one.
    """
    title = say("matches-of", name=shown_name(name)) if name else say("matches-mine")
    ordered = sorted(live, key=lambda session: session.to_move is None or session.to_move.id != player)
    waiting, hunting = ordered[first : first + MOST_LISTED], hunts[first : first + MOST_LISTED]
    onward = max(len(live) - first, len(hunts) - first, len(over), len(challenges)) > MOST_LISTED
    parts = [f"### {title}"]
    parts += [_live(session, say, player) for session in waiting]
    parts += [_hunt(session, say) for session in hunting]
    parts += [_challenge(found, say) for found in challenges[:MOST_LISTED]]
    if not live and not hunts:
        parts.append(say("matches-none-live"))
    if over:
        parts.append(f"**{say('matches-over')}** · {say('matches-results', **results)}")
        parts += [_over(session, say, player) for session in over[:MOST_LISTED]]
    more = row(_more(waiting, hunting, say)) if not name else None
    return Screen(page(text(whole_lines(parts)), more, _pages(say, player, first, onward=onward)))


def about(session: Session, say: Say, player: PlayerId) -> Screen:
    """One live session of one's own: to its table, or on with it here, or to an end without result."""
    is_match = session.game == TAFL.name
    ids = ("t", session.id, session.ply)
    return Screen(
        page(
            text(_live(session, say, player) if is_match else _hunt(session, say)),
            row(
                link(say("button-to-the-table"), session.link),
                button(say("button-bring-here"), *ids, "here"),
                button(say("button-annul"), *ids, "annul") if is_match else None,
                button(say("button-record"), *ids, "record") if is_match else None,
            ),
        )
    )


def _pages(say: Say, player: PlayerId, first: int, *, onward: bool) -> Part | None:
    return row(
        button(say("button-back"), "m", player, max(first - MOST_LISTED, 0), "page") if first else None,
        button(say("button-onward"), "m", player, first + MOST_LISTED, "page") if onward else None,
    )


def _more(live: Sequence[Session], hunts: Sequence[Session], say: Say) -> Part | None:
    options = [
        option(say("matches-option", number=session.id, names=_names(session)), str(session.id))
        for session in (*live, *hunts)
    ]
    return select(say("matches-choose-placeholder"), options, "m", 0, 0, "about") if options else None


def _names(session: Session) -> str:
    return ", ".join(plain_name(player.name) for player in session.seats.values())


def _live(session: Session, say: Say, player: PlayerId) -> str:
    rival = shown_name(session.seats[session.seat_of(player).opponent].name)
    side = say(f"side-{session.seat_of(player)}")
    mover = session.to_move
    key = "matches-your-turn" if mover and mover.id == player else "matches-their-turn"
    turn = say(key, name=shown_name(mover.name) if mover else "")
    return say("matches-live", number=session.id, link=session.link, opponent=rival, side=side, turn=turn)


def _hunt(session: Session, say: Say) -> str:
    difficulty = say(f"difficulty-{session.hunt.ruleset.difficulty}")
    return say(
        "matches-hunt", number=session.id, link=session.link, difficulty=difficulty, round=session.hunt.round
    )


def _challenge(found: Challenge, say: Say) -> str:
    return say(
        "matches-challenge",
        link=found.link,
        challenger=shown_name(found.challenger.name),
        opponent=shown_name(found.opponent.name),
        when=f"<t:{int(found.expires_at.timestamp())}:R>",
    )


def _over(session: Session, say: Say, player: PlayerId) -> str:
    rival = shown_name(session.seats[session.seat_of(player).opponent].name)
    ended = session.ended_at or session.created_at
    winner = session.outcome.winner if session.outcome else None
    key = (
        "matches-won" if winner is session.seat_of(player) else "matches-lost" if winner else "matches-ended"
    )
    return say(
        key,
        number=session.id,
        link=session.link,
        opponent=rival,
        result=result(session, say),
        when=f"<t:{int(ended.timestamp())}:d>",
    )
