"""The text form of a hunt's actions: canonical writing, lenient reading."""

from dataclasses import replace

import pytest

from rules.draugr import (
    DRAUGR,
    Act,
    Action,
    Cleanse,
    Go,
    Hunt,
    Marker,
    Phase,
    Place,
    Roll,
    Slide,
    Stay,
    Travel,
    Undo,
)
from rules.game import Ambiguous, Unreadable, WrongAction
from tests.rules.draugr_town import BRIDE, STEERSMAN, WARDEN, WIDOW, cell, dealt, going, marks, placed, play

CARD = play(going(marks=marks(midwife=1, nunnery=2)), "go c1")
PLACING = play(going(), "go b2", "act 1")
EITHER = play(going(hunter=cell("d1")), "go e1", "act 1")
CLEANSING = play(going(marks=marks(midwife=1)), "go b1", "act 1")
TRAVELLING = play(going(), "go d2", "act 1")
SLIDING = play(going(placed=placed(barrow_warden=(1, 3))), "go b2", "act 1", "place iron barrow_warden")


@pytest.mark.parametrize(
    ("hunt", "text", "action"),
    [
        (going(), "go e3", Go(cell("e3"))),
        (going(), "  GO   E3 ", Go(cell("e3"))),
        (going(), "e3", Go(cell("e3"))),
        (going(), "go to e3", Go(cell("e3"))),
        (going(), "е3", Go(cell("e3"))),  # Cyrillic
        (going(), "ｇｏ　ｅ３", Go(cell("e3"))),
        (going(), "go-boathouse", Go(cell("e3"))),
        (going(), "the Boathouse", Go(cell("e3"))),
        (going(), "Saint Olav's Spring", Go(cell("a3"))),
        (going(), "Saint Olav’s Spring", Go(cell("a3"))),
        (going(), "spring", Go(cell("a3"))),
        (going(), "bellringer", Go(cell("c1"))),
        (CARD, "act 1", Act(0)),
        (CARD, "2", Act(1)),
        (CARD, "0", Stay()),
        (CARD, "stay my hand", Stay()),
        (CARD, "skip", Stay()),
        (PLACING, "place iron steersman", Place(Marker.IRON, STEERSMAN)),
        (PLACING, "strike iron 2", Place(Marker.IRON, WARDEN)),
        (PLACING, "Salt Widow", Place(Marker.IRON, WIDOW)),
        (PLACING, "6", Place(Marker.IRON, BRIDE)),
        (PLACING, "iron on the Snow Bride", Place(Marker.IRON, BRIDE)),
        (PLACING, "place iron 1 slide 2", Place(Marker.IRON, STEERSMAN, WARDEN)),
        (EITHER, "holy water widow", Place(Marker.HOLY, WIDOW)),
        (CLEANSING, "cleanse b1", Cleanse(cell("b1"))),
        (CLEANSING, "midwife", Cleanse(cell("b1"))),
        (TRAVELLING, "a1", Travel(cell("a1"))),
        (TRAVELLING, "travel to shepherdess", Travel(cell("a1"))),
        (SLIDING, "slide steersman", Slide(STEERSMAN)),
        (SLIDING, "up", Slide(STEERSMAN)),
        (SLIDING, "slide down", Slide(WIDOW)),
        (SLIDING, "3", Slide(WIDOW)),
        (going(), "undo", Undo()),
        (dealt(), "roll 4", Roll(4)),
    ],
)
def test_D21_a_persons_text_is_read_leniently(hunt: Hunt, text: str, action: Action) -> None:
    assert DRAUGR.read(hunt, text) == action


@pytest.mark.parametrize(
    ("hunt", "text", "reason"),
    [
        (going(), "", "action"),
        (going(), "   ", "action"),
        (going(), "go", "card"),
        (going(), "go f1", "cell"),
        (going(), "go a4", "cell"),
        (going(), "a11", "cell"),
        (going(), "go ²", "cell"),
        (going(), "fly e3", "card"),
        (going(), "x" * 501, "action"),
        (CARD, "act 3", "index"),
        (CARD, "act 1 2", "index"),
        (EITHER, "steersman", "marker"),
        (EITHER, "place", "marker"),
        (EITHER, "holy", "draugr"),
        (EITHER, "holy 7", "draugr"),
        (SLIDING, "slide sideways", "draugr"),
        (dealt(), "roll 7", "face"),
        (dealt(), "roll ٣", "face"),
        (dealt(), "3", "action"),
        (dealt(), "deal", "deal"),
        (dealt(), "deal " + "nunnery " * 15 + "/ " + "snow_bride " * 6, "deal"),
    ],
)
def test_D21_what_is_no_action_is_unreadable(hunt: Hunt, text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        DRAUGR.read(hunt, text)
    assert refusal.value.reason == reason


def test_D21_a_text_that_fits_several_names_is_ambiguous() -> None:
    with pytest.raises(Ambiguous) as refusal:
        DRAUGR.read(going(), "go b")
    assert refusal.value.squares == (
        "bell_ringer",
        "charcoal_burner",
        "bog_iron_pits",
        "beacon_hill",
        "boathouse",
    )
    with pytest.raises(Ambiguous):
        DRAUGR.read(EITHER, "holy b")


def test_D21_a_name_alone_is_no_card_before_the_deal() -> None:
    with pytest.raises(WrongAction):
        DRAUGR.read(replace(DRAUGR.start("{}"), phase=Phase.GO), "nunnery")


def test_D21_a_deal_is_written_and_read_whole() -> None:
    start = DRAUGR.start("{}")
    deal = DRAUGR.legal(start)[0]
    text = DRAUGR.write(start, deal)
    assert text.startswith("deal shepherdess midwife ")
    assert text.endswith(" / steersman barrow_warden salt_widow bog_reeve hanged_bailiff snow_bride")
    assert DRAUGR.read(start, text) == deal
    assert DRAUGR.read(start, text.upper()) == deal
