"""Seeded dice: the same seed always deals the same town and rolls the same numbers."""

from collections.abc import Iterator
from hashlib import sha256

from rules.game import Draw


def dice(seed: bytes | str, at: str = "") -> Draw:
    """A deterministic `Draw` for a seed; raises ValueError for `draw(n)` with n outside 1 to 2**32.

    Every number of the range is equally likely: values that would favour some are rejected. The numbers are
    the same in every version of Python. Draws with the same seed and another `at` are independent:
    `dice(seed, hunt.moment)` gives each roll of a hunt its own, so that a hunt can be taken up at any
    point, and round 7 rolls alike for all who play the seed.
    """
    key = seed if isinstance(seed, bytes) else seed.encode("utf-8", "surrogatepass")
    numbers = _numbers(len(key).to_bytes(8, "big") + key + at.encode("utf-8", "surrogatepass"))

    def draw(n: int) -> int:
        if not 1 <= n <= 1 << 32:
            raise ValueError(n)
        fair = (1 << 32) - (1 << 32) % n
        return next(number for number in numbers if number < fair) % n

    return draw


def _numbers(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(counter.to_bytes(8, "big") + key).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1
