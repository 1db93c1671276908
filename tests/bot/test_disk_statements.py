"""Any statement of a service's transaction fails, or its task is cancelled at any await: all of it or nothing."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.audit import audit
from bot.house import House
from bot.people import Place
from bot.refusals import Refusal
from bot.store import DatabaseBusy, DatabaseFailing, Store
from rules.draugr.hints import hint
from rules.draugr.notation import write_action
from rules.draugr.ruleset import STANDARD
from tests.bot.failing import FAILURES, Failing
from tests.bot.folk import ASTRID, BJORN, HALL, YARD, Clock, cancelled_at, challenge, first, never, play
from tests.bot.staking import check_laws, free_set, house_over, sets_of, staked, unstaked
from tests.world.short_games import BLACK_DRAUG_TAKEN

MOST_STEPS = 400
Deed = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing that somebody wants of the services; `prepare` brings a house to that point."""

    name: str
    prepare: Callable[[House], Awaitable[Deed]]


async def _move(house: House) -> Deed:
    match = await unstaked(house)
    return lambda: play(house.sessions, match, "place e9")


async def _last_move(house: House) -> Deed:
    game = BLACK_DRAUG_TAKEN
    match = await play(house.sessions, await staked(house), f"place {game.black_draug}", game.moves[0])
    return lambda: play(house.sessions, match, game.moves[1])


async def _resignation(house: House) -> Deed:
    match = await staked(house)
    return lambda: house.sessions.resign(match.id, BJORN.id, now=house.clock())


async def _offer(house: House) -> Deed:
    match = await unstaked(house)
    return lambda: house.sessions.offer(match.id, None, ASTRID.id, "draw", now=house.clock())


async def _answer(house: House) -> Deed:
    match = await staked(house)
    await house.sessions.offer(match.id, None, ASTRID.id, "draw", now=house.clock())
    return lambda: house.sessions.answer(
        match.id, match.ply, BJORN.id, "draw", accept=True, now=house.clock()
    )


async def _challenge(house: House) -> Deed:
    return lambda: challenge(house.challenges, now=house.clock())


async def _acceptance(house: House) -> Deed:
    made = await challenge(house.challenges, now=house.clock())
    return lambda: house.challenges.accept(made.id, BJORN.id, now=house.clock(), draw=never)


async def _staked_acceptance(house: House) -> Deed:
    mine, theirs = await free_set(house, ASTRID), await free_set(house, BJORN)
    made = await house.challenges.make(
        place=HALL,
        locale="en",
        challenger=ASTRID,
        opponent=BJORN,
        side="attack",
        ruleset=(await unstaked(house, place=YARD)).match.ruleset,
        now=house.clock(),
        stake=mine,
    )
    return lambda: house.challenges.accept(made.id, BJORN.id, now=house.clock(), draw=never, stake=theirs)


async def _expiry(house: House) -> Deed:
    made = await challenge(house.challenges, now=house.clock())
    return lambda: house.challenges.expire(now=made.expires_at)


async def _carving(house: House) -> Deed:
    return lambda: house.collections.carve(ASTRID, material="oak", style="borre", now=house.clock())


async def _naming(house: House) -> Deed:
    one = (await sets_of(house, ASTRID))[0]
    return lambda: house.collections.rename(ASTRID.id, one.id, "Grani", now=house.clock())


async def _hunt(house: House) -> Deed:
    return lambda: house.hunts.begin(
        place=HALL, locale="en", hunter=ASTRID, ruleset=STANDARD, seed="mist", now=house.clock(), draw=first
    )


async def _daily(house: House) -> Deed:
    return lambda: house.hunts.begin_daily(
        place=Place(None, 900, "bot"), locale="en", hunter=ASTRID, now=house.clock(), draw=first
    )


async def _choice(house: House) -> Deed:
    hunt = await house.hunts.begin(
        place=HALL, locale="en", hunter=ASTRID, ruleset=STANDARD, seed="mist", now=house.clock(), draw=first
    )
    text = write_action(hint(hunt.hunt).action)
    return lambda: house.sessions.act(hunt.id, hunt.ply, ASTRID.id, text, now=house.clock(), draw=first)


INTENTS = (
    Intent("a move", _move),
    Intent("the last move of a match for sets", _last_move),
    Intent("a resignation of a match for sets", _resignation),
    Intent("an offer", _offer),
    Intent("an answer that ends a match for sets", _answer),
    Intent("a challenge", _challenge),
    Intent("an acceptance", _acceptance),
    Intent("an acceptance for sets", _staked_acceptance),
    Intent("the expiry of a challenge", _expiry),
    Intent("a carving", _carving),
    Intent("a naming", _naming),
    Intent("a hunt", _hunt),
    Intent("a daily hunt", _daily),
    Intent("a choice in a hunt", _choice),
)
EACH = pytest.mark.parametrize("intent", INTENTS, ids=[intent.name for intent in INTENTS])


def dump(database: Path) -> str:
    """All that another process finds in it."""
    with closing(sqlite3.connect(database)) as connection:
        return "\n".join(connection.iterdump())


async def check_whole(house: House) -> None:
    """What must hold of any database of ours."""
    check_laws(house.store.path)
    assert not (await audit(house.store.path)).found


@EACH
async def test_F34_F42_F44_whichever_statement_fails_nothing_of_the_intent_is_written(
    store: Store, intent: Intent
) -> None:
    house = house_over(store, Clock())
    deed = await intent.prepare(house)
    before = dump(store.path)
    for at in range(MOST_STEPS):
        failure = FAILURES[at % len(FAILURES)]
        with Failing(store, failure, at).on() as failing:
            try:
                await deed()
            except (DatabaseBusy, DatabaseFailing) as error:
                assert isinstance(error, DatabaseBusy) == failure.busy
        if not failing.struck:
            break
        if dump(store.path) != before:
            # What failed was a look at what had just been committed.
            assert failing.struck == ["begin"] or "select" in failing.struck[0]
            break
    assert at > 4
    assert dump(store.path) != before
    await check_whole(house)


@EACH
async def test_F34_F42_cancelled_at_any_await_the_intent_is_done_or_not(store: Store, intent: Intent) -> None:
    house = house_over(store, Clock())
    deed = await intent.prepare(house)
    before = dump(store.path)
    for wait in range(MOST_STEPS):
        await cancelled_at(wait, _as_coroutine(deed))
        if dump(store.path) != before:
            break
    with suppress(Refusal):  # most of this can be done only once
        await deed()
    await check_whole(house)


async def _as_coroutine(deed: Deed) -> object:
    return await deed()
