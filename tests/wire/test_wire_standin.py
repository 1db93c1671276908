"""The stand-in itself, driven with stock discord.py: what a bot may do, and what it may not."""

from pathlib import Path

import aiohttp
import pytest

from tests.wire.commands import NotOffered
from tests.wire.hall import Hall, ask
from tests.wire.process import NotReady, process
from tests.wire.sample import PICTURE
from tests.wire.standin import Standin


async def test_a_command_answers_with_a_picture_that_is_kept(standin: Standin, hall: Hall) -> None:
    exchange = await hall.alice.slash(hall.hall, "demo show")
    assert exchange.callback == 4
    assert exchange.answered is not None and exchange.answered < 3000
    [message] = exchange.created
    assert message.files[0].data == PICTURE
    assert message.alt == "A table"
    assert message.live == ["count:0", "later"]
    standin.check()


async def test_a_button_edits_its_message_and_keeps_one_picture(standin: Standin, hall: Hall) -> None:
    message = (await hall.alice.slash(hall.hall, "demo show")).reply
    for number in range(3):
        exchange = await hall.bob.click(message, f"Count {number}")
        assert exchange.callback == 7
        assert exchange.edited == [message]
    assert message.text == "At 3"
    assert len(message.files) == 1
    standin.check()


async def test_a_deferred_button_that_posts_with_the_bots_token(standin: Standin, hall: Hall) -> None:
    message = (await hall.alice.slash(hall.hall, "demo show")).reply
    exchange = await hall.alice.click(message, "later")
    assert exchange.callback == 6
    assert [m.text for m in exchange.public] == ["A new one"]
    standin.check()


async def test_options_resolve_and_the_deferral_stays_private(standin: Standin, hall: Hall) -> None:
    exchange = await hall.alice.speaking("ru").slash(hall.hall, "demo think", friend=hall.bob, side="dark")
    assert (exchange.callback, exchange.ephemeral) == (5, True)
    assert exchange.reply.text == f"<@{hall.bob.id}> dark ru"
    assert exchange.reply.ephemeral
    assert exchange.reply.pinged == set()
    assert exchange.reply in standin.shown(hall.hall, hall.alice)
    assert exchange.reply not in standin.shown(hall.hall, hall.bob)
    standin.check()


async def test_completion_follow_ups_forms_and_context_menus(standin: Standin, hall: Hall) -> None:
    found = await hall.alice.autocomplete(hall.hall, "demo find", "word", "word3")
    assert [choice["value"] for choice in found.choices] == [f"word3{n}" for n in range(10)]
    exchange = await hall.alice.slash(hall.hall, "demo find", word="word31")
    assert [m.text for m in exchange.created] == ["word31", "and more"]
    form = await hall.bob.slash(hall.hall, "demo ask")
    assert form.modal is not None and form.modal["title"] == "Ask"
    sent = await hall.bob.submit_modal(form, {"word": "hail"})
    assert sent.reply.text == "You said hail"
    greeted = await hall.bob.context_menu(hall.hall, "Greet", hall.alice)
    assert greeted.reply.text == f"Hail <@{hall.alice.id}>"
    standin.check()


async def test_F41_a_select_of_forty_is_refused_and_noted(standin: Standin, hall: Hall) -> None:
    exchange = await hall.alice.slash(hall.hall, "demo wrong")
    assert exchange.callback is None
    assert "50035" in exchange.errors[0] and "options" in exchange.errors[0]
    with pytest.raises(AssertionError, match="options"):
        standin.check()


async def test_F41_forty_choices_are_refused_and_noted(standin: Standin, hall: Hall) -> None:
    exchange = await hall.alice.hasty().autocomplete(hall.hall, "demo find", "word", "word")
    assert await standin.wait_for(lambda: standin.violations, 3)
    assert "choices" in standin.violations[0]
    assert exchange.choices == []


async def test_what_a_client_would_not_offer_is_not_sent(standin: Standin, hall: Hall) -> None:
    message = (await hall.alice.slash(hall.hall, "demo show")).reply
    private = (await hall.alice.slash(hall.hall, "demo show", private=True)).reply
    before = len(standin.exchanges)
    with pytest.raises(NotOffered):
        await hall.alice.slash(hall.hall, "demo nothing")
    with pytest.raises(NotOffered):
        await hall.alice.slash(hall.hall, "demo think")
    with pytest.raises(NotOffered):
        await hall.alice.click(message, "count:9")
    with pytest.raises(NotOffered):
        await hall.bob.click(private, "count:0")
    assert len(standin.exchanges) == before


async def test_F13_a_lost_answer_is_sent_again_and_refused(standin: Standin, hall: Hall) -> None:
    fault = standin.inject("POST", "/interactions/*", 502, after_applying=True)
    exchange = await hall.alice.slash(hall.hall, "demo show")
    assert fault.met == 1
    assert len(exchange.created) == 1
    assert await standin.wait_for(lambda: exchange.errors, 3)
    assert "40060" in exchange.errors[0]
    assert standin.violations == []


async def test_a_429_with_via_is_waited_for(standin: Standin, hall: Hall) -> None:
    standin.inject("POST", "/interactions/*", 429)
    exchange = await hall.alice.slash(hall.hall, "demo show")
    assert exchange.callback == 4
    standin.check()


async def test_a_dropped_connection_leaves_no_answer(standin: Standin, hall: Hall) -> None:
    standin.inject("POST", "/interactions/*", drop=True)
    exchange = await hall.alice.hasty().slash(hall.hall, "demo show")
    assert await standin.wait_for(lambda: exchange.disturbed, 3)
    await standin.quiet(0.1)
    assert exchange.callback is None
    assert standin.unanswered == [exchange]


async def test_F13_the_same_nonce_gives_the_same_message(standin: Standin, hall: Hall) -> None:
    message = (await hall.alice.slash(hall.hall, "demo show")).reply
    standin.inject("POST", "/channels/*/messages", 502, after_applying=True)
    exchange = await hall.alice.click(message, "later")
    post = ("POST", f"/channels/{hall.hall.id}/messages")
    assert await standin.wait_for(lambda: standin.log.count(post) == 2, 3)
    await standin.quiet()
    assert exchange.callback == 6
    assert [m.text for m in standin.shown(hall.hall)].count("A new one") == 1


async def test_tokens_end_after_fifteen_minutes(standin: Standin, hall: Hall) -> None:
    exchange = await hall.alice.slash(hall.hall, "demo show")
    exchange.grow_old(900)
    status, body = await ask(
        standin, "POST", f"/webhooks/{standin.bot.id}/{exchange.token}", {"content": "late"}
    )
    assert (status, body["code"]) == (401, 50027)


async def test_sessions_resume_and_are_invalidated(standin: Standin, hall: Hall) -> None:
    await standin.gateway.cut()
    assert await standin.wait_for(lambda: standin.gateway.resumes == 1, 15)
    assert (await hall.alice.slash(hall.hall, "demo show")).callback == 4
    standin.check()


async def test_an_invalid_session_identifies_anew(standin: Standin, hall: Hall) -> None:
    await standin.gateway.invalidate()
    assert await standin.wait_for(lambda: len(standin.gateway.identifies) == 2, 15)
    assert await standin.wait_for(lambda: standin.gateway.connected, 5)
    assert (await hall.alice.slash(hall.hall, "demo show")).callback == 4
    standin.check()


async def test_a_wrong_token_is_shut_out_of_the_gateway(standin: Standin) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(standin.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": "wrong"}})
        await socket.receive(5)
        assert socket.close_code == 4004


async def test_the_real_process_starts_dies_and_its_buttons_live_on(standin: Standin, tmp_path: Path) -> None:
    place = Hall(standin)
    async with process(standin, tmp_path / "sample.db", module="tests.wire.sample") as sample:
        await sample.start()
        message = (await place.alice.slash(place.hall, "demo show")).reply
        await sample.restart()
        exchange = await place.alice.click(message, "Count 0")
        assert (exchange.callback, message.text) == (7, "At 1")
        sample.kill()
        assert not sample.running
        await sample.gone()
        assert (await place.alice.click(message, "Count 1")).callback is None


async def test_a_process_that_cannot_start_shows_why(standin: Standin, tmp_path: Path) -> None:
    async with process(standin, tmp_path / "sample.db", module="tests.wire.sample", token="wrong") as sample:
        with pytest.raises(NotReady, match="Improper token"):
            await sample.start()
