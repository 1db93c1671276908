"""The service for matches: who may act and when, offers, take-backs, endings, and nothing half-done."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.challenges import Challenges
from bot.people import Place, PlayerId, SessionId
from bot.refusals import (
    NoSessionHere,
    NoSuchSession,
    NotAPlayer,
    NothingToUndo,
    NotYourTurn,
    OfferOver,
    OfferStands,
    OwnOffer,
    Refusal,
    SessionOver,
    StaleTable,
)
from bot.session import GAMES, OfferKind, Session
from bot.sessions import Sessions
from bot.store import Store
from rules.game import Ambiguous, Ending, IllegalAction, Outcome, Seat, Unreadable, WrongAction
from rules.tafl.match import TAFL
from tests.bot.folk import (
    ASTRID,
    BJORN,
    ESCAPE,
    GUEST,
    GUILD,
    HALL,
    NOON,
    OPENING,
    YARD,
    cancelled_at,
    never,
    opened,
    play,
)

Act = Callable[..., Awaitable[Session]]


@pytest.fixture
async def fresh(challenges: Challenges) -> Session:
    """A match before the placement: Astrid attacks, Bjorn defends."""
    return await opened(challenges)


@pytest.fixture
async def begun(sessions: Sessions, fresh: Session) -> Session:
    """The same after the placement and a move of each: Astrid is to move at ply 3."""
    return await play(sessions, fresh, *OPENING[:3])


@pytest.fixture
async def won(sessions: Sessions, fresh: Session) -> Session:
    """The same after the Jarl's escape."""
    return await play(sessions, fresh, *OPENING, ESCAPE)


@pytest.fixture
def act(sessions: Sessions) -> Act:
    """Play a text for somebody."""

    async def act(session: Session, player: PlayerId, text: str, ply: int | None = None) -> Session:
        return await sessions.act(session.id, ply, player, text, now=NOON, draw=never)

    return act


async def unchanged(sessions: Sessions, session: Session) -> None:
    """The session stands as it stood, by what is kept and by what is stored."""
    for reader in (sessions, Sessions(sessions._store)):
        found = await reader.get(session.id)
        assert (found.ply, found.state, found.outcome, found.offers) == (
            session.ply,
            session.state,
            session.outcome,
            session.offers,
        )


# Acting


async def test_a_match_is_played_to_its_end(sessions: Sessions, won: Session) -> None:
    assert won.outcome == Outcome(Seat.DEFENDERS, Ending.ESCAPE)
    assert (won.ply, won.turn, won.to_move, won.ended_at) == (len(OPENING) + 1, None, None, NOON)
    assert await sessions.actions(won) == [*OPENING, ESCAPE]
    await unchanged(sessions, won)


async def test_what_is_served_is_what_the_stored_actions_replay(sessions: Sessions, begun: Session) -> None:
    state = TAFL.start(begun.setup)
    for text in await sessions.actions(begun):
        state = TAFL.play(state, TAFL.read(state, text))
    assert state == begun.state


@pytest.mark.parametrize("text", ["e8-d8", "e8 D8", "е8-d8", "nonsense"])
async def test_who_does_not_play_is_told_so_whatever_they_type(
    act: Act, sessions: Sessions, begun: Session, text: str
) -> None:
    with pytest.raises(NotAPlayer) as caught:
        await act(begun, GUEST.id, text)
    assert caught.value.session.id == begun.id
    await unchanged(sessions, begun)


@pytest.mark.parametrize("text", ["f7-f6", "a8-b8", "nonsense"])
async def test_whose_turn_it_is_not_is_told_so(
    act: Act, sessions: Sessions, begun: Session, text: str
) -> None:
    with pytest.raises(NotYourTurn) as caught:
        await act(begun, BJORN.id, text)
    assert caught.value.session.to_move == ASTRID
    await unchanged(sessions, begun)


@pytest.mark.parametrize("ply", [0, 2, 4, 99])
@pytest.mark.parametrize("player", [ASTRID.id, BJORN.id])
async def test_a_stale_table_is_told_so_before_the_turn(
    act: Act, sessions: Sessions, begun: Session, ply: int, player: PlayerId
) -> None:
    with pytest.raises(StaleTable):
        await act(begun, player, "a8-b8", ply)
    await unchanged(sessions, begun)


@pytest.mark.parametrize("player", [ASTRID.id, BJORN.id])
async def test_a_match_that_is_over_takes_nothing_more(
    act: Act, sessions: Sessions, won: Session, player: PlayerId
) -> None:
    attempts: list[Callable[[], Awaitable[object]]] = [
        lambda: act(won, player, "b8-a8"),
        lambda: act(won, player, "b8-a8", won.ply),
        lambda: act(won, player, "b8-a8", 0),
        lambda: sessions.resign(won.id, player, now=NOON),
        lambda: sessions.offer(won.id, None, player, "draw", now=NOON),
        lambda: sessions.offer(won.id, won.ply, player, "undo", now=NOON),
        lambda: sessions.answer(won.id, won.ply, player, "draw", accept=True, now=NOON),
        lambda: sessions.playable(won.id, player),
        lambda: sessions.ready(won.id, None, player),
    ]
    for attempt in attempts:
        with pytest.raises(SessionOver):
            await attempt()
    await unchanged(sessions, won)


@pytest.mark.parametrize(
    ("text", "wrong", "reason", "rule"),
    [
        ("castle", Unreadable, "notation", ""),
        ("", Unreadable, "notation", ""),
        ("a8-b8" * 40, Unreadable, "notation", ""),
        ("e5", Unreadable, "square", ""),
        ("a8", Ambiguous, "square", ""),
        ("a8-b8xc8", Unreadable, "captures", ""),
        ("a8-b8#", Unreadable, "captures", ""),
        ("a8-a8", IllegalAction, "same", "T5"),
        ("a8-b7", IllegalAction, "line", "T5"),
        ("b2-b3", IllegalAction, "empty", "T4"),
        ("f7-f6", IllegalAction, "turn", "T4"),
        ("b5-h5", IllegalAction, "blocked", "T5"),
        ("place e1", IllegalAction, "placed", "T3"),
        ("draw", Unreadable, "move", ""),
        ("Draw", Unreadable, "move", ""),
        ("annul", Unreadable, "move", ""),
        ("resign attackers", Unreadable, "move", ""),
        ("resign defenders", Unreadable, "move", ""),
        ("time defenders", Unreadable, "move", ""),
        ("undo attackers", Unreadable, "move", ""),
        ("undo defenders", Unreadable, "move", ""),
        ("undo everything", Unreadable, "seat", ""),
    ],
)
async def test_a_text_that_is_no_legal_move_says_why(
    act: Act,
    sessions: Sessions,
    begun: Session,
    text: str,
    wrong: type[WrongAction],
    reason: str,
    rule: str,
) -> None:
    with pytest.raises(wrong) as caught:
        await act(begun, ASTRID.id, text)
    assert (caught.value.reason, caught.value.rule) == (reason, rule)
    await unchanged(sessions, begun)


async def test_T3_before_the_placement_a_move_is_refused_with_the_rule(
    act: Act, sessions: Sessions, fresh: Session
) -> None:
    with pytest.raises(IllegalAction) as caught:
        await act(fresh, ASTRID.id, "e8-a8")
    assert (caught.value.rule, caught.value.reason) == ("T3", "placing")
    await unchanged(sessions, fresh)


async def test_texts_are_stored_in_their_canonical_form(act: Act, sessions: Sessions, fresh: Session) -> None:
    session = await act(fresh, ASTRID.id, "E9")
    session = await act(session, ASTRID.id, "E8 → a8")
    assert await sessions.actions(session) == ["place e9", "e8-a8"]


async def test_a_hundred_clicks_at_once_one_wins(act: Act, sessions: Sessions, begun: Session) -> None:
    moves = ["a8-b8", "a8-c8", "a8-a7", "d9-c9"] * 25
    results = await asyncio.gather(
        *(act(begun, ASTRID.id, move, begun.ply) for move in moves), return_exceptions=True
    )
    played = [result for result in results if isinstance(result, Session)]
    assert len(played) == 1
    assert {type(result) for result in results if not isinstance(result, Session)} == {StaleTable}
    assert played[0].ply == begun.ply + 1
    await unchanged(sessions, played[0])


async def test_a_hundred_people_at_once_only_the_player_moves(
    act: Act, sessions: Sessions, begun: Session
) -> None:
    people = [ASTRID.id, BJORN.id, *(PlayerId(1_000 + number) for number in range(98))]
    results = await asyncio.gather(
        *(act(begun, person, "a8-b8", begun.ply) for person in reversed(people)), return_exceptions=True
    )
    assert sum(isinstance(result, Session) for result in results) == 1
    assert (await sessions.get(begun.id)).ply == begun.ply + 1


async def test_matches_at_once_do_not_mix(challenges: Challenges, sessions: Sessions, fresh: Session) -> None:
    other = await opened(challenges, place=YARD)
    await asyncio.gather(
        play(sessions, fresh, *OPENING[:5]), play(sessions, other, "place a5", "d9-a9", "f5-f8")
    )
    assert await sessions.actions(await sessions.get(fresh.id)) == list(OPENING[:5])
    assert await sessions.actions(await sessions.get(other.id)) == ["place a5", "d9-a9", "f5-f8"]


# Resigning


@pytest.mark.parametrize(("player", "winner"), [(ASTRID, Seat.DEFENDERS), (BJORN, Seat.ATTACKERS)])
async def test_T19_a_player_may_resign_in_either_turn(
    sessions: Sessions, begun: Session, player: object, winner: Seat
) -> None:
    over = await sessions.resign(begun.id, player.id, now=NOON)  # type: ignore[attr-defined]
    assert over.outcome == Outcome(winner, Ending.RESIGNATION)
    await unchanged(sessions, over)


async def test_T19_a_player_may_resign_before_the_placement(sessions: Sessions, fresh: Session) -> None:
    over = await sessions.resign(fresh.id, BJORN.id, now=NOON)
    assert over.outcome == Outcome(Seat.ATTACKERS, Ending.RESIGNATION)


async def test_T19_nobody_resigns_for_another(sessions: Sessions, begun: Session) -> None:
    with pytest.raises(NotAPlayer):
        await sessions.resign(begun.id, GUEST.id, now=NOON)
    await unchanged(sessions, begun)


async def test_T19_both_resign_at_once_and_one_is_first(sessions: Sessions, begun: Session) -> None:
    results = await asyncio.gather(
        *(sessions.resign(begun.id, player.id, now=NOON) for player in (ASTRID, BJORN) * 20),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Session) for result in results) == 1
    assert sum(isinstance(result, SessionOver) for result in results) == 39


# Offers


async def test_T18_an_offered_draw_is_accepted(sessions: Sessions, begun: Session) -> None:
    offered = await sessions.offer(begun.id, begun.ply, BJORN.id, "draw", now=NOON)
    assert offered.offers == (("draw", Seat.DEFENDERS),)
    assert offered.ply == begun.ply
    over = await sessions.answer(begun.id, begun.ply, ASTRID.id, "draw", accept=True, now=NOON)
    assert over.outcome == Outcome(None, Ending.AGREEMENT)
    await unchanged(sessions, over)


async def test_T18_a_declined_draw_can_be_offered_again_only_after_a_move(
    act: Act, sessions: Sessions, begun: Session
) -> None:
    await sessions.offer(begun.id, begun.ply, ASTRID.id, "draw", now=NOON)
    declined = await sessions.answer(begun.id, begun.ply, BJORN.id, "draw", accept=False, now=NOON)
    assert (declined.offers, declined.outcome) == ((), None)
    with pytest.raises(OfferStands) as caught:
        await sessions.offer(begun.id, begun.ply, ASTRID.id, "draw", now=NOON)
    assert caught.value.kind == "draw"
    with pytest.raises(OfferOver):
        await sessions.answer(begun.id, begun.ply, BJORN.id, "draw", accept=True, now=NOON)
    moved = await act(begun, ASTRID.id, "a8-b8")
    again = await sessions.offer(moved.id, moved.ply, ASTRID.id, "draw", now=NOON)
    assert again.offers == (("draw", Seat.ATTACKERS),)


async def test_T18_the_next_move_lets_an_offer_lapse(act: Act, sessions: Sessions, begun: Session) -> None:
    await sessions.offer(begun.id, begun.ply, BJORN.id, "draw", now=NOON)
    moved = await act(begun, ASTRID.id, "a8-b8")
    assert (await sessions.get(begun.id)).offers == ()
    for ply in (begun.ply, moved.ply):
        with pytest.raises(OfferOver):
            await sessions.answer(begun.id, ply, ASTRID.id, "draw", accept=True, now=NOON)
    await unchanged(sessions, moved)


async def test_T18_an_old_answer_does_not_meet_a_new_offer(
    act: Act, sessions: Sessions, begun: Session
) -> None:
    await sessions.offer(begun.id, begun.ply, BJORN.id, "draw", now=NOON)
    moved = await act(begun, ASTRID.id, "a8-b8")
    again = await sessions.offer(begun.id, moved.ply, BJORN.id, "draw", now=NOON)
    for accept in (True, False):
        with pytest.raises(OfferOver):
            await sessions.answer(begun.id, begun.ply, ASTRID.id, "draw", accept=accept, now=NOON)
    await unchanged(sessions, again)


async def test_T18_nobody_offers_twice_or_accepts_their_own(sessions: Sessions, begun: Session) -> None:
    offered = await sessions.offer(begun.id, None, ASTRID.id, "draw", now=NOON)
    with pytest.raises(OfferStands):
        await sessions.offer(begun.id, None, ASTRID.id, "draw", now=NOON)
    for accept in (True, False):
        with pytest.raises(OwnOffer):
            await sessions.answer(begun.id, begun.ply, ASTRID.id, "draw", accept=accept, now=NOON)
        with pytest.raises(NotAPlayer):
            await sessions.answer(begun.id, begun.ply, GUEST.id, "draw", accept=accept, now=NOON)
    await unchanged(sessions, offered)


async def test_T18_two_offers_that_meet_are_an_agreement(sessions: Sessions, begun: Session) -> None:
    await sessions.offer(begun.id, begun.ply, ASTRID.id, "draw", now=NOON)
    over = await sessions.offer(begun.id, begun.ply, BJORN.id, "draw", now=NOON)
    assert over.outcome == Outcome(None, Ending.AGREEMENT)


async def test_T18_who_declined_may_offer_a_draw_and_the_other_may_meet_it(
    sessions: Sessions, begun: Session
) -> None:
    await sessions.offer(begun.id, begun.ply, ASTRID.id, "draw", now=NOON)
    await sessions.answer(begun.id, begun.ply, BJORN.id, "draw", accept=False, now=NOON)
    assert (await sessions.offer(begun.id, begun.ply, BJORN.id, "draw", now=NOON)).outcome is None
    over = await sessions.offer(begun.id, begun.ply, ASTRID.id, "draw", now=NOON)
    assert over.outcome == Outcome(None, Ending.AGREEMENT)


@pytest.mark.parametrize("kind", ["draw", "undo"])
async def test_an_offer_of_an_older_table_or_by_a_stranger_is_refused(
    sessions: Sessions, begun: Session, kind: OfferKind
) -> None:
    with pytest.raises(StaleTable):
        await sessions.offer(begun.id, begun.ply - 1, ASTRID.id, kind, now=NOON)
    with pytest.raises(NotAPlayer):
        await sessions.offer(begun.id, begun.ply, GUEST.id, kind, now=NOON)
    with pytest.raises(OfferOver):
        await sessions.answer(begun.id, begun.ply, ASTRID.id, kind, accept=True, now=NOON)
    await unchanged(sessions, begun)


@pytest.mark.parametrize("kind", ["draw", "undo"])
async def test_a_hundred_answers_at_once_one_counts(
    sessions: Sessions, begun: Session, kind: OfferKind
) -> None:
    await sessions.offer(begun.id, begun.ply, BJORN.id, kind, now=NOON)
    results = await asyncio.gather(
        *(
            sessions.answer(begun.id, begun.ply, ASTRID.id, kind, accept=accept, now=NOON)
            for accept in (True, False) * 50
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Session) for result in results) == 1
    assert {type(result) for result in results} <= {Session, OfferOver, SessionOver}
    assert (await sessions.get(begun.id)).ply == begun.ply + 1


# Taking back


async def test_undo_by_who_has_just_moved_gives_the_move_back(
    act: Act, sessions: Sessions, begun: Session
) -> None:
    moved = await act(begun, ASTRID.id, "a8-b8")
    await sessions.offer(moved.id, moved.ply, ASTRID.id, "undo", now=NOON)
    undone = await sessions.answer(moved.id, moved.ply, BJORN.id, "undo", accept=True, now=NOON)
    assert undone.state == begun.state
    assert (undone.ply, undone.turn) == (moved.ply + 1, Seat.ATTACKERS)
    again = await act(undone, ASTRID.id, "a8-c8", undone.ply)
    assert again.ply == undone.ply + 1
    await unchanged(sessions, again)


async def test_undo_by_the_side_to_move_takes_two_moves_back(
    act: Act, sessions: Sessions, begun: Session
) -> None:
    await sessions.offer(begun.id, begun.ply, ASTRID.id, "undo", now=NOON)
    undone = await sessions.answer(begun.id, begun.ply, BJORN.id, "undo", accept=True, now=NOON)
    assert undone.turn is Seat.ATTACKERS
    assert undone.match.number == 0
    assert await sessions.actions(undone) == [*OPENING[:3], "undo attackers"]


async def test_undo_of_an_undo_goes_further_back_and_the_match_goes_on(
    act: Act, sessions: Sessions, begun: Session
) -> None:
    for _ in range(2):
        session = await sessions.get(begun.id)
        await sessions.offer(session.id, session.ply, ASTRID.id, "undo", now=NOON)
        await sessions.answer(session.id, session.ply, BJORN.id, "undo", accept=True, now=NOON)
    session = await sessions.get(begun.id)
    assert (session.ply, session.match.placing) == (begun.ply + 2, True)
    with pytest.raises(NothingToUndo):
        await sessions.offer(session.id, session.ply, ASTRID.id, "undo", now=NOON)
    session = await play(sessions, session, *OPENING, ESCAPE)
    assert session.outcome == Outcome(Seat.DEFENDERS, Ending.ESCAPE)
    await unchanged(sessions, session)


async def test_undo_before_one_has_moved_is_refused(sessions: Sessions, fresh: Session) -> None:
    for player in (ASTRID, BJORN):
        with pytest.raises(NothingToUndo):
            await sessions.offer(fresh.id, 0, player.id, "undo", now=NOON)


async def test_two_requests_to_take_back_stand_side_by_side(
    act: Act, sessions: Sessions, begun: Session
) -> None:
    await sessions.offer(begun.id, begun.ply, ASTRID.id, "undo", now=NOON)
    both = await sessions.offer(begun.id, begun.ply, BJORN.id, "undo", now=NOON)
    assert set(both.offers) == {("undo", Seat.ATTACKERS), ("undo", Seat.DEFENDERS)}
    undone = await sessions.answer(begun.id, begun.ply, ASTRID.id, "undo", accept=True, now=NOON)
    assert undone.turn is Seat.DEFENDERS
    assert undone.match.number == 1


async def test_the_state_of_an_earlier_table_is_found_again(sessions: Sessions, won: Session) -> None:
    again = Sessions(sessions._store)
    for ply in range(won.ply + 1):
        assert (await sessions.as_of(won, ply)).state == (await again.as_of(won, ply)).state
    assert (await again.as_of(won, 0)).match.placing


# Nothing half-done, and nothing kept that was rolled back


def trap(beside: sqlite3.Connection, deed: str, table: str) -> None:
    """Make SQLite fail at that statement, as a full disk would."""
    beside.execute(
        f"create trigger trap before {deed} on {table} begin select raise(abort, 'no space left'); end"
    )


def free(beside: sqlite3.Connection) -> None:
    """Take the trap away."""
    beside.execute("drop trigger trap")


async def test_a_failure_at_the_last_statement_leaves_nothing(
    sessions: Sessions, fresh: Session, beside: sqlite3.Connection
) -> None:
    last = await play(sessions, fresh, *OPENING)
    for _ in range(2):
        trap(beside, "update", "session")
        with pytest.raises(sqlite3.IntegrityError):
            await play(sessions, last, ESCAPE)
        free(beside)
        await unchanged(sessions, last)
    assert (await play(sessions, last, ESCAPE)).outcome == Outcome(Seat.DEFENDERS, Ending.ESCAPE)


async def test_a_rolled_back_end_is_not_served_for_the_take_back_agreed_instead(
    sessions: Sessions, fresh: Session, beside: sqlite3.Connection
) -> None:
    last = await play(sessions, fresh, *OPENING)
    trap(beside, "update", "session")
    with pytest.raises(sqlite3.IntegrityError):
        await play(sessions, last, ESCAPE)
    free(beside)
    await sessions.offer(last.id, last.ply, ASTRID.id, "undo", now=NOON)
    undone = await sessions.answer(last.id, last.ply, BJORN.id, "undo", accept=True, now=NOON)
    assert undone.turn is Seat.ATTACKERS
    await unchanged(sessions, undone)


async def test_a_rolled_back_state_is_not_served_for_the_move_made_instead(
    sessions: Sessions, begun: Session, beside: sqlite3.Connection
) -> None:
    trap(beside, "insert", "action")
    with pytest.raises(sqlite3.IntegrityError):
        await play(sessions, begun, "a8-b8")
    free(beside)
    moved = await play(sessions, begun, "a8-c8")
    assert moved.match.moves[-1].notation == "a8-c8"
    await unchanged(sessions, moved)


async def test_a_failed_agreement_leaves_the_offer_open(
    sessions: Sessions, begun: Session, beside: sqlite3.Connection
) -> None:
    offered = await sessions.offer(begun.id, begun.ply, BJORN.id, "draw", now=NOON)
    trap(beside, "update", "session")
    with pytest.raises(sqlite3.IntegrityError):
        await sessions.answer(begun.id, begun.ply, ASTRID.id, "draw", accept=True, now=NOON)
    free(beside)
    await unchanged(sessions, offered)


async def test_a_number_that_a_rollback_gives_back_is_met_with_its_own_state(
    challenges: Challenges, sessions: Sessions, store: Store
) -> None:
    with pytest.raises(ZeroDivisionError):
        async with store.transaction() as tx:
            lost = await sessions.open(
                tx,
                game=TAFL.name,
                setup="open",
                place=HALL,
                locale="en",
                seats={Seat.ATTACKERS: ASTRID, Seat.DEFENDERS: BJORN},
                now=NOON,
            )
            await sessions.append(tx, lost, Seat.ATTACKERS, "place a5", NOON)
            raise ZeroDivisionError
    found = await opened(challenges)
    assert found.id == lost.id
    served = await sessions.get(found.id)
    assert (served.ply, served.match.ruleset.barrow_crossing) == (0, "sealed")
    await unchanged(sessions, found)


@pytest.mark.parametrize(
    "deed",
    [
        lambda sessions, session: play(sessions, session, ESCAPE),
        lambda sessions, session: sessions.resign(session.id, ASTRID.id, now=NOON),
        lambda sessions, session: sessions.answer(
            session.id, session.ply, BJORN.id, "draw", accept=True, now=NOON
        ),
        lambda sessions, session: sessions.answer(
            session.id, session.ply, BJORN.id, "undo", accept=True, now=NOON
        ),
    ],
    ids=["move", "resign", "draw", "undo"],
)
async def test_cancelled_at_any_wait_a_deed_is_whole_or_nothing(
    challenges: Challenges,
    sessions: Sessions,
    deed: Callable[[Sessions, Session], Awaitable[Session]],
) -> None:
    for wait in range(200):
        fresh = await opened(challenges, now=NOON + timedelta(hours=wait))
        session = await play(sessions, fresh, *OPENING)
        await sessions.offer(session.id, session.ply, ASTRID.id, "draw", now=NOON)
        session = await sessions.offer(session.id, session.ply, ASTRID.id, "undo", now=NOON)
        cancelled, _ = await cancelled_at(wait, deed(sessions, session))  # type: ignore[arg-type]
        found = await Sessions(sessions._store).get(session.id)
        if found.ply == session.ply:
            assert cancelled
            await unchanged(sessions, session)
        else:
            assert found.ply == session.ply + 1
            await unchanged(sessions, found)
        if not found.outcome:
            await sessions.resign(session.id, ASTRID.id, now=NOON)
        if not cancelled:
            break
    else:
        pytest.fail("never came to its end")
    assert wait > 2


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


async def test_the_channels_session_is_the_live_one_else_the_last(
    challenges: Challenges, sessions: Sessions, fresh: Session
) -> None:
    await sessions.resign(fresh.id, ASTRID.id, now=NOON)
    with pytest.raises(NoSessionHere):
        await sessions.at(HALL.channel, TAFL.name)
    assert (await sessions.at(HALL.channel, TAFL.name, ended=True)).id == fresh.id
    again = await opened(challenges)
    assert (await sessions.at(HALL.channel, TAFL.name, ended=True)).id == again.id
    assert (await sessions.at(HALL.channel, TAFL.name)).id == again.id
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
    assert await sessions.show(fresh, 50)
    moved = await play(sessions, fresh, "place e9")
    assert await sessions.show(moved, 51)
    assert not await sessions.show(fresh, 52)
    assert await sessions.show(moved, 53)
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
