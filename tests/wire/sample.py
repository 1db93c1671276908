"""A small bot that uses what a real one does: the stand-in's own tests drive it, in this process or another.

`python -m tests.wire.sample` reads HAUGBUI_TOKEN, HAUGBUI_API and HAUGBUI_GATEWAY.
"""

import asyncio
import io
import os
import re
from typing import Any, Self

import discord
import yarl
from discord import app_commands, ui

PICTURE = b"\x89PNG\r\n\x1a\n" + b"\0" * 64
WORDS = [f"word{number:02}" for number in range(40)]


class Count(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"count:(?P<number>\d+)"):
    """A button that counts by its own id."""

    def __init__(self, number: int) -> None:
        super().__init__(ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(cls, _: Any, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> Any:
        await interaction.response.edit_message(view=table(self.number + 1), attachments=[picture()])


class Later(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"later"):
    """A button that first says it heard, and then posts a new message with the bot's own token."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Later", custom_id="later"))

    @classmethod
    async def from_custom_id(cls, _: Any, item: Any, match: re.Match[str], /) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> Any:
        await interaction.response.defer()
        assert isinstance(interaction.channel, discord.abc.Messageable)
        await interaction.channel.send("A new one", nonce=interaction.id)


class Ask(ui.Modal, title="Ask"):
    """A form with one text."""

    word: ui.TextInput[Self] = ui.TextInput(label="Word", custom_id="word")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"You said {self.word.value}", ephemeral=True)


def picture() -> discord.File:
    """A fresh file."""
    return discord.File(io.BytesIO(PICTURE), "table.png", description="A table")


def table(number: int) -> ui.LayoutView:
    """A layout with a picture and a counting button."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"At {number}"))
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://table.png", description="A table")))
    view.add_item(ui.ActionRow(Count(number), Later()))
    return view


class Demo(app_commands.Group):
    """The commands `/demo …`."""

    def __init__(self) -> None:
        super().__init__(name="demo", description="Things to try")

    @app_commands.command(description="A table with buttons")
    async def show(self, interaction: discord.Interaction, private: bool = False) -> None:
        await interaction.response.send_message(view=table(0), file=picture(), ephemeral=private)

    @app_commands.command(description="Takes its time")
    async def think(self, interaction: discord.Interaction, friend: discord.User, side: str = "any") -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send(f"{friend.mention} {side} {interaction.locale}")

    @app_commands.command(description="Finds a word")
    async def find(self, interaction: discord.Interaction, word: str) -> None:
        await interaction.response.send_message(word)
        await interaction.followup.send("and more", file=picture())

    @find.autocomplete("word")
    async def _complete(self, _: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        most = 40 if typed == "word" else 25
        return [app_commands.Choice(name=w, value=w) for w in WORDS if typed in w][:most]

    @app_commands.command(description="Breaks a limit")
    async def wrong(self, interaction: discord.Interaction) -> None:
        options = [discord.SelectOption(label=word) for word in WORDS]
        view = ui.View(timeout=None).add_item(ui.Select(custom_id="many", options=options))
        await interaction.response.send_message("Choose", view=view)

    @app_commands.command(description="Opens a form")
    async def ask(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Ask())

    @app_commands.command(description="Says more and more")
    async def many(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("First")
        for number in range(6):
            await interaction.followup.send(f"More {number}")

    @app_commands.command(description="Writes to someone")
    async def whisper(self, interaction: discord.Interaction, friend: discord.User) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            await friend.send("Psst")
        except discord.Forbidden as refused:
            await interaction.edit_original_response(content=f"No: {refused.code}")
        else:
            await interaction.edit_original_response(content="Done")


class Sample(discord.Client):
    """The sample bot."""

    def __init__(self) -> None:
        mentions = discord.AllowedMentions.none()
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=mentions)
        installs = app_commands.AppInstallationType(guild=True, user=True)
        contexts = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
        self.tree = app_commands.CommandTree(self, allowed_installs=installs, allowed_contexts=contexts)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count, Later)
        self.tree.add_command(Demo())

        @self.tree.context_menu(name="Greet")
        async def greet(interaction: discord.Interaction, friend: discord.User) -> None:
            await interaction.response.send_message(f"Hail {friend.mention}", ephemeral=True)

        await self.tree.sync()


def aim(api: str, gateway: str) -> None:
    """Point discord.py at a server on loopback."""
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


async def main() -> None:
    aim(os.environ["HAUGBUI_API"], os.environ["HAUGBUI_GATEWAY"])
    async with Sample() as client:
        await client.start(os.environ["HAUGBUI_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
