"""`/draugr`: the hunt by typed commands."""

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot import animating, hunting, tables
from bot.commands.naming import FORMATS, choice, format_of, word
from bot.hunts import LONGEST_SEED
from bot.reply import Request, answer
from bot.session import Session
from bot.views.layout import Screen
from rules.draugr.game import DRAUGR
from rules.draugr.ruleset import Difficulty

RoundNumber = Range[int, 1]


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
            return await tables.show_again(request, await _here(request, ended=True))

        await answer(interaction, work)

    @app_commands.command(name=word("command-abandon"), description=word("command-abandon-about"))
    async def abandon(self, interaction: discord.Interaction) -> None:
        """Give the hunt up, after a question."""

        async def work(request: Request) -> Screen | None:
            return await hunting.ask_to_abandon(request, (await _here(request)).id)

        await answer(interaction, work)

    @app_commands.command(name=word("command-log"), description=word("command-log-about"))
    @app_commands.rename(first=word("option-from"), last=word("option-to"), picture=word("option-picture"))
    @app_commands.describe(
        first=word("option-from-round-about"),
        last=word("option-to-round-about"),
        picture=word("option-picture-about"),
    )
    @app_commands.choices(picture=FORMATS)
    async def log(
        self,
        interaction: discord.Interaction,
        first: RoundNumber | None = None,
        last: RoundNumber | None = None,
        picture: Choice[str] | None = None,
    ) -> None:
        """What has happened, round by round."""

        async def work(request: Request) -> Screen | None:
            session = await _here(request, ended=True)
            return await animating.hunt_log(request, session, first, last, format_of(picture))

        await answer(interaction, work)
