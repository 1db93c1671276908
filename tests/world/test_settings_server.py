"""A server's settings: only for those who manage it, by taps and by typing, and what they make of the server."""

from typing import Any

import pytest

from bot.people import PlayerId
from bot.preferences import SERVER, ServerWide
from bot.words import speaker
from tests.world.for_settings import chosen, manager, opened, pick
from tests.world.hunting import LOST, Hunter
from tests.world.stage import Stage

en, ru, ko = speaker("en"), speaker("ru"), speaker("ko")


async def server(stage: Stage) -> ServerWide:
    """How the server's settings stand."""
    return (await stage.house.preferences.here(PlayerId(stage.ketil.id), stage.guild.id)).server


def ids(stage: Stage) -> tuple[str, str, str]:
    """The selects of language, board and channels."""
    number = stage.guild.id
    return f"+g:{number}:0:language", f"+g:{number}:0:board", f"#g:{number}:0:channels"


async def test_a_manager_chooses_everything_by_taps(stage: Stage) -> None:
    ragna, (language, board, channels) = manager(stage), ids(stage)
    quiet = stage.place("quiet")
    page = await opened(stage, ragna)
    assert en("server-title") in page.text
    page = await pick(stage, ragna, page, language, "ru")
    page = await pick(stage, ragna, page, board, "snow")
    page = stage.read(await stage.press(ragna, page, "stakes"))
    page = stage.read(await stage.press(ragna, page, "threads"))
    page = await pick(stage, ragna, page, channels, stage.hall, quiet)
    named = f"<#{stage.hall.id}>, <#{quiet.id}>"
    assert page.text.startswith(f"✓ This server · **{en('setting-channels')}:** {named}")
    assert await server(stage) == ServerWide("ru", "snow", False, False, (stage.hall.id, quiet.id))
    await stage.restart()
    page = await opened(stage, ragna)
    assert chosen(page, language) == ["ru"] and chosen(page, board) == ["snow"]
    assert chosen(page, channels) == [str(stage.hall.id), str(quiet.id)]
    page = await pick(stage, ragna, page, channels)
    assert page.text.startswith(f"✓ This server · **{en('setting-channels')}:** {en('channels-everywhere')}")
    assert (await server(stage)).channels == ()


@pytest.mark.parametrize(
    ("option", "setting"),
    [("language", "language"), ("board", "board"), ("value", "stakes"), ("value", "threads")],
)
async def test_F36_every_choice_has_a_typed_twin(stage: Stage, option: str, setting: str) -> None:
    ragna = manager(stage)
    seen = set()
    for value in (*SERVER[setting], SERVER[setting][0]):
        choice: dict[str, Any] = {option: value}
        page = stage.read(await stage.slash(ragna, f"settings server {setting}", **choice))
        assert page.private and page.text.startswith("✓ This server · **")
        seen.add(await server(stage))
    assert len(seen) >= len(SERVER[setting])


async def test_F36_channels_are_named_by_typing(stage: Stage) -> None:
    ragna, quiet = manager(stage), stage.place("quiet")
    await stage.slash(ragna, "settings server channels", change="open")
    await stage.slash(ragna, "settings server channels", change="open", channel=quiet)
    assert (await server(stage)).channels == (stage.hall.id, quiet.id)
    await stage.slash(ragna, "settings server channels", change="close", channel=quiet)
    assert (await server(stage)).channels == (stage.hall.id,)
    await stage.slash(ragna, "settings server channels", change="everywhere")
    assert (await server(stage)).channels == ()


async def test_others_neither_see_nor_change_the_servers_settings(stage: Stage) -> None:
    page = await opened(stage, stage.astrid)
    assert en("server-title") not in page.text and not any(":stakes" in name for name in page.controls)
    for custom_id, values, kind in forgeries(stage):
        await stage.forge(stage.astrid, page, custom_id, *values, kind=kind)
        assert stage.told(stage.astrid).text == en("refusal-not-a-manager")
    typed: list[tuple[str, dict[str, Any]]] = [
        ("language", {"language": "ko"}),
        ("board", {"board": "hall"}),
        ("stakes", {"value": "off"}),
        ("threads", {"value": "off"}),
        ("channels", {"change": "open"}),
    ]
    for command, options in typed:
        told = stage.read(await stage.slash(stage.astrid, f"settings server {command}", **options))
        assert told.private and told.text == en("refusal-not-a-manager")
    assert await server(stage) == ServerWide()


def forgeries(stage: Stage) -> list[tuple[str, tuple[str, ...], int]]:
    """Controls of the server's settings, as they would be touched."""
    number = stage.guild.id
    return [
        (f"g:{number}:0:stakes:off", (), 2),
        (f"g:{number}:0:threads:off", (), 2),
        (f"+g:{number}:0:language", ("ko",), 3),
        (f"+g:{number}:0:board", ("hall",), 3),
        (f"#g:{number}:0:channels", (str(stage.hall.id),), 8),
    ]


async def test_who_manages_no_longer_changes_nothing(stage: Stage) -> None:
    ragna = manager(stage)
    page = await opened(stage, ragna)
    stage.env.backend.get_member(stage.guild.id, ragna.id).role_ids.clear()
    await stage.press(ragna, page, "stakes")
    assert stage.told(ragna).text == en("refusal-not-a-manager")
    assert await server(stage) == ServerWide()


async def test_a_forged_number_of_another_server_changes_only_the_one_it_is_pressed_in(stage: Stage) -> None:
    ragna = manager(stage)
    page = await opened(stage, ragna)
    await stage.forge(ragna, page, "g:4711:0:stakes:off")
    other = (await stage.house.preferences.here(PlayerId(ragna.id), 4711)).server
    assert other == ServerWide() and not (await server(stage)).stakes


async def test_F20_outside_of_servers_there_is_nothing_of_a_server(stage: Stage) -> None:
    dm = stage.dm(stage.astrid)
    page = await opened(stage, stage.astrid, dm)
    told = stage.read(await stage.slash(stage.astrid, "settings server stakes", where=dm, value="off"))
    assert told.text == en("refusal-no-server-here")
    for custom_id, values, kind in forgeries(stage):
        await stage.forge(stage.astrid, page, custom_id, *values, kind=kind)
    assert await server(stage) == ServerWide()


async def test_a_value_that_cannot_be_chosen_is_refused(stage: Stage) -> None:
    ragna = manager(stage)
    page = await opened(stage, ragna)
    for custom_id in ("g:1:0:stakes:maybe", "g:1:0:board:auto", "g:1:0:threads:ko"):
        await stage.forge(ragna, page, custom_id)
        assert stage.told(ragna).text == en("refusal-no-such-choice")
    await stage.forge(ragna, page, "#g:1:0:channels", "٤٢", kind=8)
    assert stage.told(ragna).private
    assert await server(stage) == ServerWide()


# What they make of the server


async def test_the_servers_language_is_for_all_that_everybody_sees_at_once(stage: Stage) -> None:
    stage.guild_speaks("ko")
    ragna = manager(stage)
    await stage.begin(stage.astrid, stage.bjorn)
    other = stage.place("other")
    await stage.challenge(stage.astrid, stage.ketil, where=other)
    await stage.slash(ragna, "settings server language", language="ru")
    await stage.move(stage.astrid, "d1-c1")
    assert ru("table-title", attackers="Astrid", defenders="Bjorn") in stage.table().text
    await stage.accept(stage.ketil, where=other)
    assert (
        ru("table-title", attackers="Astrid", defenders="Ketil") in stage.table(other).text
        or ru("table-title", attackers="Ketil", defenders="Astrid") in stage.table(other).text
    )
    await stage.slash(ragna, "settings server language", language="auto")
    await stage.move(stage.bjorn, "e7-d7")
    assert ko("table-title", attackers="Astrid", defenders="Bjorn") in stage.table().text


async def test_where_stakes_are_off_none_are_offered(stage: Stage) -> None:
    ragna = manager(stage)
    await stage.slash(stage.astrid, "sets show")
    await stage.slash(ragna, "settings server stakes", value="off")
    stake = int((await stage.suggestions(stage.astrid, "tafl challenge", "stake", ""))[0])
    await stage.slash(stage.astrid, "tafl challenge", opponent=stage.bjorn, stake=stake)
    assert stage.told(stage.astrid).text == en("refusal-stakes-are-off")
    await stage.slash(ragna, "settings server stakes", value="on")
    await stage.slash(stage.astrid, "tafl challenge", opponent=stage.bjorn, stake=stake)
    assert stage.last().offers("stake")


async def test_play_begins_in_the_open_channels_and_their_threads_alone(stage: Stage) -> None:
    ragna, quiet = manager(stage), stage.place("quiet")
    await stage.slash(ragna, "settings server channels", change="open", channel=quiet)
    refusals = [
        await stage.challenge(stage.astrid, stage.bjorn),
        await stage.slash(stage.astrid, "draugr hunt"),
        await stage.slash(stage.astrid, "draugr daily"),
    ]
    for refusal in refusals:
        page = stage.read(refusal)
        assert page.private and page.text == en("refusal-channel-closed", channels=f"<#{quiet.id}>")
    assert not await stage.house.sessions.live()
    # What only one person sees is for everywhere.
    assert stage.read(await stage.slash(stage.astrid, "help")).private
    await stage.begin(stage.astrid, stage.bjorn, where=quiet)
    await stage.begin(stage.bjorn, stage.ketil, where=stage.thread("by the fire", quiet))
    await Hunter.of(stage, where=stage.dm(stage.astrid)).begin(LOST)


async def test_what_is_under_way_in_a_closed_channel_goes_on_and_ends_there(stage: Stage) -> None:
    ragna, quiet = manager(stage), stage.place("quiet")
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.challenge(stage.bjorn, stage.ketil, where=stage.place("third"))
    await stage.slash(ragna, "settings server channels", change="open", channel=quiet)
    await stage.move(stage.astrid, "d1-c1")
    assert "`d1-c1`" in stage.table().text
    await stage.slash(stage.bjorn, "tafl resign")
    await stage.press(stage.bjorn, stage.told(stage.bjorn), "resigned")
    await stage.press(stage.bjorn, stage.table(), "rematch")
    assert stage.told(stage.bjorn).text == en("refusal-channel-closed", channels=f"<#{quiet.id}>")


async def test_a_result_is_not_shared_in_a_closed_channel(stage: Stage, hunter: Hunter) -> None:
    await hunter.begin(LOST)
    await hunter.to_the_end()
    ragna, quiet = manager(stage), stage.place("quiet")
    await stage.slash(ragna, "settings server channels", change="open", channel=quiet)
    posted = len(stage.pages())
    await stage.press(stage.astrid, stage.last(), "share")
    assert hunter.told == en("refusal-channel-closed", channels=f"<#{quiet.id}>")
    assert len(stage.pages()) == posted


async def test_without_threads_none_is_offered_nor_opened(stage: Stage) -> None:
    ragna = manager(stage)
    await stage.begin(stage.astrid, stage.bjorn)
    offered = stage.read(await stage.challenge(stage.astrid, stage.ketil))
    assert offered.offers("thread")
    await stage.slash(ragna, "settings server threads", value="off")
    refused = stage.read(await stage.challenge(stage.astrid, stage.ketil))
    assert not refused.offers("thread")
    await stage.press(stage.astrid, offered, "thread")
    assert stage.told(stage.astrid).text == en("refusal-cannot-open-thread")


async def test_no_thread_is_opened_beside_a_closed_channel(stage: Stage) -> None:
    ragna, quiet = manager(stage), stage.place("quiet")
    await stage.begin(stage.astrid, stage.bjorn)
    offered = stage.read(await stage.challenge(stage.astrid, stage.ketil))
    await stage.slash(ragna, "settings server channels", change="open", channel=quiet)
    await stage.press(stage.astrid, offered, "thread")
    assert stage.told(stage.astrid).text == en("refusal-channel-closed", channels=f"<#{quiet.id}>")


async def test_a_26th_channel_is_refused_by_its_number(stage: Stage) -> None:
    ragna = manager(stage)
    await stage.house.preferences.play_only_in(stage.guild.id, range(1, 26))
    page = stage.read(await stage.slash(ragna, "settings server channels", change="open"))
    assert page.text == en("refusal-too-many-channels", count=25)
    assert len((await server(stage)).channels) == 25
    # Channels that are gone are not marked, so that the screen stays whole; everywhere is one press away.
    page = await opened(stage, ragna)
    assert chosen(page, ids(stage)[2]) == []
    await stage.slash(ragna, "settings server channels", change="everywhere")
    assert (await server(stage)).channels == ()


async def test_F21_a_server_that_only_its_people_brought_the_bot_to_can_be_set_too(stage: Stage) -> None:
    ragna = manager(stage)
    stage.bring_along()
    await stage.slash(ragna, "settings server language", language="ko")
    guests = stage.place("guests", use_external_apps=True)
    await stage.begin(stage.astrid, stage.bjorn, where=guests)
    assert ko("table-title", attackers="Astrid", defenders="Bjorn") in stage.last(guests).text
