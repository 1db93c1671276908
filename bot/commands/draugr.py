"""`/draugr`: the hunt by typed commands."""

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot import animating, hunting, tables
from bot.commands.naming import FORMATS, choice, format_of, word
from bot.commands.suggesting import awaiting, offered
from bot.hunts import LONGEST_SEED
from bot.people import PlayerId
from bot.reply import answer
from bot.request import Request
from bot.session import Session
from bot.views.choices import suggestions
from bot.views.layout import Screen
from bot.words import locale_for, speaker
from rules.draugr.game import DRAUGR
from rules.draugr.ruleset import Difficulty

RoundNumber = Range[int, 1]
LONGEST_CHOICE = 80


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

    @app_commands.command(name=word("command-do"), description=word("command-do-about"))
    @app_commands.rename(chosen=word("option-choice"))
    @app_commands.describe(chosen=word("option-choice-about"))
    async def do(self, interaction: discord.Interaction, chosen: Range[str, 1, LONGEST_CHOICE]) -> None:
        """Choose by typing."""

        async def work(request: Request) -> Screen | None:
            return await hunting.do(request, (await _here(request)).id, chosen)

        await answer(interaction, work)

    @do.autocomplete("chosen")
    async def _choices(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        session = await awaiting(interaction, DRAUGR.name)
        if session is None:
            return []
        house = interaction.client.house  # type: ignore[attr-defined]  # our client always has one
        own = await house.preferences.of(PlayerId(interaction.user.id))
        say = speaker(locale_for(own.locale, interaction.locale))
        return offered(suggestions(session, current, say))

    @app_commands.command(name=word("command-hunt-undo"), description=word("command-hunt-undo-about"))
    async def undo(self, interaction: discord.Interaction) -> None:
        """Go back by one choice (D22)."""

        async def work(request: Request) -> Screen | None:
            return await hunting.take_back_typed(request, await _here(request))

        await answer(interaction, work)

    @app_commands.command(name=word("command-hint"), description=word("command-hint-about"))
    async def hint(self, interaction: discord.Interaction) -> None:
        """What the greedy player would do, and why."""

        async def work(request: Request) -> Screen | None:
            return await hunting.advise(request, (await _here(request)).id, None)

        await answer(interaction, work)

    @app_commands.command(name=word("command-share"), description=word("command-share-about"))
    async def share(self, interaction: discord.Interaction) -> None:
        """The result of the last hunt here, without spoilers."""

        async def work(request: Request) -> Screen | None:
            return await hunting.share(request, (await _here(request, ended=True)).id)

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
