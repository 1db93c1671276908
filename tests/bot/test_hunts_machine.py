"""Hunts of several people in any order, with failures and restarts between: every try, result and roll stays true."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, invariant, multiple, rule

from bot.hunts import Hunts, settle_daily
from bot.people import Place, Player, PlayerId, SessionId
from bot.sessions import Sessions
from bot.store import Store
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt
from rules.draugr.player import greedy
from rules.draugr.ruleset import Difficulty, Ruleset
from rules.game import Ending, Seat
from tests.bot.folk import first
from tests.bot.troubled import Troubled

PEOPLE = [Player(PlayerId(number), name) for number, name in enumerate(("Astrid", "Bjorn", "Gudrun"), 1)]
PLACES = [Place(700, 800, "bot"), Place(700, 801, "bot"), Place(None, 802, "bot")]
TRAPS = ["insert on action", "insert on session", "insert on daily", "update on daily", "update on session"]


class Town(Troubled):
    """People who hunt, try the day's hunt, take back and give up, while the house fails and restarts."""

    session_ids: Bundle[SessionId] = Bundle("session_ids")

    def open(self) -> None:
        self.store = self.runner.run(Store.open(self.path))
        self.sessions = Sessions(self.store, settling=(settle_daily,))
        self.hunts = Hunts(self.store, self.sessions)

    def stop(self) -> None:
        self.runner.run(self.store.close())

    # Trouble

    @rule()
    def reopen(self) -> None:
        self.runner.run(self.store.close())
        self.open()

    @rule(wait=st.integers(0, 60))
    def cancel_next(self, wait: int) -> None:
        self.wait = wait

    @rule(trap=st.sampled_from(TRAPS))
    def fail_next(self, trap: str) -> None:
        self.set_trap(trap)

    @rule(hours=st.sampled_from([1, 13]))
    def wait_a_while(self, hours: int) -> None:
        self.clock.pass_by(timedelta(hours=hours))

    # Deeds

    @rule(
        target=session_ids,
        place=st.sampled_from(PLACES),
        hunter=st.sampled_from(PEOPLE),
        difficulty=st.sampled_from(list(Difficulty)),
        seed=st.sampled_from(["norn", "skald", ""]),
    )
    def begin(self, place: Place, hunter: Player, difficulty: Difficulty, seed: str) -> Any:
        began = self.run(
            self.hunts.begin(
                place=place,
                locale="en",
                hunter=hunter,
                ruleset=Ruleset(difficulty=difficulty),
                seed=seed,
                now=self.clock(),
                draw=first,
            )
        )
        return began.id if began else multiple()

    @rule(target=session_ids, place=st.sampled_from(PLACES), hunter=st.sampled_from(PEOPLE))
    def begin_daily(self, place: Place, hunter: Player) -> Any:
        began = self.run(
            self.hunts.begin_daily(place=place, locale="en", hunter=hunter, now=self.clock(), draw=first)
        )
        return began.id if began else multiple()

    @rule(session=session_ids, choices=st.lists(st.integers(0, 99), min_size=1, max_size=6))
    def choose(self, session: SessionId, choices: list[int]) -> None:
        for choice in choices:
            found = self.runner.run(self.sessions.get(session))
            if found.outcome:
                return
            legal = DRAUGR.legal(found.hunt)
            action = legal[choice % len(legal)] if choice % 2 else greedy(found.hunt)
            self.act(session, found.seats[Seat.HUNTER], found.ply, DRAUGR.write(found.hunt, action))

    @rule(
        session=session_ids,
        player=st.sampled_from(PEOPLE),
        ply=st.integers(2, 9),
        text=st.sampled_from(["stay", "go c2", "undo", "abandon", "roll 3", "act 1", "time", "?"]),
    )
    def act(self, session: SessionId, player: Player, ply: int, text: str) -> None:
        self.run(self.sessions.act(session, ply, player.id, text, now=self.clock(), draw=first))

    @rule(session=session_ids, player=st.sampled_from(PEOPLE))
    def take_back(self, session: SessionId, player: Player) -> None:
        ply = self.runner.run(self.sessions.get(session)).ply
        self.run(self.sessions.take_back(session, ply, player.id, now=self.clock()))

    @rule(session=session_ids, player=st.sampled_from(PEOPLE))
    def give_up(self, session: SessionId, player: Player) -> None:
        self.run(self.sessions.resign(session, player.id, now=self.clock()))

    # What always holds

    @invariant()
    def every_hunt_is_what_its_seed_and_its_hunters_choices_make_of_it(self) -> None:
        with closing(sqlite3.connect(self.store.path)) as connection:
            rows = connection.execute("select id, setup, seed, state, ending from session").fetchall()
            for number, setup, seed, state, ending in rows:
                actions = connection.execute(
                    "select seat, text from action where session = ? order by ply", (number,)
                ).fetchall()
                hunt = replayed(setup, seed, actions)
                assert DRAUGR.turn(hunt) is not Seat.CHANCE
                assert (state, ending) == (("over", hunt.outcome.ending) if hunt.outcome else ("live", None))
                served = self.runner.run(self.sessions.get(SessionId(number)))
                assert (served.state, served.ply, served.seed) == (hunt, len(actions), seed)

    @invariant()
    def every_daily_try_is_told_once_and_as_it_ended(self) -> None:
        with closing(sqlite3.connect(self.store.path)) as connection:
            tries = connection.execute(
                "select day, player, session, won, slain, rounds from daily"
            ).fetchall()
            seeded = connection.execute(
                "select id from session where seed like 'daily %' order by id"
            ).fetchall()
        assert sorted((session,) for _, _, session, *_ in tries) == seeded
        for day, player, number, *result in tries:
            served = self.runner.run(self.sessions.get(SessionId(number)))
            assert served.seats[Seat.HUNTER].id == player
            assert (served.seed or "").startswith(f"daily {day} ")
            hunt, outcome = served.hunt, served.outcome
            won = outcome is not None and outcome.ending is Ending.SLAIN
            assert result == ([int(won), hunt.slain, hunt.round] if outcome else [None] * 3)


def replayed(setup: str, seed: str, actions: list[tuple[str, str]]) -> Hunt:
    """The hunt after the actions; chance's are those of the seed."""
    hunt: Hunt = DRAUGR.start(setup)
    for seat, text in actions:
        assert DRAUGR.turn(hunt) == seat
        if seat == Seat.CHANCE:
            assert text == DRAUGR.write(hunt, DRAUGR.chance(hunt, dice(seed, hunt.moment)))
        hunt = DRAUGR.play(hunt, DRAUGR.read(hunt, text))
    return hunt


TestTown = Town.TestCase
TestTown.settings = settings(
    max_examples=10,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
