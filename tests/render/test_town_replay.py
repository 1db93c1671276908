"""Hunts as animations."""

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

import render.animation
from render.animation import Format, TooLarge
from render.town import TownScene, draw_town
from render.town_recorded import ENGLISH
from render.town_replay import Kind, Moment, moments, of_rounds, rounds_each, town_replay
from rules.draugr.actions import Act, Action, Go, Stay, Undo
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.hunt import Hunt, Phase
from rules.draugr.ruleset import Difficulty, Ruleset, write_setup
from rules.game import Ending, Seat
from tests.render import gif_decoder

SETUP = write_setup(Ruleset())


def hunted(seed: str, setup: str = SETUP) -> list[Action]:
    """All that happens in the hunt of that seed as the greedy player hunts it."""
    hunt, actions = DRAUGR.start(setup), list[Action]()
    while hunt.outcome is None:
        chance = DRAUGR.turn(hunt) is not Seat.HUNTER
        actions.append(DRAUGR.chance(hunt, dice(seed, hunt.moment)) if chance else hint(hunt).action)
        hunt = DRAUGR.play(hunt, actions[-1])
    return actions


WON = moments(SETUP, hunted("hunt norn-10"))
EARLY = of_rounds(WON, 1, 3)


def frames(data: bytes) -> list[Image.Image]:
    """The frames as Pillow composes them, RGB."""
    with Image.open(io.BytesIO(data)) as opened:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(opened)]


def durations(data: bytes) -> list[int]:
    with Image.open(io.BytesIO(data)) as opened:
        return [frame.info["duration"] for frame in ImageSequence.Iterator(opened)]


def picture(moment: Moment, carved: Path) -> Image.Image:
    """The picture of a moment's town."""
    png = draw_town(TownScene(moment.hunt, ENGLISH, chosen=moment.chosen), cache_dir=carved)
    return Image.open(io.BytesIO(png)).convert("RGB")


def seen(shown: Sequence[Moment], carved: Path) -> list[Moment]:
    """Those in which the town changes: what a frame is for."""
    towns = [draw_town(TownScene(moment.hunt, ENGLISH), cache_dir=carved) for moment in shown]
    return [moment for place, moment in enumerate(shown) if not place or towns[place] != towns[place - 1]]


# Moments


def states(actions: Sequence[Action], setup: str = SETUP) -> list[Hunt]:
    """The state after each action."""
    found = [DRAUGR.start(setup)]
    for action in actions:
        found.append(DRAUGR.play(found[-1], action))
    return found[1:]


def test_D21_the_deal_then_the_dice_then_the_hunters_way_and_deed() -> None:
    assert [moment.kind for moment in EARLY[:4]] == [Kind.ROLLED, Kind.ROLLED, Kind.WENT, Kind.ACTED]
    dealt, rolled, went, acted = (moment.hunt for moment in EARLY[:4])
    assert dealt.dice == (0, 0, 0)
    assert all(rolled.dice[:2])
    assert rolled.phase is Phase.GO
    assert went.hunter != rolled.hunter
    assert EARLY[2].chosen == went.hunter
    assert acted.phase is Phase.TARGET


def test_a_deed_still_stands_in_its_round_with_its_dice_and_what_they_struck() -> None:
    deeds = [moment.hunt for moment in WON if moment.kind in (Kind.ACTED, Kind.SLAIN)]
    assert len({hunt.round for hunt in deeds}) == WON[-1].hunt.round
    rolled = {moment.hunt.round: moment.hunt for moment in WON if moment.kind is Kind.ROLLED}
    for hunt in deeds:
        assert (hunt.dice, hunt.struck) == (rolled[hunt.round].dice, rolled[hunt.round].struck)


def test_D18_each_draugr_is_slain_in_a_moment_of_its_own() -> None:
    assert [moment.hunt.slain for moment in WON if moment.kind is Kind.SLAIN] == [1, 2, 3, 4]


def test_D22_what_was_undone_is_not_shown() -> None:
    actions = hunted("hunt norn-10")
    at = next(place for place, action in enumerate(actions) if isinstance(action, Act))
    tried = [*actions[:at], Undo(), *actions[at - 1 : at], Stay(), Undo(), Undo(), *actions[at - 1 :]]
    assert moments(SETUP, tried) == WON
    assert moments(SETUP, [*actions[:at], Undo()]) == moments(SETUP, actions[: at - 1])


def test_D24_a_round_of_grace_has_no_dice_to_show() -> None:
    setup = write_setup(Ruleset(difficulty=Difficulty.EASY))
    early = of_rounds(moments(setup, hunted("hunt a", setup)), 1, 3)
    assert {moment.kind for moment in early[1:]} <= {Kind.WENT, Kind.ACTED, Kind.SLAIN}
    assert {moment.hunt.round for moment in early} == {1, 2, 3}


def test_D24_a_thiefs_roll_is_shown_with_the_others() -> None:
    setup = write_setup(Ruleset(difficulty=Difficulty.HARD))
    rolled = [moment.hunt for moment in moments(setup, hunted("hunt a", setup)) if moment.kind is Kind.ROLLED]
    assert any(hunt.dice[2] for hunt in rolled)
    assert len({hunt.round for hunt in rolled[1:]}) == len(rolled[1:])


def test_a_hunt_under_way_ends_with_the_town_as_it_stands() -> None:
    actions = hunted("hunt norn-10")
    at = next(place for place, action in enumerate(actions) if isinstance(action, Go))
    for end in range(1, at + 4):
        assert moments(SETUP, actions[:end])[-1].hunt == states(actions)[end - 1]


@pytest.mark.parametrize(
    ("first", "last", "rounds"),
    [
        (None, None, range(1, 25)),
        (3, 5, range(2, 6)),
        (5, 3, range(2, 4)),
        (None, 2, range(1, 3)),
        (24, None, range(23, 25)),
        (2**53, 2**53, range(23, 25)),
    ],
)
def test_any_rounds_are_shown_after_the_town_that_they_began_with(
    first: int | None, last: int | None, rounds: range
) -> None:
    shown = of_rounds(WON, first, last)
    assert sorted({moment.hunt.round for moment in shown}) == list(rounds)
    assert (shown[-1].hunt.outcome is not None) == (24 in rounds)
    if first in (3, 24):
        assert [moment.hunt.round for moment in shown].count(rounds[0]) == 1


# Files


def test_each_frame_is_the_picture_of_its_moment(carved: Path) -> None:
    shown = frames(town_replay(EARLY, ENGLISH, cache_dir=carved).data)
    expected = [picture(moment, carved) for moment in seen(EARLY, carved)]
    assert len(shown) == len(expected) > 6
    assert [one.tobytes() for one in shown] == [one.tobytes() for one in expected]


def test_two_decoders_and_two_formats_show_the_same(carved: Path) -> None:
    gif, webp = (
        town_replay(EARLY[:3], ENGLISH, format=format, cache_dir=carved).data
        for format in render.animation.FORMATS
    )
    shown = [one.tobytes() for one in frames(gif)]
    assert [one.tobytes() for one in frames(webp)] == shown
    size, colours, _ = gif_decoder.decoded(gif)
    for indices, expected in zip(gif_decoder.composed(gif), shown, strict=True):
        made = Image.frombytes("P", size, indices)
        made.putpalette(colours)
        assert made.convert("RGB").tobytes() == expected
    assert len(webp) < len(gif) * 0.8


def test_each_moment_has_its_time_and_the_last_is_held(carved: Path) -> None:
    data = town_replay(EARLY, ENGLISH, cache_dir=carved).data
    assert durations(data) == [*(moment.kind for moment in seen(EARLY, carved)[:-1]), 4000]
    with Image.open(io.BytesIO(data)) as opened:
        assert opened.info["loop"] == 0


def test_a_whole_hunt_is_960_pixels_wide_and_far_below_3_megabytes(carved: Path) -> None:
    made = town_replay(WON, ENGLISH, cache_dir=carved)
    assert made.step == 0
    assert len(made.data) < 1_500_000
    assert WON[-1].hunt.outcome
    assert WON[-1].hunt.outcome.ending is Ending.SLAIN
    with Image.open(io.BytesIO(made.data)) as opened:
        assert opened.size == (960, 720)
        opened.seek(opened.n_frames - 1)  # type: ignore[attr-defined]
        assert opened.convert("RGB").tobytes() == picture(WON[-1], carved).tobytes()


@pytest.mark.parametrize("format", render.animation.FORMATS)
def test_with_less_room_it_is_smaller_then_shows_the_ends_of_rounds_alone(
    format: Format, carved: Path
) -> None:
    shown = of_rounds(WON, 1, 6)
    whole = town_replay(shown, ENGLISH, format=format, cache_dir=carved)
    less = town_replay(shown, ENGLISH, format=format, cache_dir=carved, most=len(whole.data) - 1)
    assert less.step == 0
    assert frames(less.data)[0].size == (640, 480)
    least = town_replay(shown, ENGLISH, format=format, cache_dir=carved, most=len(less.data) // 2)
    assert least.step > 0
    assert len(least.data) <= len(less.data) // 2
    whole_end = picture(shown[-1], carved).resize(frames(least.data)[0].size, Image.Resampling.LANCZOS)
    assert max(ImageStat.Stat(ImageChops.difference(whole_end, frames(least.data)[-1])).mean) < 8


def test_more_frames_than_are_shown_leave_a_frame_a_round(
    carved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render.animation, "MOST_FRAMES", 12)
    for last, each in ((8, 1), (13, 2)):
        made = town_replay(of_rounds(WON, 1, last), ENGLISH, cache_dir=carved)
        assert rounds_each(made.step) == each
        assert len(durations(made.data)) <= 12
        end = of_rounds(WON, 1, last)[-1]
        assert frames(made.data)[-1].tobytes() == picture(Moment(end.hunt, end.kind), carved).tobytes()


def test_nothing_to_show_and_no_room_are_refused(carved: Path) -> None:
    with pytest.raises(ValueError, match="no moments"):
        town_replay([], ENGLISH)
    with pytest.raises(TooLarge):
        town_replay(EARLY, ENGLISH, cache_dir=carved, most=5_000)
