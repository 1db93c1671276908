"""What those who run the real process see of it: its log, its figures, its health; and what they must never see."""

import json
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.logs import fields
from bot.observing import Trace
from tests.wire.match import Game, begin
from tests.wire.process import Process, process
from tests.wire.standin import Standin

ATTACKER, DEFENDER = "Ragnheidr Brimilsdottir", "Thorgils Skardi"
SET_NAME, TYPED = "Widowmaker of Lofoten", "whalebone ninnyhammer"


@pytest.fixture
def port() -> int:
    """A port that nobody has."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        number: int = found.getsockname()[1]
        return number


@pytest.fixture
async def telling(standin: Standin, tmp_path: Path, carved: Path) -> AsyncIterator[Process]:
    """The real process with all of its log, as JSON."""
    told = {"HAUGBUI_LOG_FORMAT": "json", "HAUGBUI_LOG_LEVEL": "DEBUG"}
    settings = {"HAUGBUI_CACHE": str(carved), **told}
    async with process(standin, tmp_path / "haugbui.db", settings=settings) as subject:
        yield subject


async def some_play(game: Game) -> None:
    """A match with all that people say in it: names, moves, nonsense, a set's name; and what is refused."""
    await game.alice.slash(game.channel, "sets show")
    await game.alice.slash(game.channel, "sets rename", set=1, name=SET_NAME)
    await game.open()
    for number in range(2):
        move = game.next_move()
        await (game.pick(move) if number % 2 else game.type(move))
        game.played.append(move)
    await game.type(TYPED)
    await game.type("e1-e2", by=game.bob if game.mover is game.alice else game.alice)
    await game.alice.autocomplete(game.channel, "tafl move", "move", TYPED)
    await game.alice.click(game.table, f"t:1:0:{TYPED.split()[1]}", stale=True)
    await game.alice.slash(game.channel, "tafl resign")


async def test_the_log_tells_of_each_answer_and_never_what_was_said(
    standin: Standin, telling: Process
) -> None:
    game = begin(standin, telling.database)
    game.alice.user.name, game.bob.user.name = ATTACKER, DEFENDER
    await telling.start()
    assert listening(telling) == set()
    await some_play(game)
    standin.check()
    telling.terminate()
    assert await telling.ended() == 0
    output = telling.output
    told = [json.loads(line) for line in output.splitlines()]
    said = (ATTACKER, DEFENDER, SET_NAME, *TYPED.split(), *game.played, standin.token)
    assert [word for word in said if word.lower() in output.lower()] == []
    assert [e for e in standin.exchanges.values() if e.token in output] == []
    answers = {line["interaction"]: line for line in told if line["logger"] == "bot.answers"}
    assert set(answers) == {exchange.id for exchange in standin.exchanges.values()}
    check_answers(list(answers.values()), game)


def listening(process: Process) -> set[str]:
    """The sockets of a process that others can connect to."""
    assert process.child is not None
    about = Path(f"/proc/{process.child.pid}")
    lines = [line.split() for line in (about / "net/tcp").read_text().splitlines()[1:]]
    own = {link.readlink().as_posix() for link in (about / "fd").iterdir()}
    return {line[9] for line in lines if line[3] == "0A" and f"socket:[{line[9]}]" in own}


def check_answers(answers: list[dict[str, Any]], game: Game) -> None:
    """Each has its fields, and the outcomes are those of the story."""
    known = set(fields(Trace(1, 2, 3, 4, name="t:to", session=5, ply=6))) | {"acknowledged_ms", "answered_ms"}
    for answer in answers:
        assert set(answer) - {"time", "level", "logger", "message"} <= known
        assert answer["user"] in (game.alice.id, game.bob.id)
        assert answer["channel"] == game.channel.id
    outcomes = {answer["outcome"] for answer in answers}
    assert {"done", "refused:Unreadable", "refused:NotYourTurn", "refused:Unknown"} <= outcomes
    moves = [a for a in answers if a.get("name") in ("tafl move", "t:to") and a["outcome"] == "done"]
    assert [(move["session"], move["ply"]) for move in moves if move["name"] == "tafl move"] == [(1, 2)]
    for move in moves:
        assert 0 < move["acknowledged_ms"] <= move["answered_ms"]
        assert move["db_ms"] > 0 and move["draw_ms"] > 0


async def ask(port: int, path: str) -> tuple[int, str]:
    """What the operators' port answers."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as response:
        return response.status, await response.text()


async def test_the_process_shows_its_figures_and_its_health(
    standin: Standin, bot: Process, port: int
) -> None:
    bot.settings = {**bot.settings, "HAUGBUI_METRICS_PORT": str(port)}
    game = begin(standin, bot.database)
    await bot.start()
    await game.open()
    assert await ask(port, "/health") == (200, '{"status": "well"}')
    status, text = await ask(port, "/metrics")
    assert status == 200
    counted = re.search(r'haugbui_interactions_total\{kind="control",outcome="done"\} (\S+)', text)
    assert counted and float(counted[1]) == 2
    assert "haugbui_live_sessions 1.0" in text
    assert "haugbui_gateway_up 1.0" in text
    assert re.search(r"haugbui_cache_bytes [1-9]", text)
    assert "Alice" not in text
    assert len(listening(bot)) == 1


async def test_a_taken_port_is_told_in_a_sentence(standin: Standin, bot: Process) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        bot.settings = {**bot.settings, "HAUGBUI_METRICS_PORT": str(taken.getsockname()[1])}
        bot.launch()
        assert await bot.ended(60.0) == 2
    [sentence] = bot.output.splitlines()
    assert "HAUGBUI_METRICS_PORT" in sentence
    assert sentence.endswith(".")
