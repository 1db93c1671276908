"""Whole matches between two friends, from the challenge to the last square, and what hangs in the hall meanwhile."""

import re
from collections.abc import Mapping
from io import BytesIO

import pytest
from PIL import Image

from render import end_blanks
from rules.game import Seat
from rules.tafl.action import Place
from rules.tafl.match import Match, begin, play, play_typed
from rules.tafl.squares import Square, name, square
from tests.world.page import Page
from tests.world.short_games import BLACK_DRAUG_TAKEN, JARL_ESCAPES, JARL_TAKEN, ShortGame
from tests.world.stage import Stage

_SPOKEN = {"J": r"Jarl", "S": r"shieldmaidens?", "b": r"Black Draug", "d": r"thralls?"}


def told_position(words: str) -> Mapping[str, set[str]]:
    """The squares of each kind of piece, by the description of a picture alone."""
    found = {}
    for piece, word in _SPOKEN.items():
        match = re.search(rf"(?:: |; ){word} ((?:[a-i][1-9](?:, )?)+)", words)
        found[piece] = set(match[1].split(", ")) if match else set()
    return found


def replayed(game: ShortGame, count: int) -> Match:
    match = play(begin(), Place(square(game.black_draug)))
    for move in game.moves[:count]:
        match = play_typed(match, move)
    return match


def true_position(match: Match) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {piece: set() for piece in _SPOKEN}
    for number, letter in enumerate(match.position.board):
        if letter in found:
            found[letter].add(name(Square(number)))
    return found


def check_table(stage: Stage, game: ShortGame, count: int) -> Page:
    """Everything that must hold of the hall after `count` moves; the one table."""
    match = replayed(game, count)
    players = {Seat.ATTACKERS: stage.astrid, Seat.DEFENDERS: stage.bjorn}
    (table,) = stage.tables()
    assert table.id == stage.last().id, "the table hangs at the bottom"
    assert table.pings == ((players[match.turn].id,) if match.turn else ())
    assert table.files == ("board.png",)
    high = 720 if match.outcome is None else end_blanks.height("facts")
    assert Image.open(BytesIO(stage.uploaded(table))).size == (720, high)
    (words,) = table.pictures
    assert told_position(words) == true_position(match)
    assert len(words) <= 1024
    for older in stage.pages():
        if older.id != table.id:
            assert not older.controls, older.text
            assert not any(f"<@{person.id}>" in older.text for person in players.values())
    return table


async def place(stage: Stage, square: str) -> None:
    if square == "e9":
        await stage.press(stage.astrid, stage.table(), "place")
    else:
        picker = await stage.press(stage.astrid, stage.table(), "placing")
        await stage.choose(stage.astrid, stage.read(picker), square)


async def open_match(stage: Stage, game: ShortGame) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    await stage.accept(stage.bjorn)
    await place(stage, game.black_draug)


@pytest.mark.parametrize(
    "game", [JARL_TAKEN, JARL_ESCAPES, BLACK_DRAUG_TAKEN], ids=lambda g: f"{g.winner}-{g.ending}"
)
async def test_T15_T16_a_whole_match_by_buttons(stage: Stage, game: ShortGame) -> None:
    await open_match(stage, game)
    check_table(stage, game, 0)
    for number, move in enumerate(game.moves):
        mover = (stage.astrid, stage.bjorn)[number % 2]
        assert mover.name.capitalize() in stage.table().text
        await stage.move(mover, move)
        check_table(stage, game, number + 1)
    _over(stage, game)


@pytest.mark.parametrize("game", [JARL_ESCAPES, JARL_TAKEN], ids=lambda g: f"{g.winner}-{g.ending}")
async def test_T15_T16_a_whole_match_by_typing(stage: Stage, game: ShortGame) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    await stage.accept(stage.bjorn)
    await stage.say_move(stage.astrid, game.black_draug)
    spellings = ("{0}-{1}", "{0}{1}", "{0} {1}", "{0}–{1}")
    for number, move in enumerate(game.moves):
        mover = (stage.astrid, stage.bjorn)[number % 2]
        typed = spellings[number % 4].format(*move.split("-"))
        await stage.say_move(mover, typed.upper() if number % 3 else typed)
        check_table(stage, game, number + 1)
    _over(stage, game)


def _over(stage: Stage, game: ShortGame) -> None:
    table = stage.table()
    assert table.labels == ("Rematch", "Record", "Other side")
    assert not table.pings
    assert f"{game.winner} win" in table.text
    assert f"{game.winner} win" in table.pictures[0]
    assert f"`{replayed(game, len(game.moves)).moves[-1].notation}`" in table.text


async def test_F28_over_a_whole_match_only_those_are_pinged_who_are_awaited(stage: Stage) -> None:
    await open_match(stage, JARL_TAKEN)
    for number, move in enumerate(JARL_TAKEN.moves):
        await stage.move((stage.astrid, stage.bjorn)[number % 2], move)
    a, b = (stage.astrid.id,), (stage.bjorn.id,)
    # The challenge; the placement; the moves; the end.
    assert stage.pinged == [b, a, a, b, a, b, a, b, a, ()]
    for person in (stage.astrid, stage.bjorn, stage.ketil):
        assert not any(page.pings for page in stage.pages(seen_by=person) if page.private)


async def test_F45_a_move_costs_one_new_message_and_one_edit(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    before = len(stage.env.http_requests)
    await stage.say_move(stage.bjorn, "e7-d7")
    made = [f"{request.method} {request.path.split('/')[1]}" for request in stage.env.http_requests[before:]]
    assert made == ["POST interactions", "POST channels", "PATCH channels", "DELETE webhooks"]


async def test_nothing_private_is_left_open_when_a_move_is_made(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.move(stage.astrid, "d1-c1")
    await stage.say_move(stage.bjorn, "e7-d7")
    assert not [
        page for person in (stage.astrid, stage.bjorn) for page in stage.pages(seen_by=person) if page.private
    ]


async def test_F9_every_interaction_of_a_match_is_acknowledged_once(stage: Stage) -> None:
    await open_match(stage, BLACK_DRAUG_TAKEN)
    await stage.move(stage.bjorn, "e3-d3")  # not yet
    await stage.move(stage.astrid, "d1-d4")
    await stage.say_move(stage.ketil, "d4-d3")
    await stage.move(stage.bjorn, "e3-d3")
    await stage.press(stage.ketil, stage.table(), "rematch")
    asked = [interaction.id for interaction in stage.env.backend.interactions.values()]
    answered = [int(line.split("/")[2]) for line in stage.requests("POST", "/interactions/*/callback")]
    assert sorted(answered) == sorted(asked)
    assert len(asked) == 13
