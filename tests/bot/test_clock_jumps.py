"""A wall clock that jumps, back by a day or forward by a year, and is set right again: nothing lost, nothing twice."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from bot.audit import audit
from bot.challenges import LIFETIME, Challenges
from bot.house import House
from bot.hunts import day_of
from bot.people import Place, Player, PlayerId
from bot.refusals import CarvedLately, ChallengedLately, ChallengeOver, DailyTried, Refusal
from bot.session import Session
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.notation import write_action
from rules.game import Ending, Seat
from tests.bot.folk import ASTRID, BJORN, GUEST, HALL, OPENING, YARD, Clock, challenge, first, never, play
from tests.bot.staking import check_laws, look, staked, unstaked

JUMPS: Mapping[str, timedelta] = {
    "back by a day": -timedelta(days=1),
    "forward by a year": timedelta(days=365),
}
EACH = pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)


async def hunt(house: House, hunter: Player) -> Session:
    """The day's hunt, begun in a place of its own."""
    count = len(await house.sessions.live())
    place = Place(None, 9_000 + count, "bot")
    return await house.hunts.begin_daily(
        place=place, locale="en", hunter=hunter, now=house.clock(), draw=first
    )


async def poll(house: House) -> None:
    """What the bot's clocks do each minute, by the service alone."""
    await house.challenges.expire(now=house.clock())
    await house.idle.warn(now=house.clock())
    await house.idle.end(now=house.clock())


async def expiry(challenges: Challenges, house: House, number: int) -> timedelta:
    """How much longer a challenge stands."""
    found = await challenges.get(number, now=house.clock())  # type: ignore[arg-type]
    assert found.state == "open"
    return found.expires_at - house.clock()


# Challenges


async def test_F24_set_back_by_a_day_a_challenge_stands_and_no_longer_than_its_time(
    house: House, clock: Clock
) -> None:
    made = await challenge(house.challenges, now=clock())
    clock.pass_by(-timedelta(days=1))
    await poll(house)
    assert timedelta() < await expiry(house.challenges, house, made.id) <= LIFETIME
    _, session = await house.challenges.accept(made.id, BJORN.id, now=clock(), draw=never)
    await play(house.sessions, session, *OPENING)


async def test_F24_forward_by_a_year_a_challenge_is_over_and_stays_so(house: House, clock: Clock) -> None:
    made = await challenge(house.challenges, now=clock())
    clock.pass_by(timedelta(days=365))
    with pytest.raises(ChallengeOver):
        await house.challenges.accept(made.id, BJORN.id, now=clock(), draw=never)
    assert [one.id for one in await house.challenges.expire(now=clock())] == [made.id]
    clock.pass_by(-timedelta(days=365))
    with pytest.raises(ChallengeOver):
        await house.challenges.accept(made.id, BJORN.id, now=clock(), draw=never)
    await challenge(house.challenges, now=clock())


async def test_F24_made_by_a_clock_a_year_ahead_a_challenge_does_not_stand_for_a_year(
    house: House, clock: Clock
) -> None:
    clock.pass_by(timedelta(days=365))
    made = await challenge(house.challenges, now=clock())
    clock.pass_by(-timedelta(days=365))
    await poll(house)
    assert await expiry(house.challenges, house, made.id) == LIFETIME
    clock.pass_by(LIFETIME)
    assert [one.id for one in await house.challenges.expire(now=clock())] == [made.id]


@pytest.mark.parametrize("ahead", [timedelta(hours=2), timedelta(days=1), timedelta(days=365)], ids=str)
async def test_F23_F24_nobody_is_locked_out_by_what_a_clock_ahead_of_time_has_noted(
    house: House, clock: Clock, ahead: timedelta
) -> None:
    clock.pass_by(ahead)
    for number in range(100):
        opponent = Player(PlayerId(50 + number), "Hild")
        try:
            made = await challenge(house.challenges, to=opponent, now=clock())
        except ChallengedLately:
            break
        await house.challenges.decline(made.id, opponent.id, now=clock())
    assert 1 < number < 99
    clock.pass_by(-ahead)
    await challenge(house.challenges, to=BJORN, now=clock())


async def test_a_set_carved_a_year_ahead_does_not_keep_from_carving_for_a_year(
    house: House, clock: Clock
) -> None:
    clock.pass_by(timedelta(days=365))
    await house.collections.carve(ASTRID, material="oak", style="borre", now=clock())
    with pytest.raises(CarvedLately):
        await house.collections.carve(ASTRID, material="ash", style="borre", now=clock())
    clock.pass_by(-timedelta(days=365))
    await house.collections.carve(ASTRID, material="ash", style="borre", now=clock())


# Matches and hunts


@EACH
async def test_F42_a_match_for_sets_is_played_across_the_jump(
    house: House, clock: Clock, jump: timedelta
) -> None:
    session = await staked(house)
    session = await play(house.sessions, session, *OPENING[:3])
    clock.pass_by(jump)
    await poll(house)
    session = await house.sessions.get(session.id)
    assert session.outcome is None, "a jump ends no match"
    assert session.to_move
    await house.sessions.act(session.id, session.ply, session.to_move.id, OPENING[3], now=clock(), draw=never)
    clock.pass_by(-jump)
    await poll(house)
    over = await house.sessions.resign(session.id, ASTRID.id, now=clock())
    assert over.outcome and over.outcome.ending is Ending.RESIGNATION
    check_laws(house.store.path)
    assert not (await audit(house.store.path)).found


async def test_F27_a_year_ahead_for_a_moment_no_session_ends_and_stakes_stay_locked(
    house: House, clock: Clock
) -> None:
    """Who seems to have been away for a year is warned first, and has three days."""
    matches = [await staked(house), await unstaked(house, place=YARD)]
    tried = await hunt(house, GUEST)
    clock.pass_by(timedelta(days=365))
    for _ in range(3):
        await poll(house)
        clock.pass_by(timedelta(minutes=1))
    clock.pass_by(-timedelta(days=365))
    await poll(house)
    live = await house.sessions.live()
    assert [*live] == [*(match.id for match in matches), tried.id]
    assert look(house.store.path, "select count(*) from stake where state = 'live'") == [(2,)]


@EACH
async def test_the_daily_hunt_is_tried_once_whatever_the_clock_does(
    house: House, clock: Clock, jump: timedelta
) -> None:
    today = await hunt(house, ASTRID)
    clock.pass_by(jump)
    other = await hunt(house, ASTRID)  # that day's own, and once
    for _ in range(2):
        with pytest.raises(DailyTried) as refused:
            await hunt(house, ASTRID)
        assert refused.value.session.id in (today.id, other.id)
        clock.pass_by(-jump if clock() != today.created_at else jump)
    assert day_of(today) != day_of(other)


@EACH
async def test_D22_a_hunt_goes_on_across_the_jump_by_the_same_dice(
    house: House, clock: Clock, jump: timedelta
) -> None:
    hunts = [await hunt(house, ASTRID), await hunt(house, BJORN)]
    for turn in range(6):
        for one in hunts:
            found = await house.sessions.get(one.id)
            text = write_action(hint(found.hunt).action)
            assert DRAUGR.turn(found.hunt) is Seat.HUNTER
            await house.sessions.act(
                found.id, found.ply, found.seats[Seat.HUNTER].id, text, now=clock(), draw=first
            )
            clock.pass_by(jump if turn % 2 else -jump)
    told = [await house.sessions.actions(await house.sessions.get(one.id)) for one in hunts]
    assert told[0] == told[1]
    assert not (await audit(house.store.path)).found


@EACH
async def test_no_day_of_a_seed_is_told_before_its_time_by_a_clock_that_is_behind(
    house: House, clock: Clock, jump: timedelta
) -> None:
    today = clock().date()
    sealed = await house.hunts.commitment(today, draw=first)
    clock.pass_by(jump)
    told = await house.hunts.revealed(today, now=clock(), draw=first)
    assert (told is not None) == (jump > timedelta())
    clock.pass_by(-jump)
    assert await house.hunts.revealed(today, now=clock(), draw=first) is None
    assert await house.hunts.commitment(today, draw=first) == sealed


async def test_results_are_ranked_by_the_day_they_were_begun(house: House, clock: Clock) -> None:
    tried = await house.hunts.begin_daily(place=HALL, locale="en", hunter=ASTRID, now=clock(), draw=first)
    day = clock().date()
    clock.pass_by(-timedelta(days=1))
    over = await house.sessions.resign(tried.id, ASTRID.id, now=clock())
    assert over.outcome
    clock.pass_by(timedelta(days=1))
    assert HALL.guild
    (standing,) = await house.hunts.ranking(HALL.guild, first=day, last=day)
    assert (standing.name, standing.rounds) == ("Astrid", over.hunt.round)
    with pytest.raises(Refusal):
        await hunt(house, ASTRID)
