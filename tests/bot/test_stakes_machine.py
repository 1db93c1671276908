"""Anything at all with sets at stake, in any order, with failures and restarts between: the laws of the ledger hold."""

import asyncio
import sqlite3
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from bot.limits import MOST_SETS
from bot.people import ChallengeId, Place, Player, PlayerId
from bot.playing_sets import SetId, materials
from bot.refusals import Refusal
from bot.session import OFFER_KINDS, OfferKind, Session
from bot.store import sets as queries
from rules.game import Seat
from rules.tafl.match import TAFL
from rules.tafl.ruleset import STANDARD, Ruleset
from tests.bot.folk import GUILD, first
from tests.bot.judged import PEOPLE, Judged
from tests.bot.staking import GAMES_BY_HEART, KIND, look
from tests.world.short_games import ShortGame

PLACES = [Place(GUILD, 800, "bot"), Place(GUILD, 801, "bot"), Place(None, 802, "interaction")]
SEATS = (Seat.ATTACKERS, Seat.DEFENDERS)
TRAPS = [
    "insert on action",
    "insert on deed",
    "insert on playing_set",
    "insert on seat",
    "insert on session",
    "insert on settlement",
    "insert on stake",
    "insert on transfer",
    "update of state on stake",
    "update on challenge",
    "update on playing_set",
    "update on seat",
    "update on session",
]

somebody = st.sampled_from(PEOPLE)
which = st.integers(0, 11)


class Norrongard(Judged):
    """People who carve, stake, play and lose, while the house fails and restarts."""

    def has_match(self) -> bool:
        return bool(self.rows("session"))

    # Trouble

    @rule(trouble=st.none() | st.sampled_from(TRAPS) | st.integers(0, 90))
    def trouble(self, trouble: str | int | None) -> None:
        """A restart now; or the next deed fails at that statement, or is cancelled at that wait."""
        self.set_trap(trouble if isinstance(trouble, str) else "")
        self.wait = trouble if isinstance(trouble, int) else None
        if trouble is None:
            self.runner.run(self.house.store.close())
            self.open()

    @rule(days=st.sampled_from([0, 1, 3, 7]), seconds=st.sampled_from([0, 1]))
    def wait_a_while(self, days: int, seconds: int) -> None:
        self.clock.pass_by(timedelta(days=days, seconds=seconds))

    # Sets

    @initialize(ruleset=st.sampled_from([STANDARD, KIND]))
    def a_match_for_sets_has_begun(self, ruleset: Ruleset) -> None:
        self.stake(PEOPLE, PLACES[0], ruleset)

    @rule(player=somebody, material=which, style=which)
    def carve(self, player: Player, material: int, style: int) -> None:
        known = materials()
        before = self.collection(player)
        carved = self.run(
            self.house.collections.carve(
                player,
                material=known.plain[material % len(known.plain)],
                style=known.styles[style % len(known.styles)],
                now=self.clock(),
            )
        )
        if carved:
            assert len(before) < MOST_SETS

    @rule(player=somebody, number=which, name=st.sampled_from(["Fáfnir", "검은 이빨", "Старый зуб", "", "‮"]))
    def rename(self, player: Player, number: int, name: str) -> None:
        chosen = SetId(self.pick("playing_set", number))
        named = self.run(self.house.collections.rename(player.id, chosen, name, now=self.clock()))
        if named:
            assert (named.owner, named.name, named.staked_in) == (player.id, name, None)

    @rule(player=somebody, number=which)
    def use(self, player: Player, number: int) -> None:
        used = self.run(self.house.collections.use(player.id, SetId(self.pick("playing_set", number))))
        if used:
            assert (used.owner, used.used) == (player.id, True)

    @rule(allowed=st.sampled_from([True, True, False]))
    def allow_stakes(self, allowed: bool) -> None:
        async def change() -> None:
            async with self.house.store.transaction() as tx:
                await queries.allow_stakes(tx, GUILD, allowed)

        self.run(change())

    def collection(self, player: Player) -> list[SetId]:
        found = self.runner.run(self.house.collections.of(player, now=self.clock(), own=False))
        return [one.id for one in found]

    # Challenges

    @rule(
        place=st.sampled_from(PLACES),
        pair=st.permutations(PEOPLE),
        ruleset=st.sampled_from([STANDARD, KIND]),
        stake=st.none() | which,
        any_set=st.integers(0, 4),
    )
    def challenge(
        self, place: Place, pair: list[Player], ruleset: Ruleset, stake: int | None, any_set: int
    ) -> None:
        whose = "1" if not any_set else f"owner = {pair[0].id}"
        self.run(
            self.house.challenges.make(
                place=place,
                locale="en",
                challenger=pair[0],
                opponent=pair[1],
                side="attack",
                ruleset=ruleset,
                now=self.clock(),
                stake=None if stake is None else SetId(self.pick("playing_set", stake, whose)),
            )
        )

    @rule(
        pair=st.permutations(PEOPLE), place=st.sampled_from(PLACES), ruleset=st.sampled_from([STANDARD, KIND])
    )
    def stake(self, pair: list[Player], place: Place, ruleset: Ruleset = STANDARD) -> None:
        """A staked challenge that is accepted, if all goes well; the trouble that was laid meets the acceptance."""
        trap, wait = self.trap, self.wait
        self.set_trap("")
        self.wait = None
        sets = [
            self.runner.run(self.house.collections.of(player, now=self.clock(), own=True)) for player in pair
        ]
        free = [[one.id for one in owned if one.staked_in is None] for owned in sets]
        if not all(free[:2]):
            return
        made = self.run(
            self.house.challenges.make(
                place=place,
                locale="en",
                challenger=pair[0],
                opponent=pair[1],
                side="attack",
                ruleset=ruleset,
                now=self.clock(),
                stake=free[0][-1],
            )
        )
        self.set_trap(trap)
        self.wait = wait
        if made:
            self.run(
                self.house.challenges.accept(
                    made.id, pair[1].id, now=self.clock(), draw=first, stake=free[1][-1]
                )
            )

    def acceptance(self, challenge: int, stake: int, any_set: int) -> Coroutine[Any, Any, Any] | None:
        """A challenge's acceptance by the challenged, mostly with a set of theirs."""
        found = look(self.path, "select id, opponent from challenge where state = 'open' order by id")
        if not found:
            return None
        number, opponent = found[challenge % len(found)]
        whose = "1" if not any_set else f"owner = {opponent}"
        chosen = SetId(self.pick("playing_set", stake, whose))
        return self.house.challenges.accept(
            ChallengeId(number), PlayerId(opponent), now=self.clock(), draw=first, stake=chosen
        )

    @rule(challenge=which, stake=which, any_set=st.integers(0, 4))
    def accept(self, challenge: int, stake: int, any_set: int) -> None:
        work = self.acceptance(challenge, stake, any_set)
        if work:
            self.run(work)

    @rule(answers=st.lists(st.tuples(which, which), min_size=2, max_size=6))
    def accept_at_once(self, answers: list[tuple[int, int]]) -> None:
        works = [work for answer in answers if (work := self.acceptance(*answer, 1))]

        async def together() -> list[Any]:
            return await asyncio.gather(*works, return_exceptions=True)

        for result in self.runner.run(together()):
            if isinstance(result, sqlite3.IntegrityError):
                assert "no space left" in str(result)
            else:
                assert isinstance(result, tuple | Refusal)
        self.set_trap("")

    @rule(challenge=which, withdraws=st.booleans())
    def close(self, challenge: int, withdraws: bool) -> None:
        number = ChallengeId(self.pick("challenge", challenge))
        for player in PEOPLE:
            if withdraws:
                self.run(self.house.challenges.withdraw(number, player.id, now=self.clock()))
            else:
                self.run(self.house.challenges.decline(number, player.id, now=self.clock()))

    # Matches

    @precondition(has_match)
    @rule(number=which, game=st.sampled_from(GAMES_BY_HEART), again=st.booleans())
    def play_to_the_end(self, number: int, game: ShortGame, again: bool) -> None:
        """The trouble that was laid meets the last move; after a failure it may be tried again."""
        session = self.session(number)
        if session.ply or session.outcome:
            return
        trap, wait = self.trap, self.wait
        self.set_trap("")
        self.wait = None
        *moves, last = f"place {game.black_draug}", *game.moves
        for move in moves:
            session = self.act(session, move)
        self.set_trap(trap)
        self.wait = wait
        ended = self.act(session, last)
        if again and ended is None:
            assert self.act(self.session_now(session), last) or self.session_now(session).outcome

    def session_now(self, session: Session) -> Session:
        return self.runner.run(self.house.sessions.get(session.id))

    def act(self, session: Session, text: str) -> Any:
        if session.to_move is None:
            return None
        return self.run(
            self.house.sessions.act(
                session.id, session.ply, session.to_move.id, text, now=self.clock(), draw=first
            )
        )

    @precondition(has_match)
    @rule(number=which, choices=st.lists(st.integers(0, 10_000), min_size=1, max_size=3))
    def move(self, number: int, choices: list[int]) -> None:
        for choice in choices:
            session = self.session(number)
            legal = TAFL.legal(session.match)
            if legal:
                self.act(session, TAFL.write(session.match, legal[choice % len(legal)]))

    @precondition(has_match)
    @rule(number=which, player=somebody, sure=st.integers(0, 1))
    def resign(self, number: int, player: Player, sure: int) -> None:
        if sure:
            self.run(self.house.sessions.resign(self.session(number).id, player.id, now=self.clock()))

    @precondition(has_match)
    @rule(number=which, seat=st.sampled_from(SEATS), sure=st.integers(0, 1))
    def run_out_of_time(self, number: int, seat: Seat, sure: int) -> None:
        session = self.session(number)

        async def end() -> None:
            async with self.house.store.transaction() as tx:
                found = await self.house.sessions.load(tx, session.id)
                await self.house.sessions.append(tx, found, seat, f"time {seat}", self.clock())

        if not sure:
            self.run(end())

    @precondition(has_match)
    @rule(number=which, kind=st.sampled_from(OFFER_KINDS), both=st.booleans())
    def agree(self, number: int, kind: OfferKind, both: bool) -> None:
        session = self.session(number)
        one, other = session.seats.values()
        self.run(self.house.sessions.offer(session.id, None, one.id, kind, now=self.clock()))
        if both:
            self.run(
                self.house.sessions.answer(
                    session.id, session.ply, other.id, kind, accept=True, now=self.clock()
                )
            )

    @precondition(has_match)
    @rule(number=which, place=st.sampled_from(PLACES), player=somebody)
    def bring_elsewhere(self, number: int, place: Place, player: Player) -> None:
        self.run(self.house.sessions.move_to(self.session(number).id, place, player.id))


TestNorrongard = Norrongard.TestCase
TestNorrongard.settings = settings(
    max_examples=16,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
