"""The service for matches: who may act and when, what is refused, and that one of many at once counts."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.challenges import Challenges
from bot.people import PlayerId
from bot.refusals import NotAPlayer, NotYourTurn, SessionOver, StaleTable
from bot.session import Session
from bot.sessions import Sessions
from rules.game import Ambiguous, Ending, IllegalAction, Outcome, Seat, Unreadable, WrongAction
from rules.tafl.match import TAFL
from tests.bot.folk import ASTRID, BJORN, ESCAPE, GUEST, NOON, OPENING, YARD, Act, opened, play, unchanged

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
