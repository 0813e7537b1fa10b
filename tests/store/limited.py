"""A process whose files may not grow beyond a limit, until the limit is lifted; it prints what it was told."""

from __future__ import annotations

import asyncio
import resource
import sys
from contextlib import suppress

from knobel.store.log import StoreTrouble
from knobel.store.opening import open_store
from tests.store.logs import SEED, listing


async def main(path: str) -> None:
    store = await open_store(path)
    await store.create(listing(), [b"1" + bytes(5000)], SEED)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, most))
    seq, trouble = 2, None
    while trouble is None:
        try:
            await store.append("oak", seq, [b"%d" % seq + bytes(5000)])
            seq += 1
        except StoreTrouble as error:
            trouble = error
    with suppress(StoreTrouble):  # and again
        await store.append("oak", seq, [bytes(5000)] * 10)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    await store.append("oak", seq, [b"after"])
    print(type(trouble).__name__, trouble.say.key.removeprefix("error."), seq - 1, 1)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
