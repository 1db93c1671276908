"""A hunt told round by round, with an animation between its latest rounds and all of them."""

from collections.abc import Mapping, Sequence

from bot.hunts import shown_seed
from bot.session import Session
from bot.views.hunt_words import happened, round_told
from bot.views.layout import (
    NOTHING,
    Document,
    Moving,
    Screen,
    attachment,
    gallery,
    lines,
    page,
    small,
    text,
)
from bot.words import Say

ROUNDS_ON_SCREEN = 4
Told = Mapping[int, Sequence[str]]
"""Sentences by the round that they are about, in order."""


def rounds_told(session: Session, actions: Sequence[str], say: Say) -> Told:
    """What happened in each round. A long hunt takes longer than an event loop should stand still."""
    events = happened(session.setup, actions)
    rounds = sorted({event.round for event in events if event.round})
    return {number: round_told(events, number, say) for number in rounds}


def log_screen(session: Session, told: Told, say: Say, moving: Moving = NOTHING) -> Screen:
    """The latest rounds to read at once, the animation, if there is one, and all rounds as a file."""
    latest = [_round(number, told[number], say) for number in list(told)[-ROUNDS_ON_SCREEN:]]
    seed = shown_seed(session)
    document, picture = Document(f"haugbui-hunt-{session.id}.txt", _whole(session, told, say)), moving.picture
    return Screen(
        page(
            text(
                lines(
                    (
                        f"### {say('log-title', number=session.id)}",
                        say("log-seed", seed=seed) if seed else "",
                        *latest,
                        f"**{say(f'hunt-over-{session.outcome.ending}')}**" if session.outcome else "",
                        small(moving.told),
                    )
                )
            ),
            gallery(picture) if picture else None,
            attachment(document),
        ),
        (document, picture) if picture else (document,),
    )


def _round(number: int, told: Sequence[str], say: Say) -> str:
    return lines((f"**{say('log-round', number=number)}**", *told))


def _whole(session: Session, told: Told, say: Say) -> str:
    parts = [say("log-title", number=session.id)]
    for number, events in told.items():
        parts += ["", say("log-round", number=number), *events]
    if session.outcome:
        parts += ["", say(f"hunt-over-{session.outcome.ending}")]
    return "\n".join(parts) + "\n"
