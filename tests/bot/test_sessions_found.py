"""The service for matches: found by number, place and player, listed, and shown where they hang."""

from pathlib import Path
from typing import cast

import pytest

from bot.challenges import Challenges
from bot.people import Place, PlayerId, SessionId
from bot.refusals import NoSessionHere, NoSuchSession, NotAPlayer, NotYourTurn, Refusal, StaleTable
from bot.session import GAMES, OfferKind, Session
from bot.sessions import Sessions
from bot.store import Store
from rules.game import Ending, Outcome, Seat
from rules.tafl.match import TAFL
from tests.bot.folk import ASTRID, BJORN, ESCAPE, GUEST, GUILD, HALL, NOON, OPENING, YARD, never, opened, play

# Finding


async def test_a_session_that_is_not_there(sessions: Sessions) -> None:
    nowhere = SessionId(404)
    with pytest.raises(NoSuchSession):
        await sessions.get(nowhere)
    with pytest.raises(NoSuchSession):
        await sessions.act(nowhere, None, ASTRID.id, "e9", now=NOON, draw=never)
    for ended in (False, True):
        with pytest.raises(NoSessionHere):
            await sessions.at(HALL.channel, TAFL.name, ended=ended)
    with pytest.raises(NoSessionHere):
        await sessions.here(HALL.channel, TAFL.name)


async def test_the_channels_session_is_the_live_one_else_the_last(
    challenges: Challenges, sessions: Sessions, fresh: Session
) -> None:
    await sessions.resign(fresh.id, ASTRID.id, now=NOON)
    with pytest.raises(NoSessionHere):
        await sessions.at(HALL.channel, TAFL.name)
    with pytest.raises(NoSessionHere):
        await sessions.here(HALL.channel, TAFL.name)
    assert (await sessions.at(HALL.channel, TAFL.name, ended=True)).id == fresh.id
    again = await opened(challenges)
    assert (await sessions.at(HALL.channel, TAFL.name, ended=True)).id == again.id
    assert (await sessions.at(HALL.channel, TAFL.name)).id == again.id
    assert await sessions.here(HALL.channel, TAFL.name) == again.id
    with pytest.raises(NoSessionHere):
        await sessions.at(YARD.channel, TAFL.name, ended=True)


async def test_a_session_is_seen_by_its_players_and_where_it_is_played(
    sessions: Sessions, fresh: Session
) -> None:
    assert (await sessions.seen_by(fresh.id, ASTRID.id, YARD)).id == fresh.id
    assert (await sessions.seen_by(fresh.id, GUEST.id, HALL)).id == fresh.id
    with pytest.raises(NoSuchSession):
        await sessions.seen_by(fresh.id, GUEST.id, YARD)


async def test_ready_and_playable_refuse_as_acting_does(sessions: Sessions, begun: Session) -> None:
    assert (await sessions.ready(begun.id, begun.ply, ASTRID.id)).ply == begun.ply
    assert (await sessions.playable(begun.id, BJORN.id)).ply == begun.ply
    refused: list[tuple[type[Refusal], int | None, PlayerId]] = [
        (NotYourTurn, None, BJORN.id),
        (NotAPlayer, begun.ply, GUEST.id),
        (StaleTable, begun.ply - 1, ASTRID.id),
        (StaleTable, begun.ply - 1, BJORN.id),
    ]
    for refusal, ply, player in refused:
        with pytest.raises(refusal):
            await sessions.ready(begun.id, ply, player)
    with pytest.raises(NotAPlayer):
        await sessions.playable(begun.id, GUEST.id)


async def test_lists_and_results_of_a_player(
    challenges: Challenges, sessions: Sessions, fresh: Session
) -> None:
    private = await opened(challenges, place=Place(None, 900, "interaction"))
    elsewhere = await opened(challenges, place=Place(GUILD + 1, 901, "bot"))
    assert [s.id for s in await sessions.of_player(BJORN.id, live=True, limit=10)] == [3, 2, 1]
    assert [s.id for s in await sessions.of_player(BJORN.id, live=True, limit=2)] == [3, 2]
    assert await sessions.of_player(GUEST.id, live=True, limit=10) == []
    await sessions.resign(fresh.id, ASTRID.id, now=NOON)
    await sessions.resign(private.id, BJORN.id, now=NOON)
    await sessions.offer(elsewhere.id, 0, ASTRID.id, "draw", now=NOON)
    await sessions.offer(elsewhere.id, 0, BJORN.id, "draw", now=NOON)
    assert await sessions.results_of(ASTRID.id) == {"won": 1, "lost": 1, "drawn": 1}
    assert await sessions.results_of(BJORN.id) == {"won": 1, "lost": 1, "drawn": 1}
    assert await sessions.results_of(GUEST.id) == {"won": 0, "lost": 0, "drawn": 0}
    assert [s.id for s in await sessions.of_player(BJORN.id, live=False, limit=10)] == [3, 2, 1]
    assert await sessions.live() == []


async def test_an_annulled_match_counts_as_no_result(
    challenges: Challenges, sessions: Sessions, fresh: Session
) -> None:
    for kind, place in (("annul", None), ("draw", Place(GUILD, 901, "bot"))):
        match = await opened(challenges, place=place) if place else fresh
        for player in (ASTRID, BJORN):
            await sessions.offer(match.id, 0, player.id, cast(OfferKind, kind), now=NOON)
    for player in (ASTRID, BJORN):
        assert await sessions.results_of(player.id) == {"won": 0, "lost": 0, "drawn": 1}
        assert len(await sessions.of_player(player.id, live=False, limit=10)) == 2


async def test_in_a_server_only_what_was_played_there_is_listed(
    challenges: Challenges, sessions: Sessions, fresh: Session
) -> None:
    private = await opened(challenges, place=Place(None, 900, "interaction"))
    await opened(challenges, place=Place(GUILD + 1, 901, "bot"))
    assert [s.id for s in await sessions.of_player(BJORN.id, live=True, limit=10, guild=GUILD)] == [fresh.id]
    assert await sessions.of_player(BJORN.id, live=True, limit=10, guild=0) == []
    await sessions.resign(private.id, BJORN.id, now=NOON)
    assert await sessions.results_of(ASTRID.id, guild=GUILD) == {"won": 0, "lost": 0, "drawn": 0}


# Where the table hangs


async def test_a_newer_table_is_not_replaced_by_an_older(sessions: Sessions, fresh: Session) -> None:
    assert (await sessions.show(fresh, 50)).newest
    moved = await play(sessions, fresh, "place e9")
    assert (await sessions.show(moved, 51)).newest
    assert not (await sessions.show(fresh, 52)).newest
    assert (await sessions.show(moved, 53)).newest
    shown = (await sessions.get(fresh.id)).shown
    assert shown is not None
    assert (shown.message, shown.ply) == (53, 1)
    assert (await sessions.get(fresh.id)).link.endswith("/700/800/53")


async def test_a_match_goes_on_after_the_store_was_opened_again(database: Path) -> None:
    store = await Store.open(database)
    session = await opened(Challenges(store, Sessions(store)))
    for move in (*OPENING, ESCAPE):
        await store.close()
        store = await Store.open(database)
        sessions = Sessions(store)
        session = await play(sessions, await sessions.get(session.id), move)
    await store.close()
    assert session.outcome == Outcome(Seat.DEFENDERS, Ending.ESCAPE)


def test_every_game_is_known_by_its_name() -> None:
    assert all(game.name == name for name, game in GAMES.items())


async def test_what_was_just_played_is_known_until_something_else_happens(
    sessions: Sessions, fresh: Session
) -> None:
    placed = await play(sessions, fresh, "place e9")
    assert await sessions.newest(placed) is placed
    await sessions.show(placed, 50)
    hung = await sessions.newest(placed)
    assert hung.shown is not None and hung.shown.message == 50
    moved = await play(sessions, placed, OPENING[1])
    assert await sessions.newest(moved) is moved
    assert (await sessions.newest(placed)).ply == moved.ply
    place = Place(GUILD, YARD.channel, "bot")
    await sessions.move_to(moved.id, place, BJORN.id)
    assert (await sessions.newest(moved)).place == place
    again = await play(sessions, moved, OPENING[2])
    await sessions.resign(again.id, BJORN.id, now=NOON)
    assert (await sessions.newest(again)).outcome is not None


async def test_a_match_is_found_by_its_channel_only_where_none_is_named(
    sessions: Sessions, fresh: Session
) -> None:
    here = {"now": NOON, "draw": never, "channel": HALL.channel}
    with pytest.raises(NoSuchSession):
        await sessions.act(SessionId(0), None, ASTRID.id, "e9", **here)  # type: ignore[arg-type]
    assert (await sessions.act(None, None, ASTRID.id, "e9", **here)).id == fresh.id  # type: ignore[arg-type]
    with pytest.raises(NoSessionHere):
        await sessions.act(None, None, ASTRID.id, "e9", now=NOON, draw=never, channel=YARD.channel)
