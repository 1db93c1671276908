"""D21–D24 as a session: whose turn it is, undo, the last round, setups, giving up, the chronicle."""

import json
from dataclasses import replace

import pytest

from rules.draugr import (
    DRAUGR,
    STANDARD,
    TABLE,
    Abandon,
    Difficulty,
    Go,
    Happening,
    Phase,
    Roll,
    Ruleset,
    SlainFace,
    Stay,
    Undo,
    chronicle,
    dice,
    events,
    read_setup,
    write_setup,
)
from rules.game import Ending, IllegalAction, Seat, Unreadable
from tests.rules.draugr_town import REEVE, WARDEN, cell, dealt, going, marks, placed, play


def test_D21_chance_deals_and_rolls_and_the_hunter_chooses() -> None:
    start = DRAUGR.start(write_setup(STANDARD))
    assert (start.phase, DRAUGR.turn(start)) == (Phase.DEAL, Seat.CHANCE)
    assert DRAUGR.turn(dealt()) is Seat.CHANCE
    assert DRAUGR.turn(play(dealt(), "roll 1")) is Seat.CHANCE
    assert DRAUGR.turn(play(dealt(), "roll 1", "roll 1")) is Seat.HUNTER
    assert DRAUGR.legal(dealt()) == tuple(Roll(face) for face in range(1, 7))


def test_D21_no_roll_on_the_hunters_turn_and_no_choice_on_chances() -> None:
    for action in (Roll(1), DRAUGR.legal(DRAUGR.start("{}"))[0]):
        with pytest.raises(IllegalAction):
            DRAUGR.play(going(), action)
    with pytest.raises(IllegalAction) as refusal:
        DRAUGR.chance(going(), dice("x"))
    assert refusal.value.rule == "D21"
    with pytest.raises(IllegalAction):
        play(dealt(), "go c1")


def test_D22_undo_goes_back_by_one_choice() -> None:
    rolled = play(dealt(), "roll 1", "roll 1")
    gone = play(rolled, "go b3")
    acted = play(gone, "act 1")
    assert DRAUGR.play(acted, Undo()) is gone
    assert DRAUGR.play(gone, Undo()) is rolled
    assert acted.undoable
    assert not rolled.undoable


def test_D22_undo_never_goes_past_the_last_roll() -> None:
    done = play(dealt(), "roll 1", "roll 1", "go c1", "stay")
    assert done.undoable
    assert DRAUGR.play(done, Undo()).phase is Phase.ACT
    rolled = play(done, "roll 1")
    with pytest.raises(IllegalAction) as refusal:
        DRAUGR.play(rolled, Undo())
    assert refusal.value.rule == "D22"
    with pytest.raises(IllegalAction):
        DRAUGR.play(dealt(), Undo())


def test_D22_without_rolls_undo_goes_back_to_the_deal() -> None:
    start = dealt(Ruleset(difficulty=Difficulty.EASY))
    hunt = play(start, "go c1", "stay", "go c2", "stay")
    assert play(hunt, "undo", "undo", "undo", "undo") is start


def test_D23_after_the_last_round_the_draugr_win() -> None:
    hunt = replace(dealt(Ruleset(last_round=2)), marks=marks())
    hunt = play(hunt, "roll 1", "roll 1", "go c1", "stay", "roll 1", "roll 1", "go c2", "stay")
    assert hunt.outcome is not None
    assert (hunt.outcome.winner, hunt.outcome.ending) == (None, Ending.LAST_ROUND)
    assert STANDARD.last_round == 200


def test_D23_victory_in_the_last_round_is_victory() -> None:
    town = going(dealt(Ruleset(last_round=1)), rows=(0, 0, 0, 1, 2, 4), placed=placed(hanged_bailiff=(1, 3)))
    ended = play(town, "go b2", "act 1", "place iron hanged_bailiff").outcome
    assert ended is not None
    assert ended.ending is Ending.SLAIN


def test_D24_a_setup_names_the_table_the_difficulty_and_every_choice() -> None:
    ruleset = Ruleset(Difficulty.HARD, SlainFace.REROLL, location_cap=4, cards_lost=7, last_round=50)
    text = write_setup(ruleset)
    assert json.loads(text)["cards"] == TABLE.version
    assert read_setup(text) == ruleset
    assert write_setup(read_setup(text)) == text
    assert DRAUGR.start(text).ruleset == ruleset
    assert read_setup("{}") == STANDARD


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "setup"),
        ("[]", "setup"),
        ("{", "setup"),
        ("[" * 100_000, "setup"),
        ('{"cards":2}', "card_table"),
        ('{"cards":true}', "card_table"),
        ('{"difficulty":"dire"}', "difficulty"),
        ('{"difficulty":3}', "difficulty"),
        ('{"slain_face":"maybe"}', "slain_face"),
        ('{"location_cap":5}', "location_cap"),
        ('{"location_cap":false}', "location_cap"),
        ('{"cards_lost":0}', "cards_lost"),
        ('{"cards_lost":16}', "cards_lost"),
        ('{"last_round":0}', "last_round"),
        ('{"last_round":2.5}', "last_round"),
        ('{"colour":"red"}', "setup"),
    ],
)
def test_D24_a_wrong_setup_is_unreadable_and_says_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        DRAUGR.start(text)
    assert refusal.value.reason == reason


def test_D20_the_hunter_may_give_up_or_run_out_of_time() -> None:
    for text, ending in (("abandon", Ending.ABANDONED), ("time", Ending.TIME)):
        for hunt in (going(), dealt()):
            outcome = play(hunt, text).outcome
            assert outcome is not None
            assert (outcome.winner, outcome.ending) == (None, ending)


def told(*texts: str, ruleset: Ruleset = STANDARD) -> list[tuple[int, Happening]]:
    hunt = DRAUGR.start(write_setup(ruleset))
    actions = [DRAUGR.legal(hunt)[0]]
    hunt = DRAUGR.play(hunt, actions[0])
    for text in texts:
        actions.append(DRAUGR.read(hunt, text))
        hunt = DRAUGR.play(hunt, actions[-1])
    return [(event.round, event.what) for event in chronicle(write_setup(ruleset), actions)]


def test_D21_the_chronicle_tells_a_round_in_order() -> None:
    assert told("roll 5", "roll 2", "go b3", "act 1", "roll 1") == [
        (0, Happening.DEALT),
        (1, Happening.SWAY),
        (1, Happening.STRUCK),
        (1, Happening.WENT),
        (1, Happening.GAINED),
        (2, Happening.SWAY),
    ]


def test_D22_the_chronicle_leaves_out_what_was_undone() -> None:
    undone = told("roll 5", "roll 2", "go d2", "act 1", "undo", "undo", "go c1", "stay")
    assert undone == told("roll 5", "roll 2", "go c1", "stay")


def test_D24_the_chronicle_tells_of_thieves() -> None:
    hard = Ruleset(difficulty=Difficulty.HARD)
    assert told("roll 2", "roll 2", "roll 1", ruleset=hard)[-1] == (1, Happening.STOLEN)


def test_D19_the_chronicle_tells_of_slaying_and_sliding() -> None:
    hunt = play(going(placed=placed(barrow_warden=(1, 3))), "go b2", "act 1")
    blow = DRAUGR.read(hunt, "place iron 2")
    waiting = DRAUGR.play(hunt, blow)
    slain = events(hunt, blow, waiting)
    assert [event.what for event in slain] == [Happening.PLACED, Happening.SLAIN]
    assert (slain[1].draugr, slain[1].rows, slain[1].count) == (WARDEN, (2,), 1)
    choice = DRAUGR.read(waiting, "slide up")
    (slid,) = events(waiting, choice, DRAUGR.play(waiting, choice))
    assert (slid.what, slid.rows) == (Happening.SLID, (1, 2))


def test_D12_the_chronicle_tells_what_was_warded_and_turned_over() -> None:
    town = replace(dealt(), ward=TABLE.card("nunnery"), marks=marks(pilgrim=3, town_square=3))
    rolled = play(town, "roll 5")
    found = events(rolled, Roll(1), DRAUGR.play(rolled, Roll(1)))
    kinds = [event.what for event in found]
    assert kinds.count(Happening.STRUCK) == 3
    assert kinds[3:] == [Happening.WARDED, Happening.TURNED, Happening.CORRUPTED]


def test_D16_the_chronicle_tells_of_cleansing_the_counter_and_travel() -> None:
    def last(start: str, *texts: str) -> list[Happening]:
        hunt = play(going(hunter=cell(start), marks=marks(midwife=2)), *texts[:-1])
        action = DRAUGR.read(hunt, texts[-1])
        return [event.what for event in events(hunt, action, DRAUGR.play(hunt, action))]

    assert last("c2", "go b1", "act 1", "cleanse b1") == [Happening.CLEANSED]
    assert last("c1", "go a1", "act 1", "ward e1") == [Happening.COUNTER]
    assert last("c2", "go d2", "act 1", "travel a1") == [Happening.TRAVELLED]
    assert last("c2", "go d2", "stay") == [Happening.STAYED]
    assert last("c2", "abandon") == [Happening.ENDED]


def test_D8_the_chronicle_tells_of_quiet_rounds() -> None:
    for face, expected in ((SlainFace.QUIET, Happening.QUIET), (SlainFace.REROLL, Happening.REROLLED)):
        town = replace(dealt(Ruleset(slain_face=face)), rows=(1, 2, 4, 0, 3, 4))
        (event,) = events(town, Roll(4), DRAUGR.play(town, Roll(4)))
        assert (event.what, event.draugr) == (expected, REEVE)


def test_D22_a_state_is_equal_whatever_came_before() -> None:
    one = play(going(), "go c1")
    assert one == replace(one, before=None)
    assert hash(one) == hash(replace(one, before=None))
    assert DRAUGR.play(going(), Go(cell("c1"))) == one
    assert one != DRAUGR.play(one, Stay())
    assert Abandon() == Abandon()
