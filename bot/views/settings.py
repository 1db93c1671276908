"""The settings on one private screen: a person's own, and the server's for those who manage it."""

from collections.abc import Sequence

from bot.preferences import AUTO, MOST_CHANNELS, OFF, ON, PERSONAL, SERVER, Here, Personal, ServerWide
from bot.views.controls import button, channels, option, select
from bot.views.layout import Part, Screen, beside, lines, page, row, rule, text
from bot.words import Say


def settings_screen(
    here: Here, say: Say, *, told: str = "", guild: int | None = None, shown: Sequence[int] = ()
) -> Screen:
    """All that the reader can choose, and how it stands; `told` is what has just been chosen.

    `guild` is the server whose settings the reader may change, `shown` those of its open channels that exist.
    """
    return Screen(
        page(
            text(lines((told, f"### {say('settings-title')}", f"-# {say('settings-about')}"))),
            *_personal(here.own, say),
            *(_server(here.server, say, guild, shown) if guild is not None else ()),
        )
    )


def setting_word(setting: str, say: Say) -> str:
    """The name of a setting."""
    return say(f"setting-{setting}")


def value_word(setting: str, value: str, say: Say) -> str:
    """The name of what can be chosen."""
    if value in (ON, OFF):
        return say(f"value-{value}")
    return say(f"{setting}-{value}")


def _personal(own: Personal, say: Say) -> Sequence[Part | None]:
    return (
        text(_headed("language", say, "setting-language-about")),
        row(_select("language", own.locale or AUTO, PERSONAL["language"], say, "p", 0)),
        text(_headed("board", say, "setting-board-about")),
        row(_select("board", own.board or AUTO, PERSONAL["board"], say, "p", 0)),
        _switch("text-board", own.text_board, say, "setting-text-board-about", "p", 0),
        _switch("pings", own.pings, say, "setting-pings-about", "p", 0),
    )


def _server(server: ServerWide, say: Say, guild: int, shown: Sequence[int]) -> Sequence[Part | None]:
    placeholder = say("server-channels-placeholder")
    return (
        rule(),
        text(f"### {say('server-title')}\n-# {say('server-about')}"),
        text(_headed("language", say, "server-language-about")),
        row(_select("language", server.locale or AUTO, SERVER["language"], say, "g", guild)),
        text(_headed("board", say, "server-board-about")),
        row(_select("board", server.board or SERVER["board"][0], SERVER["board"], say, "g", guild)),
        _switch("stakes", server.stakes, say, "server-stakes-about", "g", guild),
        _switch("threads", server.threads, say, "server-threads-about", "g", guild),
        text(_headed("channels", say, "server-channels-about")),
        row(channels(placeholder, shown, MOST_CHANNELS, "g", guild, "channels")),
    )


def _headed(setting: str, say: Say, about: str) -> str:
    return f"**{setting_word(setting, say)}**\n-# {say(about)}"


def _select(setting: str, chosen: str, values: Sequence[str], say: Say, kind: str, number: int) -> Part:
    """What can be chosen; how it stands is marked."""
    auto = {"p": "own", "g": "server"}[kind]
    options = [
        option(
            say(f"{setting}-{auto}-auto") if value == AUTO else value_word(setting, value, say),
            value,
            chosen=value == chosen,
        )
        for value in values
    ]
    return select(setting_word(setting, say), options, kind, number, 0, setting)


def _switch(setting: str, on: bool, say: Say, about: str, kind: str, number: int) -> Part:
    """How it stands; the button names what it brings about, so that a second press changes nothing."""
    stands = value_word(setting, ON if on else OFF, say)
    words = f"**{setting_word(setting, say)}:** {stands}\n-# {say(about)}"
    label = say("button-turn-off" if on else "button-turn-on")
    return beside(words, button(label, kind, number, 0, setting, OFF if on else ON))
