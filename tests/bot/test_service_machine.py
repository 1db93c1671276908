"""Anything at all, in any order, with failures and restarts between: what is stored is always one honest story."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, consumes, invariant, multiple, rule

from bot.challenges import LIFETIME, Challenges, Side
from bot.people import ChallengeId, Place, Player, PlayerId, SessionId
from bot.session import OFFER_KINDS, OfferKind, State
from bot.sessions import Sessions
from bot.store import Store
from rules.game import Outcome
from rules.tafl.match import TAFL
from rules.tafl.ruleset import PRESETS
from tests.bot.folk import first
from tests.bot.troubled import Troubled

PEOPLE = [Player(PlayerId(number), name) for number, name in enumerate(("Astrid", "Bjorn", "Gudrun"), 1)]
PLACES = [Place(700, 800, "bot"), Place(None, 801, "interaction")]
TRAPS = [
    "insert on action",
    "insert on session",
    "insert on seat",
    "insert on offer",
    "update on session",
    "update on challenge",
    "update on offer",
]


class House(Troubled):
    """People who challenge, accept, move, offer and resign, while the house fails and restarts."""

    challenge_ids: Bundle[ChallengeId] = Bundle("challenge_ids")
    session_ids: Bundle[SessionId] = Bundle("session_ids")

    def open(self) -> None:
        self.store = self.runner.run(Store.open(self.path))
        self.sessions = Sessions(self.store)
        self.challenges = Challenges(self.store, self.sessions)

    def stop(self) -> None:
        self.runner.run(self.store.close())

    # Trouble

    @rule()
    def reopen(self) -> None:
        self.runner.run(self.store.close())
        self.open()

    @rule(wait=st.integers(0, 40))
    def cancel_next(self, wait: int) -> None:
        self.wait = wait

    @rule(trap=st.sampled_from(TRAPS))
    def fail_next(self, trap: str) -> None:
        self.set_trap(trap)

    @rule(hours=st.sampled_from([1, 12, 24]))
    def wait_a_while(self, hours: int) -> None:
        self.clock.pass_by(timedelta(hours=hours))
        self.run(self.challenges.expire(now=self.clock()))

    # Deeds

    @rule(
        target=challenge_ids,
        place=st.sampled_from(PLACES),
        pair=st.permutations(PEOPLE),
        side=st.sampled_from(["attack", "defend", "random"]),
        preset=st.sampled_from(sorted(PRESETS)),
    )
    def challenge(self, place: Place, pair: list[Player], side: Side, preset: str) -> Any:
        made = self.run(
            self.challenges.make(
                place=place,
                locale="en",
                challenger=pair[0],
                opponent=pair[1],
                side=side,
                ruleset=PRESETS[preset],
                now=self.clock(),
            )
        )
        return made.id if made else multiple()

    @rule(target=session_ids, challenge=challenge_ids, player=st.sampled_from(PEOPLE))
    def accept(self, challenge: ChallengeId, player: Player) -> Any:
        accepted = self.run(self.challenges.accept(challenge, player.id, now=self.clock(), draw=first))
        return accepted[1].id if accepted else multiple()

    @rule(target=session_ids, challenge=challenge_ids)
    def accept_as_asked(self, challenge: ChallengeId) -> Any:
        found = self.runner.run(self.challenges.get(challenge, now=self.clock()))
        return self.accept(challenge, found.opponent)

    @rule(challenge=consumes(challenge_ids), player=st.sampled_from(PEOPLE))
    def refuse(self, challenge: ChallengeId, player: Player) -> None:
        self.run(self.challenges.decline(challenge, player.id, now=self.clock()))
        self.run(self.challenges.withdraw(challenge, player.id, now=self.clock()))

    @rule(session=session_ids, choices=st.lists(st.integers(0, 10_000), min_size=1, max_size=6))
    def move(self, session: SessionId, choices: list[int]) -> None:
        for choice in choices:
            found = self.runner.run(self.sessions.get(session))
            legal = TAFL.legal(found.match)
            if not legal or found.to_move is None:
                return
            text = TAFL.write(found.match, legal[choice % len(legal)])
            self.act(session, found.to_move, found.ply, text)

    @rule(
        session=session_ids,
        player=st.sampled_from(PEOPLE),
        ply=st.none() | st.integers(0, 5),
        text=st.sampled_from(["e9", "e8-a8", "f5-f7", "draw", "undo attackers", "resign defenders", "?"]),
    )
    def act(self, session: SessionId, player: Player, ply: int | None, text: str) -> None:
        self.run(self.sessions.act(session, ply, player.id, text, now=self.clock(), draw=first))

    @rule(session=session_ids, player=st.sampled_from(PEOPLE), kind=st.sampled_from(OFFER_KINDS))
    def offer(self, session: SessionId, player: Player, kind: OfferKind) -> None:
        self.run(self.sessions.offer(session, None, player.id, kind, now=self.clock()))

    @rule(
        session=session_ids,
        player=st.sampled_from(PEOPLE),
        kind=st.sampled_from(OFFER_KINDS),
        accept=st.booleans(),
    )
    def answer(self, session: SessionId, player: Player, kind: OfferKind, accept: bool) -> None:
        ply = self.runner.run(self.sessions.get(session)).ply
        self.run(self.sessions.answer(session, ply, player.id, kind, accept=accept, now=self.clock()))

    @rule(session=session_ids, player=st.sampled_from(PEOPLE), meant=st.integers(0, 3))
    def resign(self, session: SessionId, player: Player, meant: int) -> None:
        if not meant:
            self.run(self.sessions.resign(session, player.id, now=self.clock()))

    # What always holds

    @invariant()
    def every_session_is_one_honest_story(self) -> None:
        with closing(sqlite3.connect(self.store.path)) as connection:
            rows = connection.execute("select id, setup, state, winner, ending from session").fetchall()
            for number, setup, state, winner, ending in rows:
                actions = connection.execute(
                    "select ply, seat, text from action where session = ? order by ply", (number,)
                ).fetchall()
                assert [ply for ply, _, _ in actions] == list(range(len(actions)))
                replayed = replay(setup, [(seat, text) for _, seat, text in actions])
                outcome = replayed.outcome
                assert (state == "over") == (outcome is not None)
                assert (winner, ending) == (
                    (outcome.winner, outcome.ending) if isinstance(outcome, Outcome) else (None, None)
                )
                served = self.runner.run(self.sessions.get(SessionId(number)))
                assert (served.state, served.ply, served.outcome) == (replayed, len(actions), outcome)
                seats = connection.execute("select count(*) from seat where session = ?", (number,))
                assert seats.fetchone() == (2,)

    @invariant()
    def a_channel_holds_at_most_one_live_session(self) -> None:
        with closing(sqlite3.connect(self.store.path)) as connection:
            rows = connection.execute(
                "select count(*) from session where state = 'live' group by channel"
            ).fetchall()
        assert all(row == (1,) for row in rows)

    @invariant()
    def every_session_comes_from_one_accepted_challenge(self) -> None:
        with closing(sqlite3.connect(self.store.path)) as connection:
            sessions = connection.execute("select id from session order by id").fetchall()
            accepted = connection.execute(
                "select session from challenge where state = 'accepted' order by session"
            ).fetchall()
        assert sessions == accepted

    @invariant()
    def no_challenge_stands_longer_than_its_time(self) -> None:
        for player in PEOPLE:
            for found in self.runner.run(self.challenges.open_for(player.id, now=self.clock(), limit=25)):
                assert self.clock() < found.expires_at <= self.clock() + LIFETIME


def replay(setup: str, actions: list[tuple[str, str]]) -> State:
    """The state after the actions; each but endings and take-backs was played by the seat whose turn it was."""
    state = TAFL.start(setup)
    for seat, text in actions:
        action = TAFL.read(state, text)
        assert state.turn == seat or action not in TAFL.legal(state)
        state = TAFL.play(state, action)
    return state


TestHouse = House.TestCase
TestHouse.settings = settings(
    max_examples=14,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
