"""A hunt's acts as single words: a hunter at the buttons, and what the town has been told."""

import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, cast

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from bot.session import Session
from bot.words import Locale, keys, say
from rules.draugr.actions import Act, Action, Go, Slide, Stay
from rules.draugr.cards import DRAUGR_CARDS
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.hunt import Hunt
from rules.draugr.notation import write_action
from rules.draugr.ruleset import Difficulty, Ruleset, write_setup
from rules.draugr.town import NAMES
from rules.game import Seat
from tests.world.page import Page
from tests.world.stage import Stage

# Seeds of hunts that the greedy player wins and loses soon; each knows every kind of choice.
WON = "norn-10"
LOST = "norn-59"

_CHOICES = {"go", "act", "stay", "target", "slide"}
_KEY = re.compile(
    r"\b(?:act|button|card|difficulty|draugr|event|hint|hunt|log|marker|ranking|refusal|share|town|wrong)-[\w-]+"
)


@dataclass
class Hunter:
    """A person who hunts somewhere, by controls alone."""

    stage: Stage
    person: MemberActor
    where: ChannelHandle
    locale: Locale = "en"
    trouble_expected: bool = False
    calls_expected: bool = False

    @classmethod
    def of(
        cls, stage: Stage, person: MemberActor | None = None, where: ChannelHandle | None = None
    ) -> "Hunter":
        """Astrid in the hall, unless told otherwise."""
        return cls(stage, person or stage.astrid, where or stage.hall)

    def say(self, key: str, **values: object) -> str:
        """A sentence in the language of the hunt."""
        return say(self.locale, key, **values)

    async def slash(self, command: str, **options: Any) -> InteractionResult:
        """Type a command where the hunter is."""
        return await self.stage.slash(self.person, command, where=self.where, **options)

    async def begin(self, seed: str = LOST, **options: Any) -> Page:
        """Begin a hunt; the page it shows."""
        await self.slash("draugr hunt", seed=seed, **options)
        return self.page

    async def daily(self) -> Page:
        """Begin today's hunt; the page it shows."""
        await self.slash("draugr daily")
        return self.page

    @property
    def pages(self) -> Sequence[Page]:
        """Every message whose controls could still choose something in a hunt; there ought to be one a hunt."""
        return [page for page in self.stage.pages(self.where) if any(page.offers(name) for name in _CHOICES)]

    @property
    def page(self) -> Page:
        """The one message of the hunt under way."""
        (page,) = self.pages
        return page

    @property
    def told(self) -> str:
        """What the hunter was told privately last."""
        return self.stage.told(self.person, where=self.where).text

    async def session(self) -> Session:
        """The newest hunt of this place, as it is stored."""
        return await self.stage.house.sessions.at(self.where.id, DRAUGR.name, ended=True)

    async def actions(self) -> Sequence[str]:
        """The texts of all that happened in it."""
        return await self.stage.house.sessions.actions(await self.session())

    async def press(self, wanted: str, page: Page | None = None) -> InteractionResult:
        """Press a button of the hunt's message, or of a page as it was read."""
        return await self.stage.press(self.person, page or self.page, wanted)

    async def choose(self, action: Action, page: Page | None = None) -> InteractionResult:
        """Make a choice by its control."""
        page = page or self.page
        match action:
            case Go(cell):
                return await self.stage.choose(self.person, page, NAMES[cell])
            case Act(index):
                return await self.press(ending(page, f":act:{index + 1}"), page)
            case Stay():
                return await self.press("stay", page)
            case Slide(draugr):
                return await self.press(ending(page, f":slide:{DRAUGR_CARDS[draugr].id}"), page)
            case _:
                return await self.stage.choose(self.person, page, write_action(action))

    async def advised(self) -> Action:
        """Do what the greedy player would do next; what that was."""
        action = hint((await self.session()).hunt).action
        await self.choose(action)
        return action

    async def rounds(self, number: int) -> None:
        """Hunt on, as advised, until that round begins."""
        while (await self.session()).hunt.round < number:
            await self.advised()

    async def to_the_end(self) -> Session:
        """Hunt on, as advised, until the hunt is over."""
        while not (await self.session()).outcome:
            await self.advised()
        return await self.session()

    async def abandon(self) -> Session:
        """Give the hunt up, and mean it."""
        asked = self.stage.read(await self.press("abandon"))
        await self.press("abandoned", asked)
        return await self.session()


def advised(seed: str, difficulty: Difficulty = Difficulty.NORMAL) -> tuple[Hunt, list[str]]:
    """The hunt of that seed as the greedy player hunts it, and the texts of all that happens."""
    hunt, texts = DRAUGR.start(write_setup(Ruleset(difficulty=difficulty))), list[str]()
    while hunt.outcome is None:
        action: Action = hint(hunt).action if DRAUGR.turn(hunt) is Seat.HUNTER else _rolled(hunt, seed)
        texts.append(DRAUGR.write(hunt, action))
        hunt = DRAUGR.play(hunt, action)
    return hunt, texts


def _rolled(hunt: Hunt, seed: str) -> Action:
    return DRAUGR.chance(hunt, dice(f"hunt {seed}", hunt.moment))


async def unchanged(hunter: Hunter, ply: int) -> bool:
    """Whether the hunt still stands at that ply, by what is stored."""
    return (await hunter.session()).ply == ply


def ending(page: Page, tail: str) -> str:
    """The custom id on the page that ends so; LookupError."""
    for custom_id in page.controls:
        if custom_id.endswith(tail):
            return custom_id
    raise LookupError(f"{tail!r} ends none of {dict(page.controls)}")


def forged(page: Page, old: str, new: str) -> Page:
    """The page with one custom id or value replaced, as no honest client would send it."""
    message = deepcopy(page.message)
    message.components = cast(list[dict[str, Any]], _replaced(message.components, old, new))
    return Page(message)


def _replaced(part: Any, old: str, new: str) -> Any:
    if isinstance(part, dict):
        return {name: _replaced(value, old, new) for name, value in part.items()}
    if isinstance(part, list | tuple):
        return [_replaced(value, old, new) for value in part]
    return new if part == old else part


def everything_sent(stage: Stage) -> str:
    """All that the bot has sent to Discord, but for its files."""
    return "\n".join(repr(request.json) for request in stage.env.http_requests)


async def files_of(result: InteractionResult) -> str:
    """The words of the files that hang on an answer; what a picture holds, as far as it can be read as words."""
    assert result.response
    return "\n".join([(await file.read()).decode(errors="replace") for file in result.response.attachments])


def nobody_was_pinged(stage: Stage) -> bool:
    """Whether no message of this world has called anybody."""
    messages = [message for channel in stage.env.backend.messages.values() for message in channel.values()]
    return not any(message.ping_user_ids or message.ping_role_ids for message in messages)


def nameless(words: str) -> set[str]:
    """The catalogue's keys that stand where their sentence should."""
    known = keys()
    return {
        found for found in _KEY.findall(words) if found in known or found.startswith(("card-", "draugr-"))
    }
