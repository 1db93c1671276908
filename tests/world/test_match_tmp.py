from tests.world.stage import Stage
import time


async def test_a(stage: Stage) -> None:
    t = time.perf_counter()
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    print(time.perf_counter() - t)
    await stage.move(stage.bjorn, "e7-d7")
    print(time.perf_counter() - t, table.pictures)
    print(stage.table().controls, stage.table().attachments)
    print(stage.env.transcript())
