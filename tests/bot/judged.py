"""The whole house among three people, judged after whatever they did: the laws of the ledger, whoever tells them."""

import sqlite3

from hypothesis.stateful import invariant

from bot.audit import audit
from bot.people import Player, PlayerId, SessionId
from bot.session import Session
from bot.store import Store
from tests.bot.staking import check_laws, house_over, look
from tests.bot.troubled import Troubled

PEOPLE = [Player(PlayerId(number), name) for number, name in enumerate(("Astrid", "Bjorn", "Gudrun"), 1)]


class Judged(Troubled):
    """A house that is judged by its rows, by its services and by the audit whenever something was committed."""

    def __init__(self) -> None:
        super().__init__()
        self.known: set[int] = set()
        self.beside = sqlite3.connect(self.path)
        self.judged: object = None

    def open(self) -> None:
        self.house = house_over(self.runner.run(Store.open(self.path)), self.clock)

    def stop(self) -> None:
        self.runner.run(self.house.store.close())

    def teardown(self) -> None:
        self.beside.close()
        super().teardown()

    def rows(self, table: str, where: str = "1") -> list[int]:
        """The numbers of the committed rows."""
        return [number for (number,) in look(self.path, f"select id from {table} where {where} order by id")]

    def pick(self, table: str, number: int, where: str = "1") -> int:
        """One of the rows, or a number that none has."""
        found = self.rows(table, where)
        return found[number % len(found)] if found else 4711

    def session(self, number: int) -> Session:
        """A live match, or one that is over where none is live."""
        found = self.rows("session", "state = 'live'") or self.rows("session")
        return self.runner.run(self.house.sessions.get(SessionId(found[number % len(found)])))

    @invariant()
    def the_laws_hold(self) -> None:
        version = self.beside.execute("pragma data_version").fetchone()
        if version == self.judged:
            return  # nothing has been committed since
        self.judged = version
        self.every_set_is_conserved()
        check_laws(self.path)
        self.the_audit_says_consistent()
        self.the_services_say_the_same()
        self.nobody_is_rewarded_twice_or_for_nothing()

    def every_set_is_conserved(self) -> None:
        now = set(self.rows("playing_set"))
        made = look(self.path, "select playing_set from transfer where reason <> 'won' order by playing_set")
        assert made == [(number,) for number in sorted(now)]
        assert self.known <= now
        self.known = now

    def the_audit_says_consistent(self) -> None:
        report = self.runner.run(audit(self.path))
        assert not report.found
        assert report.summary.endswith("consistent")

    def the_services_say_the_same(self) -> None:
        served = [
            (one.id, one.owner, one.staked_in)
            for player in PEOPLE
            for one in self.runner.run(self.house.collections.of(player, now=self.clock(), own=False))
        ]
        stored = "select playing_set.id, owner, stake.session from playing_set left join stake"
        stored += " on stake.playing_set = playing_set.id and stake.state = 'live' order by 1"
        assert sorted(served) == look(self.path, stored)

    def nobody_is_rewarded_twice_or_for_nothing(self) -> None:
        earned = look(self.path, "select owner, deed from playing_set where deed is not null")
        assert len(earned) == len(look(self.path, "select 1 from deed"))
        rows = look(
            self.path,
            "select deed.session, session.ending, session.winner, seat.seat from deed"
            " join session on session.id = deed.session"
            " join seat on seat.session = deed.session and seat.player = deed.player",
        )
        assert all(ending != "annulment" and winner == seat for _, ending, winner, seat in rows)
