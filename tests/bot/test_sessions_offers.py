"""The service for matches: draws offered, moves taken back, and who may answer what."""

import asyncio

import pytest

from bot.refusals import NotAPlayer, NothingToUndo, OfferOver, OfferStands, OwnOffer, SessionOver, StaleTable
from bot.session import OfferKind, Session
from bot.sessions import Sessions
from rules.game import Ending, Outcome, Seat
from tests.bot.folk import ASTRID, BJORN, ESCAPE, GUEST, NOON, OPENING, Act, play, unchanged

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
