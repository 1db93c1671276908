"""A rich database with an end of every kind, and what somebody with its file could do to it."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from bot.people import Place, Player, PlayerId
from bot.store import Store
from rules.draugr.game import DRAUGR
from rules.draugr.player import greedy
from rules.game import Seat
from tests.bot.folk import ASTRID, BJORN, GUEST, HALL, NOON, YARD, Clock, first, never, play
from tests.bot.staking import KIND, agreed, house_over, played, resigned, staked, timed_out, unstaked
from tests.world.short_games import BLACK_DRAUG_TAKEN, JARL_ESCAPES, JARL_TAKEN

HILD = Player(PlayerId(14), "Hild")


async def fill(path: Path) -> None:
    """Matches 1-8, a daily hunt (9), one begun with forgotten cards (10), and a live match for sets (11)."""
    clock = Clock()
    house = house_over(await Store.open(path), clock)
    await played(house, await staked(house), JARL_TAKEN)  # 1: Bjorn loses set 2 to Astrid
    await played(house, await unstaked(house), JARL_ESCAPES)  # 2
    await played(house, await staked(house, by=GUEST, to=ASTRID), BLACK_DRAUG_TAKEN)  # 3: Gudrun loses
    await agreed(house, await staked(house), "annul")  # 4
    await agreed(house, await staked(house), "draw")  # 5
    await resigned(house, await staked(house, ruleset=KIND), Seat.ATTACKERS)  # 6: each keeps their own
    await timed_out(house, await unstaked(house), Seat.DEFENDERS)  # 7
    session = await play(house.sessions, await unstaked(house), "place e9", "d1-c1", "e7-d7")
    for player in (ASTRID, BJORN):  # 8, with a take-back
        await house.sessions.offer(session.id, None, player.id, "undo", now=clock())
    await resigned(house, session, Seat.DEFENDERS)
    clock.now = NOON.replace(day=18)
    hunt = await house.hunts.begin_daily(
        place=Place(None, 900, "bot"), locale="en", hunter=HILD, now=clock(), draw=lambda _: 2
    )
    while hunt.outcome is None:
        text = DRAUGR.write(hunt.hunt, greedy(hunt.hunt))
        hunt = await house.sessions.act(hunt.id, hunt.ply, HILD.id, text, now=clock(), draw=never)
    old = await house.hunts.begin_daily(
        place=Place(None, 901, "bot"), locale="en", hunter=ASTRID, now=clock(), draw=first
    )
    with closing(sqlite3.connect(path)) as beside:
        beside.execute("update session set setup = '{\"forgotten\": 1}' where id = ?", (old.id,))
        beside.commit()
    house = house_over(house.store, clock)
    await house.sessions.close_unplayable(now=clock())
    clock.pass_by(timedelta(days=8))
    carved = await house.collections.carve(BJORN, material="oak", style="borre", now=clock())
    await house.collections.rename(BJORN.id, carved.id, "Fáfnir", now=NOON)
    await house.collections.use(BJORN.id, carved.id)
    await play(house.sessions, await staked(house, place=YARD), "place e9", "d1-c1")  # 11
    await house.challenges.make(
        place=HALL,
        locale="en",
        challenger=HILD,
        opponent=GUEST,
        side="random",
        ruleset=KIND,
        now=clock(),
        stake=(await house.collections.of(HILD, now=clock(), own=True))[0].id,
    )
    await house.store.close()


def tamper(path: Path, script: str) -> None:
    """What somebody with the file and SQLite could do; triggers and references are no hindrance."""
    with closing(sqlite3.connect(path)) as connection:
        for (trigger,) in connection.execute("select name from sqlite_master where type = 'trigger'"):
            connection.execute(f"drop trigger {trigger}")
        connection.executescript(script)
