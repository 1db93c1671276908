"""Buttons and selects that remember what they mean, so that the process need not.

A custom id is `kind:number:ply:intent[:argument]`, with `+` before a select's, `@` before a select of people's, and
`#` before a select of channels'.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, cast

import discord
from discord import ui
from discord.ui import DynamicItem

from bot.views.layout import MOST_OPTIONS
from rules.game import Unreadable

LONGEST_CUSTOM_ID = 100
LONGEST_LABEL = 80
LONGEST_OPTION = 100
LONGEST_PLACEHOLDER = 150
LONGEST_NUMBER = 19
LARGEST_NUMBER = 2**63 - 1
_ID = (
    r"(?P<kind>[a-z]+):(?P<number>[0-9]{1,20}):(?P<ply>[0-9]{1,9}):(?P<intent>[a-z-]+)"
    r"(?::(?P<argument>[^\n]{0,50}))?"
)


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a control stands for, and what was chosen where it is a select."""

    kind: str
    intent: str
    number: int
    ply: int
    argument: str
    values: Sequence[str]
    people: Sequence[discord.User | discord.Member] = ()

    @property
    def chosen(self) -> str:
        """What was chosen first; raises Unreadable where nothing was."""
        if not self.values:
            raise Unreadable(reason="move")
        return self.values[0]

    @property
    def person(self) -> discord.User | discord.Member:
        """Who was chosen first; raises Unreadable where nobody was."""
        if not self.people:
            raise Unreadable(reason="move")
        return self.people[0]

    @property
    def chosen_number(self) -> int:
        """The number that was chosen; raises Unreadable."""
        return whole_number(self.chosen)

    @property
    def chosen_numbers(self) -> Sequence[int]:
        """All numbers that were chosen; raises Unreadable."""
        return [whole_number(value) for value in self.values]

    @property
    def argument_number(self) -> int:
        """The number that the control carries; raises Unreadable."""
        return whole_number(self.argument)


def whole_number(text: str) -> int:
    """The number that the text spells in plain digits; raises Unreadable."""
    # The store takes no larger number, and neither we nor Discord have any.
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER) or int(text) > LARGEST_NUMBER:
        raise Unreadable(reason="move", text=text)
    return int(text)


WRITTEN_IN = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
)


class Presser(Protocol):
    """What a client must offer for its controls to work."""

    async def pressed(self, interaction: discord.Interaction, pressed: Pressed) -> None:
        """Answer a pressed control."""
        ...


def button(
    label: str,
    kind: str,
    number: int,
    ply: int,
    intent: str,
    argument: str = "",
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
) -> "Press":
    """A button for an intent."""
    custom_id = _custom_id(kind, number, ply, intent, argument)
    return Press(ui.Button(label=label[:LONGEST_LABEL], style=style, emoji=emoji, custom_id=custom_id))


def select(
    placeholder: str,
    options: Sequence[discord.SelectOption],
    kind: str,
    number: int,
    ply: int,
    intent: str,
    argument: str = "",
) -> "Pick":
    """A select for an intent; at most 25 options."""
    custom_id = "+" + _custom_id(kind, number, ply, intent, argument)
    shown = list(options[:MOST_OPTIONS])
    return Pick(ui.Select(placeholder=placeholder[:LONGEST_PLACEHOLDER], options=shown, custom_id=custom_id))


def people(placeholder: str, kind: str, number: int, intent: str) -> "PickPerson":
    """A select of one person for an intent."""
    custom_id = "@" + _custom_id(kind, number, 0, intent, "")
    return PickPerson(ui.UserSelect(placeholder=placeholder[:LONGEST_PLACEHOLDER], custom_id=custom_id))


def channels(
    placeholder: str, chosen: Sequence[int], most: int, kind: str, number: int, intent: str
) -> "PickChannels":
    """A select of any number of channels up to `most`, those that are `chosen` marked."""
    # As text, which is how Discord's schema has numbers as large as these; the library passes on what it is given.
    marked = [
        discord.SelectDefaultValue(id=cast(int, str(channel)), type=discord.SelectDefaultValueType.channel)
        for channel in chosen
    ]
    return PickChannels(
        ui.ChannelSelect(
            placeholder=placeholder[:LONGEST_PLACEHOLDER],
            custom_id="#" + _custom_id(kind, number, 0, intent, ""),
            channel_types=list(WRITTEN_IN),
            min_values=0,
            max_values=most,
            default_values=marked,
        )
    )


def option(label: str, value: str, description: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """An option, cut to Discord's limits."""
    return discord.SelectOption(
        label=label[:LONGEST_OPTION],
        value=value,
        description=description[:LONGEST_OPTION] or None,
        default=chosen,
    )


def _custom_id(kind: str, number: int, ply: int, intent: str, argument: str) -> str:
    custom_id = f"{kind}:{number}:{ply}:{intent}" + (f":{argument}" if argument else "")
    assert len(custom_id) < LONGEST_CUSTOM_ID
    return custom_id


class _Ours:
    """What the three kinds of control share: each keeps the match of its own custom id."""

    match: re.Match[str]

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The control as it hangs in the message."""
        control: Any = cls
        found: Self = control(item)
        found.match = match
        return found

    async def press(
        self,
        interaction: discord.Interaction,
        values: Sequence[str],
        people: Sequence[discord.User | discord.Member] = (),
    ) -> None:
        """Hand the press to the client."""
        match = self.match
        number, ply = int(match["number"]), int(match["ply"])
        argument = match["argument"] or ""
        pressed = Pressed(match["kind"], match["intent"], number, ply, argument, values, people)
        await cast(Presser, interaction.client).pressed(interaction, pressed)


class Press(_Ours, DynamicItem[ui.Button[Any]], template=_ID):
    """A button of ours."""

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the press."""
        await self.press(interaction, ())


class Pick(_Ours, DynamicItem[ui.Select[Any]], template=r"\+" + _ID):
    """A select of ours."""

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the choice."""
        await self.press(interaction, self.item.values)


class PickPerson(_Ours, DynamicItem[ui.UserSelect[Any]], template="@" + _ID):
    """A select of people."""

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the choice; whom it names comes with what they may do in the channel."""
        await self.press(interaction, (), self.item.values)


class PickChannels(_Ours, DynamicItem[ui.ChannelSelect[Any]], template="#" + _ID):
    """A select of channels."""

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the choice with the channels' numbers."""
        # A channel that Discord tells nothing of stays a number.
        await self.press(interaction, [str(getattr(channel, "id", channel)) for channel in self.item.values])


CONTROLS: Sequence[type[DynamicItem[Any]]] = (Press, Pick, PickPerson, PickChannels)
