"""The list of a person's matches."""

from collections.abc import Mapping, Sequence

from bot.challenges import Challenge
from bot.people import PlayerId
from bot.session import Session
from bot.views.board import result
from bot.views.layout import Screen, page, text, whole_lines
from bot.words import Say, shown_name

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
) -> Screen:
    """Live matches first, those that wait for the player on top; then hunts, open challenges, latest results.

    `name` is empty where the reader asks for their own.
    """
    title = say("matches-of", name=shown_name(name)) if name else say("matches-mine")
    waiting = sorted(live, key=lambda session: session.to_move is None or session.to_move.id != player)
    parts = [f"### {title}"]
    parts += [_live(session, say, player) for session in waiting]
    parts += [_hunt(session, say) for session in hunts]
    parts += [_challenge(found, say) for found in challenges]
    if not live and not hunts:
        parts.append(say("matches-none-live"))
    if over:
        parts.append(f"**{say('matches-over')}** · {say('matches-results', **results)}")
        parts += [_over(session, say, player) for session in over]
    return Screen(page(text(whole_lines(parts))))


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
    return say(
        "matches-ended",
        number=session.id,
        link=session.link,
        opponent=rival,
        result=result(session, say),
        when=f"<t:{int(ended.timestamp())}:d>",
    )
