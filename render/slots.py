"""Where the colours of a table lie in its palette: the ground's, the attackers', the defenders', the gilding's.

A part's colours begin at the same index whatever the other parts are. So what the ground's pixels name does not
depend on the sets that are played with, nor what one side's name on the other side's.
"""

SIDE = 32
"""How many slots each side has."""


def laid(ground: bytes, attackers: bytes = b"", defenders: bytes = b"", gilding: bytes = b"") -> bytes:
    """The palette of these parts, RGB triples, each part's from dark to bright.

    Slots that a side leaves over repeat a colour before them, so that they are never the first of the nearest.
    """
    made = ground
    for side in (attackers, defenders):
        made += side + (side or ground)[-3:] * (SIDE - len(side) // 3)
    return made + gilding
