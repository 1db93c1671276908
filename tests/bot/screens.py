"""Every screen of a session at its extremes, for the tests of Discord's limits."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from bot import refusals
from bot.challenges import Challenge, ChallengeState
from bot.people import ChallengeId, Place, Player, PlayerId, SessionId
from bot.preferences import MOST_CHANNELS, NOTHING_CHOSEN, Here, Personal, ServerWide
from bot.refusals import Opening, Refusal
from bot.sentences import refused
from bot.session import OFFER_KINDS, Session, Shown
from bot.views.board import lettered, scene
from bot.views.challenge import challenge as challenge_screen
from bot.views.hunt import hunt_screen
from bot.views.hunt_log import log_screen, rounds_told
from bot.views.hunt_words import happened, round_told
from bot.views.layout import Moving, Picture, Screen
from bot.views.matches import MOST_LISTED, matches
from bot.views.more import flipped, more, text_board
from bot.views.offer import answered, offer
from bot.views.picker import choose_piece, choose_placement, choose_square, movable
from bot.views.record import record_screen
from bot.views.rules import TOPICS, rules
from bot.views.settings import settings_screen
from bot.views.table import table
from bot.views.town import words_alone
from bot.words import Say
from render import alt
from render.lessons import topic_hunt, topic_scene
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt
from rules.draugr.ruleset import STANDARD as STANDARD_HUNT
from rules.draugr.ruleset import write_setup
from rules.game import Ambiguous, IllegalAction, Seat, Unreadable
from rules.tafl.match import Match
from rules.tafl.position import PLACEMENTS
from rules.tafl.ruleset import PRESETS, write_ruleset
from rules.tafl.squares import square
from tests.bot.folk import NOON

LARGEST_ID = 2**63 - 1
LATEST_PLY = 999_999
NAMES = ("W" * 40, "*_~`|>#[]()<@:-+=." * 3, "Ж" * 40, "뷁" * 40, "e\u0301\u0302\u0303" * 40, "", "🐺" * 40)
PLACE = Place(LARGEST_ID, LARGEST_ID, "bot")
names = st.sampled_from(NAMES)


def session(state: Match | Hunt, name: str, *, actions: Sequence[str] = (), ply: int = LATEST_PLY) -> Session:
    """The state as a session with the largest numbers there are, between people of that name."""
    first, second = (Player(PlayerId(LARGEST_ID - number), name) for number in (1, 2))
    hunts = isinstance(state, Hunt)
    return Session(
        id=SessionId(LARGEST_ID),
        game="draugr" if hunts else "tafl",
        setup=write_setup(STANDARD_HUNT) if isinstance(state, Hunt) else write_ruleset(state.ruleset),
        place=PLACE,
        locale="en",
        seats={Seat.HUNTER: first} if hunts else {Seat.ATTACKERS: first, Seat.DEFENDERS: second},
        state=state,
        ply=len(actions) or ply,
        outcome=state.outcome,
        created_at=NOON,
        ended_at=NOON if state.outcome else None,
        shown=Shown(LARGEST_ID, ply),
        seed=f"hunt {'x' * 64}" if hunts else None,
    )


def challenge(name: str, state: ChallengeState = "open", preset: str = "mounds") -> Challenge:
    """A challenge between people of that name."""
    return Challenge(
        id=ChallengeId(LARGEST_ID),
        place=PLACE,
        locale="en",
        challenger=Player(PlayerId(LARGEST_ID - 1), name),
        opponent=Player(PlayerId(LARGEST_ID - 2), name),
        side="random",
        ruleset=PRESETS[preset],
        state=state,
        expires_at=NOON + timedelta(days=1),
        message=LARGEST_ID,
        session=SessionId(LARGEST_ID) if state == "accepted" else None,
        rematch_of=None,
    )


def picture(found: Session, say: Say, **seen: Any) -> Picture:
    """The board's words, without the pains of drawing it."""
    return Picture("board.png", b"PNG", alt.board(scene(found, say, **seen), say))


def of_match(match: Match, name: str, say: Say) -> Iterator[Screen]:
    """Every screen of a match in that state."""
    found = session(match, name)
    board = picture(found, say)
    yield table(found, say, board, ping=True)
    yield table(found, say, lettered(scene(found, say), say))
    yield table(found, say, board, upload=False, controls=False)
    yield more(found, say)
    yield flipped(picture(found, say, view=Seat.ATTACKERS))
    yield text_board(found, say)
    yield record_screen(found, say)
    film = Picture("replay.gif", b"GIF", alt.replay([scene(found, say)] * 2, say))
    yield record_screen(found, say, Moving(film))
    letters = lettered(scene(found, say), say)
    yield record_screen(found, say, letters=letters)
    yield table(found, say, board, ping=True, letters=letters, note=say("pictures-need-attach"))
    for kind in OFFER_KINDS:
        yield offer(found, say, kind, Seat.ATTACKERS)
        yield answered(found, say, kind, Seat.DEFENDERS, accepted=True)
        yield answered(found, say, kind, Seat.DEFENDERS, accepted=False)
    if match.placing:
        places = tuple(square(placement) for placement in PLACEMENTS)
        yield choose_placement(found, say, picture(found, say, placeable=places))
    elif not match.outcome:
        yield choose_piece(found, say, board)
        for start, moves in movable(match).items():
            targets = tuple(move.end for move in moves)
            yield choose_square(found, say, picture(found, say, select=start, targets=targets), start)


def of_hunt(hunt: Hunt, actions: Sequence[str], name: str, say: Say) -> Iterator[Screen]:
    """Every screen of a hunt in that state."""
    found = session(hunt, name, actions=actions)
    town = Picture("town.png", b"PNG", "word " * 200)
    events = happened(found.setup, actions)
    told = round_told(events, hunt.round, say)
    yield hunt_screen(found, say, town, told)
    yield hunt_screen(found, say, "word " * 200, told, day="2026-05-17")
    yield hunt_screen(found, say, town, (), upload=False, controls=False)
    yield log_screen(found, rounds_told(found, actions, say), say)


def _numbered(found: Session, first: int = 0) -> list[Session]:
    """As many sessions as a list shows, with the longest numbers there are."""
    return [replace(found, id=SessionId(found.id - first - one)) for one in range(MOST_LISTED)]


def of_people(match: Match, name: str, say: Say) -> Iterator[Screen]:
    """Challenges, lists and refusals about people of that name."""
    found = session(match, name)
    states: tuple[ChallengeState, ...] = ("open", "accepted", "declined", "withdrawn", "expired")
    for state in states:
        yield challenge_screen(challenge(name, state), say, ping=state == "open", session=found)
    listed = _numbered(found)
    yield matches(
        say,
        player=found.seats[Seat.ATTACKERS].id,
        name=name,
        live=listed,
        hunts=_numbered(session(DRAUGR.start(write_setup(STANDARD_HUNT)), name), MOST_LISTED),
        over=listed,
        challenges=[challenge(name)] * MOST_LISTED,
        results={"won": 10**6, "lost": 10**6, "drawn": 10**6},
    )
    for refusal in every_refusal(found, name):
        yield refused(say, refusal, threads=True)
    written = tuple(["c5-c4xd4xe5xf6#"] * 90)
    for wrong in (Unreadable, IllegalAction, Ambiguous):
        yield refused(say, wrong(rule="T12", reason="square", text="*" * 80, squares=written))


def of_settings(say: Say) -> Iterator[Screen]:
    """The settings as anybody sees them, and as those who manage a server do, with all that can be chosen chosen."""
    yield settings_screen(NOTHING_CHOSEN, say)
    channels = tuple(LARGEST_ID - number for number in range(MOST_CHANNELS))
    everything = Here(Personal("ko", "hall", True, False), ServerWide("ru", "snow", False, False, channels))
    named = ", ".join(f"<#{channel}>" for channel in channels)
    told = say("settings-kept-here", setting=say("setting-channels"), value=named)
    yield settings_screen(everything, say, told=told, guild=LARGEST_ID, shown=channels)


def of_rules(say: Say) -> Iterator[Screen]:
    """Every topic of both games."""
    for game, topics in TOPICS.items():
        for topic in topics:
            words = alt.board(topic_scene(topic), say) if game == "tafl" else "word " * 200
            yield rules(game, topic, say, Picture("board.png", b"PNG", words))
            if game == "tafl":
                yield rules(game, topic, say, lettered(topic_scene(topic), say))
            else:
                yield rules(game, topic, say, words_alone(topic_hunt(topic), say))


def every_refusal(found: Session, name: str) -> Iterator[Refusal]:
    """One of each class of refusal, with the longest that its fields can hold."""
    values: dict[str, Any] = {
        "session": found,
        "kind": "undo",
        "challenge": challenge(name, "withdrawn"),
        "limit": 10**6,
        "again": NOON,
        "channels": (LARGEST_ID,) * 25,
        "permissions": ("view_channel", "send_messages_in_threads", "attach_files", "use_external_apps"),
        "opening": Opening(LARGEST_ID, "defend", "standard", LARGEST_ID),
    }
    for cls in vars(refusals).values():
        if isinstance(cls, type) and issubclass(cls, Refusal) and not cls.__subclasses__():
            taken = getattr(cls, "__dataclass_fields__", {})
            if set(taken) <= set(values):
                yield cls(*(values[field.name] for field in fields(cls))) if taken else cls()  # type: ignore[arg-type]


@st.composite
def hunts(draw: st.DrawFn, longest: int = 60) -> tuple[Hunt, list[str]]:
    """A hunt after up to `longest` choices, with the texts that led to it; sometimes over."""
    setup, seed = write_setup(STANDARD_HUNT), draw(st.text("abc", min_size=1, max_size=4))
    hunt, texts = DRAUGR.start(setup), list[str]()
    choices = draw(st.lists(st.integers(0, 10_000), max_size=longest))
    while hunt.outcome is None:
        if DRAUGR.turn(hunt) is Seat.CHANCE:
            action = DRAUGR.chance(hunt, dice(seed, hunt.moment))
        elif choices:
            legal = DRAUGR.legal(hunt)
            action = legal[choices.pop() % len(legal)]
        else:
            break
        texts.append(DRAUGR.write(hunt, action))
        hunt = DRAUGR.play(hunt, action)
    return hunt, texts
