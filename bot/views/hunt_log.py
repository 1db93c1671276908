"""A hunt told round by round."""

from collections.abc import Sequence

from bot.hunts import shown_seed
from bot.session import Session
from bot.views.hunt_words import happened, round_told
from bot.views.layout import Document, Screen, attachment, lines, page, text
from bot.words import Say

ROUNDS_ON_SCREEN = 4


def log_screen(session: Session, actions: Sequence[str], say: Say) -> Screen:
    """The latest rounds to read at once, and all of them as a file."""
    events = happened(session.setup, actions)
    rounds = sorted({event.round for event in events if event.round})
    told = {number: round_told(events, number, say) for number in rounds}
    latest = [_round(number, told[number], say) for number in rounds[-ROUNDS_ON_SCREEN:]]
    seed = shown_seed(session)
    document = Document(f"haugbui-hunt-{session.id}.txt", _whole(session, told, say))
    return Screen(
        page(
            text(
                lines(
                    (
                        f"### {say('log-title', number=session.id)}",
                        say("log-seed", seed=seed) if seed else "",
                        *latest,
                        f"**{say(f'hunt-over-{session.outcome.ending}')}**" if session.outcome else "",
                    )
                )
            ),
            attachment(document),
        ),
        (document,),
    )


def _round(number: int, told: Sequence[str], say: Say) -> str:
    return lines((f"**{say('log-round', number=number)}**", *told))


def _whole(session: Session, told: dict[int, list[str]], say: Say) -> str:
    parts = [say("log-title", number=session.id)]
    for number, events in told.items():
        parts += ["", say("log-round", number=number), *events]
    if session.outcome:
        parts += ["", say(f"hunt-over-{session.outcome.ending}")]
    return "\n".join(parts) + "\n"
