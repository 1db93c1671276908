"""Letters drawn once each stand as their font sets them."""

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from render import letters
from render.letters import Setting

NAMES = (
    *("Attacker 812", "Ragnhild", "Þorgeirr", "Ljósvetningagoði Tjǫrvas", "WAVE Toy fi ffl AVATAR"),
    *("Жупан Дмитрий", "Тётя Гуля", "difficult office", "f(x)j fjord", "quick-brown fox", "L'or, Ty."),
)
SETTINGS = (
    Setting("vollkorn", 31, ("smcp", "lnum")),
    Setting("vollkorn", 22, ("lnum",)),
    Setting("alegreya", 24, ("lnum",)),
)


def whole(setting: Setting, text: str) -> Image.Image:
    """The text as the font draws it in one."""
    shown = Image.new("L", (600, 60))
    face, features = setting.face, list(setting.features)
    ImageDraw.Draw(shown).text((5, 40), text, 255, face, anchor="ls", features=features)
    return shown


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_line_of_letters_is_the_line_that_the_font_draws(setting: Setting) -> None:
    for text in NAMES:
        made = Image.new("L", (600, 60))
        letters.write(made, setting, text, (5, 40))
        # A letter that falls between two pixels may come to stand on the other one.
        apart = ImageStat.Stat(ImageChops.difference(made, whole(setting, text))).sum[0]
        assert apart <= 0.04 * ImageStat.Stat(made).sum[0] + 255 * setting.size, text
        long = setting.face.getlength(text, features=list(setting.features))
        assert abs(letters.advance(setting, text) - long) < 0.1


def test_letters_that_change_each_other_are_drawn_together() -> None:
    setting = SETTINGS[1]
    joined = [unit for unit, _ in letters._placed(setting, "fjord office")[0] if len(unit) > 1]
    assert joined == ["fj", "ffi"]
    apart = Image.new("L", (600, 60))
    letters.write(apart, setting, "fi", (5, 40))
    assert apart.tobytes() == whole(setting, "fi").tobytes()
