"""Where the stand-in lets a bot write: DMs, private channels, threads, guests, permissions."""

from tests.wire.hall import Hall, ask
from tests.wire.standin import Standin
from tests.wire.world import Permission


async def test_dms_open_close_and_keep_their_payloads(standin: Standin, hall: Hall) -> None:
    exchange = await hall.alice.slash(standin.dm(hall.alice), "demo whisper", friend=hall.bob)
    assert exchange.reply.text == "Done"
    assert [m.text for m in standin.shown(standin.dm(hall.bob))] == ["Psst"]
    hall.bob.user.dms_closed = True
    exchange = await hall.alice.slash(hall.hall, "demo whisper", friend=hall.bob)
    assert exchange.reply.text == "No: 50007"
    standin.check()


async def test_the_bots_permissions_and_reach_are_judged(standin: Standin, hall: Hall) -> None:
    mute = standin.text(hall.guild, "mute", denied=Permission.SEND_MESSAGES)
    private = standin.private(hall.alice, hall.bob)
    for channel, code in ((mute, 50013), (private, 50001)):
        status, body = await ask(standin, "POST", f"/channels/{channel.id}/messages", {"content": "hello"})
        assert (status, body["code"]) == (403, code)


async def test_F21_a_guest_answers_through_the_interaction_five_times(standin: Standin, hall: Hall) -> None:
    private = standin.private(hall.alice, hall.bob)
    exchange = await hall.alice.slash(private, "demo many")
    assert [m.text for m in exchange.created] == ["First", *(f"More {n}" for n in range(5))]
    assert "40094" in exchange.errors[0]
    assert "40094" in standin.violations[0]


async def test_a_guest_may_be_forced_to_whisper(standin: Standin, hall: Hall) -> None:
    elsewhere = standin.server("Elsewhere", hall.alice, installed=False)
    quiet = standin.text(elsewhere, "quiet", denied=Permission.USE_EXTERNAL_APPS)
    assert (await hall.alice.slash(quiet, "demo show")).reply.ephemeral
    assert not (await hall.alice.slash(standin.text(elsewhere), "demo show")).reply.ephemeral
    standin.check()


async def test_F16_threads_wake_for_a_message_and_not_for_an_edit(standin: Standin, hall: Hall) -> None:
    status, made = await ask(
        standin, "POST", f"/channels/{hall.hall.id}/threads", {"name": "Match", "type": 11}
    )
    assert status == 200
    thread = standin.channels[int(made["id"])]
    there = f"/channels/{thread.id}/messages"
    _, message = await ask(standin, "POST", there, {"content": "one"})
    thread.archived = True
    status, body = await ask(standin, "PATCH", f"{there}/{message['id']}", {"content": "two"})
    assert (status, body["code"]) == (400, 50083)
    assert (await ask(standin, "POST", there, {"content": "three"}))[0] == 200
    assert not thread.archived
    thread.locked = True
    status, body = await ask(standin, "POST", there, {"content": "four"})
    assert (status, body["code"]) == (400, 160005)


async def test_F14_deleted_and_private_messages_are_unknown(standin: Standin, hall: Hall) -> None:
    shown = (await hall.alice.slash(hall.hall, "demo show")).reply
    whispered = (await hall.alice.slash(hall.hall, "demo think", friend=hall.bob)).reply
    await standin.vanish(shown)
    for message in (shown, whispered):
        status, body = await ask(
            standin, "PATCH", f"/channels/{hall.hall.id}/messages/{message.id}", {"content": ""}
        )
        assert (status, body["code"]) == (404, 10008)


async def test_F15_a_removed_channel_is_unknown(standin: Standin, hall: Hall) -> None:
    await standin.remove(hall.hall)
    status, body = await ask(standin, "POST", f"/channels/{hall.hall.id}/messages", {"content": "hello"})
    assert (status, body["code"]) == (404, 10003)


async def test_F22_people_who_left_are_unknown_members_and_known_users(standin: Standin, hall: Hall) -> None:
    del hall.guild.members[hall.bob.id]
    status, body = await ask(standin, "GET", f"/guilds/{hall.guild.id}/members/{hall.bob.id}")
    assert (status, body["code"]) == (404, 10007)
    status, body = await ask(standin, "GET", f"/users/{hall.bob.id}")
    assert (status, body["global_name"]) == (200, "Bob")
