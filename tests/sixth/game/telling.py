"""Words and picture of a game of High Die."""

from __future__ import annotations

from collections.abc import Iterator

from knobel.core.contract import Actor, Move, Seat
from knobel.core.scene import Group, Scene
from knobel.core.words import Say, Who

from .moves import Fell
from .rules import HighDie


def tell(before: HighDie, actor: Actor, move: Move, _after: HighDie) -> Iterator[Say]:
    """What happened with a move."""
    who = Who(len(before.rolled) % before.seats)
    if isinstance(move, Fell):
        yield Say("told.fell", {"who": who, "pips": move.pips})
    else:
        yield Say("told.roll", {"who": who})


def label(_view: HighDie, _seat: Seat, _move: Move) -> Say:
    """What a move would be."""
    return Say("can.roll")


def scene(view: HighDie) -> Scene:
    """Everyone's pips."""
    return Scene(places=tuple((Group(caption=Say("scene.pips"), count=pips),) for pips in view.scores()))
