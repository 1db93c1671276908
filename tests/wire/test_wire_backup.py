"""A copy made while people play, put back as the README tells: the match goes on from where the copy has it."""

import asyncio
import sys
from pathlib import Path

from tests.wire.match import Game, begin, plies, pressable
from tests.wire.process import ROOT, Process
from tests.wire.standin import Standin


async def tool(name: str, *arguments: Path) -> tuple[int | None, str]:
    """Run one of the bot's tools: its exit code, and what it said."""
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", f"bot.{name}", *map(str, arguments)),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await running.communicate()
    return running.returncode, said.decode()


async def play(game: Game) -> None:
    """One move, which is kept."""
    move = game.next_move()
    await game.type(move)
    game.played.append(move)
    assert game.kept() == game.played


def put_back(copy: Path, database: Path) -> None:
    """What the README says: the database goes away with its two companions, the copy comes in its place."""
    away = database.parent / "away"
    away.mkdir()
    for name in (database.name, f"{database.name}-wal", f"{database.name}-shm"):
        if (database.parent / name).exists():
            (database.parent / name).rename(away / name)
    copy.rename(database)


async def test_a_copy_made_during_play_is_restored_and_played_on(standin: Standin, bot: Process) -> None:
    game, copy = begin(standin, bot.database), bot.database.parent / "monday.sqlite3"
    await bot.start()
    await game.open()
    await play(game)
    copying = asyncio.create_task(tool("backup", bot.database, copy))
    while not copying.done():
        await play(game)
    code, said = copying.result()
    assert (code, "whole" in said) == (0, True), said
    await play(game)
    late, played = game.table, list(game.played)
    bot.terminate()
    assert await bot.ended() == 0
    put_back(copy, bot.database)
    assert await tool("audit", bot.database) == (0, "1 sessions, 2 sets: consistent\n")
    await bot.gone()
    await bot.start()
    game.played = game.kept()
    assert 2 <= len(game.played) < len(played) and game.played == played[: len(game.played)]
    answer = await game.mover.speaking("en-US").click(late, pressable(late, "move"))
    assert "out of date" in answer.reply.text
    assert game.kept() == game.played
    await game.alice.slash(game.channel, "tafl show")
    assert plies(game.table.live) == {len(game.played)}
    await play(game)
    assert plies(game.table.live) == {len(game.played)}
    standin.check()
