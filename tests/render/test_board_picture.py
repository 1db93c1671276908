"""The tafl table's picture, measured."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from render import board, kits, layout, palette, strips
from render.board import Plate, Scene, diagram, draw, frame
from render.kit import Kit
from render.sides import SMALL
from render.text import width
from render.theme import THEMES
from rules.game import Seat
from rules.tafl.position import START, Move, Piece, read_position
from rules.tafl.squares import Square, square
from tests.render.decoder import decoded

MIDDLE = read_position("3d1d3/4d4/2b1S4/d3S1d2/d1SSJSS1d/d2dS3d/4S1d2/4d4/3d1d3 d")
TABLE = Scene(MIDDLE, top=Plate("Ragnhild", "Attackers"), bottom=Plate("Þorgeirr", "Defenders", "to move"))


def sprites(kit: Kit) -> dict[Piece, Image.Image]:
    """Both sides' pieces."""
    return {piece: sprite for half in kit.sides.values() for piece, sprite in half.pieces.items()}


def picture(scene: Scene, carved: Path) -> Image.Image:
    return Image.open(io.BytesIO(draw(scene, cache_dir=carved))).convert("RGB")


def box(name: str, view: Seat = Seat.DEFENDERS) -> layout.Box:
    return layout.tile(*layout.screen(square(name), view))


def changed(one: Image.Image, other: Image.Image) -> set[str]:
    """The squares whose pixels differ, and "margin" if anything else does."""
    found = set()
    rest = ImageChops.difference(one, other)
    for file in "abcdefghi":
        for rank in "123456789":
            if rest.crop(box(file + rank)).getbbox():
                found.add(file + rank)
                rest.paste(0, box(file + rank))
    return found | ({"margin"} if rest.getbbox() else set())


def lightness(image: Image.Image, where: layout.Box) -> float:
    return ImageStat.Stat(image.convert("L").crop(where)).mean[0]


def test_F39_a_picture_is_720_square_opaque_and_of_one_palette(carved: Path) -> None:
    data = draw(TABLE, cache_dir=carved)
    shown = Image.open(io.BytesIO(data))
    assert (shown.size, shown.mode, shown.format) == ((720, 720), "P", "PNG")
    assert "transparency" not in shown.info
    assert len(data) <= 130_000
    assert len(palette.merged([kits.kit("wood", carved).palette])) <= 3 * 128


@pytest.mark.parametrize("view", [Seat.DEFENDERS, Seat.ATTACKERS])
@pytest.mark.parametrize("staked", [False, True])
def test_two_decoders_read_the_same(view: Seat, staked: bool, carved: Path) -> None:
    taken = (Piece.THRALL, Piece.SHIELDMAIDEN, Piece.BLACK_DRAUG, Piece.THRALL)
    dressed = replace(TABLE, view=view, captured=taken, attackers="bronze", defenders="garnet")
    for scene in (replace(TABLE, view=view), replace(dressed, staked=staked)):
        data = draw(scene, cache_dir=carved)
        size, triples, indices = decoded(data)
        colours = b"".join(triples[at * 3 : at * 3 + 3] for at in indices)
        assert Image.frombytes("RGB", size, colours).tobytes() == picture(scene, carved).tobytes()
        assert frame(scene, cache_dir=carved).tobytes() == indices
        assert len(data) <= 130_000


def test_equal_scenes_give_equal_bytes(carved: Path) -> None:
    first = draw(TABLE, cache_dir=carved)
    assert draw(replace(TABLE), cache_dir=carved) is first
    board.forget()
    draw(Scene(START), cache_dir=carved)
    assert draw(TABLE, cache_dir=carved) == first


def test_many_threads_give_the_same_bytes(carved: Path) -> None:
    scenes = [replace(TABLE, select=Square(at)) for at in range(12)]
    alone = [draw(scene, cache_dir=carved) for scene in scenes]
    board.forget()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda scene: draw(scene, cache_dir=carved), scenes * 2)) == alone * 2


@pytest.mark.parametrize("theme", ["wood", "stone"])
def test_F38_the_sides_differ_in_lightness(theme: str, carved: Path) -> None:
    kit = kits.kit(theme, carved)
    light = {}
    for piece, sprite in sprites(kit).items():
        solid = sprite.getchannel("A").point([255 if v > 200 else 0 for v in range(256)])
        light[piece] = ImageStat.Stat(sprite.convert("L"), solid).mean[0]
    ground = lightness(kit.ground.shown((0, 0, layout.SIZE, layout.SIZE)), box("c3"))
    darks = [light[piece] for piece in (Piece.THRALL, Piece.BLACK_DRAUG)]
    pales = [light[piece] for piece in (Piece.SHIELDMAIDEN, Piece.JARL)]
    assert max(darks) + 25 < ground < min(pales) - 25
    assert min(pales) - max(darks) > 80


def test_F38_no_two_pieces_share_a_silhouette(carved: Path) -> None:
    shapes = {
        piece: sprite.getchannel("A").point([255 if v > 200 else 0 for v in range(256)])
        for piece, sprite in sprites(kits.kit("wood", carved)).items()
    }
    for one, other in combinations(shapes.values(), 2):
        both = ImageStat.Stat(ImageChops.darker(one, other)).sum[0]
        either = ImageStat.Stat(ImageChops.lighter(one, other)).sum[0]
        assert both / either < 0.8


def test_F38_no_two_marks_share_a_form(carved: Path) -> None:
    shapes = [mark.getchannel("A") for mark in kits.kit("wood", carved).ground.marks.values()]
    for one, other in combinations(shapes, 2):
        both = ImageStat.Stat(ImageChops.darker(one, other)).sum[0]
        either = ImageStat.Stat(ImageChops.lighter(one, other)).sum[0]
        assert both / either < 0.75


@pytest.mark.parametrize(
    ("change", "squares"),
    [
        ({"last": Move(square("c9"), square("c7"))}, {"c9", "c7"}),
        ({"captures": (square("d7"),)}, {"d7"}),
        ({"select": square("g5")}, {"g5"}),
        ({"targets": (square("g4"), square("g2"))}, {"g4", "g2"}),
        ({"targets": (square("g7"),), "strikes": (square("g7"),)}, {"g7"}),
        ({"placeable": (square("d9"), square("e8"))}, {"d9", "e8"}),
        ({"captured": (Piece.THRALL,)}, {"margin"}),
        ({"to_move": Seat.ATTACKERS}, {"margin"}),
        ({"result": "Won"}, {"margin"}),
    ],
)
def test_each_mark_changes_its_squares_and_nothing_else(
    change: dict[str, object], squares: set[str], carved: Path
) -> None:
    plain = picture(TABLE, carved)
    assert changed(plain, picture(replace(TABLE, **change), carved)) == squares  # type: ignore[arg-type]


def test_a_target_that_captures_looks_different(carved: Path) -> None:
    quiet = replace(TABLE, targets=(square("g7"),))
    rank = board.parts(replace(quiet, strikes=(square("g7"),)))[3]
    assert isinstance(rank, board.Rank)
    assert (rank.letters[6], rank.marks) == (".", ((6, ("strike",)),))
    assert changed(picture(quiet, carved), picture(replace(quiet, strikes=(square("g7"),)), carved)) == {"g7"}


def test_the_attackers_view_is_turned_round(carved: Path) -> None:
    alone = read_position("9/9/9/9/9/9/9/J8/b8 d")
    empty = read_position("9/9/9/9/9/9/9/9/9 d")
    for view, corner in ((Seat.DEFENDERS, (0, 8)), (Seat.ATTACKERS, (8, 0))):
        bare, shown = picture(Scene(empty, view), carved), picture(Scene(alone, view), carved)
        assert layout.screen(square("a1"), view) == corner
        grown = lightness(shown, box("a1", view)) - lightness(bare, box("a1", view))
        assert grown < -15
        assert lightness(shown, box("a2", view)) - lightness(bare, box("a2", view)) > 15


def test_layout_and_squares_agree() -> None:
    for view in (Seat.ATTACKERS, Seat.DEFENDERS):
        for at in range(81):
            assert layout.square_at(*layout.screen(Square(at), view), view) == at


@pytest.mark.parametrize("theme", list(THEMES))
def test_F39_coordinates_stand_out_from_their_boss(theme: str) -> None:
    def luminance(colour: tuple[int, int, int]) -> float:
        linear = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    look = THEMES[theme]
    for ink, paper in ((look.label, look.boss), (look.ink, look.recess), (look.faint, look.recess)):
        assert (luminance(ink) + 0.05) / (luminance(paper) + 0.05) >= 4.5


def test_F39_coordinates_read_at_half_size(carved: Path) -> None:
    half = picture(TABLE, carved).convert("L").reduce(2)
    for step in range(9):
        middle = (layout.MARGIN + step * layout.CELL + layout.CELL // 2) // 2
        for x, y in ((middle, 30), (middle, 330), (30, middle), (330, middle)):
            low, high = half.crop((x - 5, y - 5, x + 5, y + 5)).getextrema()
            assert high - low > 110  # type: ignore[operator]


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60), st.text(max_size=40), st.text(max_size=40), st.booleans())
def test_F39_writing_never_leaves_its_plate(
    carved: Path, name: str, role: str, note: str, active: bool
) -> None:
    kit = kits.kit("wood", carved)
    bare = kit.ground.sheets[Seat.DEFENDERS].crop((0, 648, 720, 720))
    shown = bare.copy()
    strips.plate(shown, kit, Plate(name, role, note), Seat.DEFENDERS, active, above=False)
    touched = ImageChops.difference(bare, shown).getbbox()
    assert touched is not None
    assert touched[0] >= layout.MARGIN + 6
    assert touched[1] >= layout.FRAME
    assert touched[2] <= layout.SIZE - layout.MARGIN - 6
    assert touched[3] <= 72 - 2


def test_F39_a_long_name_and_role_stop_before_the_note(carved: Path) -> None:
    kit = kits.kit("wood", carved)
    bare = kit.ground.sheets[Seat.DEFENDERS].crop((0, 648, 720, 720))
    for text in ("W" * 90, "흐" * 90, "Ж" * 90):
        shown = bare.copy()
        strips.plate(shown, kit, Plate(text, text, "to move"), Seat.DEFENDERS, True, above=False)
        touched = ImageChops.difference(bare, shown).point([255 if v else 0 for v in range(256)])
        note = layout.SIZE - layout.MARGIN - 18 - round(width("to move", strips.NOTE)) - 24
        assert touched.crop((note - 10, 0, note - 1, 72)).getbbox() is None
        assert touched.crop((note - 60, 0, note - 10, 72)).getbbox() is not None


def test_all_that_can_be_taken_has_room_in_the_trays(carved: Path) -> None:
    everything = (*[Piece.THRALL] * 15, Piece.BLACK_DRAUG, *[Piece.SHIELDMAIDEN] * 8, Piece.JARL)
    for view in (Seat.DEFENDERS, Seat.ATTACKERS):
        shown = picture(replace(TABLE, view=view, captured=everything), carved)
        bare = picture(replace(TABLE, view=view), carved)
        touched = ImageChops.difference(shown, bare)
        assert touched.crop((layout.EDGE, 0, layout.SIZE - layout.EDGE, layout.SIZE)).getbbox() is None
        whole = strips.slots(everything, view)
        tops = [
            layout.BANDS[rank + 1][0] + y
            for rank, sides in enumerate(whole)
            for side in sides
            for y, _ in side
        ]
        assert min(tops) >= layout.MARGIN
        assert max(tops) + SMALL <= layout.SIZE - layout.MARGIN


def test_a_diagram_shows_the_cropped_squares(carved: Path) -> None:
    data = diagram(TABLE, crop=(square("g7"), square("c3")), size=200, cache_dir=carved)
    assert Image.open(io.BytesIO(data)).size == (200, 200)
    assert Image.open(io.BytesIO(diagram(TABLE, cache_dir=carved))).size == (360, 360)


def test_an_unknown_theme_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        draw(Scene(START, theme="plastic"))
