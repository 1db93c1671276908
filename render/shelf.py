"""A cache bounded in bytes: what has not been asked for longest leaves first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakSet

from PIL import Image

P = ParamSpec("P")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


_EVERY: "WeakSet[Shelf[Any, Any]]" = WeakSet()


def bytes_held() -> int:
    """How much all caches of the process hold together."""
    return sum(shelf.used for shelf in list(_EVERY))


class Shelf(Generic[K, V]):
    """Values by key, at most `room` bytes of them by the measure of `weigh`. Safe for threads."""

    def __init__(self, room: int, weigh: Callable[[V], int]) -> None:
        self.room = room
        self.used = 0
        self._weigh = weigh
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        _EVERY.add(self)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """The value, if it is still kept."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Keep the value, and drop the oldest ones beyond `room`; a value over `room` is not kept."""
        weight = self._weigh(value)
        with self._lock:
            old = self._kept.pop(key, None)
            if old is not None:
                self.used -= self._weigh(old)
            if weight > self.room:
                return
            self._kept[key] = value
            self.used += weight
            while self.used > self.room:
                _, gone = self._kept.popitem(last=False)
                self.used -= self._weigh(gone)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self.used = 0


def picture_bytes(*images: Image.Image) -> int:
    """How much memory the images take: four bytes a pixel where a pixel has more than one channel."""
    return sum(im.width * im.height * (1 if im.mode in ("L", "P", "1") else 4) + 500 for im in images)


def shelved(room: int, weigh: Callable[[Any], int]) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Keep what a function gave for the same arguments, by position, on a shelf of its own.

    A call with named arguments is not kept.
    """

    def keeping(function: Callable[P, V]) -> Callable[P, V]:
        shelf: Shelf[tuple[object, ...], V] = Shelf(room, weigh)

        @wraps(function)
        def kept(*args: P.args, **kwargs: P.kwargs) -> V:
            if kwargs:
                return function(*args, **kwargs)
            value = shelf.get(args)
            if value is None:
                value = function(*args)  # type: ignore[call-arg]  # without names, as just seen
                shelf.put(args, value)
            return value

        return kept

    return keeping
