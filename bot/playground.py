"""`python -m bot.playground`: the real bot in a small Discord of its own. No token, no network."""

import argparse
import asyncio
import logging
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any, cast

import discord
import simcord
from filelock import FileLock, Timeout
from PIL import Image
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, UserHandle
from simcord.preview import Preview, _media

from bot.carving import carving_ahead
from bot.client import Haugbui
from bot.house import House
from bot.people import PlayerId
from bot.store import Store, UnusableDatabase
from bot.views.challenge import challenge as challenge_screen
from bot.words import speaker
from render import kits, town_kits
from render.warm import PLAIN

DATABASE = Path("playground/haugbui.sqlite3")
PLAYERS = ("Astrid", "Bjorn")
IN_DIRECT_MESSAGES = discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True)
CANNOT_START = 2

# What changes the place for everybody who looks at it.
_DEEDS = frozenset({"click", "select", "modal_submit", "run_command", "send_message"})


@dataclass(frozen=True, slots=True)
class Town:
    """Who lives in the playground and where they meet; the ids are the same in every run."""

    hall: ChannelHandle
    players: Sequence[MemberActor]

    @classmethod
    def build(cls, env: simcord.Env) -> "Town":
        """Settle the town; to be done before anything else, since ids are handed out in order."""
        guild = env.create_guild("Norrøngard")
        # Pages show the hall alone, so that a match in a thread could not be seen.
        closed = {guild.default_role: discord.PermissionOverwrite(create_public_threads=False)}
        hall = guild.create_text_channel("mead-hall", topic=" and ".join(PLAYERS), overwrites=closed)  # type: ignore[arg-type]
        people = [env.create_user(name.lower(), global_name=name) for name in PLAYERS]
        players = [guild.add_member(person) for person in people]
        env.backend.bot_user.name = "Haugbui"
        for person in people:
            env.backend.get_dm_channel(person.id)
        # The first of them may change the server's settings; made last, so that the other ids stay as they were.
        steward = guild.create_role("steward", permissions=discord.Permissions(manage_guild=True))
        env.backend.get_member(guild.id, people[0].id).role_ids.append(steward.id)
        return cls(hall, players)

    def rooms(self) -> Sequence[tuple[str, ChannelHandle, Sequence[MemberActor | UserHandle]]]:
        """Each place with its title and those who may look in."""
        users = [player.user for player in self.players]
        private = [(f"{user.global_name}'s direct messages", user.dm_channel, (user,)) for user in users]
        return [("#mead-hall, as " + " or ".join(PLAYERS), self.hall, self.players), *private]


class Pages:
    """The open pages of one world, kept in step: one deed at a time, and every page shows it."""

    def __init__(self, env: simcord.Env):
        self._env = env
        self._turn = asyncio.Lock()
        self._previews: list[Preview] = []
        self._shown = 0

    @asynccontextmanager
    async def open(self, room: ChannelHandle, viewers: Sequence[Any], port: int) -> AsyncIterator[Preview]:
        """A page for one place, as long as the context lasts."""
        # SimCord allows one preview at a time; it needs to know the newest alone, and only for its notes.
        self._env._preview = None
        async with self._env.preview(room, viewers=viewers, layout="channel", port=port) as preview:
            self._take_turns(preview)
            self._previews.append(preview)
            yield preview

    async def live(self) -> None:
        """Let time pass in the world and show what the bot does of its own accord; never returns."""
        while True:
            await asyncio.sleep(1)
            async with self._turn:
                catch_up(self._env)
                with suppress(TimeoutError):  # the bot is still at work on something
                    await self._env.settle()
                if len(self._env.backend.transcript) != self._shown:
                    self._show()

    def _take_turns(self, preview: Preview) -> None:
        act = preview._action

        async def action(context_id: str | None, body: Any) -> dict[str, Any]:
            async with self._turn:
                page = preview._pages.get(context_id or "")
                if page and isinstance(body, dict) and "published_revision" in body:
                    # Another's deed may have renewed the page a moment ago; the bot itself judges what is late.
                    body = {**body, "published_revision": page.revision}
                result = await act(context_id, body)
                if isinstance(body, dict) and body.get("kind") in _DEEDS:
                    self._show(but=context_id)
                self._shown = len(self._env.backend.transcript)
                return result

        preview._action = action  # type: ignore[method-assign]

    def _show(self, but: str | None = None) -> None:
        for preview in self._previews:
            if preview._closed:
                continue
            preview._advance_presentation_time()
            pages = dict(preview._pages)
            # A page opened later takes after this one, which nobody looks at: it shall open at the newest message.
            source = pages.pop("python")
            source.target_id = preview._initial_target(source.viewer, source.channel_id)
            for name, page in pages.items():
                if name != but:
                    preview._publish(page, reason="refresh")
        self._shown = len(self._env.backend.transcript)


def catch_up(env: simcord.Env) -> None:
    """Set the world's clock to the wall's; it never goes back."""
    env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))


def complete(env: simcord.Env) -> None:
    """Tell of each interaction where the bot is installed and what it may do, which SimCord leaves out."""
    deliver = env.backend.emit

    def emit(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload["authorizing_integration_owners"] = {"0": payload.get("guild_id", "0")}
            if "guild_id" not in payload:
                payload["app_permissions"] = str(IN_DIRECT_MESSAGES.value)
        deliver(event, payload)

    env.backend.emit = emit  # type: ignore[method-assign]


def trust_pictures() -> None:
    """Show our pictures as they are: SimCord redraws each in a process of its own, at most eight at a time."""

    async def look(_: Any, __: str, blob: bytes, moment: float | None) -> _media.MediaInfo:
        with Image.open(BytesIO(blob)) as image:
            still = image.format == "PNG" and getattr(image, "n_frames", 1) == 1
            width, height = image.size
        if not still:
            return await asyncio.to_thread(_media._process_media, blob, moment)
        info = _media.MediaInfo("PNG", width, height, 1, width * height * 4, blob, "image/png")
        # Nothing has been decoded here, so that no memory needs a limit.
        return replace(info, capture=blob, poster=blob, memory_limited=True)

    cast(Any, _media.MediaWorker)._decode = look
    _media.MAX_QUEUE = 1_000


async def resume(house: House, client: Haugbui, town: Town) -> None:
    """Bring back on screen what an earlier run left: the tables of live sessions, and open challenges."""
    for number in await house.sessions.live():
        session = await house.sessions.get(number)
        for _, room, viewers in town.rooms():
            if room.id == session.place.channel:
                await show(viewers[0], room, f"{session.game} show")
    hall = client.get_partial_messageable(town.hall.id)
    for found in await house.challenges.open_for(PlayerId(town.players[0].id), now=house.clock(), limit=25):
        screen = challenge_screen(found, speaker(found.locale))
        await house.challenges.hang(found.id, (await hall.send(view=screen.layout)).id)


async def show(viewer: MemberActor | UserHandle, room: ChannelHandle, command: str) -> None:
    """Run a command without options, as a person in that room would."""
    if isinstance(viewer, MemberActor):
        await viewer.slash(room, command)
    else:
        await viewer.slash(command)


def carve(cache: Path) -> None:
    """Have the plain pieces of both games ready."""
    kits.kit(PLAIN, cache)
    town_kits.town_kit(PLAIN, cache)


async def play(store: Store, database: Path, port: int) -> None:
    """Serve the pages until SIGTERM, Ctrl-C, or the end of the first page's session."""
    cache = database.parent / "cache"
    house = House.over(store, clock=lambda: datetime.now(UTC), draw=secrets.randbelow, cache=cache)
    client = Haugbui(house)
    env = simcord.Env(client, check_errors=False, settle_timeout=60)
    town = Town.build(env)
    complete(env)
    trust_pictures()
    catch_up(env)  # so that the ids of messages differ from those of earlier runs
    # Timers follow the world's clock alone; on the wall's, a click would wait for those soon due.
    env._schedule_timer = lambda *_: None  # type: ignore[method-assign]
    async with AsyncExitStack() as stack:
        stack.push_async_callback(client.close)
        await env.start()
        stack.push_async_callback(env.shutdown)
        await resume(house, client, town)
        pages = Pages(env)
        opened = []
        for number, (title, room, viewers) in enumerate(town.rooms()):
            preview = await stack.enter_async_context(pages.open(room, viewers, port and port + number))
            opened.append((title, preview))
        announce(opened, database)
        # Carving takes a while the first time; whoever needs a piece sooner waits for that one alone.
        Thread(target=carve, args=(cache,), daemon=True).start()
        await stack.enter_async_context(carving_ahead(cache))
        await until_stopped(pages, opened[0][1])


def announce(opened: Sequence[tuple[str, Preview]], database: Path) -> None:
    """Print where the pages are."""
    width = max(len(title) for title, _ in opened)
    print("Haugbui's playground is open. Everything stays on this machine; Ctrl-C closes it.\n")
    for title, preview in opened:
        print(f"  {title:<{width}}  {preview.url}")
    print(f"\nType / for the commands. Matches are kept in {database}.", flush=True)


async def until_stopped(pages: Pages, first: Preview) -> None:
    """Keep the world alive until SIGTERM, Ctrl-C, or *End preview session* on the first page."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    waits = [asyncio.ensure_future(wait) for wait in (stop.wait(), first.wait_closed(), pages.live())]
    done, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()


async def run(database: Path, port: int) -> None:
    """Hold the database and play; raises UnusableDatabase or Timeout."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{database}.lock", timeout=0):
        store = await Store.open(database)
        try:
            await play(store, database, port)
        finally:
            await store.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """0 after a clean stop; 2, with one sentence, where it can't start."""
    parser = argparse.ArgumentParser(prog="python -m bot.playground", description=__doc__)
    parser.add_argument(
        "--port",
        type=int,
        default=0,
        help="the first page's port; the others follow it (default: any free ones)",
    )
    parser.add_argument(
        "--database", type=Path, default=DATABASE, help="where matches are kept (default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.WARNING)
    try:
        asyncio.run(run(options.database, options.port))
    except KeyboardInterrupt:
        return 0
    except Timeout:
        problem = f"Another process is using {options.database}; stop it first."
    except UnusableDatabase as error:
        problem = f"{error.path} can't be used as the database: {error.reason}."
    except simcord.SetupError as error:
        problem = f"The playground can't be opened: {error}."
    except OSError as error:
        problem = f"The playground can't be opened: {error.strerror or error}."
    else:
        return 0
    print(problem, file=sys.stderr)
    return CANNOT_START


if __name__ == "__main__":
    sys.exit(main())
