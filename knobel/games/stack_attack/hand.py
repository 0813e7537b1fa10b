"""The hand that holds the die: never quite still, and less so the higher it must reach.

The house draws how a hand sways from the table's own chance, so nobody can claim a steadier one. A person chooses the
moment to let go; where the house lets go for a seat, it waits for a good moment as that level of hand would, and misses
it by as much.
"""

from __future__ import annotations

from math import hypot, pi, sin
from random import Random

import msgspec

from knobel.core.contract import Move
from knobel.games.stack_attack.moves import QUARTER, Hand, HandRequest, Slip, Sway, Wave


class Level(msgspec.Struct, frozen=True):
    """What makes a hand steady or not."""

    sway: int
    """How far it sways on either axis at the foot of the tower (root mean square, in micrometres)."""
    growth: int
    """How much farther with each die below, in micrometres."""
    lateness: int
    """How far it misses the moment it meant to let go at (standard deviation, in milliseconds)."""
    twist: int
    """How far it turns the die by accident (standard deviation, in milliradians)."""
    aside: float
    """What share of the sway is left at the moment it lets go (root mean square), as it comes out of all this."""


LEVELS: dict[Hand, Level] = {
    "child": Level(sway=4000, growth=300, lateness=220, twist=90, aside=0.683),
    "ordinary": Level(sway=3200, growth=240, lateness=140, twist=60, aside=0.53),
    "expert": Level(sway=2300, growth=175, lateness=95, twist=40, aside=0.425),
}
"""Chosen by the calibration; docs/games/stack-attack-tower.md shows what they lead to."""


class TremorPart(msgspec.Struct, frozen=True):
    """A part of every tremor: its share of the sway, and between which periods (in milliseconds) it lies."""

    share: float
    shortest: int
    longest: int


PARTS = (TremorPart(0.72, 2300, 3700), TremorPart(0.68, 1100, 1900), TremorPart(0.14, 95, 140))
"""Two slow drifts that an eye can follow and one fast tremble that it cannot. The squares of the shares sum to one."""

WATCHING = 800
"""Nobody lets go before having watched the die for so long."""
PATIENCE = 3200
"""And nobody looks for the best moment longer than this."""
GLANCE = 40
"""Moments closer together than this look alike."""

_TURN = 4096
_SCALE = 10_000
_SINE = tuple(round(_SCALE * sin(2 * pi * step / _TURN)) for step in range(_TURN))
"""A sine in whole numbers, so that a moment leads to the same place on every machine."""
_CIRCLE = 6283


def tremor(request: HandRequest, chance: Random) -> Sway:
    """How a hand of that level sways over a tower of that height."""
    level = LEVELS[request.level]
    size = level.sway + level.growth * request.height
    return Sway(_waves(size, chance), _waves(size, chance))


def _waves(size: int, chance: Random) -> tuple[Wave, ...]:
    return tuple(
        Wave(
            round(size * part.share * 2**0.5),
            chance.randint(part.shortest, part.longest),
            chance.randrange(_CIRCLE),
        )
        for part in PARTS
    )


def swing(sway: Sway, elapsed: int) -> tuple[int, int]:
    """How far the hand is from where it aims, so many milliseconds after it began to sway.

    >>> swing(Sway((Wave(1000, 400, 0),), (Wave(500, 400, 0),)), 100)
    (1000, 500)
    """
    return _swung(sway.x, elapsed), _swung(sway.y, elapsed)


def _swung(waves: tuple[Wave, ...], elapsed: int) -> int:
    return (
        sum(
            wave.amplitude * _SINE[(elapsed * _TURN // wave.period + wave.phase * _TURN // _CIRCLE) % _TURN]
            for wave in waves
        )
        // _SCALE
    )


def moment(sway: Sway, hand: Hand, chance: Random) -> int:
    """When a hand of that level lets go: at the stillest moment it sees coming, missed by a human error."""
    best = min(range(WATCHING, PATIENCE + 1, GLANCE), key=lambda elapsed: hypot(*swing(sway, elapsed)))
    return max(0, best + round(chance.gauss(0, LEVELS[hand].lateness)))


def scatter(hand: Hand, height: int) -> float:
    """How far from its aim a hand lets go, on either axis (root mean square, in micrometres)."""
    level = LEVELS[hand]
    return level.aside * (level.sway + level.growth * height)


def slip(request: HandRequest, chance: Random) -> Slip:
    """How far from its aim the house lets go for a seat of that level: its own tremor, at its own moment."""
    sway = tremor(request, chance)
    dx, dy = swing(sway, moment(sway, request.level, chance))
    twist = round(chance.gauss(0, LEVELS[request.level].twist))
    return Slip(dx, dy, max(-QUARTER, min(QUARTER, twist)))


def hand_source(request: msgspec.Struct, chance: Random) -> Move:
    """Answers the draw `hand`: a sway to stop, or a slip where the house lets go."""
    if not isinstance(request, HandRequest):
        raise TypeError(request)
    return slip(request, chance) if request.steadied else tremor(request, chance)


def hand_check(request: msgspec.Struct, chance: Random, move: Move) -> bool:
    """Whether the hand would sway just so again."""
    return hand_source(request, chance) == move
