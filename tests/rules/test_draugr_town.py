"""D1–D7: what the game is made of, and how a hunt is set up."""

from collections import Counter

import pytest

from rules.draugr import CARDS, DRAUGR, NAMES, STANDARD, TABLE, Kind, Marker, Phase, Sigil, dice, write_setup
from rules.draugr.actions import Deal
from rules.draugr.town import ADJACENT, REACH
from rules.game import IllegalAction
from tests.rules.draugr_town import cell, dealt

DEALT_FOR_HAUGBUI = (
    "deal foundry nunnery charcoal_burner rune_carver town_square "
    "pilgrim bog_iron_pits midwife lawspeaker boathouse "
    "shepherdess bell_ringer saint_olavs_spring beacon_hill stave_church / "
    "steersman snow_bride bog_reeve salt_widow hanged_bailiff barrow_warden"
)


def test_D1_seven_townspeople_and_eight_locations_offer_one_or_two_actions() -> None:
    assert Counter(card.kind for card in CARDS) == {Kind.TOWNSPERSON: 7, Kind.LOCATION: 8}
    assert all(1 <= len(card.actions) <= 2 for card in CARDS)
    assert len({card.id for card in CARDS}) == 15


def test_D1_eleven_cards_bear_the_wave_and_four_the_mound() -> None:
    assert Counter(card.sigil for card in CARDS) == {Sigil.WAVE: 11, Sigil.MOUND: 4}


def test_D2_six_draugr_stand_on_six_faces_of_the_die() -> None:
    assert [TABLE.draugr[TABLE.shown[face]].face for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    needs = [draugr.need for draugr in TABLE.draugr]
    assert needs == [(2, 3), (1, 4), (4, 1), (3, 2), (1, 4), (4, 1)]


def test_D3_eight_markers_of_each_kind_lie_in_supply_stock_and_on_draugr() -> None:
    hunt = dealt()
    assert hunt.supply == (2, 2)
    assert hunt.stock == (6, 6)
    assert len(Marker) == 2


def test_D4_the_die_shows_four_waves_and_two_mounds() -> None:
    sigils = [TABLE.sigils[face] for face in range(1, 7)]
    assert [face for face, sigil in enumerate(sigils, 1) if sigil is Sigil.MOUND] == [2, 4]


def test_D5_cells_are_named_from_the_top_left() -> None:
    assert NAMES[0] == "a1"
    assert NAMES[4] == "e1"
    assert NAMES[14] == "e3"
    assert [NAMES[near] for near in ADJACENT[cell("a1")]] == ["b1", "a2"]
    assert len(REACH[cell("c2")]) == 10


def test_D5_every_deal_shows_each_card_once() -> None:
    start = DRAUGR.start(write_setup(STANDARD))
    hunt = DRAUGR.play(start, DRAUGR.chance(start, dice("a seed", start.moment)))
    assert sorted(hunt.grid) == list(range(15))
    assert all(hunt.grid[hunt.cells[card.no]] == card.no for card in CARDS)
    with pytest.raises(IllegalAction) as refusal:
        DRAUGR.play(start, Deal(hunt.grid[:-1] + hunt.grid[:1], hunt.seats))
    assert refusal.value.rule == "D5"


def test_D6_three_draugr_stand_on_each_side_one_at_each_row() -> None:
    hunt = dealt()
    assert hunt.rows == (1, 2, 4, 1, 2, 4)
    assert hunt.side(hunt.seats[1]) == hunt.seats[:3]
    start = DRAUGR.start(write_setup(STANDARD))
    with pytest.raises(IllegalAction) as refusal:
        DRAUGR.play(start, Deal(hunt.grid, hunt.seats[:5] + hunt.seats[:1]))
    assert refusal.value.rule == "D6"


def test_D7_the_hunter_begins_on_the_town_square_wherever_it_was_dealt() -> None:
    start = DRAUGR.start(write_setup(STANDARD))
    for seed in ("a", "b", "c"):
        hunt = DRAUGR.play(start, DRAUGR.chance(start, dice(seed)))
        assert hunt.card.id == "town_square"
        assert hunt.ward is None
        assert hunt.phase is Phase.FIRST_ROLL


def test_D5_the_same_seed_always_deals_the_same_town() -> None:
    start = DRAUGR.start(write_setup(STANDARD))
    deal = DRAUGR.write(start, DRAUGR.chance(start, dice("haugbui", start.moment)))
    assert deal == DRAUGR.write(start, DRAUGR.chance(start, dice(b"haugbui", start.moment)))
    assert deal == DEALT_FOR_HAUGBUI


def test_D4_seeded_dice_are_fair_and_stay_in_range() -> None:
    draw = dice("fair")
    counts = Counter(draw(6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(850 < count < 1150 for count in counts.values())
    assert {dice("x", at)(1 << 32) for at in ("1", "2", "3")} != {dice("x")(1 << 32)}
    with pytest.raises(ValueError, match="0"):
        draw(0)


def test_D4_numbers_that_would_favour_some_are_rejected() -> None:
    draw, size = dice("even"), 3 << 30
    thirds = Counter(draw(size) >> 30 for _ in range(3000))
    assert all(900 < thirds[third] < 1100 for third in range(3))
