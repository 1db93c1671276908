"""What people and servers choose is kept whole, each for itself, and by the schema's own law."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.people import Place, Player, PlayerId
from bot.preferences import (
    BOARDS,
    MOST_CHANNELS,
    NOTHING_CHOSEN,
    PERSONAL,
    SERVER,
    Here,
    Known,
    Personal,
    Preferences,
    ServerWide,
    TableWishes,
)
from bot.refusals import NoSuchChoice, TooManyChannels
from bot.sessions import Sessions
from bot.store import Store
from render.theme import THEMES
from rules.draugr.ruleset import STANDARD, write_setup
from rules.game import Seat
from tests.bot.folk import Clock

ASTRID, BJORN, GUILD = PlayerId(11), PlayerId(12), 77


@pytest.fixture
def preferences(store: Store) -> Preferences:
    """The service over an empty store."""
    return Preferences(store)


def test_the_boards_are_the_themes() -> None:
    assert tuple(THEMES) == BOARDS


async def test_each_choice_changes_itself_alone(preferences: Preferences) -> None:
    for setting, values in PERSONAL.items():
        for value in reversed(values):
            before = await preferences.of(ASTRID)
            after = await preferences.choose(ASTRID, setting, value, else_speak="en")
            changed = [name for name in Personal.__slots__ if getattr(before, name) != getattr(after, name)]
            assert len(changed) <= 1
            assert await preferences.of(ASTRID) == after
    assert await preferences.of(ASTRID) == Personal(), "the first value is what holds where nothing is chosen"
    assert await preferences.here(BJORN, GUILD) == NOTHING_CHOSEN


def test_what_was_read_before_a_change_is_not_believed_after_it() -> None:
    known = Known()
    early = known.mark
    known.forget()
    known.learn(early, [(ASTRID, Personal(pings=False))], GUILD, ServerWide(stakes=False))
    assert known.of([ASTRID], GUILD) is None
    known.learn(known.mark, [(ASTRID, Personal())], GUILD, ServerWide())
    assert known.of([ASTRID], GUILD) == ([Personal()], ServerWide())
    assert known.of([ASTRID, BJORN], GUILD) is None
    assert known.of([ASTRID], GUILD + 1) is None


async def test_what_is_known_is_read_anew_after_any_change(preferences: Preferences, store: Store) -> None:
    await preferences.choose(ASTRID, "board", "snow", else_speak="en")
    assert (await preferences.of(ASTRID)).board == "snow"
    with pytest.raises(NoSuchChoice):
        await preferences.choose(ASTRID, "board", "gold", else_speak="en")
    async with store.transaction() as tx:
        await tx.run("update preference set board = 'stone' where player = ?", ASTRID)
    assert (await preferences.of(ASTRID)).board == "snow", "nobody else writes there, so memory is believed"
    await preferences.choose(BJORN, "board", "hall", else_speak="en")
    assert (await preferences.of(ASTRID)).board == "stone"


async def test_a_servers_choice_is_its_own(preferences: Preferences) -> None:
    await preferences.choose_for_server(GUILD, "stakes", "off", else_speak="en")
    await preferences.choose_for_server(GUILD, "language", "ko", else_speak="en")
    await preferences.open_channel(GUILD, 5, opened=True)
    assert (await preferences.here(ASTRID, GUILD)).server == ServerWide(
        locale="ko", stakes=False, channels=(5,)
    )
    assert (await preferences.here(ASTRID, GUILD + 1)).server == ServerWide()
    assert (await preferences.here(ASTRID, None)).server == ServerWide()


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("language", "de"),
        ("board", "gold"),
        ("text-board", "auto"),
        ("stakes", "on"),
        ("", ""),
        ("pings", ""),
    ],
)
async def test_what_cannot_be_chosen_is_refused_and_nothing_is_kept(
    preferences: Preferences, setting: str, value: str
) -> None:
    with pytest.raises(NoSuchChoice):
        await preferences.choose(ASTRID, setting, value, else_speak="en")
    with pytest.raises(NoSuchChoice):
        await preferences.choose_for_server(GUILD, "pings", value, else_speak="en")
    assert await preferences.here(ASTRID, GUILD) == NOTHING_CHOSEN


async def test_choices_at_once_all_hold(preferences: Preferences) -> None:
    await asyncio.gather(
        preferences.choose(ASTRID, "language", "ru", else_speak="en"),
        preferences.choose(ASTRID, "board", "snow", else_speak="en"),
        preferences.choose(ASTRID, "pings", "off", else_speak="en"),
        preferences.choose(ASTRID, "text-board", "on", else_speak="en"),
        *(preferences.open_channel(GUILD, channel, opened=True) for channel in range(1, 20)),
    )
    here = await preferences.here(ASTRID, GUILD)
    assert here.own == Personal("ru", "snow", True, False)
    assert here.server.channels == tuple(range(1, 20))


async def test_no_more_channels_than_a_screen_shows(preferences: Preferences) -> None:
    await preferences.play_only_in(GUILD, range(1, MOST_CHANNELS + 1))
    for attempt in (
        preferences.open_channel(GUILD, 99, opened=True),
        preferences.play_only_in(GUILD, range(1, MOST_CHANNELS + 2)),
    ):
        with pytest.raises(TooManyChannels):
            await attempt
    await preferences.open_channel(GUILD, 3, opened=True)
    await preferences.open_channel(GUILD, 3, opened=False)
    assert len((await preferences.here(ASTRID, GUILD)).server.channels) == MOST_CHANNELS - 1


async def test_choices_outlive_the_process(preferences: Preferences, store: Store, database: Path) -> None:
    await preferences.choose(ASTRID, "board", "hall", else_speak="en")
    await preferences.play_only_in(GUILD, (8, 9))
    await store.close()
    again = await Store.open(database)
    try:
        here = await Preferences(again).here(ASTRID, GUILD)
    finally:
        await again.close()
    assert here == Here(Personal(board="hall"), ServerWide(channels=(8, 9)))


async def test_a_failure_leaves_the_choice_as_it_was(
    preferences: Preferences, beside: sqlite3.Connection
) -> None:
    await preferences.choose(ASTRID, "language", "ko", else_speak="en")
    beside.execute(
        "create trigger full before update of locale on session begin select raise(abort, 'full'); end"
    )
    beside.execute(
        "insert into session (id, game, setup, channel, posting, locale, state, created_at)"
        " values (1, 'draugr', '', 1, 'bot', 'ko', 'live', 0)"
    )
    beside.execute("insert into seat values (1, 'hunter', ?, 'Astrid', null)", (ASTRID,))
    with pytest.raises(sqlite3.IntegrityError):
        await preferences.choose(ASTRID, "language", "ru", else_speak="en")
    assert (await preferences.of(ASTRID)).locale == "ko"


@pytest.mark.parametrize(
    "sql",
    [
        "insert into preference (player, locale) values (1, 'de')",
        "insert into preference (player, board) values (1, 'gold')",
        "insert into preference (player, text_board) values (1, 2)",
        "insert into preference (player, pings) values (1, null)",
        "insert into server (guild, locale) values (1, 'de')",
        "insert into server (guild, threads) values (1, 2)",
    ],
)
async def test_the_schema_takes_nothing_else(beside: sqlite3.Connection, sql: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        beside.execute(sql)


# What is under way


async def test_hunts_outside_of_servers_follow_their_hunters_language(
    preferences: Preferences, sessions: Sessions, store: Store, clock: Clock
) -> None:
    numbers = {}
    for channel, (guild, player) in enumerate(((None, ASTRID), (GUILD, ASTRID), (None, BJORN)), 1):
        async with store.transaction() as tx:
            opened = await sessions.open(
                tx,
                game="draugr",
                setup=write_setup(STANDARD),
                place=Place(guild, channel, "bot"),
                locale="en",
                seats={Seat.HUNTER: Player(player, "x")},
                now=clock(),
            )
        numbers[guild, player] = opened.id
    await preferences.choose(ASTRID, "language", "ko", else_speak="en")
    await preferences.choose_for_server(GUILD, "language", "auto", else_speak="ru")
    spoken = {key: (await sessions.get(number)).locale for key, number in numbers.items()}
    assert spoken == {(None, ASTRID): "ko", (GUILD, ASTRID): "ru", (None, BJORN): "en"}


# What follows for a table


def wishes(*seated: Personal, server: ServerWide | None = None) -> TableWishes:
    return TableWishes(dict(zip((Seat.ATTACKERS, Seat.DEFENDERS), seated, strict=False)), server)


@pytest.mark.parametrize(
    ("table", "board"),
    [
        (wishes(Personal(board="hall"), Personal(board="hall"), server=ServerWide()), "wood"),
        (wishes(Personal(board="hall"), Personal(), server=ServerWide(board="snow")), "snow"),
        (wishes(Personal(board="hall"), Personal()), "hall"),
        (wishes(Personal(board="hall"), Personal(board="hall")), "hall"),
        (wishes(Personal(board="hall"), Personal(board="snow")), "wood"),
        (wishes(Personal(), Personal()), "wood"),
    ],
)
def test_a_tables_board_is_its_servers_or_what_its_players_agree_on(table: TableWishes, board: str) -> None:
    assert table.board == board


def test_letters_and_calls_of_a_table() -> None:
    letters, still, plain = Personal(text_board=True), Personal(pings=False), Personal()
    assert not wishes(plain, plain).letters
    assert wishes(letters, plain).letters and not wishes(letters, plain).letters_alone
    assert wishes(letters, letters).letters_alone
    assert wishes(still, still).quiet and not wishes(still, plain).quiet
    assert wishes(still, plain).calls(Seat.DEFENDERS) and not wishes(still, plain).calls(Seat.ATTACKERS)
    assert not wishes(still, plain).calls(None)
    assert not TableWishes().quiet and not TableWishes().letters_alone


@pytest.mark.parametrize(
    ("here", "board"),
    [
        (NOTHING_CHOSEN, "wood"),
        (Here(Personal(), ServerWide(board="snow")), "snow"),
        (Here(Personal(board="hall"), ServerWide(board="snow")), "hall"),
    ],
)
def test_ones_own_board_comes_before_the_places(here: Here, board: str) -> None:
    assert here.board == board


def test_every_setting_has_a_default_first() -> None:
    assert {values[0] for values in (*PERSONAL.values(), *SERVER.values())} == {"auto", "off", "on", "wood"}
