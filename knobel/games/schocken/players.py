"""A player who plays as sensible people do: keep the ones, turn a six when it helps, stand on a good hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knobel.core.contract import Move, Open, Seat
from knobel.core.player import Intent
from knobel.games.schocken.hands import Hand, Kind, hand, strength
from knobel.games.schocken.moves import Stand, Throw
from knobel.games.schocken.rules import ALL_DICE, Schocken

GOOD_ENOUGH = {2: Hand(Kind.SCHOCK, (5, 1, 1)), 1: Hand(Kind.GENERAL, (2, 2, 2))}
"""The least hand to stand on, by how many throws are left."""


class Careful:
    """Stands on a hand that will do for the throws that are left; else keeps the ones and throws the rest again."""

    def decide(self, view: Schocken, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        stands = [move for move in moves if isinstance(move, Stand)]
        throws = [move for move in moves if isinstance(move, Throw)]
        if not stands:
            return Intent(throws[0]) if throws else None
        if view.options.counted:
            return Intent(stands[0])  # nobody tells it what it has
        stand = max(stands, key=lambda move: strength(hand_after(view, seat, move), view.options))
        if not throws or will_do(view, seat, hand_after(view, seat, stand)):
            return Intent(stand)
        return Intent(max(throws, key=lambda move: promise(view, seat, move)))


def hand_after(view: Schocken, seat: Seat, stand: Stand) -> Hand:
    """The hand that a seat would stand on."""
    cup = view.cups[seat]
    return hand(cup.turned(stand.flip).faces, view.fell_at_once(cup), view.options)


def will_do(view: Schocken, seat: Seat, held: Hand) -> bool:
    """Whether a hand is good enough for the throws that are left."""
    left = view.allowed_throws(seat) - len(view.cups[seat].throws)
    return strength(held, view.options) >= strength(GOOD_ENOUGH[left], view.options)


def promise(view: Schocken, seat: Seat, throw: Throw) -> tuple[int, int]:
    """Ones that stay out are good; anything else is better thrown again."""
    faces = view.cups[seat].turned(throw.flip, throw.dice).faces
    staying = [faces[die] for die in ALL_DICE if die not in throw.dice]
    return staying.count(1), -len(staying)
