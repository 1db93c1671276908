"""`python -m render tafl POSITION -o FILE` draws one table; `gallery -o DIR` a page with every picture;
`replay RECORD` a match as a GIF or WebP; `draugr` a town; `sets` playing sets."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from render import set_sheets
from render.animation import Format
from render.bands import STYLES
from render.board import diagram, draw
from render.gallery import hang
from render.gallery_rooms import exhibits
from render.gallery_scenes import picked
from render.gallery_words import speakers
from render.materials import SETS
from render.recorded import recorded_scenes
from render.replay import animated
from render.scene import Scene
from render.sets import SetPlate, draw_sets
from render.theme import THEMES
from render.town import draw_town
from render.town_recorded import recorded_scene
from rules.game import Seat, WrongAction
from rules.tafl.position import Move, Position, read_position
from rules.tafl.squares import Square, square


class _Complaint(Exception):
    """One line for whoever typed the command."""


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; 2 and one line on standard error if it makes no sense."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "tafl":
            _tafl(options)
        elif options.command == "replay":
            _replay(options)
        elif options.command == "draugr":
            _draugr(options)
        elif options.command == "sets":
            _sets(options)
        else:
            _gallery(options)
    except _Complaint as complaint:
        print(complaint, file=sys.stderr)
        return 2
    except OSError as trouble:
        print(f"{trouble.filename or options.output}: {trouble.strerror or trouble}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m render", description="Draw what the bot shows.")
    commands = parser.add_subparsers(dest="command", required=True)
    tafl = commands.add_parser("tafl", help="one tafl table as a PNG")
    tafl.add_argument("position", nargs="+", help='"3dbd3/… a": ranks 9 to 1, then the side to move')
    tafl.add_argument("--theme", choices=tuple(THEMES), default="wood")
    tafl.add_argument("--view", choices=("attackers", "defenders"), default="defenders")
    tafl.add_argument("--last", help="the last move, such as e8-e6")
    tafl.add_argument("--select", help="a square: show where its piece may go, by the standard rules")
    tafl.add_argument("--size", type=int, default=720, help="the side in pixels, 90 to 720")
    film = commands.add_parser(
        "replay", help="a game record as an animation: a GIF, or a WebP if FILE ends in .webp"
    )
    film.add_argument("record", type=Path, help="a game record, as the bot hands it over")
    film.add_argument("--theme", choices=tuple(THEMES), default="wood")
    film.add_argument("--view", choices=("attackers", "defenders"), default="defenders")
    gallery = commands.add_parser("gallery", help="a page with every picture that the bot can make")
    gallery.add_argument(
        "--words", type=Path, default=Path("bot/words"), help="a folder with a catalogue for each language"
    )
    draugr = commands.add_parser("draugr", help="the town of a recorded hunt as a PNG")
    draugr.add_argument("file", type=Path, help="recorded hunts, one a line")
    draugr.add_argument("--line", type=int, default=1, help="which hunt, from 1")
    draugr.add_argument(
        "--round", type=int, help="after its corruption phase; 0 the start; left out, the end"
    )
    draugr.add_argument("--theme", choices=tuple(THEMES), default="wood")
    sets = commands.add_parser("sets", help="playing sets: all materials side by side, or some of them")
    sets.add_argument("--material", action="append", choices=tuple(SETS), help="up to six, one a time")
    sets.add_argument("--pairs", action="store_true", help="every dark half beside every light one")
    sets.add_argument("--theme", choices=tuple(THEMES), default="wood")
    for command in (tafl, film, gallery, draugr, sets):
        command.add_argument("-o", "--output", type=Path, required=True)
        command.add_argument(
            "--cache", type=Path, help="a folder for carved pieces, to be quick the next time"
        )
    return parser


def _tafl(options: argparse.Namespace) -> None:
    position = _position(" ".join(options.position))
    scene = Scene(position, Seat(options.view), options.theme, to_move=position.turn)
    if options.last:
        names = options.last.lower().split("-")
        if len(names) != 2:
            raise _Complaint(f"--last {options.last}: a move looks like e8-e6.")
        scene = replace(scene, last=Move(_square(names[0]), _square(names[1])))
    if options.select:
        scene = picked(scene, _square(options.select.lower()))
    if not 90 <= options.size <= 720:
        raise _Complaint(f"--size {options.size}: from 90 to 720 pixels.")
    whole = options.size == 720
    made = (
        draw(scene, cache_dir=options.cache)
        if whole
        else diagram(scene, size=options.size, cache_dir=options.cache)
    )
    options.output.write_bytes(made)


def _replay(options: argparse.Namespace) -> None:
    try:
        text = options.record.read_text(encoding="utf-8")
        scenes = recorded_scenes(text, theme=options.theme, view=Seat(options.view))
    except UnicodeDecodeError as wrong:
        raise _Complaint(f"{options.record}: {wrong}.") from None
    except WrongAction as wrong:
        where = " ".join(part for part in (wrong.reason, wrong.text) if part)
        raise _Complaint(f"{options.record}: no game record that can be played ({where}).") from None
    format: Format = "webp" if options.output.suffix.lower() == ".webp" else "gif"
    options.output.write_bytes(animated(scenes, format=format, cache_dir=options.cache).data)


def _draugr(options: argparse.Namespace) -> None:
    try:
        lines = options.file.read_text(encoding="utf-8").splitlines()
        if not 1 <= options.line <= len(lines):
            raise _Complaint(f"--line {options.line}: {options.file} has {len(lines)} lines.")
        scene = recorded_scene(lines[options.line - 1], options.round, options.theme)
    except ValueError as wrong:
        raise _Complaint(f"{options.file}: {wrong}.") from None
    options.output.write_bytes(draw_town(scene, cache_dir=options.cache))


def _sets(options: argparse.Namespace) -> None:
    chosen = options.material or []
    if len(chosen) > 6:
        raise _Complaint("--material: up to six in one picture.")
    if chosen:
        plates = [
            SetPlate(name, STYLES[place % len(STYLES)], set_sheets.title(name))
            for place, name in enumerate(chosen)
        ]
        options.output.write_bytes(draw_sets(plates, theme=options.theme, cache_dir=options.cache))
        return
    draw_sheet = set_sheets.pairs if options.pairs else set_sheets.side_by_side
    draw_sheet(options.theme, options.cache).save(options.output, "PNG", optimize=True)


def _position(text: str) -> Position:
    try:
        return read_position(text)
    except WrongAction as wrong:
        raise _Complaint(f"Unreadable position ({wrong.reason}): {text}") from None


def _square(text: str) -> Square:
    try:
        return square(text)
    except WrongAction:
        raise _Complaint(f"{text}: no square; the squares are a1 to i9.") from None


def _gallery(options: argparse.Namespace) -> None:
    hang(exhibits(speakers(options.words)), options.output, options.cache)


if __name__ == "__main__":
    sys.exit(main())
