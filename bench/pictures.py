"""Pictures: a tafl table against what a chess bot does, `chess.svg` through resvg, at 720 × 720.

*Cold*: no part of the picture is there from an earlier one; carved pieces and written names are. *A move*: the
pictures of one match in order, from nothing. *Again*: the very same picture once more. *A replay*: the same match
as a GIF, against Pillow's from frames in RGB.
"""

import io
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

import chess
import chess.svg
import resvg_py

from bench._targets import Figure, line
from render import board, kits, set_trays, sets, town_kits
from render.bands import STYLES
from render.materials import SETS
from render.replay import forget, replay
from render.scene import Plate, Scene
from render.sets import SetPlate
from render.theme import THEMES
from rules.game import Seat
from rules.tafl.position import START, Piece
from rules.tafl.ruleset import STANDARD

PLIES = 60
ROUNDS = 3


def match_scenes(theme: str, seed: int) -> Iterator[Scene]:
    """The pictures of one random match."""
    choose = random.Random(seed)
    position = START
    captured: tuple[Piece, ...] = ()
    for _ in range(PLIES):
        moves = position.legal(STANDARD)
        if not moves:
            return
        move = moves[choose.randrange(len(moves))]
        turned = position.play(move, STANDARD)
        captured = (*captured, *(piece for s in turned.captures if (piece := position.at(s)) is not None))
        position = turned.position
        below = position.turn
        plates = {
            seat: Plate(name, seat.value.title(), "to move" if seat is below else "")
            for seat, name in ((Seat.ATTACKERS, "Ragnhild"), (Seat.DEFENDERS, "Þorgeirr"))
        }
        yield Scene(
            position,
            theme=theme,
            last=move,
            captures=turned.captures,
            captured=captured,
            top=plates[Seat.ATTACKERS],
            bottom=plates[Seat.DEFENDERS],
            to_move=below,
        )


def cost(work: Callable[[], object]) -> float:
    """CPU milliseconds."""
    start = process_time()
    work()
    return (process_time() - start) * 1000


def theirs() -> tuple[float, int]:
    """(median ms, median bytes) of a random chess game's pictures."""
    choose = random.Random(7)
    game = chess.Board()
    times, sizes = [], []
    for _ in range(20):
        move = choose.choice(list(game.legal_moves))
        game.push(move)

        def picture(last: chess.Move = move) -> None:
            svg = chess.svg.board(game, size=720, lastmove=last)
            sizes.append(len(resvg_py.svg_to_bytes(svg_string=svg, width=720, height=720)))

        times.append(cost(picture))
    return median(times), round(median(sizes))


def ours(theme: str) -> tuple[float, float, float, int, int]:
    """Medians: ms cold, ms a move, ms again; bytes, median and worst."""
    scenes = list(match_scenes(theme, 7))
    moves: list[float] = []
    cold: list[float] = []
    again: list[float] = []
    sizes: list[int] = []
    for scene in scenes:
        board.draw(scene)  # writes the names, as any earlier picture of the match has
    for _ in range(ROUNDS):
        board.forget()
        moves += [cost(partial(board.draw, scene)) for scene in scenes]
        again += [cost(partial(board.draw, scene)) for scene in scenes]
    for scene in scenes[::2]:
        board.forget()
        cold.append(cost(partial(board.draw, scene)))
        sizes.append(len(board.draw(scene)))
    return median(cold), median(moves), median(again), round(median(sizes)), max(sizes)


def dressing() -> tuple[float, float, float, float]:
    """Ms: a first table with two sets, the same from files; a first page of six sets, the same from files."""
    table = Scene(START, attackers="garnet", defenders="amber", staked=True)
    plates = [SetPlate(name, style, name) for name, style in zip(SETS, (*STYLES, STYLES[0]), strict=False)]
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for work in (
            lambda: board.draw(table, cache_dir=Path(folder)),
            lambda: sets.draw_sets(plates, cache_dir=Path(folder)),
        ):
            kits.kit(table.theme, Path(folder))
            for _ in range(2):
                for room in (board, sets, set_trays, kits):
                    room.forget()
                kits.kit(table.theme, Path(folder))
                times.append(cost(work))
    return times[0], times[1], times[2], times[3]


def replays(theme: str) -> tuple[list[Scene], float, float, int]:
    """The scenes of a match without notes; ms from nothing, median ms with the first ranks kept, bytes."""
    scenes = [
        replace(
            scene, to_move=None, top=Plate("Ragnhild", "Attackers"), bottom=Plate("Þorgeirr", "Defenders")
        )
        for scene in match_scenes(theme, 7)
    ]
    board.frame(scenes[0])
    board.forget()
    forget()
    first = cost(partial(replay, scenes))
    again = median(cost(partial(replay, scenes)) for _ in range(2 * ROUNDS))
    return scenes, first, again, len(replay(scenes))


def rival(scenes: list[Scene]) -> tuple[float, int]:
    """ms and bytes of what Pillow makes of the same pictures in RGB, their drawing not counted."""
    frames = [board.frame(scene).convert("RGB") for scene in scenes]
    out = io.BytesIO()
    save = partial(frames[0].save, out, "GIF", save_all=True, append_images=frames[1:], duration=900, loop=0)
    return cost(save), out.tell()


def both(kept: Path) -> None:
    """Have every board and every town ready."""
    kits.warm(kept)
    town_kits.warm(kept)


def starts() -> None:
    """Print what a start costs: with nothing kept, and with everything in files."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder)
        first = [cost(partial(kits.kit, "wood", kept)), cost(partial(town_kits.town_kit, "wood", kept))]
        rest = cost(partial(both, kept))
        for room in (kits, town_kits):
            room.forget()
        loading = cost(partial(both, kept))
    line(
        "start",
        [
            Figure("first board carved", first[0]),
            Figure("first town carved", first[1]),
            Figure("the other three themes", rest),
            Figure("all from files", loading, most=500),
        ],
    )


def main() -> None:
    """Print a line for each theme, each figure against its target, and the ratio to the peer in the same run."""
    starts()
    first, again, page, page_again = dressing()
    line("sets", [Figure("two staked, first", first), Figure("from files", again)])
    line("page", [Figure("six sets, first", page), Figure("from files", page_again)])
    peer, weight = theirs()
    line("peer", [Figure("chess.svg + resvg", peer), Figure("size", weight, "bytes")])
    for theme in THEMES:
        cold, move, again, size, worst = ours(theme)
        figures = [
            Figure("cold", cold, most=4),
            Figure("a move", move, most=2),
            Figure("again", again, most=0.1),
            Figure("size", size / 1000, "kB"),
            Figure("at most", worst / 1000, "kB", most=130),
            Figure("cold", peer / cold, "x the peer"),
            Figure("a move", peer / move, "x", least=20),
        ]
        line(theme, figures)
    for theme in THEMES:
        scenes, first, again, size = replays(theme)
        figures = [
            Figure(f"replay of {PLIES} frames", again, most=60),
            Figure("the first", first),
            Figure("size", size / 1000, "kB", most=1000),
        ]
        if theme == "wood":
            theirs_ms, theirs_size = rival(scenes)
            figures += [
                Figure("from RGB", theirs_ms),
                Figure("size", theirs_size / 1000, "kB"),
                Figure("", theirs_ms / again, "x"),
            ]
        line(theme, figures)


if __name__ == "__main__":
    main()
