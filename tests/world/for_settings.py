"""The settings as single words: whoever opens them, chooses, and manages the server."""

from pathlib import Path
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.session import Session
from render import board, daily_card, end_kit, end_match, hunt_end, kits, town, town_kits
from render.theme import THEMES
from tests.world.page import Page
from tests.world.stage import Stage
from tests.world.world import Person


def manager(stage: Stage, name: str = "Ragna") -> MemberActor:
    """A member with Manage Server."""
    role = stage.guild.create_role("steward", permissions=discord.Permissions(manage_guild=True))
    return stage.join(name, roles=[role])


async def opened(stage: Stage, person: Person, where: ChannelHandle | None = None) -> Page:
    """The settings as the person sees them."""
    return stage.read(await stage.slash(person, "settings show", where=where))


async def pick(
    stage: Stage, person: Person, page: Page, custom_id: str, *values: str | ChannelHandle
) -> Page:
    """Choose in the select of that id, texts or channels; the screen afterwards."""
    page.control(custom_id)
    channels = [value for value in values if isinstance(value, ChannelHandle)]
    data: dict[str, Any] = {
        "custom_id": custom_id,
        "component_type": 8 if custom_id.startswith("#") else 3,
        "values": [str(value.id) if isinstance(value, ChannelHandle) else value for value in values],
    }
    if custom_id.startswith("#"):
        told = {str(one.id): {"id": str(one.id), "name": "x", "type": 0} for one in channels}
        data["resolved"] = {"channels": {number: one | {"permissions": "0"} for number, one in told.items()}}
    return stage.read(await stage._touch(person, page, data))


def chosen(page: Page, custom_id: str) -> list[str]:
    """What is marked in a select."""
    for part in page._parts:
        if part.get("custom_id") == custom_id:
            marked = [option["value"] for option in part.get("options", ()) if option.get("default")]
            return marked + [str(value["id"]) for value in part.get("default_values") or ()]
    raise LookupError(custom_id)


def quarry(folder: Path, carved: Path) -> Path:
    """A folder in which the wood's pieces pass for those of slate too, which would take seconds to carve."""
    folder.mkdir()
    for known in carved.glob("*.bin"):
        if not any(f"-{theme}-" in known.name for theme in THEMES if theme != "wood"):
            for name in {known.name, known.name.replace("-wood-", "-stone-")}:
                (folder / name).symlink_to(known)
    return folder


def forget_the_quarry() -> None:
    """What was taken for slate goes out of memory."""
    for room in (kits, town_kits, board, town, end_kit, end_match, hunt_end, daily_card):
        room.forget()


async def the_match(stage: Stage, where: ChannelHandle | None = None) -> Session:
    """The match of that place, under way or just over."""
    return await stage.house.sessions.at((where or stage.hall).id, "tafl", ended=True)
