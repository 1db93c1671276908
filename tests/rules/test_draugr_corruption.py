"""D8–D13 and D24: the rolls, the corruption they bring, and defeat."""

from dataclasses import replace

import pytest

from rules.draugr import DRAUGR, STANDARD, TABLE, Difficulty, Hunt, Phase, Roll, Ruleset, SlainFace
from rules.game import Ending, IllegalAction
from tests.rules.draugr_town import BRIDE, STEERSMAN, WARDEN, WIDOW, dealt, marks, play

TOWNSFOLK = (
    "shepherdess",
    "midwife",
    "bell_ringer",
    "charcoal_burner",
    "lawspeaker",
    "pilgrim",
    "rune_carver",
)


def struck(hunt: Hunt) -> list[str]:
    return [TABLE.cards[card].id for card in hunt.struck]


def test_D8_the_first_roll_names_the_draugr_that_holds_sway() -> None:
    hunt = play(dealt(), "roll 2")
    assert hunt.phase is Phase.SECOND_ROLL
    assert hunt.sway == WARDEN
    assert hunt.held(WARDEN) == (2,)


def test_D8_the_face_of_a_slain_draugr_makes_a_quiet_round() -> None:
    hunt = play(replace(dealt(), rows=(0, 3, 4, 1, 2, 4)), "roll 1")
    assert hunt.phase is Phase.GO
    assert hunt.quiet
    assert hunt.sway is None
    assert hunt.dice == (1, 0, 0)
    assert sum(hunt.marks) == 0


def test_D8_with_reroll_the_die_is_rolled_until_a_living_draugr_shows() -> None:
    start = replace(dealt(Ruleset(slain_face=SlainFace.REROLL)), rows=(0, 3, 4, 1, 2, 4))
    again = play(start, "roll 1")
    assert again.phase is Phase.FIRST_ROLL
    assert again.moment != start.moment
    assert play(again, "roll 1", "roll 2").sway == WARDEN


def test_D9_each_card_of_the_row_that_bears_the_sigil_gets_one_marker() -> None:
    hunt = play(dealt(), "roll 5", "roll 6")
    assert struck(hunt) == ["pilgrim", "rune_carver", "town_square", "nunnery"]
    assert hunt.marks == marks(pilgrim=1, rune_carver=1, town_square=1, nunnery=1)
    assert struck(play(dealt(), "roll 5", "roll 4")) == ["foundry"]


def test_D9_only_the_sigil_of_the_second_roll_counts() -> None:
    hunts = [play(dealt(), "roll 1", f"roll {face}") for face in (1, 3, 5, 6)]
    assert len({hunt.marks for hunt in hunts}) == 1


def test_D9_all_rows_under_sway_are_struck() -> None:
    hunt = play(replace(dealt(), rows=(0, 3, 4, 1, 2, 4)), "roll 2", "roll 2")
    assert struck(hunt) == ["foundry"]
    hunt = play(replace(dealt(), rows=(0, 7, 0, 1, 2, 4)), "roll 2", "roll 2")
    assert struck(hunt) == ["foundry", "saint_olavs_spring", "bog_iron_pits", "stave_church"]


def test_D10_the_card_under_the_counter_gets_no_marker() -> None:
    warded = replace(dealt(), ward=TABLE.card("midwife"))
    assert "midwife" not in struck(play(warded, "roll 1", "roll 1"))


def test_D10_the_ward_still_counts_in_the_roll_that_turns_the_shepherdess_over() -> None:
    before = replace(dealt(), ward=TABLE.card("midwife"), marks=marks(shepherdess=3, midwife=3))
    hunt = play(before, "roll 1", "roll 1")
    assert hunt.marks[TABLE.card("midwife")] == 3
    assert hunt.turned(TABLE.card("shepherdess"))
    assert hunt.ward is None
    again = play(replace(hunt, phase=Phase.FIRST_ROLL), "roll 1", "roll 1")
    assert again.turned(TABLE.card("midwife"))


def test_D11_a_townsperson_turned_over_gets_no_further_marker() -> None:
    hunt = play(replace(dealt(), marks=marks(midwife=4)), "roll 1", "roll 1")
    assert "midwife" not in struck(hunt)
    assert hunt.marks[TABLE.card("midwife")] == 4


@pytest.mark.parametrize(("cap", "count"), [(None, 5), (4, 4)])
def test_D11_a_location_gathers_markers_past_four_unless_capped(cap: int | None, count: int) -> None:
    hunt = play(replace(dealt(Ruleset(location_cap=cap)), marks=marks(foundry=4)), "roll 5", "roll 2")
    assert hunt.marks == marks(foundry=count)
    assert struck(hunt) == (["foundry"] if count == 5 else [])


def test_D12_four_markers_turn_a_townsperson_over_but_leave_a_location_face_up() -> None:
    before = replace(dealt(), marks=marks(pilgrim=3, nunnery=3), ward=TABLE.card("town_square"))
    hunt = play(before, "roll 5", "roll 1")
    assert hunt.turned(TABLE.card("pilgrim"))
    assert hunt.corrupted(TABLE.card("nunnery"))
    assert not hunt.turned(TABLE.card("nunnery"))
    assert hunt.ward == TABLE.card("town_square")


def test_D13_the_last_townsperson_lost_is_defeat() -> None:
    lost = {name: 4 for name in TOWNSFOLK if name != "pilgrim"}
    hunt = play(replace(dealt(), marks=marks(**lost, pilgrim=3)), "roll 5", "roll 1")
    assert hunt.outcome is not None
    assert (hunt.outcome.winner, hunt.outcome.ending) == (None, Ending.TOWNSFOLK)
    assert hunt.townsfolk_lost == 7


def test_D13_both_defeats_at_once_count_as_the_townspeople_lost() -> None:
    lost = {name: 4 for name in TOWNSFOLK if name != "pilgrim"}
    hunt = play(replace(dealt(), marks=marks(**lost, pilgrim=3, nunnery=3)), "roll 5", "roll 1")
    assert hunt.cards_lost == 8
    assert hunt.outcome is not None
    assert hunt.outcome.ending is Ending.TOWNSFOLK


@pytest.mark.parametrize(("limit", "over"), [(8, False), (7, True)])
def test_D13_more_than_seven_cards_lost_is_defeat_or_seven_by_choice(limit: int, over: bool) -> None:
    names = (*TOWNSFOLK[:3], "boathouse", "beacon_hill", "stave_church")
    before = replace(dealt(Ruleset(cards_lost=limit)), marks=marks(**dict.fromkeys(names, 4), foundry=3))
    hunt = play(before, "roll 5", "roll 2")
    assert hunt.cards_lost == 7
    assert (hunt.outcome is not None) is over
    if not over:
        eighth = replace(
            hunt, phase=Phase.FIRST_ROLL, marks=marks(**dict.fromkeys(names, 4), foundry=4, nunnery=3)
        )
        ended = play(eighth, "roll 5", "roll 1").outcome
        assert ended is not None
        assert ended.ending is Ending.OVERRUN


def test_D24_easy_starts_with_more_and_three_rounds_without_corruption() -> None:
    hunt = dealt(Ruleset(difficulty=Difficulty.EASY))
    assert hunt.supply == (3, 3)
    for number in (1, 2, 3):
        assert (hunt.round, hunt.phase) == (number, Phase.GO)
        hunt = play(hunt, "go b2" if number % 2 else "go c2", "stay")
    assert (hunt.round, hunt.phase) == (4, Phase.FIRST_ROLL)


def test_D24_hard_starts_with_less_and_three_draugr_steal() -> None:
    hunt = dealt(Ruleset(difficulty=Difficulty.HARD))
    assert hunt.supply == (1, 1)
    thieves = [face for face in range(1, 7) if play(hunt, f"roll {face}", "roll 1").phase is Phase.THIEF_ROLL]
    assert thieves == [1, 2, 4]


def test_D24_a_thief_takes_holy_water_on_odd_and_iron_on_even() -> None:
    hunt = play(dealt(Ruleset(difficulty=Difficulty.HARD)), "roll 4", "roll 4")
    assert play(hunt, "roll 3").supply == (0, 1)
    assert play(hunt, "roll 6").supply == (1, 0)
    assert play(hunt, "roll 3").stock == (8, 7)
    assert play(replace(hunt, supply=(0, 1)), "roll 3").supply == (0, 1)


def test_D24_the_thief_rolls_even_in_the_round_of_defeat() -> None:
    lost = {name: 4 for name in TOWNSFOLK if name != "pilgrim"}
    before = replace(dealt(Ruleset(difficulty=Difficulty.HARD)), marks=marks(**lost, pilgrim=3))
    hunt = play(before, "roll 2", "roll 1")
    assert hunt.phase is Phase.THIEF_ROLL
    ended = play(hunt, "roll 2")
    assert ended.outcome is not None
    assert ended.supply == (1, 0)


def test_D24_no_thief_rolls_on_normal_or_in_a_quiet_round() -> None:
    assert play(dealt(STANDARD), "roll 2", "roll 1").phase is Phase.GO
    hard = replace(dealt(Ruleset(difficulty=Difficulty.HARD)), rows=(0, 3, 4, 1, 2, 4))
    assert play(hard, "roll 1").phase is Phase.GO


@pytest.mark.parametrize("face", [0, 7, -1])
def test_D4_no_other_face_can_show(face: int) -> None:
    with pytest.raises(IllegalAction) as refusal:
        DRAUGR.play(dealt(), Roll(face))
    assert refusal.value.rule == "D4"


def test_D8_living_draugr_keep_their_rows() -> None:
    hunt = play(dealt(), "roll 1", "roll 1")
    assert {hunt.held(draugr) for draugr in (STEERSMAN, WARDEN, WIDOW)} == {(1,), (2,), (3,)}
    assert hunt.held(BRIDE) == (3,)
