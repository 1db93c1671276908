"""Where a match may be played: taken channels, threads, direct messages, places that deny the bot something."""

import pytest
from simcord.builders import ChannelHandle

from bot.people import PlayerId
from bot.words import speaker
from tests.world.short_games import BLACK_DRAUG_TAKEN
from tests.world.stage import Stage


def thread_of(stage: Stage) -> ChannelHandle:
    """The thread that the bot has opened."""
    found = [channel for channel in stage.env.backend.channels.values() if channel.parent_id == stage.hall.id]
    return ChannelHandle(stage.env, stage.guild, found[-1])


async def play_to_the_end(stage: Stage, where: ChannelHandle) -> None:
    """A whole match from the challenge on, partly by tapping."""
    await stage.challenge(stage.astrid, stage.bjorn, where=where, side="attack")
    await stage.accept(stage.bjorn, where=where)
    picker = await stage.press(stage.astrid, stage.table(where), "placing")
    await stage.choose(stage.astrid, stage.read(picker), BLACK_DRAUG_TAKEN.black_draug)
    await stage.say_move(stage.astrid, BLACK_DRAUG_TAKEN.moves[0], where=where)
    await stage.move(stage.bjorn, BLACK_DRAUG_TAKEN.moves[1], where=where)
    assert "The Black Draug is taken: defenders win" in stage.last(where).text
    assert stage.last(where).files == ("board.png",)


# One table a channel


async def test_F30_a_taken_channel_leads_to_its_table_or_to_a_thread(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    await stage.challenge(stage.ketil, stage.bjorn, side="attack", rules="open")
    told = stage.told(stage.ketil)
    assert "Astrid" in told.text
    assert "Bjorn" in told.text
    assert told.links == (f"https://discord.com/channels/{stage.guild.id}/{stage.hall.id}/{table.id}",)
    assert told.labels == ("To the table", "Open a thread")

    await stage.press(stage.ketil, told, "Open a thread")
    thread = thread_of(stage)
    assert thread.name == "Tafl: Ketil and Bjorn"
    challenge = stage.last(thread)
    assert challenge.pings == (stage.bjorn.id,)
    assert "Ketil attacks" in challenge.text
    assert "Rules: open barrows." in challenge.text
    await stage.accept(stage.bjorn, where=thread)
    await stage.press(stage.ketil, stage.table(thread), "place")
    await stage.move(stage.ketil, "d1-c1", where=thread)
    assert len(stage.tables(thread)) == len(stage.tables()) == 1
    assert stage.table().id == table.id


async def test_F30_the_thread_beside_a_taken_channel_keeps_the_stake(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    [stake] = [int(value) for value in await stage.suggestions(stage.ketil, "tafl challenge", "stake", "")]
    await stage.slash(stage.ketil, "tafl challenge", opponent=stage.bjorn, stake=stake)
    await stage.press(stage.ketil, stage.told(stage.ketil), "Open a thread")
    challenge = stage.last(thread_of(stage))
    assert "Ketil stakes" in challenge.text
    assert challenge.offers("stake")


@pytest.mark.parametrize("right", ["create_public_threads", "send_messages_in_threads"])
async def test_F17_no_thread_is_offered_where_none_can_be_opened(stage: Stage, right: str) -> None:
    place = stage.place("narrow", **{right: False})
    await stage.begin(stage.astrid, stage.bjorn, where=place)
    await stage.challenge(stage.ketil, stage.bjorn, where=place)
    assert stage.told(stage.ketil, where=place).labels == ("To the table",)


async def test_F17_a_thread_that_discord_refuses_is_explained(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.challenge(stage.ketil, stage.bjorn)
    stage.refuse("POST", "/channels/*/threads", status=403, code=50013)
    await stage.press(stage.ketil, stage.told(stage.ketil), "Open a thread")
    assert "can't open a thread here" in stage.told(stage.ketil).text
    assert len(stage.pages()) == 3


async def test_a_free_channel_and_a_thread_hold_a_match_each(stage: Stage) -> None:
    thread = stage.thread("by the fire")
    await stage.begin(stage.astrid, stage.bjorn)
    await play_to_the_end(stage, thread)
    assert len(stage.tables()) == 1


# Direct messages


async def test_F19_F21_a_whole_match_in_the_direct_messages_of_two(stage: Stage) -> None:
    chat = stage.private_chat(stage.astrid, stage.bjorn)
    await play_to_the_end(stage, chat)
    await stage.slash(stage.bjorn, "tafl record", where=chat)
    assert b"[BlackDraug" in stage.uploaded(stage.told(stage.bjorn, where=chat))


async def test_F19_a_match_in_direct_messages_goes_on_after_a_restart(stage: Stage) -> None:
    chat = stage.private_chat(stage.astrid, stage.bjorn)
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1", where=chat)
    await stage.restart()
    await stage.move(stage.bjorn, "e7-d7", where=chat)
    assert "`e7-d7`" in stage.last(chat).text
    assert stage.last(chat).pings == (stage.astrid.id,)


async def test_F4_F21_where_old_tables_cannot_be_edited_they_say_that_they_are_old(stage: Stage) -> None:
    chat = stage.private_chat(stage.astrid, stage.bjorn)
    old = await stage.begin(stage.astrid, stage.bjorn, where=chat)
    await stage.move(stage.astrid, "d1-c1", where=chat)
    await stage.move(stage.bjorn, "e7-d7", where=chat)
    await stage.press(stage.astrid, old, "move")
    told = stage.told(stage.astrid, where=chat)
    assert told.text == speaker("en")("refusal-stale-table")
    assert told.links == (f"https://discord.com/channels/@me/{chat.id}/{stage.table(chat).id}",)


async def test_a_whole_match_among_friends_in_a_group(stage: Stage) -> None:
    await play_to_the_end(stage, stage.private_chat(stage.astrid, stage.bjorn, stage.ketil))


async def test_F21_a_whole_match_in_a_server_that_never_invited_the_bot(stage: Stage) -> None:
    stage.bring_along()
    await play_to_the_end(stage, stage.place("guests", use_external_apps=True))
    assert not stage.requests("POST", "/channels/*/messages")


async def test_F20_in_the_bots_own_messages_there_is_no_opponent(stage: Stage) -> None:
    dm = stage.dm(stage.astrid)
    await stage.challenge(stage.astrid, stage.bjorn.user, where=dm)
    assert "can't see this channel" in stage.told(stage.astrid, where=dm).text
    for command in ("tafl show", "tafl resign", "tafl draw", "tafl undo", "tafl record", "matches", "help"):
        await stage.slash(stage.astrid, command, where=dm)
    await stage.slash(stage.astrid, "tafl move", where=dm, move="e8-e6")


# Rights


@pytest.mark.parametrize(
    ("right", "told"),
    [
        ("view_channel", "View Channel"),
        ("send_messages", "Send Messages"),
    ],
)
async def test_F17_a_missing_right_is_named_before_anything_opens(
    stage: Stage, right: str, told: str
) -> None:
    assert stage.client.user
    place = stage.place("narrow")
    stage.grant(place, to=stage.client.user.id, **{right: False})
    await stage.challenge(stage.astrid, stage.bjorn, where=place)
    assert f"in this channel: {told}." in stage.told(stage.astrid, where=place).text
    assert not stage.pages(place)
    assert not await stage.house.challenges.open_for(PlayerId(stage.astrid.id), now=stage.now, limit=1)


async def test_F17_in_a_thread_the_right_for_threads_counts(stage: Stage) -> None:
    place = stage.place("narrow", send_messages_in_threads=False)
    thread = stage.thread("by the fire", place)
    await stage.challenge(stage.astrid, stage.bjorn, where=thread)
    assert "Send Messages in Threads" in stage.told(stage.astrid, where=thread).text
    assert not stage.pages(thread)
    quiet = stage.thread("by the door", stage.place("quiet", send_messages=False))
    await play_to_the_end(stage, quiet)


async def test_F17_a_rematch_asks_for_the_rights_again(stage: Stage) -> None:
    place = stage.place("hall-2")
    await play_to_the_end(stage, place)
    stage.grant(place, send_messages=False)
    await stage.press(stage.bjorn, stage.table(place), "rematch")
    assert "Send Messages" in stage.told(stage.bjorn, where=place).text


async def test_F21_where_replies_would_be_private_no_match_is_opened(stage: Stage) -> None:
    stage.bring_along()
    place = stage.place("narrow", use_external_apps=False)
    await stage.challenge(stage.astrid, stage.bjorn, where=place)
    assert "Use External Apps" in stage.told(stage.astrid, where=place).text
    assert not stage.pages(place)


async def test_F17_a_right_lost_in_mid_match_does_not_stop_it(stage: Stage) -> None:
    place = stage.place("hall-2")
    await stage.begin(stage.astrid, stage.bjorn, where=place)
    stage.refuse("POST", f"/channels/{place.id}/messages", status=403, code=50013, times=None)
    await stage.move(stage.astrid, "d1-c1", where=place)
    table = stage.last(place)
    assert "`d1-c1`" in table.text
    assert table.pings == (stage.bjorn.id,)
    assert len(stage.tables(place)) == 1
