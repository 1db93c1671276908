"""The controls of a table, of the pickers, and of offers."""

from dataclasses import replace
from typing import cast

from bot import animating, challenging, play, tables
from bot.intents import on
from bot.people import PlayerId, SessionId
from bot.request import Request
from bot.session import OfferKind, Session
from bot.views.board import picture_or_letters, scene
from bot.views.controls import Pressed
from bot.views.layout import Picture, Screen
from bot.views.more import flipped, more, text_board
from bot.views.picker import choose_piece, choose_placement, choose_square, reach
from render.scene import Scene
from rules.game import Seat, Unreadable
from rules.tafl.position import PLACEMENTS
from rules.tafl.squares import name, square


@on("t", "move")
async def open_picker(request: Request, pressed: Pressed) -> Screen:
    """*Move*: the player's own view of the board, and which piece."""
    session = await _ready(request, pressed)
    drawn = scene(session, request.say, view=session.seat_of(request.player.id))
    shown = await _shown(request, drawn)
    return choose_piece(session, request.say, shown)


@on("t", "from", update=True)
async def pick_piece(request: Request, pressed: Pressed) -> Screen:
    """A piece: its squares are lit."""
    session = await _ready(request, pressed)
    start = square(pressed.chosen)
    targets, strikes = reach(session.match, start)
    if not targets:
        raise Unreadable(reason="square", text=name(start))
    view = session.seat_of(request.player.id)
    drawn = scene(session, request.say, view=view, select=start, targets=targets, strikes=strikes)
    shown = await _shown(request, drawn)
    return choose_square(session, request.say, shown, start)


@on("t", "to", update=True)
async def pick_square(request: Request, pressed: Pressed) -> Screen | None:
    """A square: the move is played."""
    move = f"{pressed.argument}-{pressed.chosen}"
    return await play.move(request, SessionId(pressed.number), pressed.ply, move)


@on("t", "placing")
async def open_placement(request: Request, pressed: Pressed) -> Screen:
    """*Another square*: the sixteen places of the Black Draug."""
    session = await _ready(request, pressed)
    view = session.seat_of(request.player.id)
    drawn = scene(
        session, request.say, view=view, placeable=tuple(square(placement) for placement in PLACEMENTS)
    )
    shown = await _shown(request, drawn)
    return choose_placement(session, request.say, shown)


@on("t", "place")
async def place(request: Request, pressed: Pressed) -> Screen | None:
    """The default button, or the square picked for the Black Draug (T3)."""
    return await play.move(request, SessionId(pressed.number), pressed.ply, f"place {pressed.argument}")


@on("t", "placed", update=True)
async def pick_placement(request: Request, pressed: Pressed) -> Screen | None:
    """The square picked for the Black Draug (T3)."""
    return await play.move(request, SessionId(pressed.number), pressed.ply, f"place {pressed.chosen}")


@on("t", "draw")
async def draw(request: Request, pressed: Pressed) -> Screen | None:
    """*Draw*: offer one (T18)."""
    return await play.offer(request, SessionId(pressed.number), pressed.ply, "draw")


@on("t", "undo")
async def undo(request: Request, pressed: Pressed) -> Screen | None:
    """*Undo*: ask the opponent."""
    return await play.offer(request, SessionId(pressed.number), pressed.ply, "undo")


@on("t", "annul")
async def annul(request: Request, pressed: Pressed) -> Screen | None:
    """*Annul*: ask the opponent to end the match without a result."""
    return await play.offer(request, SessionId(pressed.number), pressed.ply, "annul")


@on("t", "here")
async def bring_here(request: Request, pressed: Pressed) -> Screen | None:
    """*Play on here*, where the session's own channel is gone."""
    return await play.bring_here(request, SessionId(pressed.number))


@on("t", "yes", update=True)
async def accept_offer(request: Request, pressed: Pressed) -> Screen | None:
    """The opponent agrees."""
    kind = cast(OfferKind, pressed.argument)
    return await play.answer_offer(request, SessionId(pressed.number), pressed.ply, kind, accept=True)


@on("t", "no", update=True)
async def decline_offer(request: Request, pressed: Pressed) -> Screen | None:
    """The opponent does not agree."""
    kind = cast(OfferKind, pressed.argument)
    return await play.answer_offer(request, SessionId(pressed.number), pressed.ply, kind, accept=False)


@on("t", "resign")
async def resign(request: Request, pressed: Pressed) -> Screen:
    """*Resign*: asks first."""
    return await play.ask_to_resign(request, SessionId(pressed.number))


@on("t", "resigned", update=True)
async def resigned(request: Request, pressed: Pressed) -> Screen | None:
    """Yes, resign (T19)."""
    return await play.resign(request, SessionId(pressed.number))


@on("t", "keep", update=True)
async def keep(request: Request, pressed: Pressed) -> Screen | None:
    """No, play on: the question goes away."""
    return None


@on("t", "more")
async def open_more(request: Request, pressed: Pressed) -> Screen:
    """*More*: what is needed seldom."""
    return more(await _seen(request, pressed), request.say)


@on("t", "show")
async def show(request: Request, pressed: Pressed) -> Screen | None:
    """Hang the current table at the bottom again."""
    session = await request.house.sessions.playable(SessionId(pressed.number), request.player.id)
    return await tables.show_again(request, session)


@on("t", "flip")
async def flip(request: Request, pressed: Pressed) -> Screen:
    """The board from the other side."""
    session = await _seen(request, pressed)
    drawn = scene(session, request.say, view=Seat.ATTACKERS)
    return flipped(await _shown(request, drawn))


@on("t", "text")
async def show_text_board(request: Request, pressed: Pressed) -> Screen:
    """The board in letters."""
    session = await _seen(request, pressed)
    return text_board(session, request.say)


@on("t", "record")
async def record(request: Request, pressed: Pressed) -> Screen:
    """The game record as a file, and as an animation."""
    return await animating.record(request, await _seen(request, pressed))


@on("t", "rematch")
async def rematch(request: Request, pressed: Pressed) -> Screen | None:
    """*Rematch*: the same two, the sides swapped."""
    return await challenging.rematch(request, SessionId(pressed.number))


async def _shown(request: Request, drawn: Scene) -> Picture | str:
    """The scene as its reader wants to see it."""
    drawn = replace(drawn, theme=request.here.board)
    letters = request.here.own.text_board
    return await picture_or_letters(drawn, request.say, request.house.cache, letters=letters)


async def _ready(request: Request, pressed: Pressed) -> Session:
    return await request.house.sessions.ready(
        SessionId(pressed.number), pressed.ply, PlayerId(request.player.id)
    )


async def _seen(request: Request, pressed: Pressed) -> Session:
    return await request.house.sessions.seen_by(SessionId(pressed.number), request.player.id, request.place)
