"""What players ask of each other: a draw, a move back, the match itself, another one."""

import pytest

from bot.words import speaker
from tests.world.short_games import BLACK_DRAUG_TAKEN
from tests.world.stage import Stage
from tests.world.world import Person

en = speaker("en")


def told(stage: Stage, person: Person) -> str:
    return stage.told(person).text


# A draw


@pytest.mark.parametrize("typed", [False, True], ids=["button", "command"])
async def test_T18_a_draw_is_offered_and_accepted(stage: Stage, typed: bool) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    if typed:
        await stage.slash(stage.astrid, "tafl draw")
    else:
        await stage.press(stage.astrid, table, "draw")
    offer = stage.last()
    bjorn = f"<@{stage.bjorn.id}>"
    waits = f"**Astrid** offers a draw and waits for {bjorn} to answer. The offer stands until the next move."
    assert offer.text == waits
    assert offer.labels == ("Accept", "Decline")
    assert offer.pings == (stage.bjorn.id,), "it is Bjorn's turn"
    await stage.press(stage.bjorn, offer, "yes")
    assert stage.pages()[-2].text == "**Bjorn** accepted the draw."
    assert "Drawn by agreement" in stage.last().text
    assert stage.table().labels[0] == "Rematch"
    assert not stage.pages()[-2].controls


async def test_whoever_is_not_to_move_is_named_by_an_offer_and_not_called(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.slash(stage.bjorn, "tafl draw")
    assert "waits for **Astrid** to answer" in stage.last().text
    assert not stage.last().pings


async def test_whoever_turned_calls_off_is_called_by_no_offer(stage: Stage) -> None:
    await stage.slash(stage.bjorn, "settings pings", value="off")
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    for kind in ("draw", "undo", "annul"):
        await stage.slash(stage.astrid, f"tafl {kind}")
        assert "waits for **Bjorn** to answer" in stage.last().text
        assert not stage.last().pings


async def test_T18_a_draw_is_declined_once(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.press(stage.bjorn, table, "draw")
    offer = stage.last()
    await stage.press(stage.astrid, offer, "no")
    assert stage.last().text == "**Astrid** declined the draw."
    assert not stage.last().controls
    await stage.press(stage.astrid, offer, "yes")
    assert "no longer stands" in told(stage, stage.astrid)
    await stage.press(stage.bjorn, table, "draw")
    assert "draw offer" in told(stage, stage.bjorn)
    assert len(stage.pages()) == 5
    await stage.move(stage.bjorn, "e7-d7")
    await stage.slash(stage.bjorn, "tafl draw")
    assert stage.last().labels == ("Accept", "Decline"), "after a move one may ask again"


@pytest.mark.parametrize("kind", ["draw", "undo", "annul"])
async def test_an_offer_made_again_is_told_to_wait_while_it_is_open(stage: Stage, kind: str) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e7-d7")
    for _ in range(2):
        await stage.slash(stage.astrid, f"tafl {kind}")
    offer = en(f"offer-{kind}")
    assert told(stage, stage.astrid) == en("refusal-offer-waits", offer=offer, name="Bjorn")
    await stage.press(stage.bjorn, stage.showing("no"), "no")
    await stage.slash(stage.astrid, f"tafl {kind}")
    assert told(stage, stage.astrid) == en("refusal-offer-stands", offer=offer)


async def test_an_offer_of_the_others_is_not_taken_for_ones_own(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e7-d7")
    await stage.slash(stage.astrid, "tafl undo")
    await stage.press(stage.bjorn, stage.showing("no"), "no")
    await stage.slash(stage.bjorn, "tafl undo")
    await stage.slash(stage.astrid, "tafl undo")
    assert told(stage, stage.astrid) == en("refusal-offer-stands", offer=en("offer-undo"))


async def test_T18_an_offer_lapses_with_the_next_move(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.slash(stage.astrid, "tafl draw")
    offer = stage.last()
    await stage.move(stage.bjorn, "e7-d7")
    for wanted in ("yes", "no"):
        await stage.press(stage.bjorn, offer, wanted)
        assert "draw offer" in told(stage, stage.bjorn)
    assert "Move 3" in stage.table().text


async def test_T18_two_offers_that_meet_are_an_agreement(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.at_once(
        lambda: stage.press(stage.astrid, table, "draw"), lambda: stage.press(stage.bjorn, table, "draw")
    )
    assert "Drawn by agreement" in stage.last().text
    assert len(stage.tables()) == 1


async def test_F5_an_offer_is_answered_by_the_opponent_alone(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.slash(stage.astrid, "tafl draw")
    offer = stage.last()
    for wanted in ("yes", "no"):
        await stage.press(stage.astrid, offer, wanted)
        assert "is your own" in told(stage, stage.astrid)
        await stage.press(stage.ketil, offer, wanted)
        assert "Astrid" in told(stage, stage.ketil)
    await stage.press(stage.ketil, stage.table(), "draw")
    assert stage.last().id == offer.id
    assert stage.last().labels == ("Accept", "Decline")


async def test_F7_accepted_by_two_fingers_it_ends_once(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.slash(stage.astrid, "tafl draw")
    offer = stage.last()
    await stage.at_once(*[lambda: stage.press(stage.bjorn, offer, "yes")] * 2)
    assert sum("Drawn by agreement" in page.text for page in stage.pages()) == 1


# A move back


@pytest.mark.parametrize("typed", [False, True], ids=["button", "command"])
async def test_a_move_is_taken_back_by_leave(stage: Stage, typed: bool) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e7-d7")
    if typed:
        await stage.slash(stage.bjorn, "tafl undo")
    else:
        more = await stage.press(stage.bjorn, table, "more")
        await stage.press(stage.bjorn, stage.read(more), "undo")
    offer = stage.last()
    assert offer.text == (
        f"**Bjorn** asks to take their own last move back and waits for <@{stage.astrid.id}> to answer."
        " The request stands until the next move."
    )
    assert offer.pings == (stage.astrid.id,), "it is Astrid's turn"
    await stage.press(stage.astrid, offer, "yes")
    table = stage.table()
    assert len(stage.tables()) == 1
    assert table.pings == (stage.bjorn.id,)
    assert "e7" in table.pictures[0]
    assert "`d1-c1`" in table.text
    await stage.move(stage.bjorn, "e7-f7")
    assert "`e7-f7`" in stage.table().text


async def test_one_asks_for_the_move_before_the_opponents_too(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e7-d7", "c1-c2")
    await stage.slash(stage.bjorn, "tafl undo")
    await stage.press(stage.astrid, stage.last(), "yes")
    assert stage.table().pings == (stage.bjorn.id,)
    await stage.move(stage.bjorn, "e7-f7")
    assert "`e7-f7`" in stage.table().text


async def test_a_move_stays_without_leave(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.slash(stage.astrid, "tafl undo")
    await stage.press(stage.bjorn, stage.last(), "no")
    assert stage.last().text == "**Bjorn** did not agree to take the move back."
    assert "`d1-c1`" in stage.table().text


async def test_nothing_is_taken_back_before_one_has_moved(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.slash(stage.bjorn, "tafl undo")
    assert "no move yet" in told(stage, stage.bjorn)
    assert len(stage.pages()) == 3


# The match itself


@pytest.mark.parametrize("typed", [False, True], ids=["button", "command"])
async def test_T19_F26_resigning_asks_first(stage: Stage, typed: bool) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    for answer in ("Play on", "Yes, resign"):
        if typed:
            await stage.slash(stage.astrid, "tafl resign")
        else:
            await stage.press(stage.astrid, table, "resign")
        question = stage.told(stage.astrid)
        assert question.labels == ("Yes, resign", "Play on")
        assert "Resigned" not in stage.last().text
        await stage.press(stage.astrid, question, answer)
        assert not [page for page in stage.pages(seen_by=stage.astrid) if page.private]
    assert "Resigned: defenders win" in stage.last().text
    assert len(stage.tables()) == 1


async def test_T19_one_resigns_on_the_opponents_turn_as_well(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    await stage.press(stage.bjorn, table, "resign")
    await stage.move(stage.astrid, "d1-c1")
    await stage.press(stage.bjorn, stage.told(stage.bjorn), "resigned")
    assert "Resigned: attackers win" in stage.last().text


async def test_T19_a_question_that_waited_for_the_end_resigns_nothing(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    await stage.press(stage.bjorn, table, "resign")
    question = stage.told(stage.bjorn)
    await stage.press(stage.astrid, table, "resign")
    await stage.press(stage.astrid, stage.told(stage.astrid), "resigned")
    await stage.press(stage.bjorn, question, "resigned")
    assert "Resigned: defenders win" in stage.last().text
    assert "is over" in told(stage, stage.bjorn)


# Another one


async def end(stage: Stage) -> None:
    """A match that Bjorn has won."""
    await stage.challenge(stage.astrid, stage.bjorn, side="attack", rules="mounds")
    await stage.accept(stage.bjorn)
    await stage.say_move(stage.astrid, BLACK_DRAUG_TAKEN.black_draug)
    for person, move in zip((stage.astrid, stage.bjorn), BLACK_DRAUG_TAKEN.moves, strict=True):
        await stage.say_move(person, move)


@pytest.mark.parametrize("asks", ["astrid", "bjorn"])
async def test_a_rematch_swaps_the_sides_whoever_asks(stage: Stage, asks: str) -> None:
    await end(stage)
    one = getattr(stage, asks)
    other = stage.bjorn if one is stage.astrid else stage.astrid
    await stage.press(one, stage.table(), "rematch")
    challenge = stage.last()
    assert challenge.pings == (other.id,)
    assert "Rules: mounds." in challenge.text
    await stage.accept(other)
    table = stage.last()
    assert table.text.startswith("### Bjorn attacks · Astrid defends")
    assert table.pings == (stage.bjorn.id,)
    await stage.press(stage.bjorn, table, "place")
    assert "Bjorn" in stage.last().text


async def test_a_rematch_that_both_ask_for_begins(stage: Stage) -> None:
    await end(stage)
    table = stage.table()
    await stage.press(stage.astrid, table, "rematch")
    await stage.press(stage.bjorn, table, "rematch")
    assert stage.last().text.startswith("### Bjorn attacks · Astrid defends")
    assert len(await stage.house.sessions.live()) == 1


async def test_a_rematch_asked_for_by_both_at_once_begins_once(stage: Stage) -> None:
    await end(stage)
    table = stage.table()
    await stage.at_once(
        lambda: stage.press(stage.bjorn, table, "rematch"),
        lambda: stage.press(stage.astrid, table, "rematch"),
    )
    assert len(await stage.house.sessions.live()) == 1
    assert len([page for page in stage.pages() if page.offers("accept")]) == 0


async def test_F5_a_rematch_is_asked_for_by_players_and_once(stage: Stage) -> None:
    await end(stage)
    table = stage.table()
    await stage.press(stage.ketil, table, "rematch")
    assert "Astrid" in told(stage, stage.ketil)
    await stage.press(stage.astrid, table, "rematch")
    await stage.press(stage.astrid, table, "rematch")
    assert "still stands" in told(stage, stage.astrid)
    assert len([page for page in stage.pages() if page.offers("accept")]) == 1


@pytest.mark.parametrize("after", ["move", "resignation"])
async def test_an_offer_that_the_match_has_gone_past_says_so_and_offers_nothing(
    stage: Stage, after: str
) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.slash(stage.astrid, "tafl draw")
    if after == "move":
        await stage.say_move(stage.bjorn, "e7-d7")
    else:
        await stage.slash(stage.bjorn, "tafl resign")
        await stage.press(stage.bjorn, stage.told(stage.bjorn), "resigned")
    [lapsed] = [page for page in stage.pages() if "offered a draw" in page.text]
    assert lapsed.text == "**Astrid** offered a draw; the match has gone on without an answer."
    assert not lapsed.controls
