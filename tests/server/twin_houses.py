"""Houses for twin tables: real ones, which listen on a port, where time stands still and the dice are scripted."""

from __future__ import annotations

from contextlib import asynccontextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any

from knobel.core.fair import commitment
from knobel.core.game import Game
from knobel.server.settings import Settings
from knobel.server.tables import room_actions
from knobel.server.tables.events import Opened, Setup
from knobel.server.tables.house import House
from knobel.server.tables.state import hashed
from knobel.store.opening import open_store
from tests.server.inside import listening
from tests.server.twins import TOKENS, Pair, Script, ScriptedVault


@asynccontextmanager
async def house_of(game: Game, pair: Pair, store: Path):
    """A house with one of the twins, which listens on a port, where time stands still and the dice are scripted."""
    opened = await open_store(str(store))
    script = Script()
    house = House(opened, None, Settings(port=0, message_rate=0, ping_s=3600), lambda: pair.now)
    options = pair.one.hosted.room.setup.options
    setup = Setup(game=game.name, options=options)
    await house.open(
        lambda vault: Opened(at=0, setup=setup, promise=commitment(vault.seed(0)), host=""), "twin", bytes(32)
    )
    loaded = await house.load("twin")
    loaded.vault = ScriptedVault(script)
    for seat in range(pair.case.seats):
        key = hashed(TOKENS[seat])
        await house.act(
            "twin", lambda draft, seat=seat, key=key: room_actions.sit(draft, f"Player {seat + 1}", seat, key)
        )
    async with listening(house) as url:
        yield url, house, script
    await opened.close()


def opening_dice(pair: Pair) -> list[Any]:
    """What nature did before anybody acted."""
    steps = pair.one.hosted.timeline.steps
    return [step.move for step in takewhile(lambda step: step.actor == "nature", steps)]


def far_apart(game: Game, count: int) -> list[Pair]:
    """The pairs, out of many, that differ most in what is hidden before anything is shown."""
    seats = game.seats[0] + 1
    pairs = [Pair(game, seats, {}, seed, seed % seats, most=12) for seed in range(count * 15)]
    for pair in pairs:
        pair.play()
    found = sorted(pairs, key=apart, reverse=True)[:count]
    assert apart(found[-1]), "the twins were never apart: nothing would be tested"
    return found


def apart(pair: Pair) -> int:
    """How many acts hide something that differs between the twins."""
    return sum(act.moves[0] != act.moves[1] or act.dice[0] != act.dice[1] for act in pair.acts)
