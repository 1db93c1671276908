"""The small protocol that both games keep: seats, endings, outcomes, errors, and what a game can do."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

Draw = Callable[[int], int]
"""`draw(n)` gives a whole number from 0 to n - 1: the only way chance enters the rules."""


class Seat(StrEnum):
    """Who acts. A match seats two, a hunt one; `CHANCE` deals and rolls."""

    ATTACKERS = "attackers"
    DEFENDERS = "defenders"
    HUNTER = "hunter"
    CHANCE = "chance"

    @property
    def opponent(self) -> "Seat":
        """The other side of a match; raises KeyError for a seat that has none."""
        if self is Seat.ATTACKERS:
            return Seat.DEFENDERS
        if self is Seat.DEFENDERS:
            return Seat.ATTACKERS
        raise KeyError(self)


class Ending(StrEnum):
    """How a session ended."""

    CAPTURE = "capture"  # T16
    ESCAPE = "escape"  # T15
    IMMOBILITY = "immobility"  # T17
    REPETITION = "repetition"  # T18
    AGREEMENT = "agreement"  # T18
    RESIGNATION = "resignation"  # T19
    TIME = "time"  # T19
    ANNULMENT = "annulment"  # nobody's result: both agreed, or nobody came
    SLAIN = "slain"  # D20
    TOWNSFOLK = "townsfolk"  # D13
    OVERRUN = "overrun"  # D13
    LAST_ROUND = "last_round"  # D23
    ABANDONED = "abandoned"  # the hunter gave up


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a session ended and for whom; `winner` is None where nobody won."""

    winner: Seat | None
    ending: Ending


class WrongAction(Exception):
    """An action that the rules refuse. Carries data and no prose; `rule` is a rule's number or empty."""

    def __init__(self, *, rule: str = "", reason: str = "", text: str = "", squares: tuple[str, ...] = ()):
        super().__init__(rule, reason, text, squares)
        self.rule = rule
        self.reason = reason
        self.text = text
        self.squares = squares


class Unreadable(WrongAction):
    """A text that is no action, position or record at all; `reason` says in one word what is wrong."""


class IllegalAction(WrongAction):
    """A readable action that `rule` forbids here; `squares` lists what the same piece may do instead."""


class Ambiguous(WrongAction):
    """A text that fits several legal actions; `squares` lists them in notation."""


S = TypeVar("S")
A = TypeVar("A")


class Game(Protocol, Generic[S, A]):
    """What the sessions need of a game. A state is immutable; a session is a setup and a list of actions.

    `S` is the state, `A` the action. The text forms are canonical: `read_setup(write_setup(s))` and
    `read(state, write(state, a))` give back what was written.
    """

    name: str

    def start(self, setup: str) -> S:
        """The state before the first action; raises Unreadable."""
        ...

    def turn(self, state: S) -> Seat | None:
        """Who must act now; None once the session is over."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the session ended, or None while it goes on."""
        ...

    def legal(self, state: S) -> tuple[A, ...]:
        """Every action of the seat whose turn it is, in a fixed order; empty once the session is over."""
        ...

    def play(self, state: S, action: A) -> S:
        """The state after the action; raises IllegalAction."""
        ...

    def chance(self, state: S, draw: Draw) -> A:
        """The action of `Seat.CHANCE`, drawn; called only where it is chance's turn."""
        ...

    def read(self, state: S, text: str) -> A:
        """The action that a person's text means here, read leniently; raises WrongAction."""
        ...

    def write(self, state: S, action: A) -> str:
        """The action's canonical text, as it is stored and shown."""
        ...
