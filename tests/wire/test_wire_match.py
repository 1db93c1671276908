"""A match against the real process: played, stopped, refused, disturbed."""

import time

import pytest

from tests.wire.match import begin, plies, pressable
from tests.wire.process import Process, process
from tests.wire.standin import Standin


def unlogged(bot: Process) -> list[str]:
    """The lines it printed that are no log lines."""
    levels = (" WARNING ", " INFO ", " ERROR ")
    return [line for line in bot.output.splitlines() if line and not any(level in line for level in levels)]


async def test_five_moves_by_picker_and_by_command(standin: Standin, bot: Process) -> None:
    game = begin(standin, bot.database)
    await bot.start()
    await game.open()
    for number in range(5):
        move, mover = game.next_move(), game.mover
        exchange = await (game.pick(move) if number % 2 else game.type(move))
        game.played.append(move)
        assert exchange.answered is not None and exchange.answered < 3000
        assert game.kept() == game.played
        assert len(game.tables) == 1, "two tables can be pressed"
        assert plies(game.table.live) == {len(game.played)}
        assert game.table.allowed_mentions == {"parse": [], "users": [game.mover.id]}
        assert game.table.pinged == {game.mover.id} != {mover.id}
        assert game.table.files[0].data.startswith(b"\x89PNG")
        assert move in game.table.alt or move in game.table.text
    standin.check()


async def test_F21_a_match_between_friends_where_the_bot_is_a_guest(standin: Standin, bot: Process) -> None:
    game = begin(standin, bot.database)
    game.channel = standin.private(game.alice, game.bob)
    await bot.start()
    await game.open()
    for number in range(2):
        move = game.next_move()
        await (game.pick(move) if number % 2 else game.type(move))
        game.played.append(move)
        assert game.kept() == game.played
        assert plies(game.table.live) == {len(game.played)}
    standin.check()


async def test_F5_wrong_players_and_unknown_buttons_get_a_private_sentence(
    standin: Standin, bot: Process
) -> None:
    game = begin(standin, bot.database)
    carol = standin.person("Carol")
    await bot.start()
    await game.open()
    move = pressable(game.table, "move")
    for exchange in (
        await game.bob.click(game.table, move),
        await carol.click(game.table, move),
        await carol.slash(game.channel, "tafl move", move=game.next_move()),
        await game.alice.click(game.table, "t:99:0:move", stale=True),
        await game.alice.click(game.table, "nonsense", stale=True),
    ):
        assert exchange.reply.ephemeral and exchange.reply.text
        assert not exchange.reply.selects
    assert game.kept() == game.played
    standin.check()


async def test_F4_old_buttons_and_old_pickers_play_nothing(standin: Standin, bot: Process) -> None:
    game = begin(standin, bot.database)
    await bot.start()
    await game.open()
    old = game.table
    button = pressable(old, "move")
    first = game.next_move()
    picker, control, square = await game.open_picker(first)
    for _ in range(2):
        move = game.next_move()
        await game.type(move)
        game.played.append(move)
    assert game.mover is game.alice
    for exchange in (
        await game.alice.click(old, button, stale=True),
        await game.alice.select(picker, control, square),
    ):
        assert exchange.reply.ephemeral and exchange.reply.text
        assert not exchange.reply.selects
    assert game.kept() == game.played
    standin.check()


async def test_SIGTERM_ends_it_within_ten_seconds(standin: Standin, bot: Process) -> None:
    await bot.start()
    begun = time.monotonic()
    bot.terminate()
    assert await bot.ended(10.0) == 0, bot.output
    assert time.monotonic() - begun < 10.0
    assert "Traceback" not in bot.output, bot.output


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/interactions/*/callback"),
        ("POST", "/channels/*/messages"),
        ("DELETE", "/webhooks/*"),
    ],
    ids=["acknowledging", "showing", "answering"],
)
async def test_F42_SIGTERM_lets_a_move_under_way_finish(
    standin: Standin, bot: Process, method: str, path: str
) -> None:
    game = begin(standin, bot.database)
    await bot.start()
    await game.open()
    standin.watch(method, path, bot.terminate, delay=0.3)
    move = game.next_move()
    exchange = await game.mover.hasty().slash(game.channel, "tafl move", move=move)
    assert await bot.ended(10.0) == 0, bot.output
    assert "Traceback" not in bot.output, bot.output
    assert exchange.callback == 5
    assert exchange.finished
    assert game.kept() == [*game.played, move]
    assert plies(game.table.live) == {2}


async def test_F8_a_second_process_on_the_same_database_refuses(standin: Standin, bot: Process) -> None:
    await bot.start()
    async with process(standin, bot.database, settings=bot.settings) as second:
        second.launch()
        assert await second.ended(30.0) == 2
        said = second.output.strip().splitlines()
        assert len(said) == 1 and str(bot.database) in said[0]
    assert len(standin.gateway.identifies) == 1
    assert bot.running


async def test_a_wrong_token_is_one_sentence(standin: Standin, bot: Process) -> None:
    bot.token = "wrong"
    bot.launch()
    assert await bot.ended(30.0) == 2
    said = [
        line for line in bot.output.strip().splitlines() if " WARNING " not in line and " INFO " not in line
    ]
    assert len(said) == 1 and "HAUGBUI_TOKEN" in said[0]


async def test_no_token_is_one_sentence(standin: Standin, bot: Process) -> None:
    bot.settings = {**bot.settings, "HAUGBUI_TOKEN": ""}
    bot.launch()
    assert await bot.ended(30.0) == 2
    [said] = bot.output.strip().splitlines()
    assert "HAUGBUI_TOKEN" in said


async def test_a_stand_in_elsewhere_is_refused(standin: Standin, bot: Process) -> None:
    bot.settings = {**bot.settings, "HAUGBUI_API": "http://192.0.2.1/api/v10"}
    bot.launch()
    assert await bot.ended(30.0) == 2
    [said] = bot.output.strip().splitlines()
    assert "loopback" in said


@pytest.mark.parametrize("fault", ["refused", "broken", "503"])
async def test_discord_out_of_reach_is_one_sentence(standin: Standin, bot: Process, fault: str) -> None:
    if fault == "refused":
        bot.settings = {**bot.settings, "HAUGBUI_API": "http://127.0.0.1:9/api/v10"}
    else:
        standin.inject("GET", "/users/@me", 503 if fault == "503" else None, drop=fault == "broken", times=9)
    bot.launch()
    assert await bot.ended(30.0) == 2
    said = unlogged(bot)
    assert len(said) == 1 and str(bot.database) not in said[0]


async def test_a_file_that_is_no_database_is_one_sentence(standin: Standin, bot: Process) -> None:
    bot.database.write_bytes(b"no database at all" * 100)
    bot.launch()
    assert await bot.ended(30.0) == 2
    assert "Traceback" not in bot.output, bot.output
    assert str(bot.database) in bot.output
    assert bot.database.read_bytes() == b"no database at all" * 100


@pytest.mark.parametrize("code", [10062, 0])
async def test_F1_without_an_acknowledgement_nothing_is_applied(
    standin: Standin, bot: Process, code: int
) -> None:
    game = begin(standin, bot.database)
    await bot.start()
    await game.open()
    move = game.next_move()
    if code:
        standin.inject("POST", "/interactions/*/callback", 404, code)
    else:
        standin.inject("POST", "/interactions/*/callback", drop=True, times=2)
    exchange = await game.mover.hasty().slash(game.channel, "tafl move", move=move)
    assert await standin.wait_for(lambda: exchange.disturbed, 5)
    await standin.quiet(0.3)
    assert game.kept() == game.played
    assert (await game.type(move)).callback == 5
    assert game.kept() == [*game.played, move]
    assert standin.violations == []


async def test_F45_a_rate_limit_is_waited_for(standin: Standin, bot: Process) -> None:
    game = begin(standin, bot.database)
    await bot.start()
    await game.open()
    move = game.next_move()
    standin.inject("POST", "/channels/*/messages", 429, retry_after=0.1)
    standin.inject("PATCH", "/webhooks/*", 500)
    await game.pick(move)
    game.played.append(move)
    assert await standin.wait_for(lambda: plies(game.table.live) == {2}, 5)
    await standin.quiet()
    assert game.kept() == game.played
    assert len(game.tables) == 1
    standin.check()


async def test_F13_lost_answers_apply_a_move_once_and_show_it_once(standin: Standin, bot: Process) -> None:
    game = begin(standin, bot.database)
    await bot.start()
    await game.open()
    for method, path in (
        ("POST", "/interactions/*/callback"),
        ("POST", f"/channels/{game.channel.id}/messages"),
        ("DELETE", "/webhooks/*"),
    ):
        move = game.next_move()
        fault = standin.inject(method, path, 502, after_applying=True)
        exchange = await game.mover.hasty().slash(game.channel, "tafl move", move=move)
        game.played.append(move)
        ply = len(game.played)
        assert await exchange.complete(10), bot.output
        await standin.quiet(0.1)
        assert fault.met == 1
        assert game.kept() == game.played
        created = [c for c in game.public_changes if c.act == "create" and ply in plies(c.live)]
        assert len(created) == 1
    assert standin.violations == []


async def test_F13_F21_a_guest_whose_acknowledgement_was_lost_deletes_nothing_public(
    standin: Standin, bot: Process
) -> None:
    game = begin(standin, bot.database)
    game.channel = standin.private(game.alice, game.bob)
    await bot.start()
    [challenge] = (
        await game.alice.slash(game.channel, "tafl challenge", opponent=game.bob, side="attack")
    ).public
    standin.inject("POST", "/interactions/*/callback", 502, after_applying=True)
    exchange = await game.bob.hasty().click(challenge, pressable(challenge, "accept"))
    assert await standin.wait_for(lambda: game.tables, 10)
    await standin.quiet()
    assert exchange.callback == 6
    assert not challenge.deleted


async def test_F13_a_move_stands_when_the_connection_breaks_before_its_table(
    standin: Standin, bot: Process
) -> None:
    game = begin(standin, bot.database)
    await bot.start()
    await game.open()
    move = game.next_move()
    standin.inject("POST", "/channels/*/messages", drop=True, times=4)
    exchange = await game.type(move)
    game.played.append(move)
    assert game.kept() == game.played
    assert exchange.reply.ephemeral and exchange.reply.text
    await game.mover.slash(game.channel, "tafl show")
    assert plies(game.table.live) == {len(game.played)}
    assert "Traceback" not in bot.output, bot.output
    standin.check()


async def test_F14_a_move_stands_when_its_table_was_deleted(standin: Standin, bot: Process) -> None:
    game = begin(standin, bot.database)
    await bot.start()
    await game.open()
    await standin.vanish(game.table)
    move = game.next_move()
    await game.type(move)
    game.played.append(move)
    assert game.kept() == game.played
    assert plies(game.table.live) == {len(game.played)}
    standin.check()
