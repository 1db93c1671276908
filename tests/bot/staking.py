"""Matches for sets that are known by heart, and the laws of stakes and ledger as SQLite alone tells them."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.house import House
from bot.people import ChallengeId, Place, Player, PlayerId, SessionId
from bot.playing_sets import PlayingSet, SetId
from bot.session import OfferKind, Session
from bot.store import Store
from bot.store import sets as queries
from rules.game import Ending, Outcome, Seat
from rules.tafl.match import TAFL, Match
from rules.tafl.ruleset import STANDARD, Ruleset
from rules.wager import wager
from tests.bot.folk import ASTRID, BJORN, GUEST, GUILD, HALL, YARD, Clock, first, never, play
from tests.world.short_games import BLACK_DRAUG_TAKEN, JARL_ESCAPES, JARL_TAKEN, ShortGame

KIND = Ruleset(resignation_takes_stake=False)
REPEATED = ShortGame(
    "e9",
    ("d9-a9", "e7-d7", "a9-b9", "d7-e7", "b9-a9", "e7-d7", "a9-b9", "d7-e7", "b9-a9"),
    Seat.ATTACKERS,  # nobody's; the type wants one
    Ending.REPETITION,
)
GAMES_BY_HEART = (JARL_TAKEN, JARL_ESCAPES, BLACK_DRAUG_TAKEN, REPEATED)


def house_over(store: Store, clock: Clock) -> House:
    """The house as the bot has it; its cache is never drawn into."""
    return House.over(store, clock=clock, draw=first, cache=store.path.parent)


async def sets_of(house: House, player: Player) -> Sequence[PlayingSet]:
    """What the player owns; their first set comes by the asking."""
    return await house.collections.of(player, now=house.clock(), own=True)


async def carve(house: House, player: Player = ASTRID, material: str = "oak") -> PlayingSet:
    """A new set of the player's."""
    return await house.collections.carve(player, material=material, style="borre", now=house.clock())


async def free_set(house: House, player: Player) -> SetId:
    """The oldest set that the player could stake."""
    return next(one.id for one in await sets_of(house, player) if one.staked_in is None)


async def staked(
    house: House,
    *,
    by: Player = ASTRID,
    to: Player = BJORN,
    place: Place = HALL,
    ruleset: Ruleset = STANDARD,
) -> Session:
    """A match for sets that has just begun; the challenger, Astrid unless told otherwise, attacks."""
    made = await house.challenges.make(
        place=place,
        locale="en",
        challenger=by,
        opponent=to,
        side="attack",
        ruleset=ruleset,
        now=house.clock(),
        stake=await free_set(house, by),
    )
    _, session = await house.challenges.accept(
        made.id, to.id, now=house.clock(), draw=never, stake=await free_set(house, to)
    )
    return session


async def unstaked(house: House, *, by: Player = ASTRID, to: Player = BJORN, place: Place = HALL) -> Session:
    """A match for nothing that has just begun; the challenger attacks."""
    made = await house.challenges.make(
        place=place,
        locale="en",
        challenger=by,
        opponent=to,
        side="attack",
        ruleset=STANDARD,
        now=house.clock(),
    )
    return (await house.challenges.accept(made.id, to.id, now=house.clock(), draw=never))[1]


async def challenge_with(
    house: House, stake: SetId, *, by: Player = ASTRID, to: Player = GUEST, place: Place = YARD
) -> ChallengeId:
    """A challenge that stakes that set; the challenger attacks."""
    made = await house.challenges.make(
        place=place,
        locale="en",
        challenger=by,
        opponent=to,
        side="attack",
        ruleset=STANDARD,
        now=house.clock(),
        stake=stake,
    )
    return made.id


async def allow(house: House, allowed: bool, guild: int = GUILD) -> None:
    """Turn stakes on or off in the guild."""
    async with house.store.transaction() as tx:
        await queries.allow_stakes(tx, guild, allowed)


async def played(house: House, session: Session, game: ShortGame) -> Session:
    """The match after the whole game, read anew."""
    await play(house.sessions, session, f"place {game.black_draug}", *game.moves)
    return await house.sessions.get(session.id)


async def agreed(house: House, session: Session, kind: OfferKind) -> Session:
    """The match after both have agreed on a draw or an annulment, read anew."""
    for player in session.seats.values():
        await house.sessions.offer(session.id, None, player.id, kind, now=house.clock())
    return await house.sessions.get(session.id)


async def resigned(house: House, session: Session, seat: Seat) -> Session:
    """The match after that seat has resigned, read anew."""
    await house.sessions.resign(session.id, session.seats[seat].id, now=house.clock())
    return await house.sessions.get(session.id)


async def timed_out(house: House, session: Session, seat: Seat) -> Session:
    """The match after that seat's clock has run out, read anew."""
    async with house.store.transaction() as tx:
        found = await house.sessions.load(tx, session.id)
        await house.sessions.append(tx, found, seat, f"time {seat}", house.clock())
    return await house.sessions.get(session.id)


# What another process sees


def look(database: Path, sql: str, *values: object) -> list[Any]:
    """The committed rows."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(sql, values).fetchall()


def owners(database: Path) -> dict[SetId, PlayerId]:
    """Who owns which set."""
    return {
        SetId(number): PlayerId(owner)
        for number, owner in look(database, "select id, owner from playing_set")
    }


def outcomes(database: Path) -> dict[SessionId, tuple[Outcome | None, Ruleset]]:
    """How each match stands by its actions alone, and its rules."""
    found = {}
    for number, setup in look(database, "select id, setup from session where game = 'tafl'"):
        match: Match = TAFL.start(str(setup))
        for (text,) in look(database, "select text from action where session = ? order by ply", number):
            match = TAFL.play(match, TAFL.read(match, str(text)))
        found[SessionId(number)] = match.outcome, match.ruleset
    return found


def check_laws(database: Path) -> None:
    """W1-W4, and what a ledger must be, judged without the bot's own queries."""
    _check_ledger(database)
    ended = outcomes(database)
    live = look(database, "select playing_set, session from stake where state = 'live'")
    assert len({number for number, _ in live}) == len(live), "a set is staked twice"
    assert all(ended[SessionId(session)][0] is None for _, session in live), "locked after the end"
    settlements = dict(look(database, "select session, lost_by from settlement"))
    staked = {session for (session,) in look(database, "select distinct session from stake")}
    due = {}
    for session in staked:
        outcome, ruleset = ended[SessionId(session)]
        stakes = dict(look(database, "select seat, state from stake where session = ?", session))
        assert stakes.keys() == {Seat.ATTACKERS, Seat.DEFENDERS}
        if outcome is not None:
            due[session] = wager(outcome, ruleset)
            assert stakes == {seat: "lost" if seat == due[session] else "kept" for seat in stakes}
        else:
            assert set(stakes.values()) == {"live"}
    assert settlements == due
    _check_hands(database)


def _check_ledger(database: Path) -> None:
    replayed: dict[object, object] = {}
    lines = look(database, "select playing_set, from_player, to_player, reason from transfer order by id")
    for number, giver, taker, reason in lines:
        assert (reason == "won") == (number in replayed), "a set is made once, first of all"
        assert replayed.get(number) == giver
        replayed[number] = taker
    assert replayed == owners(database)


def _check_hands(database: Path) -> None:
    """Each set that was lost went from its staker to the other seat, and no other set changed hands."""
    lost = look(
        database,
        "select stake.session, stake.playing_set, giver.player, taker.player from stake"
        " join seat as giver on giver.session = stake.session and giver.seat = stake.seat"
        " join seat as taker on taker.session = stake.session and taker.seat <> stake.seat"
        " where stake.state = 'lost' order by 1, 2",
    )
    won = (
        "select session, playing_set, from_player, to_player from transfer where reason = 'won' order by 1, 2"
    )
    assert look(database, won) == lost
