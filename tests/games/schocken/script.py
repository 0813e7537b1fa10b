"""Games of Schocken in a few letters: `bout(begin(), "611", "446/4")`.

A hand is written as its throws with a stroke between them. The first throw has three faces; each later one throws the
last dice again, as many as it has faces. A star at the end of a throw turns a six of it into a one.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.contract import IllegalMove
from knobel.games.schocken.moves import Fell, Stand, Throw
from knobel.games.schocken.rules import Schocken

ALL = (0, 1, 2)


def begin(seats: int = 2, **options: object) -> Schocken:
    """A game in which the first seat begins."""
    return knobel.game("schocken").start(seats, **{"starter": 1} | options)


def lying(state: Schocken, middle: int, *discs: int) -> Schocken:
    """The same position with the discs lying like this."""
    assert middle + sum(discs) == state.options.discs
    order = tuple(seat for seat in state.order if middle or discs[seat])
    return replace(state, middle=middle, discs=discs, order=order)


def throw(state: Schocken, faces: str, dice: tuple[int, ...] = ALL, flip: int = 0) -> Schocken:
    """Whoever is to throw throws these dice, and they show these faces."""
    return state.play(state.thrower(), Throw(dice, flip)).play("nature", Fell(tuple(map(int, faces))))


def stand(state: Schocken, flip: int = 0) -> Schocken:
    """Whoever is to throw stands."""
    return state.play(state.thrower(), Stand(flip))


def thrown(state: Schocken, hand: str) -> tuple[Schocken, int]:
    """Whoever is to throw makes these throws; and how many sixes of the last one are to be turned."""
    flip = 0
    for part in hand.split("/"):
        faces = part.rstrip("*")
        state = throw(state, faces, ALL[3 - len(faces) :], flip)
        flip = part.count("*")
    return state, flip


def turn(state: Schocken, hand: str) -> Schocken:
    """Whoever is to throw makes these throws and stands."""
    return stand(*thrown(state, hand))


def bout(state: Schocken, *hands: str) -> Schocken:
    """Everybody's turn, in throwing order, and the reveal."""
    assert len(hands) == len(state.order)
    for hand in hands:
        state = turn(state, hand)
    return state


def why(state: Schocken, actor: object, move: object) -> str:
    """The rule, and its variant, that stands against a move; "" if none does."""
    objection = state.objection(actor, move)
    if objection is None:
        state.play(actor, move)
        return ""
    with pytest.raises(IllegalMove) as refused:
        state.play(actor, move)
    assert refused.value.objection == objection
    return f"{objection.rule}.{objection.variant}".rstrip(".")


def may(state: Schocken) -> set[Throw | Stand]:
    """What whoever is to throw may do."""
    return set(state.moves(state.thrower()))
