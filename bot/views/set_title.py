"""What a set is called."""

from bot.words import Say


def set_title(say: Say, material: str, name: str, number: int) -> str:
    """A set's own name, else what it is made of and its number; not escaped."""
    return name or say("set-unnamed", material=say(f"material-{material}"), number=number)
