"""The watch stands before SimCord and before the stand-in, and a test fails for what it finds."""

import io
import subprocess
import sys
from pathlib import Path

import discord
import simcord
from discord import app_commands

from tests.discord_watch import Watch
from tests.wire.hall import ask
from tests.wire.standin import Standin

ROOT = Path(__file__).parents[1]
NOTE = b"for all to read"


class Careless(discord.Client):
    """A bot with one command that answers with what Discord would refuse."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Offer the command."""

        @self.tree.command(name="shout", description="Call everybody.")
        async def shout(interaction: discord.Interaction) -> None:
            file = discord.File(io.BytesIO(NOTE), filename="note.txt")
            await interaction.response.send_message("@everyone", file=file)

        await self.tree.sync()


async def test_what_simcord_is_sent_is_watched(watch: Watch) -> None:
    async with simcord.run(Careless()) as env:
        guild = env.create_guild("Norrøngard")
        hall = guild.create_text_channel("hall")
        said = await guild.add_member(env.create_user("astrid")).slash(hall, "shout")
    assert said.response is not None
    assert await said.response.attachments[0].read() == NOTE
    (line,) = watch.take()
    assert line.startswith("POST /interactions/")
    assert "/callback: data.allowed_mentions: MENTIONS_LEFT_OPEN" in line
    assert watch.take() == []


async def test_what_the_stand_in_is_sent_is_watched(watch: Watch) -> None:
    async with Standin() as standin:
        hall = standin.text(standin.server("Hall", standin.person("Alice")))
        path = f"/channels/{hall.id}/messages"
        status, _ = await ask(standin, "POST", path, {"content": "@everyone"})
    assert status == 200
    (line,) = watch.take()
    assert line.startswith(f"POST {path}: allowed_mentions: MENTIONS_LEFT_OPEN")


def test_a_test_fails_where_discord_would_refuse(tmp_path: Path) -> None:
    """A run of its own over one careless test; the conftest is ours."""
    (tmp_path / "test_careless.py").write_text(
        "from tests.test_discord_watch import Careless, simcord\n"
        "async def test_silence() -> None:\n"
        "    async with simcord.run(Careless()) as env: pass\n"
        "async def test_shout() -> None:\n"
        "    async with simcord.run(Careless()) as env:\n"
        "        guild = env.create_guild('G')\n"
        "        member = guild.add_member(env.create_user('a'))\n"
        "        await member.slash(guild.create_text_channel('h'), 'shout')\n"
    )
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    options = [
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        "-c",
        str(ROOT / "pyproject.toml"),
    ]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)], cwd=ROOT, capture_output=True, text=True
    )
    assert "1 failed, 1 passed" in run.stdout, run.stdout
    assert "test_careless.py::test_shout: Discord would refuse\nPOST /interactions/" in run.stdout, run.stdout
