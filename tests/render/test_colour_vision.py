"""F38: what must be told apart is, to eyes without red, green, blue or any colour, by form and lightness."""

import io
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

from render import daily_blanks, end_blanks, kits, layout, tiles, town_kits
from render.board import draw
from render.end_kit import card_kit
from render.kit import Kit
from render.marks import KINDS
from render.materials import SETS
from render.scene import Look, Scene
from render.theme import THEMES
from render.town import TownScene, draw_town
from render.town_kit import TownKit
from render.town_layout import ART, CARD, MARKS, ROW, SIDE, SIGIL, card_box, panel_box
from render.town_recorded import ENGLISH
from rules.draugr.cards import CARDS, DRAUGR_CARDS
from rules.game import Seat
from rules.tafl.position import START, Move, Piece, Position, read_position
from rules.tafl.squares import square
from tests.render.eyes import EYES, apart, lightness, mean, seen
from tests.rules.draugr_town import STEERSMAN, WARDEN, cell, going, marks, placed

Box = tuple[int, int, int, int]
SIDES_APART = 15.0
"""How much lighter, in L*, each light piece is at least than each dark one, over the whole piece."""
PIECES_APART, MARKS_APART, SIGNS_APART, RIMS_APART, DICE_APART = 5.0, 2.5, 2.5, 8.0, 1.5
"""By how much, in L*, two pictures of the same place differ in the mean over its pixels."""
SAME = 1.0
"""Below this two pictures look alike."""
FAINT = frozenset({"across", "along"})
"""The trail of a move may be overlooked: it repeats what the marks at its ends say."""

everyone = pytest.mark.parametrize("eye", EYES)
everywhere = pytest.mark.parametrize("theme", THEMES)


def closest(shown: Mapping[str, Image.Image]) -> tuple[float, tuple[str, str]]:
    """The two of some lightness images that are the hardest to tell apart, and how far they are apart."""
    return min((apart(shown[one], shown[other]), (one, other)) for one, other in combinations(shown, 2))


class Picture:
    """A drawn picture as those eyes see it."""

    def __init__(self, data: bytes, eye: str) -> None:
        shown = Image.open(io.BytesIO(data))
        assert shown.mode == "P"
        self.light = seen(shown, bytes(shown.getpalette() or ()), eye)

    def part(self, box: Box) -> Image.Image:
        return self.light.crop(box)


@everyone
def test_F38_the_measure_sees_form_and_lightness_but_no_hue(eye: str) -> None:
    ground, red = (24, 20, 18), (214, 60, 44)
    green = min(
        ((40, g, b) for g, b in product(range(256), (0, 40, 80))),
        key=lambda colour: abs(lightness(colour, eye) - lightness(red, eye)),
    )
    palette = bytes((*ground, *red, *green))
    disc, same, ring = (Image.new("L", (64, 64), 0) for _ in range(3))
    ImageDraw.Draw(disc).ellipse((20, 20, 44, 44), fill=1)
    ImageDraw.Draw(same).ellipse((20, 20, 44, 44), fill=2)
    ImageDraw.Draw(ring).ellipse((10, 10, 54, 54), outline=1, width=6)
    discs = [seen(image, palette, eye) for image in (disc, same, ring)]
    assert apart(discs[0], discs[1]) < SAME
    assert apart(discs[0], discs[2]) > MARKS_APART


# The board.


def standing(kit: Kit, eye: str) -> dict[str, Image.Image]:
    """Every kind of piece on one and the same square."""
    return {piece.name: seen(tiles.square(kit, 2, 2, piece.value, ()), kit.palette, eye) for piece in Piece}


@everyone
@everywhere
def test_F38_the_four_kinds_of_pieces_differ_on_a_square(theme: str, eye: str, carved: Path) -> None:
    assert closest(standing(kits.kit(theme, carved), eye))[0] > PIECES_APART


@everyone
def test_F38_every_set_can_meet_every_other(eye: str, carved: Path) -> None:
    dark: list[float] = []
    pale: list[float] = []
    for name in SETS:
        kit = kits.kit(Look("wood", name, name), carved)
        for piece, shown in standing(kit, eye).items():
            mask = kit.half(Piece[piece]).pieces[Piece[piece]].getchannel("A").point([0] * 200 + [255] * 56)
            (dark if Piece[piece].seat is Seat.ATTACKERS else pale).append(mean(shown, mask))
    for theme in THEMES:
        kit = kits.kit(theme, carved)
        for piece, shown in standing(kit, eye).items():
            mask = kit.half(Piece[piece]).pieces[Piece[piece]].getchannel("A").point([0] * 200 + [255] * 56)
            (dark if Piece[piece].seat is Seat.ATTACKERS else pale).append(mean(shown, mask))
    assert len(dark) == len(pale) == 2 * (len(SETS) + len(THEMES))
    assert min(pale) - max(dark) > SIDES_APART


@everyone
def test_F38_leaders_stand_out_from_their_own_side_in_every_material(eye: str, carved: Path) -> None:
    for name in SETS:
        shown = standing(kits.kit(Look("wood", name, name), carved), eye)
        assert apart(shown["JARL"], shown["SHIELDMAIDEN"]) > PIECES_APART, name
        assert apart(shown["BLACK_DRAUG"], shown["THRALL"]) > PIECES_APART, name


PLACE = square("c7")


def marked(theme: str) -> dict[str, Scene]:
    """An empty square bare, and with each mark that it can have."""
    board = START.board
    bare = Scene(Position(board[: int(PLACE)] + "." + board[int(PLACE) + 1 :], Seat.ATTACKERS), theme=theme)
    away, row, file = square("i1"), square("g7"), square("c1")
    made = {
        "none": bare,
        "from": replace(bare, last=Move(PLACE, away)),
        "to": replace(bare, last=Move(away, PLACE)),
        "select": replace(bare, select=PLACE),
        "target": replace(bare, targets=(PLACE,)),
        "strike": replace(bare, targets=(PLACE,), strikes=(PLACE,)),
        "place": replace(bare, placeable=(PLACE,)),
        "fallen": replace(bare, captures=(PLACE,)),
        "across": replace(bare, last=Move(square("a7"), row), trail=True),
        "along": replace(bare, last=Move(square("c9"), file), trail=True),
    }
    assert set(made) - {"none"} == set(KINDS)
    return made


@everyone
@everywhere
def test_F38_the_marks_differ_from_each_other_and_from_none(theme: str, eye: str, carved: Path) -> None:
    box = layout.tile(*layout.screen(PLACE, Seat.DEFENDERS))
    shown = {
        kind: Picture(draw(scene, cache_dir=carved), eye).part(box) for kind, scene in marked(theme).items()
    }
    faint = closest(shown)
    assert faint[0] > SAME * 0.8, faint
    least = closest({kind: image for kind, image in shown.items() if kind not in FAINT})
    assert least[0] > MARKS_APART, least


@everyone
@everywhere
def test_F38_marks_show_under_a_piece_of_either_side(theme: str, eye: str, carved: Path) -> None:
    scene = Scene(read_position("4b4/9/2S3d2/9/4J4/9/9/9/9 d"), theme=theme)
    for name in ("c7", "g7"):
        here = square(name)
        box = layout.tile(*layout.screen(here, Seat.DEFENDERS))
        scenes = {
            "none": scene,
            "to": replace(scene, last=Move(square("a7"), here)),
            "select": replace(scene, select=here),
            "place": replace(scene, placeable=(here,)),
        }
        shown = {kind: Picture(draw(each, cache_dir=carved), eye).part(box) for kind, each in scenes.items()}
        least = closest(shown)
        assert least[0] > MARKS_APART, least


# The town.


def images(kit: TownKit, names: Iterable[str], eye: str) -> dict[str, Image.Image]:
    return {name: seen(kit.images[name], kit.palette, eye) for name in names}


@everyone
@everywhere
def test_F38_the_towns_signs_differ_within_their_kind(theme: str, eye: str, carved: Path) -> None:
    kit = town_kits.town_kit(theme, carved)
    ids = [draugr.id for draugr in DRAUGR_CARDS]
    kinds = {
        "what slays": ["sign-holy-36", "sign-iron-36"],
        "what slays, small": ["sign-holy-26", "sign-iron-26"],
        "losses": ["sign-lost_person-36", "sign-lost_card-36"],
        "the second die": ["die-wave", "die-mound"],
        "the first die": [*(f"die-{name}" for name in ids), *(f"die-quiet-{name}" for name in ids)],
        "slain": ["slain-none", *(f"slain-{name}" for name in ids)],
        "likenesses": [f"portrait-{name}-1" for name in ids],
        "cards": [f"scene-{card.id}" for card in CARDS],
        "old markers": [f"marks-{count}-old" for count in range(5)],
        "fresh markers": [f"marks-{count}-fresh" for count in range(1, 5)],
    }
    for kind, names in kinds.items():
        least = closest(images(kit, names, eye))
        assert least[0] > SIGNS_APART, (kind, least)
    for count in range(1, 5):
        both = images(kit, (f"marks-{count}-old", f"marks-{count}-fresh"), eye)
        assert closest(both)[0] > SAME, count
    assert closest(images(kit, [f"die-{number}" for number in range(1, 7)], eye))[0] > DICE_APART


@everyone
@everywhere
def test_F38_the_two_sigils_differ_on_every_card_and_one_is_the_same_on_all(
    theme: str, eye: str, carved: Path
) -> None:
    kit = town_kits.town_kit(theme, carved)
    middle = (4, 4, SIGIL - 8, SIGIL - 8)
    sigils = {card: seen(kit.images[f"scene-{card.id}"].crop(middle), kit.palette, eye) for card in CARDS}
    for one, other in combinations(CARDS, 2):
        far = apart(sigils[one], sigils[other])
        assert far < SAME if one.sigil is other.sigil else far > SIGNS_APART, (one.id, other.id)


def rim(size: tuple[int, int], breadth: int) -> Image.Image:
    mask = Image.new("L", size, 255)
    mask.paste(0, (breadth, breadth, size[0] - breadth, size[1] - breadth))
    return mask


def rims_apart(one: Image.Image, other: Image.Image, mask: Image.Image) -> float:
    return mean(ImageChops.difference(one, other), mask)


@everyone
@everywhere
def test_F38_rims_tell_what_is_offered_what_is_picked_and_who_holds_sway(
    theme: str, eye: str, carved: Path
) -> None:
    kit = town_kits.town_kit(theme, carved)
    for form in ("person", "place", "back"):
        cards = images(kit, (f"card-{form}-{frame}" for frame in ("plain", "lit", "chosen")), eye)
        for one, other in combinations(cards.values(), 2):
            assert rims_apart(one, other, rim((CARD, ROW), 8)) > RIMS_APART, form
    for side, rows in product(("left", "right"), (1, 2, 3)):
        calm, sway = images(kit, (f"panel-{side}-{rows}-{state}" for state in ("calm", "sway")), eye).values()
        assert rims_apart(calm, sway, rim((SIDE, rows * ROW), 11)) > RIMS_APART
    fallen = images(kit, (f"panel-left-1-{state}" for state in ("calm", "sway", "fallen")), eye)
    assert apart(fallen["panel-left-1-calm"], fallen["panel-left-1-fallen"]) > SIGNS_APART


@everyone
@everywhere
def test_F38_what_befalls_a_card_shows(theme: str, eye: str, carved: Path) -> None:
    bare = going(dice=(0, 0, 0), hunter=cell("a1"))
    place, person = cell("e2"), cell("b1")

    def shown(part: Box, number: int, **changes: object) -> Image.Image:
        scene = TownScene(replace(bare, **changes), ENGLISH, theme)  # type: ignore[arg-type]
        left, top, _, _ = card_box(number)
        box = (left + part[0], top + part[1], left + part[2], top + part[3])
        return Picture(draw_town(scene, cache_dir=carved), eye).part(box)

    for number in (place, person):
        card = bare.grid[number]
        states = {
            "as it was": shown(ART, number),
            "struck": shown(ART, number, struck=(card,), marks=marks(**{CARDS[card].id: 1})),
            "lost": shown(ART, number, marks=marks(**{CARDS[card].id: 4})),
            "warded": shown(ART, number, ward=card),
            "the hunter's": shown(ART, number, hunter=number),
        }
        least = closest(states)
        assert least[0] > SAME * 2, least
    counts = {str(n): shown(MARKS, place, marks=marks(foundry=n)) for n in range(8)}
    least = closest(counts)
    assert least[0] > SAME, least


@everyone
@everywhere
def test_F38_wounds_show(theme: str, eye: str, carved: Path) -> None:
    def panel(draugr: int, wounds: tuple[int, int]) -> Image.Image:
        hunt = going(dice=(0, 0, 0), placed=placed(**{DRAUGR_CARDS[draugr].id: wounds}))
        row = hunt.held(DRAUGR_CARDS[draugr].no)[0] - 1
        box = panel_box(True, row, row)
        picture = Picture(draw_town(TownScene(hunt, ENGLISH, theme), cache_dir=carved), eye)
        return picture.part((box[0], box[3] - 70, box[2], box[3]))

    for draugr in (STEERSMAN, WARDEN):
        shown = {str(wounds): panel(draugr, wounds) for wounds in ((0, 0), (1, 0), (0, 1), (1, 1))}
        least = closest(shown)
        assert least[0] > SAME * 0.5, least


# The closing cards.


@everyone
@everywhere
def test_F38_tokens_and_the_winner_show(theme: str, eye: str, carved: Path) -> None:
    result = card_kit(daily_blanks.BLANKS, theme, carved)
    for pair in (("slain", "standing"), ("kept", "lost")):
        tokens = {name: seen(result.images[name], result.palette, eye) for name in pair}
        assert closest(tokens)[0] > SIGNS_APART, pair
    end = card_kit(end_blanks.BLANKS, theme, carved)
    heads = {
        name: seen(end.images[name], end.palette, eye) for name in end.images if name.startswith("head-")
    }
    assert set(heads) == {"head-nobody", "head-attackers", "head-defenders"}
    for seat, (left, top, right, bottom) in end_blanks.PLATES.items():
        box = (left - 8, top - 8, right + 8, bottom + 8)
        plates = [heads[name].crop(box) for name in (f"head-{seat}", f"head-{seat.opponent}", "head-nobody")]
        around = rim(plates[0].size, 9)
        assert rims_apart(plates[0], plates[1], around) > RIMS_APART, seat
        assert rims_apart(plates[1], plates[2], around) < SAME, seat
