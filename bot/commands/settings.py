"""`/settings`: a person's own, and a server's for those who manage it."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.naming import choice, word
from bot.intents import Handler, on
from bot.preferences import AUTO, BOARDS, OFF, ON, PERSONAL, SERVER, ServerWide
from bot.refusals import NoServerHere, NotAManager
from bot.reply import answer
from bot.request import Request
from bot.views.controls import WRITTEN_IN, Pressed
from bot.views.layout import Screen
from bot.views.settings import setting_word, settings_screen, value_word
from bot.words import LOCALES, locale_for

_Channel = app_commands.AppCommandChannel | app_commands.AppCommandThread


class _WrittenIn(app_commands.Transformer):
    """A channel that people write in: of the kinds that the select offers too."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return list(WRITTEN_IN)

    async def transform(self, interaction: discord.Interaction, value: _Channel, /) -> _Channel:
        return value


AnyChannel = app_commands.Transform[_Channel, _WrittenIn]
_SWITCH = [choice("value-on", ON), choice("value-off", OFF)]
_LANGUAGES = [choice(f"language-{locale}", locale) for locale in LOCALES]
_BOARDS = [choice(f"board-{board}", board) for board in BOARDS]
OPENED, CLOSED, EVERYWHERE = "open", "close", "everywhere"


async def show(request: Request) -> Screen:
    """How everything stands."""
    return _screen(request)


async def choose(request: Request, setting: str, value: str) -> Screen:
    """Change one of the asker's own settings; nobody else's can be named."""
    own = await request.house.preferences.choose(
        request.player.id, setting, value, else_speak=locale_for(request.interaction.locale)
    )
    return _changed(replace(request, here=replace(request.here, own=own)), setting, value, "own")


async def choose_for_server(request: Request, setting: str, value: str) -> Screen:
    """Change one of this server's settings; raises NoServerHere or NotAManager."""
    server = await request.house.preferences.choose_for_server(
        _managed(request), setting, value, else_speak=locale_for(request.interaction.guild_locale)
    )
    return _changed(_of_server(request, server), setting, value, "server")


async def open_or_close(request: Request, change: str, channel: int) -> Screen:
    """Open or close one of this server's channels, or open them all."""
    guild = _managed(request)
    if change == EVERYWHERE:
        server = await request.house.preferences.play_only_in(guild, ())
    else:
        server = await request.house.preferences.open_channel(guild, channel, opened=change == OPENED)
    return _channels_told(_of_server(request, server))


class Settings(app_commands.Group):
    """The typed twins of all that the screen offers."""

    def __init__(self) -> None:
        super().__init__(name=word("command-settings"), description=word("command-settings-about"))
        self.add_command(_Server())

    @app_commands.command(name=word("command-show"), description=word("command-settings-show-about"))
    async def show(self, interaction: discord.Interaction) -> None:
        """Everything on one screen."""
        await answer(interaction, show)

    @app_commands.command(
        name=word("command-settings-language"), description=word("command-settings-language-about")
    )
    @app_commands.rename(language=word("option-language"))
    @app_commands.describe(language=word("option-language-about"))
    @app_commands.choices(language=[choice("language-own-auto", AUTO), *_LANGUAGES])
    async def language(self, interaction: discord.Interaction, language: Choice[str]) -> None:
        """The language of what only you see."""
        await answer(interaction, lambda request: choose(request, "language", language.value))

    @app_commands.command(
        name=word("command-settings-board"), description=word("command-settings-board-about")
    )
    @app_commands.rename(board=word("option-board"))
    @app_commands.describe(board=word("option-board-about"))
    @app_commands.choices(board=[choice("board-own-auto", AUTO), *_BOARDS])
    async def board(self, interaction: discord.Interaction, board: Choice[str]) -> None:
        """What your boards are made of."""
        await answer(interaction, lambda request: choose(request, "board", board.value))

    @app_commands.command(
        name=word("command-settings-text-board"), description=word("command-settings-text-board-about")
    )
    @app_commands.rename(value=word("option-switch"))
    @app_commands.describe(value=word("option-switch-about"))
    @app_commands.choices(value=_SWITCH)
    async def text_board(self, interaction: discord.Interaction, value: Choice[str]) -> None:
        """Boards in letters."""
        await answer(interaction, lambda request: choose(request, "text-board", value.value))

    @app_commands.command(
        name=word("command-settings-pings"), description=word("command-settings-pings-about")
    )
    @app_commands.rename(value=word("option-switch"))
    @app_commands.describe(value=word("option-switch-about"))
    @app_commands.choices(value=_SWITCH)
    async def pings(self, interaction: discord.Interaction, value: Choice[str]) -> None:
        """Whether you are called when it is your turn."""
        await answer(interaction, lambda request: choose(request, "pings", value.value))


class _Server(app_commands.Group):
    """A server's settings; whether the asker manages it is asked each time."""

    def __init__(self) -> None:
        super().__init__(name=word("command-server"), description=word("command-server-about"))

    @app_commands.command(
        name=word("command-settings-language"), description=word("command-server-language-about")
    )
    @app_commands.rename(language=word("option-language"))
    @app_commands.describe(language=word("option-language-about"))
    @app_commands.choices(language=[choice("language-server-auto", AUTO), *_LANGUAGES])
    async def language(self, interaction: discord.Interaction, language: Choice[str]) -> None:
        """The language of public tables."""
        await answer(interaction, lambda request: choose_for_server(request, "language", language.value))

    @app_commands.command(name=word("command-settings-board"), description=word("command-server-board-about"))
    @app_commands.rename(board=word("option-board"))
    @app_commands.describe(board=word("option-board-about"))
    @app_commands.choices(board=_BOARDS)
    async def board(self, interaction: discord.Interaction, board: Choice[str]) -> None:
        """What public tables are made of."""
        await answer(interaction, lambda request: choose_for_server(request, "board", board.value))

    @app_commands.command(name=word("command-server-stakes"), description=word("command-server-stakes-about"))
    @app_commands.rename(value=word("option-switch"))
    @app_commands.describe(value=word("option-switch-about"))
    @app_commands.choices(value=_SWITCH)
    async def stakes(self, interaction: discord.Interaction, value: Choice[str]) -> None:
        """Whether sets can be staked."""
        await answer(interaction, lambda request: choose_for_server(request, "stakes", value.value))

    @app_commands.command(
        name=word("command-server-threads"), description=word("command-server-threads-about")
    )
    @app_commands.rename(value=word("option-switch"))
    @app_commands.describe(value=word("option-switch-about"))
    @app_commands.choices(value=_SWITCH)
    async def threads(self, interaction: discord.Interaction, value: Choice[str]) -> None:
        """Whether a thread is offered where the channel is taken."""
        await answer(interaction, lambda request: choose_for_server(request, "threads", value.value))

    @app_commands.command(
        name=word("command-server-channels"), description=word("command-server-channels-about")
    )
    @app_commands.rename(change=word("option-change"), channel=word("option-channel"))
    @app_commands.describe(change=word("option-change-about"), channel=word("option-channel-about"))
    @app_commands.choices(change=[choice(f"channels-{one}", one) for one in (OPENED, CLOSED, EVERYWHERE)])
    async def channels(
        self, interaction: discord.Interaction, change: Choice[str], channel: AnyChannel | None = None
    ) -> None:
        """Where the bot plays."""
        number = channel.id if channel else interaction.channel_id or 0
        await answer(interaction, lambda request: open_or_close(request, change.value, number))


def _chooser(setting: str) -> Handler:
    async def pressed_own(request: Request, pressed: Pressed) -> Screen:
        return await choose(request, setting, pressed.argument or pressed.chosen)

    return pressed_own


def _server_chooser(setting: str) -> Handler:
    async def pressed_server(request: Request, pressed: Pressed) -> Screen:
        return await choose_for_server(request, setting, pressed.argument or pressed.chosen)

    return pressed_server


for _setting in PERSONAL:
    on("p", _setting, update=True)(_chooser(_setting))
for _setting in SERVER:
    on("g", _setting, update=True)(_server_chooser(_setting))


@on("g", "channels", update=True)
async def choose_channels(request: Request, pressed: Pressed) -> Screen:
    """Where the bot plays: these channels and no others, or everywhere."""
    guild = _managed(request)
    server = await request.house.preferences.play_only_in(guild, pressed.chosen_numbers)
    return _channels_told(_of_server(request, server))


@on("p", "show")
async def open_settings(request: Request, pressed: Pressed) -> Screen:
    """*Settings*."""
    return await show(request)


def _managed(request: Request) -> int:
    """This server, whatever a control says; raises NoServerHere, or NotAManager for those who don't manage it."""
    guild = request.interaction.guild_id
    if guild is None:
        raise NoServerHere
    if not request.interaction.permissions.manage_guild:
        raise NotAManager
    return guild


def _of_server(request: Request, server: ServerWide) -> Request:
    return replace(request, here=replace(request.here, server=server))


def _changed(request: Request, setting: str, value: str, whose: str) -> Screen:
    say = request.say
    shown = say(f"{setting}-{whose}-auto") if value == AUTO else value_word(setting, value, say)
    kept = "settings-kept" if whose == "own" else "settings-kept-here"
    return _screen(request, say(kept, setting=setting_word(setting, say), value=shown))


def _channels_told(request: Request) -> Screen:
    say = request.say
    named = ", ".join(f"<#{channel}>" for channel in request.here.server.channels)
    told = named or say("channels-everywhere")
    return _screen(request, say("settings-kept-here", setting=setting_word("channels", say), value=told))


def _screen(request: Request, told: str = "") -> Screen:
    asked = request.interaction
    manages = asked.guild_id is not None and asked.permissions.manage_guild
    # Discord may refuse a select that marks a channel which is gone.
    known = [
        channel
        for channel in request.here.server.channels
        if asked.guild is not None and asked.guild.get_channel_or_thread(channel)
    ]
    return settings_screen(
        request.here, request.say, told=told, guild=asked.guild_id if manages else None, shown=known
    )
