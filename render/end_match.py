"""A match's closing card: how it ended, who played and who won, the last board, its length, the set that was won."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from unicodedata import east_asian_width

from PIL import Image

from render import bands, board, kits, palette, png, set_trays
from render.end_blanks import (
    BAND,
    BLANKS,
    BOARD,
    CLOTH,
    FACTS,
    FLOORS,
    HEAD,
    NAMES,
    NICHES,
    ROLES,
    TROPHY,
    height,
)
from render.end_kit import CardKit, card_kit, united
from render.kit import Kit
from render.layout import EDGE, FRAME, MARGIN, SIZE
from render.scene import Scene
from render.set_trays import Tray
from render.sets import SetPlate
from render.shelf import Shelf
from render.sides import LEADERS, shadowed
from render.text import NARROWEST, Face, Hand, clean, fit, width
from render.theme import Theme
from render.town_text import Lettering, Pen, lettering
from rules.game import Seat
from rules.tafl.position import Piece

SMALLEST = 26
"""The smallest em of a word on a card, in pixels."""
SMALLEST_NAME = 22
"""The same of a name, which may be long and is rather small than broken within a word."""
TITLE_SIZE, NAME_SIZE, FACT_SIZE = 34, 32, 30
_TWO_LINES = 52
_NAME_PITCH = 24
_FIGURE, _TROPHY_FIGURE, _TONES = 80, 76, 20
_SHOWN = {Seat.DEFENDERS: (Piece.JARL, Piece.SHIELDMAIDEN), Seat.ATTACKERS: (Piece.BLACK_DRAUG, Piece.THRALL)}


@dataclass(frozen=True, slots=True)
class EndScene:
    """All that a match's closing card shows; the strings are already in the reader's language.

    Two equal scenes give the same bytes. The board's plates name the players, its `result` is the title.
    """

    board: Scene
    winner: Seat | None = None
    won: str = ""
    """What stands beside the winner's side."""
    facts: tuple[str, ...] = ()
    """The match's length, its captures, its date."""
    prize: SetPlate | None = None
    """The set that changed hands."""
    prize_word: str = ""
    """What stands above the prize's name."""
    kept: str = ""
    """What is told where sets were staked and nobody lost theirs."""

    @property
    def kind(self) -> str:
        """Which foot the card has: one of `end_blanks.FOOT`."""
        return "prize" if self.prize else "kept" if self.kept else "facts"


PICTURES: Shelf[EndScene, bytes] = Shelf(4 << 20, len)
_FIGURES: Shelf[tuple[str, Seat, str, int], dict[Piece, Image.Image]] = Shelf(
    6 << 20, lambda made: sum(image.width * image.height * 4 + 300 for image in made.values())
)


def draw_end(scene: EndScene, *, cache_dir: Path | None = None) -> bytes:
    """The card as a PNG, 720 pixels wide and 832 to 964 high, opaque; equal scenes give equal bytes.

    `cache_dir` is where carved parts are kept between runs. Raises KeyError for an unknown theme.
    """
    made = PICTURES.get(scene)
    if made is None:
        table = kits.kit(scene.board.look, cache_dir)
        blank = card_kit(BLANKS, scene.board.theme, cache_dir)
        colours = _palette(scene, table, blank, cache_dir)
        whole = Image.new("L", (SIZE, height(scene.kind)))
        _head(whole, scene, blank, colours, cache_dir)
        _board(whole, scene, table, blank, colours)
        _foot(whole, scene, blank, colours, cache_dir)
        made = png.assemble(png.head(whole.size, colours), [png.band(whole, level=png.CLOSE)])
        PICTURES.put(scene, made)
    return made


def forget() -> None:
    """Drop every kept card and figure; what is drawn does not change by it."""
    for shelf in (PICTURES, _FIGURES):
        shelf.clear()


def _palette(scene: EndScene, table: Kit, blank: CardKit, cache_dir: Path | None) -> bytes:
    """The board's colours, the card's, and as many of the prize's as there is room for."""
    if scene.prize is None:
        return united(table.palette, blank.palette)
    tones = prize_tones(scene.board.theme, scene.prize.material, cache_dir)
    return united(table.palette, blank.palette, tones)


def prize_tones(theme: str, material: str, cache_dir: Path | None = None) -> bytes:
    """The colours of a set in the prize's frame."""
    _, *halves = set_trays.tones(Tray(theme, material, bands.STYLES[0], False), _TONES, cache_dir)
    return palette.merged(halves)


def figures(
    theme: Theme, seat: Seat, material: str, side: int, cache_dir: Path | None
) -> dict[Piece, Image.Image]:
    """The seat's pieces in a material, RGBA, `side` pixels square, not to be changed."""
    key = (theme.name, seat, material, side)
    made = _FIGURES.get(key)
    if made is None:
        big = set_trays.sprites(theme, seat, material, set_trays.BIG[False], cache_dir)
        made = {piece: image.resize((side, side), Image.Resampling.LANCZOS) for piece, image in big.items()}
        _FIGURES.put(key, made)
    return made


def _head(
    whole: Image.Image, scene: EndScene, blank: CardKit, colours: bytes, cache_dir: Path | None
) -> None:
    theme, table = blank.theme, scene.board
    made = blank.images[f"head-{scene.winner or 'nobody'}"].copy()
    shown = lettering(table.result, _room(CLOTH, 12), TITLE_SIZE, SMALLEST, Face.TITLE)
    Pen(blank.palette, theme.banner).centred(made, CLOTH, shown, theme.ink)
    pen = Pen(blank.palette, theme.recess)
    for seat, plate in zip((table.view.opponent, table.view), (table.top, table.bottom), strict=True):
        if plate is None:
            continue
        name = lettered_name(plate.name, (NAMES[seat][2] - NAMES[seat][0] - 4, _TWO_LINES))
        pen.centred(made, NAMES[seat], name, theme.ink)
        won = seat is scene.winner
        role = f"{plate.role} · {scene.won}" if won and scene.won else plate.role
        line = lettering(role, _room(ROLES[seat], 2), SMALLEST, SMALLEST)
        pen.centred(made, ROLES[seat], line, theme.mark if won else theme.faint)
    whole.paste(made.point(palette.moved(blank.palette, colours)), (0, 0))
    for seat, (x, y) in NICHES.items():
        material = (table.attackers if seat is Seat.ATTACKERS else table.defenders) or ""
        leader = figures(theme, seat, material, _FIGURE, cache_dir)[LEADERS[seat]]
        _stand(whole, colours, [leader], (x - 44, y - 44, x + 44, y + 40))


def lettered_name(text: str, room: tuple[int, int]) -> Lettering:
    """A name in the title's letters, broken between words; one that is too long is cut short at its end."""
    shown = lettering(text, room, NAME_SIZE, SMALLEST_NAME, Face.TITLE)
    if shown.whole:
        return shown
    whole, hand = clean(text), Hand(Face.TITLE, SMALLEST_NAME, narrow=NARROWEST)
    breaks = [at for at in range(1, len(whole)) if _may_break(whole, at)]
    first = next((at for at in reversed(breaks) if width(whole[:at].strip(), hand) <= room[0]), 0)
    parts = [part for part in (whole[:first].strip(), whole[first:].strip()) if part]
    return Lettering(tuple(fit(part, hand, room[0]) for part in parts), hand, _NAME_PITCH, False)


def _may_break(text: str, at: int) -> bool:
    """Whether a line may end before that character: at spaces, after hyphens, and about signs as broad as Hangul's."""
    before, after = text[at - 1], text[at]
    return before in " -" or after == " " or any(east_asian_width(sign) in "WF" for sign in (before, after))


def _room(box: tuple[int, int, int, int], inset: int) -> tuple[int, int]:
    return box[2] - box[0] - 2 * inset, box[3] - box[1]


def _stand(
    whole: Image.Image, colours: bytes, shown: Sequence[Image.Image], box: tuple[int, int, int, int]
) -> None:
    """Stand the figures side by side at the foot of a box."""
    left, top, right, bottom = box
    ground = Image.frombytes("P", (right - left, bottom - top), whole.crop(box).tobytes())
    ground.putpalette(colours)
    scene = ground.convert("RGB")
    pitch = (right - left) / len(shown)
    for place, sprite in enumerate(shown):
        figure = shadowed(sprite, sprite.width + 8, 3.5)
        at = (round(pitch * (place + 0.5) - figure.width / 2), bottom - top - figure.height)
        scene.paste(figure, at, figure)
    whole.paste(palette.indices(scene, colours), (left, top))


def _board(whole: Image.Image, scene: EndScene, table: Kit, blank: CardKit, colours: bytes) -> None:
    """The board in its border, between its trays."""
    bare = replace(scene.board, top=None, bottom=None, result="", to_move=None)
    shown = board.joined(board.parts(bare), table)
    moved = palette.moved(table.palette, colours)
    stakes = "staked" if scene.board.staked else "plain"
    far = SIZE - MARGIN
    whole.paste(shown.crop((0, EDGE, SIZE, SIZE - EDGE)).point(moved), (0, HEAD))
    for end, y in (("above", HEAD), ("below", HEAD + BOARD - FRAME)):
        joint = blank.images[f"joint-{stakes}-{end}"].point(palette.moved(blank.palette, colours))
        for x in (0, far):
            whole.paste(joint.crop((x, 0, x + MARGIN, FRAME)), (x, y))


def _foot(
    whole: Image.Image, scene: EndScene, blank: CardKit, colours: bytes, cache_dir: Path | None
) -> None:
    theme, kind, top = blank.theme, scene.kind, HEAD + BOARD
    made = blank.images[f"foot-{kind}"].copy()
    pen = Pen(blank.palette, theme.recess)
    left, above, right, below = FACTS[kind]
    middle = (above + below) // 2 if kind == "kept" else below
    facts = lettering(" · ".join(scene.facts), (right - left - 24, 40), FACT_SIZE, SMALLEST)
    pen.centred(made, (left, above, right, middle), facts, theme.ink)
    if kind == "kept":
        kept = lettering(scene.kept, (right - left - 24, middle - above), SMALLEST, SMALLEST)
        pen.centred(made, (left, middle - 4, right, below - 4), kept, theme.faint)
    if scene.prize is not None:
        made.paste(blank.images[f"band-{bands.known(scene.prize.style)}"], BAND[:2])
        _name_prize(made, pen, scene, theme)
    whole.paste(made.point(palette.moved(blank.palette, colours)), (0, top))
    if scene.prize is not None:
        for seat, box in FLOORS.items():
            pieces = figures(theme, seat, scene.prize.material, _TROPHY_FIGURE, cache_dir)
            standing = [pieces[piece] for piece in _SHOWN[seat]]
            _stand(whole, colours, standing, (box[0], box[1] + top, box[2], box[3] + top))


def _name_prize(made: Image.Image, pen: Pen, scene: EndScene, theme: Theme) -> None:
    """The word for a prize, and the set's name below it."""
    assert scene.prize is not None
    left, top, right, bottom = TROPHY
    word = lettering(scene.prize_word, (right - left - 16, 28), SMALLEST, SMALLEST)
    pen.centred(made, (left, top + 1, right, top + 29), word, theme.mark)
    name = lettered_name(scene.prize.name, (right - left - 16, _TWO_LINES))
    # A little above the middle: the second line may hang its descenders.
    pen.centred(made, (left, top + 28, right, bottom - 4), name, theme.ink)
