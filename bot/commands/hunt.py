"""The controls of a hunt."""

from bot import animating, hunting
from bot.commands.ranking import ranking
from bot.intents import on
from bot.people import SessionId
from bot.request import Request
from bot.views.controls import Pressed
from bot.views.layout import Screen
from rules.draugr.ruleset import Difficulty


@on("h", "begin")
async def begin(request: Request, pressed: Pressed) -> Screen | None:
    """*Hunt the Draugr*: a first hunt, here."""
    return await hunting.begin(request, Difficulty.NORMAL, "")


@on("h", "go", update=True)
async def go(request: Request, pressed: Pressed) -> Screen:
    """Where to go (D14)."""
    return await hunting.act(request, SessionId(pressed.number), pressed.ply, f"go {pressed.chosen}")


@on("h", "act", update=True)
async def act(request: Request, pressed: Pressed) -> Screen:
    """A special action (D15)."""
    return await hunting.act(request, SessionId(pressed.number), pressed.ply, f"act {pressed.argument}")


@on("h", "stay", update=True)
async def stay(request: Request, pressed: Pressed) -> Screen:
    """*Stay my hand*: no special action (D15)."""
    return await hunting.act(request, SessionId(pressed.number), pressed.ply, "stay")


@on("h", "target", update=True)
async def target(request: Request, pressed: Pressed) -> Screen:
    """A target of the special action (D16); the select's values are canonical texts."""
    return await hunting.act(request, SessionId(pressed.number), pressed.ply, pressed.chosen)


@on("h", "slide", update=True)
async def slide(request: Request, pressed: Pressed) -> Screen:
    """Who slides (D19)."""
    return await hunting.act(request, SessionId(pressed.number), pressed.ply, f"slide {pressed.argument}")


@on("h", "undo", update=True)
async def undo(request: Request, pressed: Pressed) -> Screen:
    """*Undo*: back by one choice (D22)."""
    return await hunting.take_back(request, SessionId(pressed.number), pressed.ply)


@on("h", "hint")
async def show_hint(request: Request, pressed: Pressed) -> Screen:
    """*Hint*: what the greedy player would do, and why."""
    return await hunting.advise(request, SessionId(pressed.number), pressed.ply)


@on("h", "log")
async def log(request: Request, pressed: Pressed) -> Screen:
    """*Log*: what has happened, round by round."""
    session = await request.house.sessions.seen_by(
        SessionId(pressed.number), request.player.id, request.place
    )
    return await animating.hunt_log(request, session)


@on("h", "abandon")
async def ask_to_abandon(request: Request, pressed: Pressed) -> Screen:
    """*Abandon*: asks first."""
    return await hunting.ask_to_abandon(request, SessionId(pressed.number))


@on("h", "abandoned", update=True)
async def abandon(request: Request, pressed: Pressed) -> Screen | None:
    """Yes, give up."""
    return await hunting.abandon(request, SessionId(pressed.number))


@on("h", "keep", update=True)
async def keep(request: Request, pressed: Pressed) -> Screen | None:
    """No, hunt on: the question goes away."""
    return None


@on("h", "again")
async def again(request: Request, pressed: Pressed) -> Screen | None:
    """*Hunt again*: another town, the same difficulty."""
    session = await hunting.of_hunter(request, SessionId(pressed.number))
    return await hunting.begin(request, Difficulty(session.hunt.ruleset.difficulty), "")


@on("h", "share")
async def share(request: Request, pressed: Pressed) -> Screen | None:
    """*Share*: the result without spoilers; in direct messages, to be copied."""
    return await hunting.share(request, SessionId(pressed.number))


@on("h", "ranking")
async def show_ranking(request: Request, pressed: Pressed) -> Screen:
    """*Ranking*: this server's daily hunters."""
    return await ranking(request)
