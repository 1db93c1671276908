"""Strangers who press everything, and controls that nobody was given: nothing changes, one private answer, no call."""

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message

from bot.intents import registered
from bot.views.controls import CONTROLS
from tests.world.for_sets import begin_for_sets, dare
from tests.world.page import Page
from tests.world.stage import Stage

BUTTON, SELECT, PEOPLE = 2, 3, 5
# What anybody may do for themselves, wherever such a control hangs.
ONES_OWN = {("h", "begin"), ("h", "ranking"), ("c", "start"), ("c", "thread"), ("h", "start")}
# The intents of selects.
CHOSEN = {"from", "to", "placed", "go", "target", "topic", "about", "staked", "story", "unblock"}


def dump(stage: Stage) -> Sequence[str]:
    """All that is stored."""
    with closing(sqlite3.connect(stage.house.store.path)) as connection:
        return list(connection.iterdump())


def kind(custom_id: str) -> int:
    """Which kind of control has such an id."""
    return {"+": SELECT, "@": PEOPLE}.get(custom_id[:1], BUTTON)


async def prepare(stage: Stage) -> list[Page]:
    """A staked match with offers, a challenge, a hunt under way, one that is over; all that hangs in public."""
    yard, camp, fire = (stage.place(name) for name in ("yard", "camp", "fire"))
    await begin_for_sets(stage)
    await stage.say_move(stage.astrid, "e9")
    await stage.say_move(stage.astrid, "d1-c1")
    await stage.slash(stage.bjorn, "tafl draw")
    await stage.slash(stage.astrid, "tafl undo")
    offered = (await stage.suggestions(stage.ketil, "tafl challenge", "stake", ""))[0]
    await stage.slash(stage.ketil, "tafl challenge", where=yard, opponent=stage.astrid, stake=int(offered))
    await stage.challenge(stage.astrid, stage.ketil, where=yard)
    await stage.slash(stage.ketil, "draugr hunt", where=camp, seed="norn-59")
    await stage.slash(stage.ketil, "draugr hunt", where=fire, seed="norn-59")
    await stage.slash(stage.ketil, "draugr abandon", where=fire)
    await stage.press(stage.ketil, stage.told(stage.ketil, where=fire), "abandoned")
    return [page for place in (stage.hall, yard, camp, fire) for page in stage.pages(place) if page.controls]


class Witness:
    """What a person's press must not do."""

    def __init__(self, stage: Stage, person: MemberActor):
        self.stage = stage
        self.person = person
        self.before = dump(stage)
        self.public = self._public()
        self.pinged = len(stage.pinged)

    def _public(self) -> list[tuple[int, str, tuple[str, ...]]]:
        pages = [Page(message) for message in self._messages() if not message.is_ephemeral]
        return [(page.id, page.text, page.labels) for page in pages]

    def _messages(self) -> Iterator[Message]:
        for channel in list(self.stage.env.backend.messages.values()):
            yield from channel.values()

    async def forge(self, page: Page, custom_id: str, *values: str) -> Page | None:
        """Touch a control on the page; the private answer to it, which may take the place of a private page."""
        seen = {one.id: one for one in self._private()}
        await self.stage.forge(self.person, page, custom_id, *values, kind=kind(custom_id))
        after = {one.id: one for one in self._private()}
        new = [one for number, one in after.items() if number not in seen]
        if page.private and not new:
            return after.get(page.id)
        (answer,) = new
        assert answer.text or answer.pictures, custom_id
        assert not answer.pings, custom_id
        return answer

    async def held(self) -> Page:
        """A private page of that person's own, new."""
        return self.stage.read(await self.stage.slash(self.person, "help"))

    def unharmed(self, pressed: str) -> None:
        """Nothing has changed, hangs anew or has called anybody."""
        assert dump(self.stage) == self.before, pressed
        assert self._public() == self.public, pressed
        assert len([people for people in self.stage.pinged[self.pinged :] if people]) == 0, pressed

    def _private(self) -> list[Page]:
        mine = [one for one in self._messages() if one.is_ephemeral and one.visible_to(self.person.id)]
        return [Page(message) for message in mine]


async def test_F5_a_stranger_presses_everything_that_hangs_and_changes_nothing(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    pages = await prepare(stage)
    eve = stage.join("Eve")
    witness = Witness(stage, eve)
    pressed = 0
    for page in pages:
        for custom_id in page.controls:
            value = next(iter(page.options), "e9")
            await witness.forge(page, custom_id, *([value] if kind(custom_id) == SELECT else []))
            pressed += 1
        witness.unharmed(page.text)
    assert pressed > 20
    assert not complaints(caplog)


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the bot logged as an error of its own."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


FORGED = (
    ("1", "3", "", "e9"),  # another's session, challenge or set
    ("3", "0", ":nobody", "undo"),  # the other game's
    ("9" * 20, "999999999", ":" + "9" * 50, "9" * 30),
    ("1", "2", ":\x00\u202e@everyone", "\x00"),
    ("999", "3", ":attack.standard." + "9" * 40, "<@1>"),
)


@pytest.mark.parametrize(("number", "ply", "argument", "value"), FORGED)
async def test_F4_F5_whatever_intent_a_stranger_forges_nothing_changes(
    stage: Stage, caplog: pytest.LogCaptureFixture, number: str, ply: str, argument: str, value: str
) -> None:
    await prepare(stage)
    eve = stage.join("Eve")
    witness = Witness(stage, eve)
    held = await witness.held()
    for handler in sorted(set(registered()) - ONES_OWN):
        tail = f"{handler[0]}:{number}:{ply}:{handler[1]}{argument}"
        chosen = handler[1] in CHOSEN
        answer = await witness.forge(held, "+" * chosen + tail, *([value] if chosen else []))
        held = answer or await witness.held()
        assert complaints(caplog) == [], tail
    witness.unharmed(tail)


async def test_F4_players_do_nothing_in_each_others_games_by_forged_controls(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    await prepare(stage)
    ketil = Witness(stage, stage.ketil)
    for handler in sorted(one for one in registered() if one[0] == "t"):
        await ketil.forge(await ketil.held(), f"t:1:2:{handler[1]}:e5")
    astrid = Witness(stage, stage.astrid)
    for handler in sorted(one for one in registered() if one[0] == "h" and one not in ONES_OWN):
        for number in (2, 3):
            await astrid.forge(await astrid.held(), f"h:{number}:3:{handler[1]}:1")
    for witness in (ketil, astrid):
        witness.unharmed("")
    assert not complaints(caplog)


@pytest.mark.parametrize("number", ["١", "１", "²", "-1", "+1", " 1", "1_0", "0x1", "1e3", "৩"])
async def test_F4_digits_of_other_scripts_are_no_control_of_ours(number: str) -> None:
    for place in ("t:{}:3:move", "t:1:{}:move"):
        custom_id = place.format(number)
        assert not [one for one in CONTROLS if one.__discord_ui_compiled_template__.fullmatch(custom_id)], (
            custom_id
        )


async def test_F29_a_challenge_forged_for_a_thread_is_refused_without_a_thread(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    witness = Witness(stage, stage.ketil)
    for tail in (
        *(f"c:{'9' * 20}:0:thread:attack.standard.", "c:1:0:thread:attack.standard."),
        *(
            f"c:{stage.bjorn.id}:0:thread:{bad}"
            for bad in ("", "x", "attack", "attack.x.", "attack.standard.x")
        ),
        f"c:{stage.bjorn.id}:0:thread:attack.standard.{'9' * 30}",
        f"c:{stage.bjorn.id}:0:thread:attack.standard.١",
    ):
        answer = await witness.forge(stage.last(), tail)
        assert answer
        assert "report the id" not in answer.text, tail
    assert dump(stage) == witness.before


async def test_F28_of_a_staked_challenge_only_what_is_ones_own_is_staked(stage: Stage) -> None:
    challenge = await dare(stage)
    theirs = (await stage.suggestions(stage.astrid, "tafl challenge", "stake", ""))[0]
    witness = Witness(stage, stage.bjorn)
    for tail in (f"c:1:0:sealed:{theirs}", "c:1:0:sealed:999", "c:1:0:sealed", "c:1:0:sealed:x"):
        await witness.forge(challenge, tail)
    for value in (str(theirs), "999", "", "x", "9" * 30):
        await witness.forge(challenge, "+c:1:0:staked", value)
    for ply in (24, 25, 999_999_999):
        await witness.forge(challenge, f"c:1:{ply}:stake")
    with closing(sqlite3.connect(stage.house.store.path)) as connection:
        assert connection.execute("select count(*) from stake").fetchone() == (0,)
    assert stage.last().offers("stake")
