"""What is typed and is no move is answered with one that could be played now."""

import re

from bot.sentences import EXAMPLE
from bot.words import LOCALES, say, speaker
from rules.tafl.action import Place
from rules.tafl.match import begin, play, play_typed
from rules.tafl.position import PLACEMENTS
from rules.tafl.ruleset import PRESETS
from rules.tafl.squares import square
from tests.world.stage import Stage

en = speaker("en")


async def test_F40_what_is_no_move_is_answered_with_one_that_can_be_played_now(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    for person, typed in ((stage.astrid, "d9xd8"), (stage.bjorn, "e5xe6")):
        await stage.say_move(person, typed)
        [example] = re.findall(r"`(\S+)`", stage.told(person).text)
        assert stage.told(person).text == en("wrong-unreadable-notation", text=typed, example=example)
        await stage.say_move(person, example)
        assert example in stage.table().text


async def test_T3_what_is_no_move_before_the_placement_is_told_that_it_comes_first(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    await stage.accept(stage.bjorn)
    await stage.say_move(stage.astrid, "hello")
    assert stage.told(stage.astrid).text.startswith(en("wrong-illegal-placing") + "\n(Rule T3)")
    assert "e9" in stage.told(stage.astrid).text


def test_the_example_of_a_move_opens_any_match() -> None:
    for ruleset in PRESETS.values():
        for placement in PLACEMENTS:
            opened = play_typed(play(begin(ruleset), Place(square(placement))), EXAMPLE)
            assert opened.number == 1
    about = [say(locale, key) for locale in LOCALES for key in ("option-move-about", "command-move-about")]
    assert all(EXAMPLE in words for words in about)
