"""Rounds and placements played out on the simulated tower, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import cos, sin, tau
from random import Random
from typing import Any, TypeVar

import msgspec

from knobel.core.contract import State
from knobel.games.stack_attack.game import GAME
from knobel.games.stack_attack.hand import scatter
from knobel.games.stack_attack.moves import ONE, Fell, Hand, Placing, Pose, Settled
from knobel.games.stack_attack.players import Master
from knobel.games.stack_attack.rules import StackAttack
from knobel.games.stack_attack.statics import WEIGHT, critical_stiffness
from knobel.games.stack_attack.tower.model import HOUSE_TOWER, PIVOT, SIDE
from knobel.games.stack_attack.tower.source import asked

HANDS: tuple[Hand, ...] = ("child", "ordinary", "expert")
TALLEST = 13
"""No round can build higher: then somebody has no dice left."""

LEAN = 300
"""How far (in micrometres) each die of a leaning tower lies beside the one below."""

T = TypeVar("T")
R = TypeVar("R")


class Tried(msgspec.Struct, frozen=True, array_like=True):
    """A placement and what came of it."""

    hand: Hand
    placing: Placing
    fell: bool
    alone: bool = False
    """Whether only the new die came off."""

    @property
    def height(self) -> int:
        """Dice in the tower before."""
        return len(self.placing.poses)


class Round(msgspec.Struct, frozen=True):
    """A round between players of one hand: its placements, in order."""

    hand: Hand
    seats: int
    tried: tuple[Tried, ...]

    @property
    def fell(self) -> bool:
        """Whether it ended in a fall."""
        return self.tried[-1].fell


def played_round(seats: int, hand: Hand, seed: int) -> Round:
    """One round through the game's own rules, between careful players for whom the house lets go."""
    chance = Random(f"round of {seats}, {hand}, {seed}")
    everyone = tuple(range(1, seats + 1))
    state: Any = GAME.start(seats, preset="tower", hands=[hand] * seats, steadied=everyone, starter=1)
    mind, tried = Master(), list[Tried]()
    while not any(state.points) and not (tried and tried[-1].fell):
        state, move, placing = _next(state, mind, chance)
        if placing is not None:
            left = move.left if isinstance(move, Fell) else ()
            tried.append(Tried(hand, placing, bool(left), len(left) == 1))
    return Round(hand, seats, tuple(tried))


def _next(state: StackAttack, mind: Master, chance: Random) -> tuple[State, Any, Placing | None]:
    """The next position, the move that led to it, and what the tower was asked, if it was."""
    due = state.due()
    if due.nature:
        placing = state.placing() if state.phase == "settling" else None
        move = GAME.draw(state, chance.randrange, lambda: chance)
        return state.play("nature", move), move, placing
    (seat,) = due.must
    intent = mind.decide(state, seat, (), chance)
    if intent is None:
        raise TypeError(state)
    return state.play(seat, intent.move), intent.move, None


def built_tower(hand: Hand, seed: int) -> list[Tried]:
    """A tower built higher until it falls, with aims that range from careless to well corrected."""
    chance = Random(f"tower by {hand}, {seed}")
    poses: tuple[Pose, ...] = ()
    tried: list[Tried] = []
    correction = chance.uniform(-0.2, 1.0)
    while len(poses) < TALLEST and not (tried and tried[-1].fell):
        top = poses[-1] if poses else Pose(0, 0, 0)
        wide = scatter(hand, len(poses))
        x, y = (round(chance.gauss((1 - correction) * place, wide)) for place in (top.x, top.y))
        placing = Placing(poses, x, y, round(chance.gauss(0, 100)))
        answer = asked(placing)
        left = answer.left if isinstance(answer, Fell) else ()
        tried.append(Tried(hand, placing, bool(left), len(left) == 1))
        poses = answer.poses
    return tried


def shoved(height: int, offset: int, seed: int) -> bool:
    """Whether a leaning tower falls when a die is let go `offset` beside the middle of its top one, at some angle."""
    chance = Random(f"beside {height}, {offset}, {seed}")
    angle = chance.uniform(0, tau)
    poses = leaning(height)
    x, y = poses[-1].x + offset * cos(angle), offset * sin(angle)
    return isinstance(asked(Placing(poses, round(x), round(y), 0)), Fell)


def leaning(height: int, lean: int = LEAN) -> tuple[Pose, ...]:
    """A tower in which each die lies a little to the right of the one below, at rest: the plate tilts accordingly."""
    arms = [SIDE * (index + 0.5) + PIVOT for index in range(height)]
    gives = HOUSE_TOWER.stiffness - critical_stiffness(height)
    tilt = WEIGHT * sum(lean * index / 1e6 for index in range(height)) / gives
    turn = round(ONE * cos(tilt / 2)), 0, round(ONE * sin(tilt / 2)), 0
    along = [(lean * index / 1e6, arm) for index, arm in enumerate(arms)]
    places = [(x * cos(tilt) + arm * sin(tilt), arm * cos(tilt) - x * sin(tilt) - PIVOT) for x, arm in along]
    return tuple(Pose(round(x * 1e6), 0, round(z * 1e6), *turn) for x, z in places)


def untouched(height: int) -> bool:
    """Whether a straight tower of so many dice takes one more, laid down without a slip."""
    return isinstance(asked(Placing(leaning(height, 0), 0, 0, 0)), Settled)


def spread(work: Callable[[T], R], jobs: Iterable[T], threads: int, step: Callable[[], None]) -> Iterator[R]:
    """The results of all jobs in their order; `step` is called after each. The work itself is done by the workers."""
    with ThreadPoolExecutor(threads) as pool:
        for result in pool.map(work, jobs):
            step()
            yield result
