"""Nature's answer to a placement: the tower, simulated in a worker process."""

from __future__ import annotations

import os
import sys
from functools import cache
from random import Random

import msgspec

from knobel.core.contract import Move
from knobel.games.stack_attack.moves import Fell, Placing, Settled
from knobel.games.stack_attack.tower.crew import Crew, Trouble
from knobel.games.stack_attack.tower.model import NoPhysics, engine, physics

Answered = Settled | Fell

WORKER = (sys.executable, "-m", "knobel.games.stack_attack.tower.worker")


class Broken(msgspec.Struct, frozen=True, tag=True):
    """A worker's answer where the simulation broke down however finely time was cut."""


@cache
def crew(_process: int) -> Crew:
    """The house's own workers, one crew for each process that asks."""
    return Crew(WORKER)


def asked(placing: Placing, workers: Crew | None = None) -> Answered:
    """What the tower does. Raises `NoPhysics` or `Trouble`; then nothing has happened, and one may ask again."""
    engine()
    line = msgspec.json.encode(placing)
    answer = msgspec.json.decode((workers or crew(os.getpid())).ask(line), type=Settled | Fell | Broken)
    if isinstance(answer, Broken):
        raise Trouble("simulation-broken")
    return answer


def tower_source(request: msgspec.Struct, _chance: Random) -> Move:
    """Answers the draw `tower`. The tower itself leaves nothing to chance: the hand already did."""
    if not isinstance(request, Placing):
        raise TypeError(request)
    return asked(request)


def tower_check(request: msgspec.Struct, chance: Random, move: Move) -> bool | None:
    """Whether the tower would do so again; None where other physics worked it out, or none is here to ask."""
    try:
        same = isinstance(move, Settled | Fell) and move.physics == physics()
    except NoPhysics:
        same = False
    if not same:
        return None
    return tower_source(request, chance) == move
