"""`/draugr`: the hunt by typed commands."""

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot import hunting, tables
from bot.commands.naming import choice, word
from bot.hunts import LONGEST_SEED
from bot.reply import Request, answer
from bot.session import Session
from bot.views.hunt_log import log_screen
from bot.views.layout import Screen
from rules.draugr.game import DRAUGR
from rules.draugr.ruleset import Difficulty


async def _here(request: Request, *, ended: bool = False) -> Session:
    return await request.house.sessions.at(request.place.channel, DRAUGR.name, ended=ended)


class Draugr(app_commands.Group):
    """The commands of a hunt."""

    def __init__(self) -> None:
        super().__init__(name=word("command-draugr"), description=word("command-draugr-about"))

    @app_commands.command(name=word("command-hunt"), description=word("command-hunt-about"))
    @app_commands.rename(difficulty=word("option-difficulty"), seed=word("option-seed"))
    @app_commands.describe(difficulty=word("option-difficulty-about"), seed=word("option-seed-about"))
    @app_commands.choices(difficulty=[choice(f"difficulty-{one}", one) for one in Difficulty])
    async def hunt(
        self,
        interaction: discord.Interaction,
        difficulty: Choice[str] | None = None,
        seed: Range[str, 1, LONGEST_SEED] | None = None,
    ) -> None:
        """Begin a hunt here."""
        wanted = Difficulty(difficulty.value) if difficulty else Difficulty.NORMAL
        await answer(interaction, lambda request: hunting.begin(request, wanted, seed or ""))

    @app_commands.command(name=word("command-daily"), description=word("command-daily-about"))
    async def daily(self, interaction: discord.Interaction) -> None:
        """Begin today's hunt here."""
        await answer(interaction, hunting.begin_daily)

    @app_commands.command(name=word("command-show"), description=word("command-hunt-show-about"))
    async def show(self, interaction: discord.Interaction) -> None:
        """Bring the hunt back to the bottom."""

        async def work(request: Request) -> Screen | None:
            return await tables.hang(request, await _here(request, ended=True), ping=False)

        await answer(interaction, work)

    @app_commands.command(name=word("command-abandon"), description=word("command-abandon-about"))
    async def abandon(self, interaction: discord.Interaction) -> None:
        """Give the hunt up, after a question."""

        async def work(request: Request) -> Screen | None:
            return await hunting.ask_to_abandon(request, (await _here(request)).id)

        await answer(interaction, work)

    @app_commands.command(name=word("command-log"), description=word("command-log-about"))
    async def log(self, interaction: discord.Interaction) -> None:
        """What has happened, round by round."""

        async def work(request: Request) -> Screen | None:
            session = await _here(request, ended=True)
            return log_screen(session, await request.house.sessions.actions(session), request.say)

        await answer(interaction, work)
