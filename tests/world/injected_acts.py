"""The acts at whose requests faults are injected: each with the way to its point, and with what comes after it."""

from rules.draugr.hints import hint
from tests.world.hunting import WON, Hunter
from tests.world.injecting import Act, Deed, Scene
from tests.world.short_games import BLACK_DRAUG_TAKEN


async def _begun(scene: Scene, *moves: str) -> None:
    await scene.stage.begin(scene.astrid, scene.bjorn, *moves, where=scene.where)


async def _bjorn_moves(scene: Scene) -> None:
    await scene.stage.say_move(scene.bjorn, "e7-d7", where=scene.where)
    assert "`e7-d7`" in scene.live()[-1].text


async def _astrid_moves(scene: Scene) -> None:
    await scene.stage.say_move(scene.astrid, "d1-c1", where=scene.where)
    assert "`d1-c1`" in scene.live()[-1].text


async def _astrid_places(scene: Scene) -> None:
    await scene.stage.press(scene.astrid, scene.live()[-1], "place")
    assert "Move 1" in scene.live()[-1].text


async def _again(scene: Scene) -> None:
    await scene.stage.press(scene.astrid, scene.live()[-1], "rematch")
    assert scene.stage.last(scene.where).offers("accept")


async def _hunts_on(scene: Scene) -> None:
    before = scene.live()[-1]
    hunter = Hunter(scene.stage, scene.astrid, scene.where)
    await hunter.choose(hint((await hunter.session()).hunt).action, before)
    assert scene.live()[-1].text != before.text


# A match


async def typed(scene: Scene) -> Deed:
    """A move by command."""
    await _begun(scene)
    return lambda: scene.stage.say_move(scene.astrid, "d1-c1", where=scene.where)


async def picked(scene: Scene) -> Deed:
    """A move by its last tap."""
    await _begun(scene)
    picker = await scene.stage.press(scene.astrid, scene.live()[-1], "move")
    squares = scene.stage.read(await scene.stage.choose(scene.astrid, scene.stage.read(picker), "d1"))
    return lambda: scene.stage.choose(scene.astrid, squares, "c1")


async def placed(scene: Scene) -> Deed:
    """The Black Draug's place by the button under the table."""
    await scene.stage.challenge(scene.astrid, scene.bjorn, side="attack", where=scene.where)
    await scene.stage.accept(scene.bjorn, where=scene.where)
    table = scene.live()[-1]
    return lambda: scene.stage.press(scene.astrid, table, "place")


async def offered(scene: Scene) -> Deed:
    """A draw offered."""
    await _begun(scene)
    return lambda: scene.stage.slash(scene.astrid, "tafl draw", where=scene.where)


async def agreed(scene: Scene) -> Deed:
    """A draw agreed on."""
    await (await offered(scene))()
    scene.actor, offer = scene.bjorn, scene.stage.last(scene.where)
    return lambda: scene.stage.press(scene.bjorn, offer, "yes")


async def declined(scene: Scene) -> Deed:
    """A draw declined."""
    await (await offered(scene))()
    scene.actor, offer = scene.bjorn, scene.stage.last(scene.where)
    return lambda: scene.stage.press(scene.bjorn, offer, "no")


async def undone(scene: Scene) -> Deed:
    """A move given back."""
    await _begun(scene, "d1-c1")
    await scene.stage.slash(scene.astrid, "tafl undo", where=scene.where)
    scene.actor, offer = scene.bjorn, scene.stage.last(scene.where)
    return lambda: scene.stage.press(scene.bjorn, offer, "yes")


async def resigned(scene: Scene) -> Deed:
    """Yes, resign."""
    await _begun(scene, "d1-c1")
    asked = await scene.stage.slash(scene.astrid, "tafl resign", where=scene.where)
    page = scene.stage.read(asked)
    return lambda: scene.stage.press(scene.astrid, page, "resigned")


# Challenges


async def challenged(scene: Scene) -> Deed:
    """A challenge made."""
    return lambda: scene.stage.challenge(scene.astrid, scene.bjorn, side="attack", where=scene.where)


async def accepted(scene: Scene) -> Deed:
    """A challenge accepted."""
    await (await challenged(scene))()
    scene.actor, challenge = scene.bjorn, scene.stage.last(scene.where)
    return lambda: scene.stage.press(scene.bjorn, challenge, "accept")


async def refused(scene: Scene) -> Deed:
    """A challenge declined."""
    await (await challenged(scene))()
    scene.actor, challenge = scene.bjorn, scene.stage.last(scene.where)
    return lambda: scene.stage.press(scene.bjorn, challenge, "decline")


async def rematched(scene: Scene) -> Deed:
    """A rematch that the other has asked for already."""
    await (await resigned(scene))()
    end = scene.live()[-1]
    await scene.stage.press(scene.astrid, end, "rematch")
    scene.actor = scene.bjorn
    return lambda: scene.stage.press(scene.bjorn, end, "rematch")


# Stakes


async def dared(scene: Scene) -> Deed:
    """A challenge for a set."""
    free = await scene.stage.suggestions(scene.astrid, "tafl challenge", "stake", "", where=scene.where)
    stake = int(free[0])
    return lambda: scene.stage.slash(
        scene.astrid, "tafl challenge", where=scene.where, opponent=scene.bjorn, side="attack", stake=stake
    )


async def sealed(scene: Scene) -> Deed:
    """Both stakes sealed: the match begins."""
    await (await dared(scene))()
    scene.actor, stage = scene.bjorn, scene.stage
    choice = stage.read(await stage.press(scene.bjorn, stage.last(scene.where), "stake"))
    review = stage.read(await stage.choose(scene.bjorn, choice, next(iter(choice.options))))
    return lambda: stage.press(scene.bjorn, review, "sealed")


async def captured(scene: Scene) -> Deed:
    """The capture that ends a match for sets."""
    await (await sealed(scene))()
    for person, text in (
        (scene.astrid, BLACK_DRAUG_TAKEN.black_draug),
        (scene.astrid, BLACK_DRAUG_TAKEN.moves[0]),
    ):
        await scene.stage.say_move(person, text, where=scene.where)
    return lambda: scene.stage.say_move(scene.bjorn, BLACK_DRAUG_TAKEN.moves[1], where=scene.where)


async def forfeited(scene: Scene) -> Deed:
    """A match for sets resigned."""
    await (await sealed(scene))()
    scene.actor = scene.astrid
    page = scene.stage.read(await scene.stage.slash(scene.astrid, "tafl resign", where=scene.where))
    return lambda: scene.stage.press(scene.astrid, page, "resigned")


# Sets


async def carved(scene: Scene) -> Deed:
    """A set carved."""
    return lambda: scene.stage.slash(
        scene.astrid, "sets carve", where=scene.where, material="oak", style="borre"
    )


async def renamed(scene: Scene) -> Deed:
    """A set named."""
    own = await scene.stage.suggestions(scene.astrid, "sets rename", "set", "", where=scene.where)
    return lambda: scene.stage.slash(
        scene.astrid, "sets rename", where=scene.where, set=int(own[0]), name="Grani"
    )


# A hunt


async def hunted(scene: Scene) -> Deed:
    """A hunt begun."""
    scene.game = "draugr"
    return lambda: scene.stage.slash(scene.astrid, "draugr hunt", where=scene.where, seed=WON)


async def gone(scene: Scene) -> Deed:
    """A choice in it."""
    await (await hunted(scene))()
    hunter = Hunter(scene.stage, scene.astrid, scene.where)
    page, action = hunter.page, hint((await hunter.session()).hunt).action
    return lambda: hunter.choose(action, page)


async def abandoned(scene: Scene) -> Deed:
    """A hunt given up."""
    await (await hunted(scene))()
    page = scene.stage.read(await scene.stage.press(scene.astrid, scene.live()[-1], "abandon"))
    return lambda: scene.stage.press(scene.astrid, page, "abandoned")


async def _hunts_again(scene: Scene) -> None:
    await scene.stage.press(scene.astrid, scene.live()[-1], "again")
    assert scene.live()[-1].options


ACTS = (
    Act("a move typed", typed, _bjorn_moves),
    Act("a move picked", picked, _bjorn_moves),
    Act("the Black Draug placed", placed, _astrid_moves),
    Act("a draw offered", offered, _astrid_moves),
    Act("a draw agreed on", agreed, _again),
    Act("a draw declined", declined, _astrid_moves),
    Act("a move given back", undone, _astrid_moves),
    Act("a match resigned", resigned, _again),
    Act("a challenge made", challenged),
    Act("a challenge accepted", accepted, _astrid_places),
    Act("a challenge declined", refused),
    Act("a rematch agreed on", rematched),
    Act("a challenge for a set", dared),
    Act("a match for sets sealed", sealed, _astrid_places),
    Act("a match for sets decided", captured, _again),
    Act("a match for sets resigned", forfeited, _again),
    Act("a set carved", carved),
    Act("a set named", renamed),
    Act("a hunt begun", hunted, _hunts_on),
    Act("a choice in a hunt", gone, _hunts_on),
    Act("a hunt given up", abandoned, _hunts_again),
)
