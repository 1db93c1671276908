"""Playing sets on the board: told apart in every pairing, never another shape, never an exception."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.playing_sets import materials
from render import board, gif, gilding, grounds, halves, kits, layout, palette, slots, surface, tiles
from render.board import Plate, Scene, draw
from render.materials import SETS
from render.scene import Look
from render.sides import ART, Side, carved_side
from render.tape import Tape
from render.theme import THEMES
from rules.game import Seat
from rules.tafl.position import START, Piece
from rules.tafl.squares import Square, square
from tests.render.decoder import decoded

SOLID = [255 if value > 200 else 0 for value in range(256)]
SEATS = (Seat.ATTACKERS, Seat.DEFENDERS)
OWN = ("wood", "stone", "snow", "hall")


@pytest.fixture(scope="module")
def sides() -> dict[tuple[Seat, str], Side]:
    """Every half of every set as it stands on a board, and the themes' own pieces."""
    made = {}
    for seat, name in product(SEATS, SETS):
        stuff = halves.material(THEMES["wood"], seat, name)
        made[seat, name] = carved_side(seat, stuff, 32, stuff.body)
    for seat, theme in product(SEATS, OWN):
        stuff = halves.material(THEMES[theme], seat, "none")
        made[seat, theme] = carved_side(seat, stuff, 32, stuff.body)
    return made


def lightness(sprite: Image.Image) -> float:
    return ImageStat.Stat(sprite.convert("L"), sprite.getchannel("A").point(SOLID)).mean[0]


def test_every_material_that_can_be_owned_can_be_drawn() -> None:
    assert set(SETS) == set(materials().grades)
    for pair in SETS.values():
        assert {pair.dark.figure, pair.light.figure} <= set(surface.FIGURES)


def test_F38_the_sides_differ_in_grey_in_every_pairing(sides: dict[tuple[Seat, str], Side]) -> None:
    grey = {key: [lightness(sprite) for sprite in side.pieces.values()] for key, side in sides.items()}
    names = (*SETS, *OWN)
    apart = {
        (dark, light): min(grey[Seat.DEFENDERS, light]) - max(grey[Seat.ATTACKERS, dark])
        for dark, light in product(names, names)
    }
    assert len(apart) == 18 * 18
    worst = min(apart, key=lambda pair: apart[pair])
    assert apart[worst] >= 45, worst


def test_F38_small_pieces_in_trays_differ_in_grey_too(sides: dict[tuple[Seat, str], Side]) -> None:
    darks = [
        lightness(s) for (seat, _), side in sides.items() for s in side.small.values() if seat is SEATS[0]
    ]
    pales = [
        lightness(s) for (seat, _), side in sides.items() for s in side.small.values() if seat is SEATS[1]
    ]
    assert min(pales) - max(darks) >= 45


def test_F38_no_material_changes_a_silhouette(sides: dict[tuple[Seat, str], Side]) -> None:
    for (seat, name), side in sides.items():
        for piece, sprite in side.pieces.items():
            own = sides[seat, "wood"].pieces[piece]
            assert sprite.getchannel("A").tobytes() == own.getchannel("A").tobytes(), (name, piece)


def test_no_two_materials_look_the_same(sides: dict[tuple[Seat, str], Side]) -> None:
    for seat in SEATS:
        for one, other in ((a, b) for a in SETS for b in SETS if a < b):
            far = [
                sum(ImageStat.Stat(ImageChops.difference(left.convert("RGB"), right.convert("RGB"))).mean)
                for left, right in zip(
                    sides[seat, one].pieces.values(), sides[seat, other].pieces.values(), strict=True
                )
            ]
            assert min(far) > 6, (seat, one, other)


def test_the_attackers_wear_the_dark_half_and_the_defenders_the_light_one(carved: Path) -> None:
    made = kits.kit(Look("wood", "amber", "slate"), carved)
    own = kits.kit("wood", carved)
    mixed = kits.kit(Look("wood", "amber"), carved)
    for piece in ART:
        sprites = [shown.half(piece).pieces[piece] for shown in (made, own, mixed)]
        colours, plain, some = (sprite.tobytes() for sprite in sprites)
        assert colours != plain
        assert (some == colours) is (piece.seat is Seat.ATTACKERS)
        assert sprites[2].getchannel("A").tobytes() == sprites[1].getchannel("A").tobytes()
    assert halves.material(THEMES["wood"], Seat.ATTACKERS, "amber") is SETS["amber"].dark
    assert halves.material(THEMES["wood"], Seat.DEFENDERS, "amber") is SETS["amber"].light


@pytest.mark.parametrize("theme", ["wood", "stone"])
def test_every_look_of_a_theme_has_one_layout_of_the_palette(theme: str, carved: Path) -> None:
    own = kits.kit(theme, carved)
    ground = own.ground.tones
    worn = ("garnet", None)
    looks = [Look(theme, dark, light, staked) for dark, light, staked in product(worn, worn, (False, True))]
    for made in (kits.kit(look, carved) for look in looks):
        sides = [made.sides[seat].tones for seat in SEATS]
        assert made.palette == slots.laid(ground, sides[0], sides[1], made.ground.gilding)
        assert len(made.palette) <= 3 * gif.MOST_COLOURS
        for part in (ground, *sides, made.ground.gilding):
            assert part == palette.merged([part])
        for start, side in zip((0, slots.SIDE), sides, strict=True):
            first = len(ground) + 3 * start
            assert made.palette[first : first + len(side)] == side
        for view in SEATS:
            shown, bare = (k.ground.sheets[view].crop(grounds.FIELD_BOX) for k in (made, own))
            assert shown.tobytes() == bare.tobytes()
    assert kits.kit(looks[0], carved).ground is own.ground
    assert kits.kit(looks[1], carved).ground is kits.kit(looks[3], carved).ground


def test_a_half_names_colours_of_the_ground_and_its_own_alone(carved: Path) -> None:
    for staked, seat in product((False, True), SEATS):
        made = kits.kit(Look("wood", "amber", None, staked), carved)
        half, count = made.sides[seat], len(made.ground.tones) // 3
        first = count + (slots.SIDE if seat is Seat.DEFENDERS else 0)
        own = {*range(count), *range(first, first + len(half.tones) // 3)}
        gilt = {*range(count + 2 * slots.SIDE, len(made.palette) // 3)}
        marked = START.board.index("d" if seat is Seat.ATTACKERS else "S")
        column, row = layout.screen(Square(marked), Seat.DEFENDERS)
        letter = START.board[marked]
        assert {*tiles.square(made, column, row, letter, ()).tobytes()} <= own
        assert {*tiles.square(made, column, row, letter, ("select",)).tobytes()} <= own
        assert {*tiles.tray(made, 4, tiles.LEFT, ((3, Piece(letter)),)).tobytes()} <= own | gilt
        assert bool(gilt) is staked


def test_looks_share_what_shows_the_same(carved: Path) -> None:
    scenes = [
        Scene(START, attackers=dark, defenders=light, top=plate, bottom=plate)
        for dark, light, plate in product(("oak", "jet"), ("oak", "jet"), (None, Plate("Ann", "role")))
    ]
    alone = []
    for scene in scenes:
        board.forget()
        alone.append(draw(scene, cache_dir=carved))
    assert len(set(alone)) == len(scenes)
    board.forget()
    assert [draw(scene, cache_dir=carved) for scene in scenes] == alone
    board.forget()
    assert [draw(scene, cache_dir=carved) for scene in scenes[::-1]] == alone[::-1]
    one, other = board.parts(scenes[0]), board.parts(scenes[4])  # other attackers
    assert [at for at in range(11) if one[at] == other[at]] == [0, 3, 7, 10]


def test_unknown_materials_are_the_themes_own_pieces(carved: Path) -> None:
    plain = Scene(START)
    strange = replace(plain, attackers="cheese", defenders="")
    assert draw(strange, cache_dir=carved) == draw(plain, cache_dir=carved)
    half = replace(plain, attackers="jet", defenders="../../etc")
    assert draw(half, cache_dir=carved) == draw(replace(plain, attackers="jet"), cache_dir=carved)


def test_a_set_changes_the_squares_with_its_pieces_and_the_plates(carved: Path) -> None:
    size, _, plain = decoded(draw(Scene(START), cache_dir=carved))
    again, palette, dressed = decoded(draw(Scene(START, defenders="amber"), cache_dir=carved))
    assert size == again == (720, 720)
    assert len(palette) // 3 > max(dressed)
    assert plain != dressed


def test_equal_looks_give_equal_bytes_in_any_order_and_thread(carved: Path, tmp_path: Path) -> None:
    pairs = [("amber", "jet"), ("jet", "amber"), ("bronze", None), (None, "bronze")]
    chosen = Scene(START, select=square("e5"))
    scenes = [replace(chosen, attackers=a, defenders=d, staked=s) for a, d in pairs for s in (False, True)]
    alone = [draw(scene, cache_dir=carved) for scene in scenes]
    assert len(set(alone)) == len(scenes)
    board.forget()
    kits.forget()
    for file in carved.glob("kit-wood-*.bin"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    with ThreadPoolExecutor(4) as pool:
        anew = list(pool.map(lambda scene: draw(scene, cache_dir=tmp_path), scenes[::-1] * 2))
    assert anew == alone[::-1] * 2


def test_halves_stay_within_their_bytes(carved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kits.HALVES.clear()
    monkeypatch.setattr(kits.HALVES, "room", 1_500_000)
    for name in list(SETS)[:4]:
        kits.kit(Look("wood", name, "oak"), carved)
        assert kits.HALVES.used <= kits.HALVES.room
    assert len(kits.HALVES) == 2


def test_a_stored_half_is_the_carved_one_and_damage_is_mended(tmp_path: Path, carved: Path) -> None:
    base = kits.kit("wood", carved)
    fresh = halves.carved(base.ground, Seat.DEFENDERS, "walrus_ivory")
    kits.forget()
    for file in carved.glob("kit-wood-*.bin"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    look = Look("wood", None, "walrus_ivory")
    kits.kit(look, tmp_path)
    file = next(tmp_path.glob("half-wood-defenders-walrus_ivory-*.bin"))
    good = file.read_bytes()
    for damaged in (b"", good[:700], good[:-1] + bytes([good[-1] ^ 1])):
        file.write_bytes(damaged)
        kits.forget()
        shown = kits.kit(look, tmp_path)
        assert file.read_bytes() == good
        assert shown.sides[Seat.DEFENDERS].raw() == fresh.raw()
    assert len(fresh.raw()) <= fresh.weight + 2000


def test_what_is_staked_looks_different_by_shape_and_leaves_the_squares_alone(carved: Path) -> None:
    field = (layout.MARGIN, layout.MARGIN, layout.SIZE - layout.MARGIN, layout.SIZE - layout.MARGIN)
    for theme in ("wood", "stone"):
        plain, staked = kits.kit(theme, carved), kits.kit(Look(theme, staked=True), carved)
        whole = (0, 0, layout.SIZE, layout.SIZE)
        one, other = (made.ground.shown(whole).convert("L") for made in (plain, staked))
        changed = ImageChops.difference(one, other)
        assert changed.crop(field).getbbox() is None
        assert changed.getbbox() == (0, 0, layout.SIZE, layout.SIZE)
        touched = changed.point([255 if value > 40 else 0 for value in range(256)])
        assert ImageStat.Stat(touched).mean[0] / 255 > 0.03


def test_gilding_stays_off_coordinates_and_writing() -> None:
    cover = gilding.gilding().getchannel("A").point([255 if value > 200 else 0 for value in range(256)])
    near, far = layout.EDGE + 2, layout.SIZE - layout.EDGE - 2
    assert cover.crop((layout.MARGIN, near, far - layout.FRAME, layout.MARGIN)).getbbox() is None
    writing = (layout.MARGIN + 62, 10, layout.SIZE - layout.MARGIN - 18, layout.EDGE - 10)
    assert cover.crop(writing).getbbox() is None


def test_a_tape_reads_what_was_written_end_to_end() -> None:
    shown = Image.new("RGBA", (4, 4), (1, 2, 3, 4))
    tape = Tape(b"\x02abcdef\x00" + shown.tobytes() + b"xyz!")
    assert (tape.colours(), tape.colours()) == (b"abcdef", b"")
    assert tape.image("RGBA", 4).tobytes() == shown.tobytes()
    assert tape.image("L", 2).tobytes() == b"xyz!"


def test_the_theme_alone_keeps_its_small_palette(carved: Path) -> None:
    for theme in ("wood", "stone"):
        assert len(palette.merged([kits.kit(theme, carved).palette])) <= 3 * 128
    assert kits.kit(Look("wood", "nothing", "known"), carved) is kits.kit("wood", carved)
    assert grounds.VIEWS == SEATS
