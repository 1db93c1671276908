"""The daily hunt's result to share, and the ranking of a server."""

from collections.abc import Sequence
from datetime import date

from bot.hunts import Standing, shown_seed
from bot.session import Session
from bot.views.layout import Screen, lines, page, sentence, text
from bot.words import Say, shown_name
from rules.draugr.cards import TOWNSFOLK
from rules.draugr.hunt import SLAIN_TO_WIN

MOST_RANKED = 10
SLAIN, STANDING = "⚔️", "▫️"
KEPT, LOST = "🕯️", "🌑"


def result_screen(session: Session, say: Say, day: str | None, *, to_copy: bool = False) -> Screen:
    """How a hunt ended, with nothing that would spoil it for another; `to_copy` as text in a code block."""
    words = _result(session, say, day)
    return sentence(f"{say('share-copy')}\n```\n{words}\n```" if to_copy else words)


def _result(session: Session, say: Say, day: str | None) -> str:
    hunt = session.hunt
    slain = min(hunt.slain, SLAIN_TO_WIN)
    kept = len(TOWNSFOLK) - hunt.townsfolk_lost
    seed = shown_seed(session)
    title = say("share-daily", day=day) if day else say("share-hunt", seed=seed)
    return lines(
        (
            title,
            SLAIN * slain
            + STANDING * (SLAIN_TO_WIN - slain)
            + "  "
            + KEPT * kept
            + LOST * hunt.townsfolk_lost,
            say(
                "share-won" if session.outcome and session.outcome.winner else "share-lost", count=hunt.round
            ),
        )
    )


def ranking_screen(
    say: Say,
    *,
    day: date,
    today: Sequence[Standing],
    week: Sequence[Standing],
    seal: str,
    yesterday: date,
    revealed: str,
) -> Screen:
    """Today's and this week's daily hunters, and what proves that the dice were fixed beforehand."""
    return Screen(
        page(
            text(lines((f"### {say('ranking-today', day=day)}", *_places(today, say)))),
            text(lines((f"### {say('ranking-week')}", *_places(week, say)))),
            text(
                lines(
                    (
                        f"-# {say('ranking-seal', day=day, seal=seal)}",
                        f"-# {say('ranking-revealed', day=yesterday, seed=revealed)}",
                    )
                )
            ),
        )
    )


def _places(standings: Sequence[Standing], say: Say) -> Sequence[str]:
    if not standings:
        return [say("ranking-empty")]
    return [
        say(
            "ranking-line",
            place=one.place,
            name=shown_name(one.name),
            won=one.won,
            slain=one.slain,
            rounds=one.rounds,
            tries=one.tries,
        )
        for one in standings[:MOST_RANKED]
    ]
