"""The players and the hints of the hunt, and how hard it is (D24)."""

import pytest

from rules.draugr import DRAUGR, TABLE, Difficulty, Phase, Reason, Ruleset, Slide, hint
from rules.draugr.player import greedy, plan
from rules.draugr.simulation import PLAYERS, endings, hunted, simulate, wilson
from rules.game import Ending, IllegalAction
from tests.rules.draugr_town import cell, dealt, going, marks, placed, play


def test_D20_the_hint_is_to_win_where_one_blow_wins() -> None:
    town = going(rows=(0, 0, 0, 1, 2, 4), placed=placed(hanged_bailiff=(1, 3)))
    advised = hint(town)
    assert advised.reason is Reason.WIN
    assert advised.data["draugr"] == "hanged_bailiff"
    assert advised.data["marker"] == "iron"
    hunt = town
    for _ in range(3):
        hunt = DRAUGR.play(hunt, greedy(hunt))
    assert hunt.outcome is not None


def test_D18_the_hint_is_to_slay_where_one_blow_slays() -> None:
    advised = hint(going(placed=placed(barrow_warden=(1, 3))))
    assert (advised.reason, advised.data["draugr"]) == (Reason.SLAY, "barrow_warden")


def test_D16_the_hint_tells_what_is_saved_and_reclaimed() -> None:
    reclaim = hint(play(going(supply=(0, 0), marks=marks(nunnery=4)), "go c1", "act 2"))
    assert (reclaim.reason, reclaim.data["target"], reclaim.data["marks"]) == (Reason.RECLAIM, "nunnery", 4)
    save = hint(play(going(supply=(0, 0), marks=marks(pilgrim=3)), "go b1"))
    assert (save.reason, save.data["target"]) == (Reason.SAVE, "pilgrim")
    around = hint(play(going(hunter=cell("b1"), supply=(0, 0), marks=marks(pilgrim=3)), "go b2"))
    assert around.reason is Reason.NEAR
    ward = hint(play(going(hunter=cell("c1")), "go a1"))
    assert ward.reason is Reason.WARD
    gain = hint(play(going(hunter=cell("e1"), supply=(0, 0)), "go e3"))
    assert (gain.reason, gain.data["holy"], gain.data["iron"]) == (Reason.GAIN, 1, 1)


def test_D19_the_hint_names_who_should_slide() -> None:
    hunt = play(
        going(placed=placed(barrow_warden=(1, 3), salt_widow=(2, 0))), "go b2", "act 1", "place iron 2"
    )
    advised = hint(hunt)
    assert hunt.phase is Phase.SLIDE
    assert advised.reason is Reason.SLIDE
    assert advised.action == Slide(TABLE.draug("salt_widow"))


def test_D21_no_hint_on_chances_turn() -> None:
    with pytest.raises(IllegalAction) as refusal:
        hint(dealt())
    assert refusal.value.rule == "D21"


def test_D15_a_plan_is_legal_from_its_first_action_to_its_last() -> None:
    hunt = going(marks=marks(midwife=3, foundry=4, pilgrim=2))
    number = hunt.round
    for action in plan(hunt).actions:
        assert action in DRAUGR.legal(hunt)
        hunt = DRAUGR.play(hunt, action)
    assert hunt.round == number + 1


def test_D23_the_planning_player_makes_the_greedy_players_choices() -> None:
    for number in range(3):
        seed = f"same/{number}"
        assert hunted(Ruleset(), seed, PLAYERS["greedy"](seed)) == hunted(Ruleset(), seed, greedy)


def test_D24_difficulties_are_as_hard_as_they_should_be() -> None:
    won = {
        mode: endings(simulate(Ruleset(difficulty=mode), "greedy", 60, "hard"))[Ending.SLAIN] / 60
        for mode in Difficulty
    }
    assert won[Difficulty.EASY] > won[Difficulty.NORMAL] > won[Difficulty.HARD]
    assert 0.1 < won[Difficulty.NORMAL] < 0.55
    assert endings(simulate(Ruleset(), "random", 60, "hard"))[Ending.SLAIN] <= 2


def test_D24_intervals_are_wilsons() -> None:
    low, high = wilson(31, 100)
    assert (round(low, 4), round(high, 4)) == (0.2278, 0.4063)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)
