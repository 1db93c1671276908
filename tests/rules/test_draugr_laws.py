"""Laws that hold in every hunt, whatever the dice and the choices (D3, D6, D19, D22, D23)."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draugr import (
    CARDS,
    DRAUGR,
    DRAUGR_CARDS,
    Action,
    Difficulty,
    Hunt,
    Phase,
    Ruleset,
    SlainFace,
    Undo,
    chronicle,
    dice,
    write_setup,
)
from rules.draugr.hunt import CHANCE_PHASES
from rules.draugr.player import greedy
from rules.game import Seat, WrongAction

RULESETS = st.builds(
    Ruleset,
    difficulty=st.sampled_from(Difficulty),
    slain_face=st.sampled_from(SlainFace),
    location_cap=st.sampled_from([None, 4]),
    cards_lost=st.integers(7, 15),
    last_round=st.integers(1, 60),
)
Played = list[tuple[Hunt, Action]]


@st.composite
def hunts(draw: st.DrawFn) -> tuple[Ruleset, Played, Hunt]:
    """A whole hunt: every state with the action taken there, and the last state."""
    ruleset = draw(RULESETS)
    seed = draw(st.text(max_size=8))
    wise = draw(st.sampled_from([0, 3, 4]))
    choose = dice(seed, "choices")
    hunt, played = DRAUGR.start(write_setup(ruleset)), []
    while hunt.outcome is None:
        if hunt.phase in CHANCE_PHASES:
            action = DRAUGR.chance(hunt, dice(seed, hunt.moment))
        elif choose(4) < wise:
            action = greedy(hunt)
        else:
            legal = DRAUGR.legal(hunt)
            action = legal[choose(len(legal))]
        played.append((hunt, action))
        hunt = DRAUGR.play(hunt, action)
    return ruleset, played, hunt


many = settings(max_examples=25, deadline=None)


@many
@given(hunts())
def test_D23_every_hunt_ends_and_every_state_before_has_a_legal_action(
    game: tuple[Ruleset, Played, Hunt],
) -> None:
    ruleset, played, last = game
    assert all(action in DRAUGR.legal(hunt) for hunt, action in played if hunt.phase is not Phase.DEAL)
    assert all(DRAUGR.turn(hunt) is not None for hunt, _ in played)
    assert last.round <= ruleset.last_round
    assert DRAUGR.outcome(last) is not None
    assert (DRAUGR.turn(last), DRAUGR.legal(last)) == (None, ())


@many
@given(hunts())
def test_D3_markers_are_never_lost_or_made(game: tuple[Ruleset, Played, Hunt]) -> None:
    for hunt in [*(hunt for hunt, _ in game[1][1:]), game[2]]:
        for kind in (0, 1):
            on_draugr = sum(hunt.wounds(draugr.no)[kind] for draugr in DRAUGR_CARDS)
            assert hunt.stock[kind] + hunt.supply[kind] + on_draugr == 8
            assert min(hunt.stock[kind], hunt.supply[kind]) >= 0


@many
@given(hunts())
def test_D19_every_row_of_a_side_with_a_living_draugr_is_held_by_one_of_them(
    game: tuple[Ruleset, Played, Hunt],
) -> None:
    for hunt in [*(hunt for hunt, _ in game[1][1:]), game[2]]:
        for side in (hunt.seats[:3], hunt.seats[3:]):
            held = sorted(row for draugr in side for row in hunt.held(draugr))
            waiting = hunt.fallen in side
            assert held in ([1, 2, 3], []) or (waiting and held == [1, 3])
            assert all(hunt.wounds(draugr) == (0, 0) or hunt.rows[draugr] for draugr in side)


@many
@given(hunts())
def test_D12_townspeople_bear_at_most_four_markers_and_never_come_back(
    game: tuple[Ruleset, Played, Hunt],
) -> None:
    for hunt, action in game[1][1:]:
        after = DRAUGR.play(hunt, action)
        for card in CARDS:
            if hunt.turned(card.no):
                assert after.marks[card.no] == 4
            assert after.marks[card.no] <= 4 or not after.turned(card.no)
        assert after.ward is None or not after.turned(after.ward)


@many
@given(hunts())
def test_D21_the_written_actions_replay_to_the_same_hunt(game: tuple[Ruleset, Played, Hunt]) -> None:
    ruleset, played, last = game
    hunt = DRAUGR.start(write_setup(ruleset))
    for state, action in played:
        text = DRAUGR.write(state, action)
        assert hunt == state
        assert DRAUGR.read(hunt, text) == action
        assert DRAUGR.write(hunt, DRAUGR.read(hunt, text)) == text
        hunt = DRAUGR.play(hunt, DRAUGR.read(hunt, text))
    assert hunt == last
    assert repr(hunt) == repr(last)


@many
@given(hunts())
def test_D21_every_legal_action_is_written_and_read_back(game: tuple[Ruleset, Played, Hunt]) -> None:
    for hunt, _ in game[1]:
        for action in DRAUGR.legal(hunt):
            assert DRAUGR.read(hunt, DRAUGR.write(hunt, action)) == action


@many
@given(hunts())
def test_D22_undo_takes_back_any_choice_and_no_roll(game: tuple[Ruleset, Played, Hunt]) -> None:
    for hunt, action in game[1]:
        after = DRAUGR.play(hunt, action)
        if after.outcome is not None:
            continue
        assert after.undoable is (DRAUGR.turn(hunt) is Seat.HUNTER)
        if after.undoable:
            assert DRAUGR.play(after, Undo()) is hunt


@many
@given(hunts())
def test_D22_undone_detours_leave_no_trace(game: tuple[Ruleset, Played, Hunt]) -> None:
    ruleset, played, last = game
    actions: list[Action] = []
    for hunt, action in played:
        if DRAUGR.turn(hunt) is Seat.HUNTER:
            detour = DRAUGR.legal(hunt)[-1]
            if DRAUGR.play(hunt, detour).undoable:
                actions += [detour, Undo()]
        actions.append(action)
    straight = chronicle(write_setup(ruleset), [action for _, action in played])
    assert chronicle(write_setup(ruleset), actions) == straight
    assert straight[-1].ending is (last.outcome.ending if last.outcome else None)


WORDS = st.sampled_from(
    [
        "go",
        "act",
        "place",
        "holy",
        "iron",
        "slide",
        "up",
        "deal",
        "roll",
        "to",
        "the",
        "/",
        "1",
        "a1",
        "b",
        "ward",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=6).map(" ".join)), st.sampled_from(Phase))
def test_D21_garbage_raises_only_wrong_actions(text: str, phase: Phase) -> None:
    town = DRAUGR.play(DRAUGR.start("{}"), DRAUGR.legal(DRAUGR.start("{}"))[0])
    for hunt in (DRAUGR.start("{}"), replace(town, phase=phase), replace(town, phase=phase, acting=0)):
        try:
            DRAUGR.play(hunt, DRAUGR.read(hunt, text))
        except WrongAction as refusal:
            assert refusal.reason


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_D24_a_setup_that_is_garbage_raises_only_wrong_actions(text: str) -> None:
    try:
        DRAUGR.start(text)
    except WrongAction as refusal:
        assert refusal.reason
