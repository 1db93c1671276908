"""W1-W4 at every end of a match: what is lost, what is kept, and that all of it happens with the last action."""

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot import ledger
from bot.audit import audit
from bot.house import House
from bot.people import Player, PlayerId
from bot.playing_sets import SetId
from bot.refusals import SetIsStaked
from bot.session import OfferKind, Session
from rules.game import Ending, Outcome, Seat
from rules.tafl.ruleset import STANDARD, Ruleset
from tests.bot.folk import ASTRID, BJORN, GUEST, HALL, YARD, Clock, never, play
from tests.bot.staking import (
    KIND,
    REPEATED,
    agreed,
    allow,
    challenge_with,
    check_laws,
    free_set,
    house_over,
    look,
    owners,
    played,
    resigned,
    sets_of,
    staked,
    timed_out,
    unstaked,
)
from tests.world.short_games import BLACK_DRAUG_TAKEN, JARL_ESCAPES, JARL_TAKEN, ShortGame

End = Callable[[House, Session, Seat], Awaitable[Session]]
SIDES = (Seat.ATTACKERS, Seat.DEFENDERS)


async def check_settled(house: House, over: Session, lost: Seat | None) -> None:
    """Everything that a settlement means, with that seat's set lost."""
    path = house.store.path
    assert over.outcome is not None
    assert [(seat, one.stake) for seat, one in over.brought.items()] == [
        (seat, "lost" if seat is lost else "kept") for seat in over.brought
    ]
    for seat, one in over.brought.items():
        owner = over.seats[seat.opponent if seat is lost else seat]
        found, chapters = await house.collections.story(one.number)
        assert (found.owner, found.staked_in) == (owner.id, None)
        assert found.id in [free.id for free in await house.collections.free(owner.id)]
        assert (chapters[-1].reason == "won") == (seat is lost)
        assert chapters[-1].player == owner
        if seat is lost:
            assert (chapters[-1].giver, chapters[-1].session) == (over.seats[seat].id, over.id)
    assert look(path, "select lost_by from settlement where session = ?", over.id) == [(lost,)]
    check_laws(path)
    assert not (await audit(path)).found


@pytest.mark.parametrize(
    ("game", "ending", "lost"),
    [
        (JARL_TAKEN, Ending.CAPTURE, Seat.DEFENDERS),
        (BLACK_DRAUG_TAKEN, Ending.CAPTURE, Seat.ATTACKERS),
        (JARL_ESCAPES, Ending.ESCAPE, None),
        (REPEATED, Ending.REPETITION, None),
    ],
    ids=lambda value: value.moves[-1] if isinstance(value, ShortGame) else str(value),
)
async def test_W1_W2_an_ending_on_the_board(
    house: House, game: ShortGame, ending: Ending, lost: Seat | None
) -> None:
    over = await played(house, await staked(house), game)
    assert over.outcome and over.outcome.ending is ending
    await check_settled(house, over, lost)


@pytest.mark.parametrize(("kind", "ending"), [("draw", Ending.AGREEMENT), ("annul", Ending.ANNULMENT)])
async def test_W2_what_both_agree_on(house: House, kind: OfferKind, ending: Ending) -> None:
    over = await agreed(house, await staked(house), kind)
    assert over.outcome == Outcome(None, ending)
    await check_settled(house, over, None)


@pytest.mark.parametrize("seat", SIDES)
@pytest.mark.parametrize("ruleset", [STANDARD, KIND])
@pytest.mark.parametrize("end", [resigned, timed_out])
async def test_W3_resignation_and_time_as_the_ruleset_has_it(
    house: House, seat: Seat, ruleset: Ruleset, end: End
) -> None:
    session = await staked(house, ruleset=ruleset)
    await play(house.sessions, session, "place e9")
    over = await end(house, session, seat)
    assert over.outcome and over.outcome.winner is seat.opponent
    await check_settled(house, over, seat if ruleset.resignation_takes_stake else None)


@pytest.mark.parametrize("winner", [*SIDES, None])
async def test_W2_immobility_leaves_each_their_own(house: House, winner: Seat | None) -> None:
    """No short match ends so; the ledger is told of one."""
    session = await house.sessions.get((await staked(house)).id)
    outcome = Outcome(winner, Ending.IMMOBILITY)
    over = replace(session, outcome=outcome, state=replace(session.match, turn=None, outcome=outcome))
    async with house.store.transaction() as tx:
        await ledger.settle(tx, over, house.clock())
    path = house.store.path
    assert look(path, "select state from stake") == [("kept",), ("kept",)]
    assert look(path, "select lost_by from settlement") == [(None,)]
    assert not look(path, "select * from transfer where reason = 'won'")


async def test_an_unstaked_match_is_not_settled_whoever_wins(house: House) -> None:
    before = [(await free_set(house, player)) for player in (ASTRID, BJORN)]
    over = await played(house, await unstaked(house), JARL_TAKEN)
    assert not over.staked
    assert [one.number for one in over.brought.values()] == before
    path = house.store.path
    assert not look(path, "select * from settlement")
    assert not look(path, "select * from transfer where reason = 'won'")


@pytest.mark.parametrize(
    "trap",
    [
        "update of state on stake",
        "update of owner on playing_set",
        "insert on transfer",
        "insert on settlement",
        "insert on playing_set",
        "insert on deed",
        "update on session",
    ],
)
async def test_F34_a_failure_in_the_settlement_undoes_the_last_move(
    house: House, beside: sqlite3.Connection, trap: str
) -> None:
    *moves, last = JARL_TAKEN.moves
    session = await play(house.sessions, await staked(house), "place e9", *moves)
    before = list(beside.iterdump())
    beside.execute(f"create trigger trap before {trap} begin select raise(abort, 'no space left'); end")
    with pytest.raises(sqlite3.IntegrityError):
        await play(house.sessions, session, last)
    beside.execute("drop trigger trap")
    assert list(beside.iterdump()) == before
    assert (await house.sessions.get(session.id)).outcome is None
    await play(house.sessions, session, last)
    await check_settled(house, await house.sessions.get(session.id), Seat.DEFENDERS)


# While it goes on


async def test_F31_W4_a_set_in_a_live_match_can_do_nothing_else(house: House) -> None:
    session = await house.sessions.get((await staked(house)).id)
    number = session.brought[Seat.ATTACKERS].number
    assert (await house.collections.get(number)).staked_in == session.id
    assert not await house.collections.free(ASTRID.id)
    with pytest.raises(SetIsStaked):
        await house.collections.rename(ASTRID.id, number, "Fafnir", now=house.clock())
    with pytest.raises(SetIsStaked) as refusal:
        await challenge_with(house, number)
    assert refusal.value.playing_set.staked_in == session.id
    # To play with it elsewhere, for nothing, takes nothing from the winner.
    other = await house.sessions.get((await unstaked(house, to=GUEST, place=YARD)).id)
    assert other.brought[Seat.ATTACKERS].number == number
    assert not other.staked
    await played(house, other, BLACK_DRAUG_TAKEN)
    assert (await house.collections.get(number)).owner == ASTRID.id
    check_laws(house.store.path)


async def test_W4_a_match_brought_elsewhere_keeps_its_stakes(house: House) -> None:
    session = await staked(house)
    moved = await house.sessions.move_to(session.id, YARD, BJORN.id)
    assert [one.stake for one in moved.brought.values()] == ["live", "live"]
    # Somebody else plays where it was begun.
    await unstaked(house, by=GUEST, to=Player(PlayerId(14), "Hild"))
    await check_settled(house, await played(house, moved, JARL_TAKEN), Seat.DEFENDERS)


async def test_W4_stakes_turned_off_meanwhile_are_still_settled(house: House) -> None:
    session = await staked(house)
    await allow(house, False)
    await check_settled(house, await played(house, session, JARL_TAKEN), Seat.DEFENDERS)


async def test_F32_a_match_that_can_no_longer_be_played_returns_both_sets(
    house: House, beside: sqlite3.Connection
) -> None:
    session = await staked(house)
    beside.execute("update session set setup = '{\"forgotten\": 1}' where id = ?", (session.id,))
    house = house_over(house.store, Clock())
    assert await house.sessions.close_unplayable(now=house.clock()) == 1
    for player in (ASTRID, BJORN):
        assert [one.staked_in for one in await sets_of(house, player)] == [None]
    path = house.store.path
    assert look(path, "select state from stake") == [("kept",), ("kept",)]
    assert look(path, "select session, lost_by from settlement") == [(session.id, None)]
    assert not (await audit(path)).found


# Afterwards


async def test_who_has_lost_everything_plays_on_and_carves(house: House, clock: Clock) -> None:
    await house.collections.carve(BJORN, material="oak", style="borre", now=clock())
    lost = [one.id for one in await sets_of(house, BJORN)]
    for place in (HALL, YARD):
        await played(house, await staked(house, place=place), JARL_TAKEN)
    assert await sets_of(house, BJORN) == []
    assert {(await house.collections.get(number)).owner for number in lost} == {ASTRID.id}
    # For nothing, with the theme's own pieces; and having carved this week is no hindrance.
    assert Seat.DEFENDERS not in (await house.sessions.get((await unstaked(house)).id)).brought
    carved = await house.collections.carve(BJORN, material="ash", style="urnes", now=clock())
    again = await house.sessions.get((await staked(house, place=YARD)).id)
    assert again.brought[Seat.DEFENDERS].number == carved.id


async def spare(house: House, player: Player, but: SetId) -> SetId:
    """A free set of the player's that is not this one."""
    free = [one.id for one in await sets_of(house, player) if one.staked_in is None and one.id != but]
    if free:
        return free[0]
    return (await house.collections.carve(player, material="ash", style="urnes", now=house.clock())).id


async def test_a_set_lost_won_back_and_lost_again_tells_every_owner(house: House, clock: Clock) -> None:
    number = await free_set(house, BJORN)
    await free_set(house, ASTRID)
    for session in range(3):
        taker, giver = ((ASTRID, BJORN), (BJORN, ASTRID))[session % 2]
        clock.pass_by(timedelta(hours=1))
        made = await challenge_with(house, number, by=giver, to=taker)
        mine = await spare(house, taker, number)
        _, match = await house.challenges.accept(made, taker.id, now=clock(), draw=never, stake=mine)
        await resigned(house, match, Seat.ATTACKERS)
    found, chapters = await house.collections.story(number)
    assert found.owner == ASTRID.id
    assert [(chapter.reason, chapter.player, chapter.giver) for chapter in chapters] == [
        ("first", BJORN, None),
        ("won", ASTRID, BJORN.id),
        ("won", BJORN, ASTRID.id),
        ("won", ASTRID, BJORN.id),
    ]
    assert found.maker == BJORN
    assert [chapter.session for chapter in chapters] == [None, 1, 2, 3]
    assert sorted(chapter.at for chapter in chapters) == [chapter.at for chapter in chapters]
    check_laws(house.store.path)


async def test_a_set_in_use_that_is_lost_is_no_longer_played_with_until_won_back(house: House) -> None:
    used = await house.collections.carve(BJORN, material="slate", style="borre", now=house.clock())
    await house.collections.use(BJORN.id, used.id)
    made = await challenge_with(house, used.id, by=BJORN, to=ASTRID)
    mine = await free_set(house, ASTRID)
    await house.collections.use(ASTRID.id, mine)
    _, session = await house.challenges.accept(made, ASTRID.id, now=house.clock(), draw=never, stake=mine)
    await resigned(house, session, Seat.ATTACKERS)
    assert not (await house.collections.get(used.id)).used
    after = await house.sessions.get((await unstaked(house)).id)
    assert after.brought[Seat.DEFENDERS].number != used.id
    assert after.brought[Seat.ATTACKERS].number == mine, "the winner plays with what they chose"


async def test_owners_are_who_the_ledger_says(house: House) -> None:
    before = owners(house.store.path)
    assert before == {}
    session = await staked(house)
    assert set(owners(house.store.path).values()) == {ASTRID.id, BJORN.id}
    await played(house, session, BLACK_DRAUG_TAKEN)
    assert set(owners(house.store.path).values()) == {BJORN.id}
