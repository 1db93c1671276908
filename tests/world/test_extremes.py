"""Legal extremes: the longest names, the fullest lists, the longest games. Discord takes all of it (F41)."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from simcord.actors import MemberActor

from bot.limits import MOST_MATCHES
from bot.views.hunt_log import log_screen, rounds_told
from bot.views.layout import MOST_TEXT
from bot.views.matches import MOST_LISTED
from bot.views.picker import choose_piece, choose_square, movable
from bot.words import LOCALES, Locale, speaker
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.ruleset import STANDARD as HUNT
from rules.draugr.ruleset import write_setup
from rules.game import Seat
from rules.tafl.match import begin_from
from rules.tafl.position import read_position
from rules.tafl.record import read_record
from rules.tafl.ruleset import Ruleset, write_ruleset
from tests.bot.screens import NAMES, picture, session
from tests.bot.test_views import all_faults
from tests.world.for_sets import offered, speak
from tests.world.hunting import Hunter
from tests.world.stage import Stage

SCRIPTS = {
    "en-US": "W" * 32,
    "ru": "Щ" * 32,
    "ko": "뷁" * 32,
    "no": "ÞÆØÅ" * 8,
    "de": "👩\u200d👩\u200d👧\u200d👦" * 4 + "🐺🐺🐺🐺",
}


@contextmanager
def database(stage: Stage) -> Iterator[sqlite3.Connection]:
    """The bot's own rows, to be multiplied."""
    with closing(sqlite3.connect(stage.house.store.path)) as connection, connection:
        yield connection


def fully_named(stage: Stage, name: str) -> tuple[MemberActor, MemberActor]:
    """Two people of that name, or nearly."""
    people = [stage.guild.add_member(stage.env.create_user(f"u{n}", global_name=name)) for n in range(2)]
    return people[0], people[1]


@pytest.mark.parametrize("locale", SCRIPTS)
async def test_the_longest_names_in_every_script_pass_through_every_screen(stage: Stage, locale: str) -> None:
    name = SCRIPTS[locale]
    if locale in ("en-US", "ru", "ko"):
        speak(stage, locale)
    first, second = fully_named(stage, name)
    for person in (first, second):
        stage.speaks(person, locale)
        number = (await offered(stage, person))[0]
        await stage.slash(person, "sets rename", set=number, name=name)
    stake = (await offered(stage, first))[0]
    await stage.slash(first, "tafl challenge", opponent=second, side="attack", stake=stake)
    await stage.slash(stage.astrid, "tafl challenge", opponent=second)
    choice = stage.read(await stage.press(second, stage.showing("stake"), "stake"))
    review = stage.read(await stage.choose(second, choice, next(iter(choice.options))))
    await stage.press(second, review, "sealed")
    await stage.challenge(first, stage.ketil)
    picker = stage.read(await stage.press(first, stage.table(), "placing"))
    assert len(picker.options) == 16
    await stage.choose(first, picker, "d1")
    await stage.move(first, "d1-d4")
    await stage.slash(first, "tafl draw")
    for control in ("more", "move"):
        await stage.press(second, stage.table(), control)
    for command in ("matches", "sets show", "tafl record", "tafl show"):
        await stage.slash(second, command)
    await stage.slash(second, "sets story", set=stake)
    await stage.say_move(second, "e3-d3")
    over = stage.last()
    assert not over.offers("move")
    assert all(0 < len(words) <= 1024 for page in stage.pages() for words in page.pictures)
    hunter = Hunter.of(stage, first, stage.place("camp"))
    await hunter.slash("draugr hunt", seed=name)
    await hunter.slash("draugr log")
    await hunter.slash("ranking")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", NAMES[:4])
async def test_F41_sixteen_squares_of_one_piece_and_sixteen_pieces_fit_their_selects(
    locale: Locale, name: str
) -> None:
    say = speaker(locale)
    # A piece on an open board reaches sixteen squares; sixteen pieces stand about the edge.
    far = begin_from(read_position("9/9/9/9/9/9/2S6/6J2/8b d"))
    many = begin_from(read_position("d1d1d1d1d/9/d7d/9/d3J3d/9/d7d/9/d1d1b1d1d a"))
    widest = max(movable(far).items(), key=lambda found: len(found[1]))
    assert len(widest[1]) == 16
    assert len(movable(many)) == 16
    for match in (far, many):
        found = session(match, name)
        board = picture(found, say)
        screens = [choose_piece(found, say, board)]
        for start, moves in movable(match).items():
            targets = tuple(move.end for move in moves)
            screens.append(
                choose_square(found, say, picture(found, say, select=start, targets=targets), start)
            )
        assert all_faults(screens) == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_log_of_the_longest_hunt_fits(locale: Locale) -> None:
    longest: list[str] = []
    for seed in range(12):
        chance, hunt, texts = random.Random(seed), DRAUGR.start(write_setup(HUNT)), list[str]()
        while hunt.outcome is None:
            if DRAUGR.turn(hunt) is Seat.CHANCE:
                action = DRAUGR.chance(hunt, dice(f"hunt {seed}", hunt.moment))
            else:
                action = chance.choice(DRAUGR.legal(hunt))
            texts.append(DRAUGR.write(hunt, action))
            hunt = DRAUGR.play(hunt, action)
        if len(texts) > len(longest):
            longest, last = texts, hunt
    found = session(last, "W" * 32, actions=longest)
    told = rounds_told(found, longest, speaker(locale))
    assert all_faults([log_screen(found, told, speaker(locale))]) == []


# Hundreds


async def test_F41_hundreds_of_matches_are_listed_page_by_page(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.slash(stage.astrid, "tafl resign")
    await stage.press(stage.astrid, stage.told(stage.astrid), "resigned")
    with database(stage) as connection:
        for number in range(2, 302):
            live = number <= 1 + MOST_MATCHES
            connection.execute(
                "insert into session select ?, game, setup, guild, ?, posting, locale,"
                " iif(?, 'live', state), iif(?, null, winner), iif(?, null, ending), created_at,"
                " iif(?, null, ended_at), seed from session where id = 1",
                (number, 10_000 + number, live, live, live, live),
            )
            connection.execute(
                "insert into seat select ?, seat, player, name, null from seat where session = 1", (number,)
            )
            last = "ply < 1" if live else "true"
            connection.execute(
                f"insert into action select ?, ply, seat, text, at from action where session = 1 and {last}",
                (number,),
            )
    page = stage.read(await stage.slash(stage.bjorn, "matches"))
    going, seen = list(page.options), {page.text}
    assert page.labels == ("Onward",)
    while "Onward" in page.labels:
        page = stage.read(await stage.press(stage.bjorn, page, "Onward"))
        assert page.text not in seen
        seen.add(page.text)
        going += page.options
    assert len(going) == len(set(going)) == MOST_MATCHES
    assert len(seen) == -(-(300 - MOST_MATCHES + 1) // MOST_LISTED)
    back = stage.read(await stage.press(stage.bjorn, page, "Back"))
    assert back.labels == ("Back", "Onward")
    theirs = stage.read(await stage.slash(stage.ketil, "matches", user=stage.bjorn))
    assert not theirs.options
    onward = stage.read(await stage.press(stage.ketil, theirs, "Onward"))
    assert "Bjorn" in onward.text


async def test_F41_hundreds_of_sets_are_shown_page_by_page(stage: Stage) -> None:
    await offered(stage, stage.bjorn)
    with database(stage) as connection:
        for number in range(2, 301):
            connection.execute(
                "insert into playing_set (id, owner, material, style, name, maker, maker_name, made_at)"
                " select ?, owner, material, style, ?, maker, maker_name, made_at from playing_set where id = 1",
                (number, f"{number} " + "W" * 28),
            )
    page = stage.read(await stage.slash(stage.bjorn, "sets show"))
    seen = list(page.options)
    for _ in range(3):
        page = stage.read(await stage.press(stage.bjorn, page, "Onward"))
        seen += page.options
    assert seen == [str(number) for number in range(1, 25)]
    last = stage.read(await stage.forge(stage.bjorn, page, f"s:{stage.bjorn.id}:294:page"))
    assert last.labels[0] == "Back"
    assert "#300" in last.text
    beyond = stage.read(await stage.forge(stage.bjorn, last, f"s:{stage.bjorn.id}:300:page"))
    assert "#1)" in beyond.text
    assert len(await stage.suggestions(stage.bjorn, "sets use", "set", "")) == 25
    assert len(await stage.suggestions(stage.bjorn, "sets use", "set", "299 w")) == 1


async def test_a_ranking_of_hundreds_shows_the_first(stage: Stage) -> None:
    hunter = Hunter.of(stage)
    await hunter.daily()
    await hunter.abandon()
    with database(stage) as connection:
        for number in range(2, 502):
            connection.execute(
                "insert into session select ?, game, setup, guild, channel, posting, locale, state, winner,"
                " ending, created_at, ended_at, seed from session where id = 1",
                (number,),
            )
            connection.execute(
                "insert into daily select day, ?, ?, won, slain, rounds + ? from daily where session = 1",
                (number, number, number),
            )
            connection.execute(
                "insert into visitor (guild, player, name) values (?, ?, ?)",
                (stage.guild.id, number, "Ж" * 32),
            )
    page = stage.read(await hunter.slash("ranking"))
    assert len(page.text) <= MOST_TEXT
    assert "Astrid" in page.text
    assert page.text.count("Ж" * 32) == 2 * 9


# Thousands


async def test_a_match_of_two_thousand_plies_is_shown_recorded_and_played_on(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    walk = (("defenders", "e7-d7"), ("attackers", "c1-c2"), ("defenders", "d7-e7"), ("attackers", "c2-c1"))
    with database(stage) as connection:
        endless = write_ruleset(Ruleset(repetition=None))
        connection.execute("update session set setup = ?", (endless,))
        connection.executemany(
            "insert into action (session, ply, seat, text, at) values (1, ?, ?, ?, 0)",
            [(1, "attackers", "d1-c1"), *((ply, *walk[(ply - 2) % 4]) for ply in range(2, 2_001))],
        )
    await stage.restart()
    await stage.slash(stage.astrid, "tafl show")
    assert "2001" in stage.table().text
    page = stage.read(await stage.slash(stage.bjorn, "tafl record"))
    record = read_record(stage.uploaded(page).decode())
    assert len(record.moves) == 2_000
    assert all(0 < len(words) <= 1024 for words in page.pictures)
    await stage.say_move(stage.astrid, "c2-c1")
    await stage.move(stage.bjorn, "e7-d7")
    assert stage.table().pings == (stage.astrid.id,)
