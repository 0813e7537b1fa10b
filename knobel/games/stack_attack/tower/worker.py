"""A worker: reads placements, one JSON document a line, and answers each with what the tower did.

It ends when its input does, so it never outlives whoever asks.
"""

from __future__ import annotations

import sys

import msgspec
from msgspec.structs import replace

from knobel.games.stack_attack.moves import Fell, Placing, Settled
from knobel.games.stack_attack.tower.film import pack
from knobel.games.stack_attack.tower.model import HOUSE_TOWER, TowerSettings, physics
from knobel.games.stack_attack.tower.simulation import BlowUp, settle
from knobel.games.stack_attack.tower.source import Answered, Broken

FINER = (1, 2, 4)
"""Where the simulation breaks down, it starts over from the same placement with time cut so much finer."""


def answer(placing: Placing, settings: TowerSettings = HOUSE_TOWER) -> Answered | Broken:
    """What the tower did."""
    for finer in FINER:
        try:
            ending = settle(placing, replace(settings, timestep=settings.timestep / finer))
        except (BlowUp, ArithmeticError):
            continue
        film = pack(ending.frames)
        if ending.left:
            return Fell(ending.left, ending.poses, film, physics())
        return Settled(ending.poses, film, physics())
    return Broken()


def main() -> None:
    """Answers until nobody asks."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(msgspec.json.decode(line, type=Placing))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
