"""A hunt in the real process, killed at every step of a choice: it goes on where its actions stand."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.hunt import Hunt, Phase
from rules.draugr.ruleset import STANDARD, write_setup
from rules.game import Seat
from tests.wire.actors import Actor
from tests.wire.exchange import Exchange
from tests.wire.messages import StoredMessage
from tests.wire.process import Process
from tests.wire.standin import Standin
from tests.wire.world import Channel

HUNT_ID = re.compile(r"\+?h:\d+:(?P<ply>\d+):(?P<intent>[a-z-]+)(?::(?P<argument>.*))?")
SELECTS = {Phase.GO: "go", Phase.TARGET: "target"}
AT = {
    "acknowledgement received": ("POST", "/interactions/*/callback", False),
    "acknowledged": ("POST", "/interactions/*/callback", True),
    "answer received": ("PATCH", "/webhooks/*", False),
    "answered": ("PATCH", "/webhooks/*", True),
}


def kept(database: Path) -> list[str]:
    """The actions that the database holds."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return [row[0] for row in connection.execute("select text from action order by ply")]


def hunt_of(actions: list[str]) -> Hunt:
    """The hunt after those actions."""
    state = DRAUGR.start(write_setup(STANDARD))
    for text in actions:
        state = DRAUGR.play(state, DRAUGR.read(state, text))
    return state


def live(standin: Standin, channel: Channel) -> StoredMessage:
    """The newest message of a hunt that can be pressed."""
    return [m for m in standin.shown(channel) if any(map(HUNT_ID.fullmatch, m.live))][-1]


async def choose(hunter: Actor, message: StoredMessage, state: Hunt) -> Exchange:
    """Do what the hint advises, by the control for it."""
    action = hint(state).action
    written = DRAUGR.write(state, action)
    verb, _, rest = written.partition(" ")
    controls = {found["intent"]: found for found in map(HUNT_ID.fullmatch, message.live) if found}
    if state.phase in SELECTS:
        found = controls[SELECTS[state.phase]]
        return await hunter.select(message, found.string, rest if verb == "go" else written)
    buttons = [found for found in map(HUNT_ID.fullmatch, message.live) if found and found["intent"] == verb]
    [found] = [one for one in buttons if (one["argument"] or "") == rest]
    return await hunter.click(message, found.string)


async def test_F42_a_hunt_goes_on_after_a_kill_at_any_request_of_a_choice(
    standin: Standin, bot: Process
) -> None:
    hunter = standin.person("Astrid")
    channel = standin.text(standin.server("Stjørdal", hunter))
    await bot.start()
    await hunter.slash(channel, "draugr hunt", seed="mist")
    before = kept(bot.database)
    for method, path, after_applying in [*AT.values()] * 3:
        message, state = live(standin, channel), hunt_of(before)
        standin.watch(method, path, bot.kill, after_applying=after_applying)
        await choose(hunter.hasty(), message, state)
        assert await standin.wait_for(lambda: not bot.running, 10)
        await bot.restart()
        after = kept(bot.database)
        assert after[: len(before)] == before
        gained = after[len(before) :]
        # Nothing, or the choice with all the dice that follow it: never a part.
        assert gained[:1] in ([], [DRAUGR.write(state, hint(state).action)])
        assert DRAUGR.turn(hunt_of(after)) is Seat.HUNTER
        await hunter.slash(channel, "draugr show")
        shown = live(standin, channel)
        assert {int(found["ply"]) for found in map(HUNT_ID.fullmatch, shown.live) if found} == {len(after)}
        before = after
    standin.check()


@pytest.mark.parametrize("direct", [True, False], ids=["dm", "hall"])
async def test_F19_a_hunt_goes_on_after_a_kill_between_any_two_choices(
    standin: Standin, bot: Process, direct: bool
) -> None:
    hunter = standin.person("Astrid")
    channel = standin.dm(hunter) if direct else standin.text(standin.server("Stjørdal", hunter))
    await bot.start()
    await hunter.slash(channel, "draugr hunt", seed="mist")
    for _ in range(6):
        before = kept(bot.database)
        await choose(hunter, live(standin, channel), hunt_of(before))
        assert len(kept(bot.database)) > len(before)
        bot.kill()
        await bot.restart()
    standin.check()
