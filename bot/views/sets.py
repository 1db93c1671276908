"""Playing sets on screen: a collection, one set's story, and what is staked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import discord

from bot.challenges import Challenge
from bot.drawing import off_the_loop
from bot.people import PlayerId, SessionId
from bot.playing_sets import Chapter, PlayingSet
from bot.session import Session
from bot.views.controls import button, option, select
from bot.views.layout import MOST_OPTIONS, MOST_TEXT, Picture, Screen, gallery, lines, page, row, text
from bot.views.set_title import set_title
from bot.words import Say, plain_name, shown_name
from render.sets import SetPlate, draw_sets
from rules.tafl.match import TAFL

PAGE = 6
PICTURE = "sets.png"


async def pictured(sets: Sequence[PlayingSet], say: Say, cache: Path, title: str = "") -> Picture:
    """Up to six sets side by side, with words for each."""
    plates = [_plate(one, say) for one in sets]
    png = await off_the_loop(draw_sets, plates, title=title, cache_dir=cache)
    words = " ".join(f"{plate.name}: {plate.line}. {plate.note}".strip() for plate in plates)
    return Picture(PICTURE, png, words[:1024])


def collection(
    owner: str, sets: Sequence[PlayingSet], shown: Picture, say: Say, *, player: PlayerId, first: int
) -> Screen:
    """A page of a collection; `sets` are all of it, `first` is where the page begins."""
    here = sets[first : first + PAGE]
    parts = [f"### {say('sets-of', name=shown_name(owner), count=len(sets))}"]
    parts += [_line(one, say) for one in here]
    options = [option(set_title(say, one.material, one.name, one.id), str(one.id)) for one in here]
    return Screen(
        page(
            text(lines(parts)),
            gallery(shown),
            row(select(say("sets-story-placeholder"), options, "s", player, 0, "story")),
            row(
                button(say("button-back"), "s", player, first - PAGE, "page") if first else None,
                button(say("button-onward"), "s", player, first + PAGE, "page")
                if first + PAGE < len(sets)
                else None,
            ),
        ),
        (shown,),
    )


def in_use_marked(sets: Sequence[PlayingSet]) -> Sequence[PlayingSet]:
    """All that somebody owns, oldest first; where none was chosen to play with, the oldest, which is used then."""
    if not sets or any(one.used for one in sets):
        return sets
    return [replace(sets[0], used=True), *sets[1:]]


def no_sets(owner: str, say: Say) -> Screen:
    """A collection with nothing in it."""
    return Screen(page(text(say("sets-none", name=shown_name(owner)))))


def story(
    one: PlayingSet,
    chapters: Sequence[Chapter],
    sessions: Mapping[SessionId, Session],
    shown: Picture,
    say: Say,
) -> Screen:
    """One set: made by whom and when, and every owner since that there is room for, with links to the `sessions`."""
    title = shown_name(set_title(say, one.material, one.name, one.id))
    told = [
        f"### {title}",
        _made_of(one, say),
        *(_chapter(one, chapter, sessions, say) for chapter in chapters),
    ]
    while len(lines(told)) > MOST_TEXT:
        del told[3]  # its making and its latest owners stay
    return Screen(page(text(lines(told)), gallery(shown)), (shown,))


def choose_stake(challenge: Challenge, free: Sequence[PlayingSet], say: Say, first: int = 0) -> Screen:
    """The challenged chooses the set that answers the challenger's; `first` is where the page of them begins."""
    first = first if 0 <= first < len(free) else 0
    ids = ("c", challenge.id)
    options = [
        option(set_title(say, one.material, one.name, one.id), str(one.id), _made_of(one, say))
        for one in free[first : first + MOST_OPTIONS]
    ]
    return Screen(
        page(
            text(lines((say("stake-choose"), say("stake-terms")))),
            row(select(say("stake-choose-placeholder"), options, *ids, 0, "staked")),
            row(
                button(say("button-back"), *ids, max(first - MOST_OPTIONS, 0), "restake") if first else None,
                button(say("button-onward"), *ids, first + MOST_OPTIONS, "restake")
                if first + MOST_OPTIONS < len(free)
                else None,
            ),
        )
    )


def review_stakes(
    challenge: Challenge, theirs: PlayingSet, mine: PlayingSet, shown: Picture, say: Say
) -> Screen:
    """Both sets, what takes each, and the button that seals it."""
    return Screen(
        page(
            text(
                lines(
                    (
                        f"### {say('stake-review')}",
                        _staker(challenge.challenger.name, theirs, say),
                        _staker(challenge.opponent.name, mine, say),
                        say("stake-terms"),
                    )
                )
            ),
            gallery(shown),
            row(
                button(
                    say("button-seal"),
                    "c",
                    challenge.id,
                    0,
                    "sealed",
                    str(mine.id),
                    style=discord.ButtonStyle.success,
                ),
                button(say("button-other-set"), "c", challenge.id, 0, "restake"),
            ),
        ),
        (shown,),
    )


def _plate(one: PlayingSet, say: Say) -> SetPlate:
    note = say("set-staked") if one.staked_in else say("set-used") if one.used else ""
    title = plain_name(set_title(say, one.material, one.name, one.id))
    return SetPlate(one.material, one.style, title, _made_of(one, say), note)


def _made_of(one: PlayingSet, say: Say) -> str:
    return say("set-made-of", material=say(f"material-{one.material}"), style=say(f"style-{one.style}"))


def _line(one: PlayingSet, say: Say) -> str:
    title = shown_name(set_title(say, one.material, one.name, one.id))
    marks = [say("set-staked") if one.staked_in else "", say("set-used") if one.used else ""]
    return " · ".join(part for part in (f"**{title}** (#{one.id})", _made_of(one, say), *marks) if part)


def _staker(name: str, one: PlayingSet, say: Say) -> str:
    title = shown_name(set_title(say, one.material, one.name, one.id))
    return say("stake-line", name=shown_name(name), set=title, made_of=_made_of(one, say))


def _chapter(one: PlayingSet, chapter: Chapter, sessions: Mapping[SessionId, Session], say: Say) -> str:
    when = f"<t:{int(chapter.at.timestamp())}:d>"
    where = _linked(sessions[chapter.session], say) if chapter.session is not None else ""
    deed = say(f"deed-{one.deed.replace('_', '-')}") if one.deed else ""
    name = shown_name(chapter.player.name)
    return "- " + say(f"set-{chapter.reason}", name=name, when=when, match=where, deed=deed)


def _linked(session: Session, say: Say) -> str:
    key = "set-match" if session.game == TAFL.name else "set-hunt"
    return f"[{say(key, number=session.id)}]({session.link})"
