"""`/tafl`: the match by typed commands."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot import animating, challenging, play, tables
from bot.challenges import SIDES, Side
from bot.commands.answers import ANSWERS
from bot.commands.naming import FORMATS, choice, format_of, word
from bot.commands.sets import suggest
from bot.commands.suggesting import awaiting, offered
from bot.people import SessionId
from bot.playing_sets import SetId
from bot.refusals import NoSessionHere
from bot.reply import answer
from bot.request import Request
from bot.session import OfferKind
from bot.views.layout import Screen
from bot.views.moves import suggestions
from rules.tafl.match import TAFL
from rules.tafl.ruleset import PRESETS

MoveNumber = app_commands.Range[int, 1]


async def _here(request: Request) -> SessionId:
    if request.interaction.channel_id is None:
        raise NoSessionHere
    return await request.house.sessions.here(request.interaction.channel_id, TAFL.name)


class Tafl(app_commands.Group):
    """The commands of a match."""

    def __init__(self) -> None:
        super().__init__(name=word("command-tafl"), description=word("command-tafl-about"))
        for command in ANSWERS:
            self.add_command(command)

    @app_commands.command(name=word("command-challenge"), description=word("command-challenge-about"))
    @app_commands.rename(
        opponent=word("option-opponent"),
        side=word("option-side"),
        rules=word("option-rules"),
        stake=word("option-stake"),
    )
    @app_commands.describe(
        opponent=word("option-opponent-about"),
        side=word("option-side-about"),
        rules=word("option-rules-about"),
        stake=word("option-stake-about"),
    )
    @app_commands.choices(
        side=[choice(f"choice-side-{side}", side) for side in SIDES],
        rules=[choice(f"choice-rules-{preset}", preset) for preset in PRESETS],
    )
    async def challenge(
        self,
        interaction: discord.Interaction,
        opponent: discord.User,
        side: Choice[str] | None = None,
        rules: Choice[str] | None = None,
        stake: int | None = None,
    ) -> None:
        """Challenge somebody to a match in this channel."""
        wanted: Side = side.value if side else "random"  # type: ignore[assignment]  # one of SIDES
        preset = rules.value if rules else "standard"
        staked = SetId(stake) if stake is not None else None

        async def work(request: Request) -> Screen | None:
            return await challenging.challenge(request, opponent, wanted, preset, stake=staked)

        await answer(interaction, work)

    @challenge.autocomplete("stake")
    async def _stakes(self, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
        return await suggest(interaction, current, free=True)

    @app_commands.command(name=word("command-move"), description=word("command-move-about"))
    @app_commands.rename(move=word("option-move"))
    @app_commands.describe(move=word("option-move-about"))
    async def move(self, interaction: discord.Interaction, move: str) -> None:
        """Play a move in notation."""

        async def work(request: Request) -> Screen | None:
            return await play.move(request, None, None, move)

        await answer(interaction, work)

    @move.autocomplete("move")
    async def _moves(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        session = await awaiting(interaction, TAFL.name)
        return offered(suggestions(session, current)) if session else []

    @app_commands.command(name=word("command-show"), description=word("command-show-about"))
    async def show(self, interaction: discord.Interaction) -> None:
        """Hang the current table at the bottom again."""

        async def work(request: Request) -> Screen | None:
            channel = request.place.channel
            session = await request.house.sessions.at(channel, TAFL.name, ended=True)
            return await tables.show_again(request, session)

        await answer(interaction, work)

    @app_commands.command(name=word("command-resign"), description=word("command-resign-about"))
    async def resign(self, interaction: discord.Interaction) -> None:
        """Resign, after a question."""

        async def work(request: Request) -> Screen | None:
            return await play.ask_to_resign(request, await _here(request))

        await answer(interaction, work)

    @app_commands.command(name=word("command-draw"), description=word("command-draw-about"))
    async def draw(self, interaction: discord.Interaction) -> None:
        """Offer a draw."""
        await _offer(interaction, "draw")

    @app_commands.command(name=word("command-undo"), description=word("command-undo-about"))
    async def undo(self, interaction: discord.Interaction) -> None:
        """Ask the opponent to take back the last move."""
        await _offer(interaction, "undo")

    @app_commands.command(name=word("command-annul"), description=word("command-annul-about"))
    async def annul(self, interaction: discord.Interaction) -> None:
        """Ask the opponent to end the match without a result."""
        await _offer(interaction, "annul")

    @app_commands.command(name=word("command-record"), description=word("command-record-about"))
    @app_commands.rename(
        match=word("option-match"),
        first=word("option-from"),
        last=word("option-to"),
        picture=word("option-picture"),
    )
    @app_commands.describe(
        match=word("option-match-about"),
        first=word("option-from-about"),
        last=word("option-to-about"),
        picture=word("option-picture-about"),
    )
    @app_commands.choices(picture=FORMATS)
    async def record(
        self,
        interaction: discord.Interaction,
        match: int | None = None,
        first: MoveNumber | None = None,
        last: MoveNumber | None = None,
        picture: Choice[str] | None = None,
    ) -> None:
        """The game record as a file, and as an animation."""

        async def work(request: Request) -> Screen | None:
            if match is None:
                found = await request.house.sessions.at(request.place.channel, TAFL.name, ended=True)
            else:
                found = await request.house.sessions.seen_by(
                    SessionId(match), request.player.id, request.place
                )
            return await animating.record(request, found, first, last, format_of(picture))

        await answer(interaction, work)


async def _offer(interaction: discord.Interaction, kind: OfferKind) -> None:
    async def work(request: Request) -> Screen | None:
        return await play.offer(request, await _here(request), None, kind)

    await answer(interaction, work)
