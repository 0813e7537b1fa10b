"""Players of Schocken.

The strong one plays as sensible people do: keep the ones, turn a six when it helps, stand on a good hand. The others do
so too, but for the mistakes that are listed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from knobel.core.contract import Move, Open, Seat
from knobel.core.levels import BEGINNER, CASUAL, STRONG, Fallible, Lapse
from knobel.core.player import Intent
from knobel.games.schocken.hands import Hand, Kind, hand, strength
from knobel.games.schocken.moves import Stand, Throw
from knobel.games.schocken.rules import ALL_DICE, Schocken

GOOD_ENOUGH = {2: Hand(Kind.SCHOCK, (5, 1, 1)), 1: Hand(Kind.GENERAL, (2, 2, 2))}
"""The least hand to stand on, by how many throws are left."""


class Strong:
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


# What people do wrong -------------------------------------------------------------------------------------------------


def stands_on_little(view: Schocken, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Leaves the cup on a hand that will hardly do, although there are throws left."""
    return Stand() if isinstance(right, Throw) and Stand() in moves and not view.options.counted else None


def throws_on(view: Schocken, seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Hopes for more than a hand that would have done, and throws all of it again but the ones."""
    throws = [move for move in moves if isinstance(move, Throw)]
    if not isinstance(right, Stand) or not throws or view.options.counted:
        return None
    return max(throws, key=lambda move: promise(view, seat, move))


def leaves_the_six(_view: Schocken, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Forgets that one of two sixes may be turned into a one."""
    match right:
        case Throw(dice, flip) if flip and Throw(dice) in moves:
            return Throw(dice)
        case Stand(flip) if flip:
            return Stand()
        case _:
            return None


def keeps_a_pair(view: Schocken, seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Keeps two alike in the hope of a General, and lets the ones go for it."""
    if not isinstance(right, Throw) or not view.cups[seat].throws or view.options.counted:
        return None
    faces = view.cups[seat].faces
    for die in ALL_DICE:
        others = [face for other, face in enumerate(faces) if other != die]
        if others[0] == others[1] > 1 and Throw((die,)) in moves:
            return Throw((die,))
    return None


LAPSES = {
    "leaves two sixes as they are": Lapse(tempts=leaves_the_six, rates={BEGINNER: 0.7, CASUAL: 0.35}),
    "stands on a weak hand": Lapse(tempts=stands_on_little, rates={BEGINNER: 0.35, CASUAL: 0.15}),
    "keeps a pair for a General": Lapse(tempts=keeps_a_pair, rates={BEGINNER: 0.6, CASUAL: 0.3}),
    "throws a good hand again": Lapse(tempts=throws_on, rates={BEGINNER: 0.3, CASUAL: 0.12}),
}

LEVELS = {level: partial(Fallible, Strong(), LAPSES, level) for level in (BEGINNER, CASUAL)} | {STRONG: Strong}
