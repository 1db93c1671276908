"""A server's daily hunters, today's and this week's."""

from collections.abc import Sequence
from datetime import date

from bot.hunts import Standing
from bot.views.layout import Screen, lines, page, text
from bot.words import Say, shown_name

MOST_RANKED = 10


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
    """Both rankings, and what proves that the dice were fixed beforehand."""
    nobody_today, nobody_at_all = say("ranking-empty"), say("ranking-week-empty")
    return Screen(
        page(
            text(lines((f"### {say('ranking-today', day=day)}", *(_places(today, say) or [nobody_today])))),
            text(lines((f"### {say('ranking-week')}", *(_places(week, say) or [nobody_at_all])))),
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
