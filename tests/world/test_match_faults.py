"""Discord, the disk and the network in trouble: what was played stands, and everybody is answered."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest
from simcord.results import InteractionResult

from bot.lulls import Lulls
from bot.observing import Trace
from bot.people import SessionId
from bot.session import Shown
from bot.words import speaker
from tests.world.page import Page
from tests.world.stage import Stage

en = speaker("en")
POST = "/channels/*/messages"
CALLBACK = "/interactions/*/callback"
ORIGINAL = "/webhooks/*/messages/@original"
FOLLOW_UP = "/webhooks/*/*"


async def plies(stage: Stage) -> int:
    """How much has been played in the first match: the placement and the moves."""
    return (await stage.house.sessions.get(SessionId(1))).ply


def hears(stage: Stage) -> list[Page]:
    """What Astrid has been told in private and can still see."""
    return [page for page in stage.pages(seen_by=stage.astrid) if page.private]


# The acknowledgement


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (500, 0), (502, 0), (503, 0)])
async def test_F1_without_an_acknowledgement_nothing_is_applied(stage: Stage, status: int, code: int) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    picker = stage.read(await stage.press(stage.astrid, table, "move"))
    squares = stage.read(await stage.choose(stage.astrid, picker, "d1"))
    stage.silence_allowed = True
    acts: Sequence[Callable[[], Awaitable[InteractionResult]]] = (
        lambda: stage.say_move(stage.astrid, "d1-c1"),
        lambda: stage.choose(stage.astrid, squares, "c1"),
        lambda: stage.press(stage.astrid, table, "draw"),
    )
    for act in acts:
        stage.refuse("POST", CALLBACK, status=status, code=code)
        result = await act()
        assert not result.acknowledged
    assert await plies(stage) == 1
    assert stage.last().id == table.id
    stage.silence_allowed = False
    await stage.choose(stage.astrid, squares, "c1")
    assert "`d1-c1`" in stage.table().text


async def test_F1_without_an_acknowledgement_no_match_is_opened(stage: Stage) -> None:
    stage.silence_allowed = True
    stage.refuse("POST", CALLBACK, status=404, code=10062)
    await stage.challenge(stage.astrid, stage.bjorn)
    assert not stage.pages()
    await stage.challenge(stage.astrid, stage.bjorn)
    for wanted, person in (("accept", stage.bjorn), ("decline", stage.bjorn), ("withdraw", stage.astrid)):
        stage.refuse("POST", CALLBACK, status=404, code=10062)
        await stage.press(person, stage.last(), wanted)
        assert stage.last().labels == ("Accept", "Decline", "Withdraw")
    assert not await stage.house.sessions.live()


async def test_F13_an_acknowledgement_that_came_through_unheard_counts_once(stage: Stage) -> None:
    """The library sends it again after a lost answer, and hears 40060 for its own first try."""
    await stage.begin(stage.astrid, stage.bjorn)
    with stage.lose_answers("POST", CALLBACK, status=400, code=40060):
        await stage.say_move(stage.astrid, "d1-c1")
    assert await plies(stage) == 2
    assert len(stage.tables()) == 1
    assert not hears(stage)


# The answer


async def test_F13_a_refusal_that_can_not_be_shown_at_first_is_told_all_the_same(stage: Stage) -> None:
    """Nothing was done, so nothing may be called kept."""
    table = await stage.begin(stage.astrid, stage.bjorn)
    stage.refuse("PATCH", ORIGINAL, status=500)
    await stage.press(stage.bjorn, table, "move")
    assert stage.told(stage.bjorn).text == en("refusal-not-your-turn", name="Astrid")


@pytest.mark.parametrize("status", [500, 503])
async def test_F13_a_private_answer_that_fails_is_followed_by_an_apology(stage: Stage, status: int) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    stage.refuse("PATCH", ORIGINAL, status=status)
    await stage.press(stage.astrid, table, "move")
    assert stage.told(stage.astrid).text == en("error-not-answered")
    await stage.move(stage.astrid, "d1-c1")
    assert "`d1-c1`" in stage.table().text


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
async def test_F13_the_move_stands_when_its_answer_fails(stage: Stage, method: str) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    stage.refuse(method, ORIGINAL, status=502)
    await stage.move(stage.astrid, "d1-c1")
    if method == "PATCH":  # the first of the two private pages was refused
        await stage.move(stage.astrid, "d1-c1")
    assert await plies(stage) == 2
    assert len(stage.tables()) == 1


async def test_F9_nothing_at_all_can_be_said_and_nothing_breaks(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    for method in ("PATCH", "POST", "DELETE"):
        stage.refuse(method, "/webhooks/*", status=500, times=None)
    await stage.press(stage.astrid, table, "move")
    await stage.say_move(stage.astrid, "nonsense")
    await stage.say_move(stage.astrid, "d1-c1")
    stage.env.backend.faults.clear()
    assert "`d1-c1`" in stage.table().text
    await stage.move(stage.bjorn, "e7-d7")
    assert "`e7-d7`" in stage.table().text


async def test_F10_an_old_interaction_is_never_needed_again(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.later(days=3)
    await stage.move(stage.astrid, "d1-c1")
    await stage.later(hours=3)
    await stage.move(stage.bjorn, "e7-d7")
    assert len(stage.tables()) == 1
    await stage.later(days=20)
    await stage.say_move(stage.astrid, "c1-c2")
    assert stage.table().pings == (stage.bjorn.id,)


# The table


async def test_F12_an_old_message_that_takes_no_edit_is_left_behind(stage: Stage) -> None:
    old = await stage.begin(stage.astrid, stage.bjorn)
    stage.refuse("PATCH", "/channels/*/messages/*", status=429, code=30046)
    await stage.move(stage.astrid, "d1-c1")
    assert stage.last().pings == (stage.bjorn.id,)
    await stage.press(stage.astrid, old, "move")
    assert stage.told(stage.astrid).text == en("refusal-stale-table")
    await stage.move(stage.bjorn, "e7-d7")
    assert "`e7-d7`" in stage.last().text


@pytest.mark.parametrize("by_button", [False, True], ids=["command", "button"])
async def test_F13_a_move_whose_table_is_refused_stands_and_is_shown_on_request(
    stage: Stage, by_button: bool
) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    stage.refuse("POST", POST, status=500, times=None)
    act = stage.move if by_button else stage.say_move
    await act(stage.astrid, "d1-c1")
    assert stage.told(stage.astrid).text == en("error-table-not-shown")
    stage.env.backend.faults.clear()
    assert await plies(stage) == 2
    await stage.slash(stage.bjorn, "tafl show")
    assert "`d1-c1`" in stage.table().text
    assert len(stage.tables()) == 1
    await stage.move(stage.bjorn, "e7-d7")
    assert stage.table().pings == (stage.astrid.id,)


async def test_F13_a_table_that_hangs_unheard_is_not_played_at_twice(stage: Stage) -> None:
    """The message came through and its answer was lost: whatever hangs there, each move counts once."""
    await stage.begin(stage.astrid, stage.bjorn)
    with stage.lose_answers("POST", "/channels/*/messages"):
        await stage.say_move(stage.astrid, "d1-c1")
    assert await plies(stage) == 2
    await stage.slash(stage.bjorn, "tafl show")
    unheard = [page for page in stage.tables() if page.id != stage.table().id]
    await stage.move(stage.bjorn, "e7-d7")
    for page in unheard:
        await stage.press(stage.bjorn, page, "move")
        assert stage.told(stage.bjorn).text == en("refusal-stale-table")
    assert await plies(stage) == 3


async def test_F21_closed_to_the_bot_a_channel_is_answered_through_the_interaction(stage: Stage) -> None:
    stage.refuse("POST", POST, status=403, code=50001, times=None)
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.move(stage.bjorn, "e7-d7")
    assert stage.table().pings == (stage.astrid.id,)
    assert not stage.table().private
    assert len(stage.tables()) == 1


async def test_F24_a_challenge_that_cannot_be_hung_binds_nobody(stage: Stage) -> None:
    stage.refuse("POST", POST, status=500, times=None)
    await stage.challenge(stage.astrid, stage.bjorn)
    assert stage.told(stage.astrid).text
    assert not stage.pages()
    stage.env.backend.faults.clear()
    await stage.challenge(stage.astrid, stage.bjorn)
    assert stage.last().offers("accept")


@pytest.mark.parametrize("status", [403, 500])
async def test_F13_a_match_whose_first_table_is_refused_is_open_nevertheless(
    stage: Stage, status: int
) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    stage.refuse("POST", POST, status=status, times=None)
    stage.refuse("POST", FOLLOW_UP, status=status, times=None)
    await stage.accept(stage.bjorn)
    stage.env.backend.faults.clear()
    assert "Accepted." in stage.last().text
    await stage.slash(stage.astrid, "tafl show")
    await stage.press(stage.astrid, stage.table(), "place")
    assert "Move 1" in stage.table().text


# Messages and channels that go away


async def test_F14_a_deleted_table_is_hung_again(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    stage.env.backend.delete_message(stage.hall.id, table.id)
    await stage.slash(stage.bjorn, "tafl show")
    assert len(stage.tables()) == 1
    stage.env.backend.delete_message(stage.hall.id, stage.table().id)
    await stage.say_move(stage.astrid, "d1-c1")
    assert stage.table().pings == (stage.bjorn.id,)


async def test_F14_an_offer_deleted_under_the_finger_still_counts(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.slash(stage.astrid, "tafl draw")
    offer = stage.last()
    stage.refuse("PATCH", ORIGINAL, status=404, code=10008)
    await stage.press(stage.bjorn, offer, "yes")
    assert "Drawn by agreement" in stage.last().text


async def test_F15_a_channel_that_is_deleted_takes_nothing_else_with_it(stage: Stage) -> None:
    place = stage.place("doomed")
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1", where=place)
    await stage.challenge(stage.astrid, stage.ketil)
    stage.env.backend.delete_channel(place.id)
    await stage.env.settle()
    await stage.slash(stage.bjorn, "matches")
    assert "your turn" in stage.told(stage.bjorn).text
    await stage.slash(stage.bjorn, "tafl record", match=1)
    assert b"1. d1-c1" in stage.uploaded(stage.told(stage.bjorn))
    await stage.later(hours=25)
    assert "It has expired" in stage.last().text
    await stage.begin(stage.astrid, stage.bjorn)
    assert len(stage.tables()) == 1


async def test_F22_who_leaves_the_server_keeps_their_name_and_may_be_beaten(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    stage.guild.remove_member(stage.bjorn)
    await stage.move(stage.astrid, "d1-c1")
    assert "Bjorn" in stage.table().text
    await stage.slash(stage.astrid, "matches")
    assert "Bjorn" in stage.told(stage.astrid).text


class Watched(Lulls):
    """Lulls of which is noted, whenever they are waited for, what can be seen then."""

    def __init__(self, look: Callable[[], object]) -> None:
        super().__init__(patience=0.0)
        self.look = look
        self.seen: list[object] = []

    async def come(self) -> None:
        """Note it, then wait as ever."""
        self.seen.append(self.look())
        await super().come()


async def test_old_controls_and_waiting_answers_are_put_off_and_go_although_somebody_always_waits(
    stage: Stage,
) -> None:
    old = await stage.begin(stage.astrid, stage.bjorn)
    lulls = Watched(lambda: (len(stage.tables()), [page.id for page in hears(stage)] != []))
    told: list[bool] = []
    lulls.on_lull = told.append
    stage.client.house = replace(stage.house, lulls=lulls)
    with lulls.awaits(Trace(interaction=1, user=7, guild=None, channel=9)):
        await stage.say_move(stage.astrid, "d9-d8")
        assert lulls.seen == [(2, True), (1, True)], "the old controls first, then the waiting answer"
        assert hears(stage) == []
        assert [page.id for page in stage.tables()] == [stage.last().id] != [old.id]
        assert told == []
    await stage.say_move(stage.bjorn, "e7-d7")
    assert told == [True, False, True]


async def test_F12_a_table_that_a_newer_one_could_not_edit_loses_its_controls(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)

    def hangs_newer() -> None:
        stage.house.overdue.keep(SessionId(1), [Shown(stage.last().id, 2)])

    stage.client.house = replace(stage.house, lulls=Watched(hangs_newer))
    await stage.say_move(stage.astrid, "d9-d8")
    assert stage.tables() == []
