"""The deeds that earn a set: done, not done, done once, never by who lost, never in a match that was annulled."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from bot.house import House
from bot.people import Place, Player, PlayerId
from bot.playing_sets import materials
from bot.session import Session
from rules.draugr.game import DRAUGR
from rules.draugr.player import greedy
from rules.draugr.ruleset import STANDARD
from rules.game import Ending, Seat
from tests.bot.folk import ASTRID, BJORN, GUEST, HALL, NOON, Clock, never
from tests.bot.staking import (
    REPEATED,
    agreed,
    check_laws,
    look,
    played,
    resigned,
    sets_of,
    staked,
    timed_out,
    unstaked,
)
from tests.world.hunting import WON
from tests.world.short_games import BLACK_DRAUG_TAKEN, JARL_ESCAPES, JARL_TAKEN, ShortGame

BOTH_LOSE_JARL_TAKEN = ShortGame(
    "e9",
    ("i6-g6", "e3-f3", "i4-g4", "f5-f4", "g4-g3", "c5-c4", "a4-a2", "c4-c3", "i5-i9", "e5-g5", "f9-f5"),
    Seat.ATTACKERS,
    Ending.CAPTURE,
)
BOTH_LOSE_DRAUG_TAKEN = ShortGame(
    "e9",
    ("d9-d6", "c5-c7", "f9-f6", "c7-d7", "i6-i7", "g5-g8", "e9-f9", "g8-g9"),
    Seat.DEFENDERS,
    Ending.CAPTURE,
)
BOTH_LOSE_JARL_ESCAPES = ShortGame(
    "e9",
    (
        "f9-i9",
        "e4-h4",
        "e8-d8",
        "c5-c8",
        "f1-i1",
        "e6-h6",
        "a4-g4",
        "e3-c3",
        "e1-g1",
        "e5-e3",
        "a6-e6",
        "e3-i3",
    ),
    Seat.DEFENDERS,
    Ending.ESCAPE,
)
MANY = [Player(PlayerId(100 + number), f"Guest {number}") for number in range(10)]


async def earned(house: House, player: Player) -> list[str]:
    """The deeds whose sets the player was given, in order; each is what the ledger and the table say."""
    rows = look(
        house.store.path,
        "select deed.deed, playing_set.deed, playing_set.material, playing_set.style, playing_set.maker,"
        " transfer.reason, transfer.to_player, transfer.session = deed.session"
        " from deed join playing_set on playing_set.id = deed.playing_set"
        " join transfer on transfer.playing_set = deed.playing_set and transfer.from_player is null"
        " where deed.player = ? order by deed.playing_set",
        player.id,
    )
    for deed, on_the_set, material, style, maker, reason, taker, there in rows:
        assert on_the_set == deed
        assert material == materials().deeds[deed]
        assert style in materials().styles
        assert (maker, reason, taker, there) == (player.id, "earned", player.id, 1)
    return [row[0] for row in rows]


@pytest.mark.parametrize(
    ("game", "deeds"),
    [
        (JARL_TAKEN, ["jarl_taken", "no_thrall_lost"]),
        (BLACK_DRAUG_TAKEN, ["black_draug_taken", "no_shieldmaiden_lost"]),
        (JARL_ESCAPES, ["escaped", "no_shieldmaiden_lost"]),
        (BOTH_LOSE_JARL_TAKEN, ["jarl_taken"]),
        (BOTH_LOSE_DRAUG_TAKEN, ["black_draug_taken"]),
        (BOTH_LOSE_JARL_ESCAPES, ["escaped"]),
        (REPEATED, []),
    ],
)
@pytest.mark.parametrize("for_sets", [True, False])
async def test_T15_T16_what_a_match_played_out_proves(
    house: House, game: ShortGame, deeds: Sequence[str], for_sets: bool
) -> None:
    over = await played(house, await (staked if for_sets else unstaked)(house), game)
    winner, loser = (ASTRID, BJORN) if game.winner is Seat.ATTACKERS else (BJORN, ASTRID)
    assert over.outcome and over.outcome.ending is game.ending
    assert await earned(house, winner) == deeds
    assert await earned(house, loser) == []
    check_laws(house.store.path)


@pytest.mark.parametrize("seat", [Seat.ATTACKERS, Seat.DEFENDERS])
async def test_T19_a_win_by_resignation_or_on_time_proves_nothing_of_the_board(
    house: House, seat: Seat
) -> None:
    await resigned(house, await staked(house), seat)
    await timed_out(house, await unstaked(house), seat)
    assert await earned(house, ASTRID) == await earned(house, BJORN) == []


async def test_a_deed_is_rewarded_the_first_time_alone_and_to_each_player(house: House) -> None:
    for _ in range(2):
        await played(house, await unstaked(house), JARL_TAKEN)
        assert await earned(house, ASTRID) == ["jarl_taken", "no_thrall_lost"]
    await played(house, await unstaked(house, by=BJORN, to=ASTRID), JARL_TAKEN)
    assert await earned(house, BJORN) == ["jarl_taken", "no_thrall_lost"]
    assert [one.deed for one in await sets_of(house, BJORN)] == [None, "jarl_taken", "no_thrall_lost"]


async def test_an_earned_set_that_was_lost_is_not_earned_again(house: House) -> None:
    await played(house, await unstaked(house), JARL_TAKEN)
    jet = next(one for one in await sets_of(house, ASTRID) if one.deed == "jarl_taken")
    for _ in range(len(await sets_of(house, ASTRID))):
        await resigned(house, await staked(house), Seat.ATTACKERS)
    assert await sets_of(house, ASTRID) == []
    await played(house, await unstaked(house), JARL_TAKEN)
    assert await sets_of(house, ASTRID) == []
    assert (await house.collections.get(jet.id)).owner == BJORN.id
    assert (await house.collections.get(jet.id)).maker == ASTRID


async def test_nothing_is_earned_where_nobody_won(house: House) -> None:
    for kind in ("draw", "annul"):
        for _ in range(3):
            await agreed(house, await unstaked(house), kind)
    assert not look(house.store.path, "select * from deed")


# What takes more than one match


async def won(house: House, *, by: Player = ASTRID, over: Player = BJORN) -> None:
    """A match won by resignation, which proves nothing of its own."""
    await resigned(house, await unstaked(house, by=by, to=over), Seat.DEFENDERS)


async def lost(house: House) -> None:
    """A match that Astrid loses."""
    await resigned(house, await unstaked(house), Seat.ATTACKERS)


async def test_three_wins_in_a_row(house: House, clock: Clock) -> None:
    await won(house)
    await won(house)
    await lost(house)
    await won(house)
    await won(house)
    assert await earned(house, ASTRID) == []
    # Others' matches between do not count, and the clock need not move.
    await won(house, by=BJORN, over=GUEST)
    await won(house, over=GUEST)
    assert await earned(house, ASTRID) == ["three_in_a_row"]
    assert await earned(house, BJORN) == await earned(house, GUEST) == []
    clock.pass_by(timedelta(days=1))
    for _ in range(3):
        await won(house)
    assert await earned(house, ASTRID) == ["three_in_a_row"]


async def test_a_draw_breaks_the_row(house: House) -> None:
    for _ in range(2):
        await won(house)
        await won(house)
        await agreed(house, await unstaked(house), "draw")
    assert await earned(house, ASTRID) == []


async def test_an_annulled_match_is_no_win_in_a_row_and_breaks_none(house: House) -> None:
    await won(house)
    await won(house)
    await agreed(house, await unstaked(house), "annul")
    assert await earned(house, ASTRID) == []
    await won(house)
    assert await earned(house, ASTRID) == ["three_in_a_row"]


async def test_five_different_people_beaten(house: House) -> None:
    for guest in MANY[:4]:
        await won(house, over=guest)
    await won(house, over=MANY[0])
    await lost(house)  # to Bjorn, whom she has not beaten
    await played(house, await unstaked(house), REPEATED)
    assert "five_beaten" not in await earned(house, ASTRID)
    await won(house)
    assert (await earned(house, ASTRID))[-1] == "five_beaten"


async def test_ten_wins(house: House) -> None:
    for _ in range(9):
        await won(house)
        await lost(house)
    await agreed(house, await unstaked(house), "annul")
    assert await earned(house, ASTRID) == []
    assert await earned(house, BJORN) == []
    await won(house)
    assert await earned(house, ASTRID) == ["ten_won"]


async def test_one_match_may_prove_several_deeds(house: House) -> None:
    for guest in MANY[:4]:
        await won(house, over=guest)
    await played(house, await unstaked(house), JARL_TAKEN)
    assert await earned(house, ASTRID) == [
        "three_in_a_row",
        "jarl_taken",
        "no_thrall_lost",
        "five_beaten",
    ]


# Hunts

# With this secret the greedy player wins the daily hunts of these days of May, and loses that of the 17th.
DAYS_WON = (18, 23, 25)
DAY_LOST = 17


def secret(_: int) -> int:
    """The bytes of the town's secret."""
    return 2


async def hunted(house: House, session: Session) -> Session:
    """The hunt after the greedy player has ended it."""
    while session.outcome is None:
        text = DRAUGR.write(session.hunt, greedy(session.hunt))
        hunter = session.seats[Seat.HUNTER].id
        session = await house.sessions.act(
            session.id, session.ply, hunter, text, now=house.clock(), draw=never
        )
    return session


async def daily(house: House, clock: Clock, day: int, hunter: Player = ASTRID) -> Session:
    """The daily hunt of that day, hunted to its end."""
    clock.now = NOON.replace(day=day)
    begun = await house.hunts.begin_daily(
        place=Place(None, 9_000, "bot"), locale="en", hunter=hunter, now=clock(), draw=secret
    )
    return await hunted(house, begun)


async def test_a_daily_hunt_won_and_three_of_them(house: House, clock: Clock) -> None:
    over = await daily(house, clock, DAY_LOST)
    assert over.outcome and over.outcome.ending is not Ending.SLAIN
    assert await earned(house, ASTRID) == []
    await daily(house, clock, DAYS_WON[0])
    assert await earned(house, ASTRID) == ["daily_won"]
    await daily(house, clock, DAYS_WON[1])
    assert await earned(house, ASTRID) == ["daily_won"]
    over = await daily(house, clock, DAYS_WON[2])
    assert over.outcome and over.outcome.ending is Ending.SLAIN
    assert await earned(house, ASTRID) == ["daily_won", "three_dailies_won"]
    assert await earned(house, BJORN) == []
    check_laws(house.store.path)


async def test_three_people_who_win_one_daily_hunt_have_not_won_three(house: House, clock: Clock) -> None:
    for hunter in (ASTRID, BJORN, GUEST):
        await daily(house, clock, DAYS_WON[0], hunter)
        assert await earned(house, hunter) == ["daily_won"]


async def test_any_other_hunt_and_a_daily_one_given_up_earn_nothing(house: House, clock: Clock) -> None:
    begun = await house.hunts.begin(
        place=HALL, locale="en", hunter=ASTRID, ruleset=STANDARD, seed=WON, now=clock(), draw=never
    )
    over = await hunted(house, begun)
    assert over.outcome and over.outcome.ending is Ending.SLAIN
    clock.now = NOON.replace(day=DAYS_WON[0])
    begun = await house.hunts.begin_daily(place=HALL, locale="en", hunter=ASTRID, now=clock(), draw=secret)
    await house.sessions.resign(begun.id, ASTRID.id, now=clock())
    assert await earned(house, ASTRID) == []


async def test_a_hunt_won_is_no_match_won(house: House, clock: Clock) -> None:
    await won(house)
    await daily(house, clock, DAYS_WON[0])
    await won(house)
    assert await earned(house, ASTRID) == ["daily_won"]
    await won(house)
    assert await earned(house, ASTRID) == ["daily_won", "three_in_a_row"]


def test_every_deed_of_the_table_is_done_in_this_file() -> None:
    told = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{deed}"' in told for deed in materials().deeds)
