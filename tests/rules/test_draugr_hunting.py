"""D14–D20: the hunter's move and special action, slaying, sliding, victory."""

from dataclasses import replace

import pytest

from rules.draugr import DRAUGR, TABLE, Cleanse, Go, Marker, Phase, Place, Slide, Travel, Ward, targets
from rules.game import Ending, IllegalAction, Seat
from tests.rules.draugr_town import (
    BAILIFF,
    BRIDE,
    REEVE,
    STEERSMAN,
    WARDEN,
    WIDOW,
    cell,
    going,
    marks,
    placed,
    play,
    texts,
)


def test_D14_the_hunter_must_go_to_a_card_at_distance_one_or_two() -> None:
    assert texts(going(hunter=cell("a1"))) == ["go b1", "go c1", "go a2", "go b2", "go a3"]
    assert "go b1" in texts(going())
    with pytest.raises(IllegalAction) as refusal:
        DRAUGR.play(going(hunter=cell("a1")), Go(cell("c2")))
    assert (refusal.value.rule, refusal.value.reason) == ("D14", "too_far")
    assert refusal.value.squares == ("b1", "c1", "a2", "b2", "a3")


def test_D14_the_hunter_may_not_stay_where_they_stood() -> None:
    with pytest.raises(IllegalAction) as refusal:
        play(going(), "go c2")
    assert (refusal.value.rule, refusal.value.reason) == ("D14", "same_card")


def test_D14_a_card_turned_over_may_be_crossed_and_landed_on() -> None:
    hunt = play(going(hunter=cell("a1"), marks=marks(midwife=4)), "go b1")
    assert texts(hunt) == ["stay"]
    assert "go c1" in texts(going(hunter=cell("a1"), marks=marks(midwife=4)))


def test_D15_one_special_action_or_none() -> None:
    hunt = play(going(), "go c1")
    assert texts(hunt) == ["act 1", "stay"]
    after = play(hunt, "stay")
    assert (after.phase, after.round) == (Phase.FIRST_ROLL, 2)
    with pytest.raises(IllegalAction) as refusal:
        play(going(), "stay")
    assert refusal.value.rule == "D15"


def test_D12_a_card_turned_over_offers_nothing() -> None:
    hunt = play(going(marks=marks(bell_ringer=4)), "go c1")
    with pytest.raises(IllegalAction) as refusal:
        play(hunt, "act 1")
    assert (refusal.value.rule, refusal.value.reason) == ("D12", "turned_over")


def test_D12_a_corrupted_location_keeps_its_actions_and_can_be_cleansed() -> None:
    hunt = play(going(marks=marks(nunnery=5)), "go d2")
    assert texts(hunt) == ["act 1", "act 2", "stay"]
    after = play(hunt, "act 2", "cleanse d2")
    assert after.marks == marks(nunnery=3)
    assert not after.corrupted(TABLE.card("nunnery"))


def test_D16_gain_takes_as_many_as_the_stock_has() -> None:
    hunt = going(supply=(4, 2), placed=placed(salt_widow=(3, 0)))
    assert play(hunt, "go d2", "act 1").supply == (5, 2)
    boathouse = going(hunter=cell("e2"), supply=(8, 7))
    assert play(boathouse, "go e3", "act 1").supply == (8, 8)


def test_D16_an_action_that_can_do_nothing_is_not_offered() -> None:
    assert texts(play(going(hunter=cell("e2"), supply=(8, 8)), "go e3")) == ["stay"]
    assert texts(play(going(supply=(0, 2)), "go c1")) == ["stay"]
    with pytest.raises(IllegalAction) as refusal:
        play(going(supply=(0, 2)), "go c1", "act 1")
    assert (refusal.value.rule, refusal.value.reason) == ("D16", "not_offered")


def test_D16_a_marker_goes_on_any_living_draugr_even_beyond_need() -> None:
    hunt = play(going(rows=(0, 3, 4, 1, 2, 4), placed=placed(snow_bride=(0, 1))), "go b2", "act 1")
    assert [target.draugr for target in targets(hunt) if isinstance(target, Place)] == [1, 2, 3, 4, 5]
    after = play(hunt, "place iron snow_bride")
    assert after.wounds(BRIDE) == (0, 2)
    assert after.supply == (2, 1)


def test_D16_either_marker_may_be_placed_where_the_card_says_so() -> None:
    hunt = play(going(hunter=cell("d1")), "go e1", "act 1")
    assert {target.marker for target in targets(hunt) if isinstance(target, Place)} == set(Marker)
    scarce = play(going(hunter=cell("d1"), supply=(0, 1)), "go e1", "act 1")
    assert {target.marker for target in targets(scarce) if isinstance(target, Place)} == {Marker.IRON}
    with pytest.raises(IllegalAction) as refusal:
        play(scarce, "place holy salt_widow")
    assert refusal.value.rule == "D16"
    assert refusal.value.squares[0] == "iron steersman"


def test_D16_cleansing_removes_up_to_n_from_the_card_named() -> None:
    hunt = play(going(marks=marks(midwife=3, pilgrim=1, nunnery=2)), "go b1", "act 1")
    assert texts(hunt) == ["cleanse b1", "cleanse a2"]
    assert play(hunt, "cleanse b1").marks == marks(midwife=1, pilgrim=1, nunnery=2)
    assert play(hunt, "cleanse a2").marks == marks(midwife=3, nunnery=2)


def test_D16_one_adjacent_card_is_not_the_card_itself() -> None:
    town = marks(stave_church=2, town_square=1, beacon_hill=1, bog_iron_pits=1, nunnery=1)
    hunt = play(going(marks=town), "go c3", "act 2")
    assert texts(hunt) == ["cleanse c2", "cleanse b3", "cleanse d3"]


def test_D16_around_is_each_adjacent_card_without_those_turned_over() -> None:
    town = marks(pilgrim=2, shepherdess=4, rune_carver=2, saint_olavs_spring=6, midwife=1)
    after = play(going(hunter=cell("c2"), marks=town), "go a2", "act 2")
    assert after.marks == marks(pilgrim=2, shepherdess=4, rune_carver=1, saint_olavs_spring=5, midwife=1)


def test_D16_row_and_column_include_the_card_itself() -> None:
    town = marks(midwife=1, rune_carver=3, bog_iron_pits=2, pilgrim=1)
    assert play(going(marks=town), "go b2", "act 2").marks == marks(rune_carver=2, bog_iron_pits=1, pilgrim=1)
    town = marks(beacon_hill=1, boathouse=4, stave_church=1, nunnery=1)
    assert play(going(marks=town), "go d3", "act 2").marks == marks(boathouse=3, nunnery=1)


def test_D16_only_the_named_kind_of_card_is_cleansed() -> None:
    town = marks(pilgrim=2, lawspeaker=4, foundry=1)
    assert texts(play(going(marks=town), "go b1", "act 1")) == ["cleanse a2"]
    assert texts(play(going(marks=town), "go c1", "act 2")) == ["cleanse e2"]


def test_D16_the_counter_goes_on_any_card_but_hers_those_turned_over_and_where_it_lies() -> None:
    hunt = play(
        going(hunter=cell("b1"), ward=TABLE.card("nunnery"), marks=marks(pilgrim=4)), "go a1", "act 1"
    )
    aims = [target.cell for target in targets(hunt) if isinstance(target, Ward)]
    assert set(range(15)) - set(aims) == {cell("a1"), cell("a2"), cell("d2")}
    after = play(hunt, "ward e3")
    assert after.ward == TABLE.card("boathouse")
    for wrong in ("ward a1", "ward a2", "ward d2"):
        with pytest.raises(IllegalAction):
            play(hunt, wrong)


def test_D16_parts_are_done_in_order_and_those_that_cannot_be_are_skipped() -> None:
    begun = play(going(marks=marks(stave_church=1)), "go b3", "act 1")
    assert begun.supply == (2, 3)
    assert texts(begun) == ["cleanse c3"]
    assert play(begun, "cleanse c3").phase is Phase.FIRST_ROLL
    bare = play(going(), "go b3", "act 1")
    assert (bare.phase, bare.supply) == (Phase.FIRST_ROLL, (2, 3))
    dry = play(going(supply=(2, 8), marks=marks(stave_church=1)), "go b3", "act 1")
    assert dry.supply == (2, 8)
    assert texts(dry) == ["cleanse c3"]


def test_D16_a_part_that_can_be_done_must_be_done() -> None:
    begun = play(going(marks=marks(stave_church=1)), "go b3", "act 1")
    with pytest.raises(IllegalAction):
        play(begun, "stay")
    assert DRAUGR.turn(begun) is Seat.HUNTER


def test_D17_travel_leads_anywhere_but_here_and_where_the_round_began() -> None:
    hunt = play(going(), "go d2", "act 1")
    aims = [target.cell for target in targets(hunt) if isinstance(target, Travel)]
    assert set(range(15)) - set(aims) == {cell("c2"), cell("d2")}
    after = play(hunt, "travel a1")
    assert (after.hunter, after.supply, after.phase) == (cell("a1"), (4, 2), Phase.FIRST_ROLL)
    with pytest.raises(IllegalAction) as refusal:
        play(hunt, "travel c2")
    assert refusal.value.rule == "D17"


def test_D17_travel_is_left_where_nothing_can_be_gained() -> None:
    hunt = play(going(hunter=cell("d2"), supply=(2, 8)), "go e2")
    assert texts(hunt) == ["act 1", "act 2", "stay"]
    assert play(hunt, "act 1", "travel a3").hunter == cell("a3")


def test_D17_only_the_nunnery_and_the_foundry_let_the_hunter_travel() -> None:
    cards = [
        card.id
        for card in TABLE.cards
        if any(part.verb == "travel" for act in card.actions for part in act.parts)
    ]
    assert cards == ["nunnery", "foundry"]


def test_D18_a_draugr_that_bears_enough_of_both_is_slain_and_its_markers_return() -> None:
    hunt = going(placed=placed(barrow_warden=(2, 3), salt_widow=(1, 0)), supply=(0, 1))
    after = play(hunt, "go b2", "act 1", "place iron barrow_warden", "slide salt_widow")
    assert after.slain == 1
    assert after.supply == (2, 4)
    assert after.placed == placed(salt_widow=(1, 0))


def test_D18_enough_of_one_kind_alone_slays_nobody() -> None:
    after = play(going(placed=placed(barrow_warden=(0, 4))), "go b2", "act 1", "place iron barrow_warden")
    assert after.slain == 0
    assert after.wounds(WARDEN) == (0, 5)
    holy = play(going(placed=placed(salt_widow=(3, 0))), "go c1", "act 1", "place holy salt_widow")
    assert holy.slain == 0
    assert holy.wounds(WIDOW) == (4, 0)


def test_D19_the_only_neighbour_slides_by_itself() -> None:
    hunt = going(placed=placed(steersman=(2, 2)))
    after = play(hunt, "go b2", "act 1", "place iron steersman")
    assert after.rows == (0, 3, 4, 1, 2, 4)
    assert after.held(WARDEN) == (1, 2)


def test_D19_the_nearest_living_neighbour_slides() -> None:
    lowest = going(placed=placed(salt_widow=(4, 0)))
    assert play(lowest, "go b2", "act 1", "place iron salt_widow").rows == (1, 6, 0, 1, 2, 4)
    past_the_slain = going(rows=(1, 0, 6, 1, 2, 4), placed=placed(salt_widow=(4, 0)))
    assert play(past_the_slain, "go b2", "act 1", "place iron salt_widow").rows == (7, 0, 0, 1, 2, 4)


def test_D19_between_two_neighbours_the_hunter_chooses() -> None:
    hunt = play(going(placed=placed(barrow_warden=(1, 3))), "go b2", "act 1", "place iron 2")
    assert hunt.phase is Phase.SLIDE
    assert hunt.fallen == WARDEN
    assert texts(hunt) == ["slide steersman", "slide salt_widow"]
    assert play(hunt, "slide steersman").rows == (3, 0, 4, 1, 2, 4)
    assert play(hunt, "slide down").rows == (1, 0, 6, 1, 2, 4)
    with pytest.raises(IllegalAction) as refusal:
        DRAUGR.play(hunt, Slide(BAILIFF))
    assert (refusal.value.rule, refusal.value.squares) == ("D19", ("steersman", "salt_widow"))


def test_D19_the_blow_may_name_at_once_who_slides() -> None:
    hunt = play(going(placed=placed(barrow_warden=(1, 3))), "go b2", "act 1")
    after = play(hunt, "place iron barrow_warden slide salt_widow")
    assert after.rows == (1, 0, 6, 1, 2, 4)
    for wrong in ("place iron barrow_warden slide bog_reeve", "place iron steersman slide barrow_warden"):
        with pytest.raises(IllegalAction) as refusal:
            play(hunt, wrong)
        assert refusal.value.rule == "D19"


def test_D19_a_wide_draugr_passes_all_its_rows_on() -> None:
    wide = going(rows=(0, 3, 4, 1, 2, 4), placed=placed(barrow_warden=(1, 3)))
    assert play(wide, "go b2", "act 1", "place iron 2").rows == (0, 0, 7, 1, 2, 4)


def test_D19_the_last_of_a_side_leaves_its_rows_to_nobody() -> None:
    last = going(rows=(0, 7, 0, 1, 2, 4), placed=placed(barrow_warden=(1, 3)))
    after = play(last, "go b2", "act 1", "place iron 2")
    assert after.rows == (0, 0, 0, 1, 2, 4)
    assert after.outcome is None


def test_D20_the_fourth_draugr_slain_is_victory_at_once() -> None:
    last = going(rows=(0, 0, 0, 1, 2, 4), placed=placed(hanged_bailiff=(1, 3)))
    after = play(last, "go b2", "act 1", "place iron hanged_bailiff")
    assert after.phase is Phase.OVER
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.ending) == (Seat.HUNTER, Ending.SLAIN)
    assert after.rows == (0, 0, 0, 3, 0, 4)
    assert DRAUGR.turn(after) is None
    assert DRAUGR.legal(after) == ()


def test_D20_the_winning_blow_may_still_name_who_slides() -> None:
    last = going(rows=(0, 0, 0, 1, 2, 4), placed=placed(hanged_bailiff=(1, 3)))
    after = play(last, "go b2", "act 1", "place iron hanged_bailiff slide snow_bride")
    assert after.rows == (0, 0, 0, 1, 0, 6)


def test_D20_nothing_is_played_after_victory() -> None:
    last = going(rows=(0, 0, 0, 1, 2, 4), placed=placed(hanged_bailiff=(1, 3)))
    after = play(last, "go b2", "act 1", "place iron hanged_bailiff")
    for text in ("undo", "go a1", "abandon", "roll 1"):
        with pytest.raises(IllegalAction) as refusal:
            play(after, text)
        assert refusal.value.reason == "over"


def test_D16_a_target_of_another_verb_is_refused() -> None:
    hunt = play(going(marks=marks(midwife=1)), "go b1", "act 1")
    for action in (Ward(cell("b1")), Travel(cell("b1")), Place(Marker.HOLY, REEVE), Cleanse(cell("c1"))):
        with pytest.raises(IllegalAction):
            DRAUGR.play(hunt, action)
    with pytest.raises(IllegalAction):
        DRAUGR.play(replace(going(), phase=Phase.GO), Cleanse(cell("b1")))
    assert {STEERSMAN, WIDOW} < set(hunt.living)
