"""The commands as Discord knows them: in one scope, each once, the same after every start."""

from tests.wire.hall import ask
from tests.wire.process import Process
from tests.wire.standin import Standin


async def test_F47_commands_are_known_once_and_in_one_scope(standin: Standin, bot: Process) -> None:
    stranger = standin.person("Alice")
    guild = standin.server("Hall", stranger)
    await bot.start()
    known = dict(standin.commands.scopes)
    assert list(known) == [None], "commands of a single server would stand beside the global ones"
    named = [(command["name"], command["type"]) for command in known[None]]
    assert len(set(named)) == len(named)
    await bot.restart()
    again = {command["name"]: command["id"] for command in standin.commands.scopes[None]}
    assert again == {command["name"]: command["id"] for command in known[None]}
    # What an older version of the bot called otherwise is gone after the next start.
    body = {"name": "tafel", "type": 1, "description": "An old name"}
    await ask(standin, "POST", f"/applications/{standin.bot.id}/commands", body)
    await bot.restart()
    assert [(command["name"], command["type"]) for command in standin.commands.scopes[None]] == named
    assert guild.id not in standin.commands.scopes
