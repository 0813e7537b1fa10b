"""The players of Liar's Dice. They see their own dice and the bid, and reckon what the other cups may hide."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random

from msgspec.structs import replace

from knobel.core.contract import Move, Open, Seat
from knobel.core.player import Intent
from liars_dice.moves import Bid, Doubt
from liars_dice.rules import LiarsDice, counts

LIKELY = 0.5
BLUFFS = 0.25
"""How often the bold one raises a face for no better reason than to be believed."""


class Careful:
    """Doubts what is less likely than anything it could bid itself; else bids as high as is still likely."""

    def decide(self, view: LiarsDice, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        bids = [move for move in moves if isinstance(move, Bid)]
        best = max((chance_of(view, seat, bid) for bid in bids), default=0)
        if view.bid and 1 - chance_of(view, seat, view.bid) > best:
            return Intent(Doubt())
        likely = [bid for bid in bids if chance_of(view, seat, bid) >= min(LIKELY, best)]
        return Intent(likely[-1]) if likely else None


class Bold(Careful):
    """As the careful one, but now and then it raises by a little, whatever its dice are: a bluff."""

    def decide(self, view: LiarsDice, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        raises = [move for move in moves if isinstance(move, Bid)][:6]
        if view.bid and raises and chance.random() < BLUFFS and chance_of(view, seat, view.bid) > 1 - LIKELY:
            return Intent(chance.choice(raises))
        return super().decide(view, seat, moves, chance)


def imagine(view: LiarsDice, _seat: Seat, chance: Random) -> LiarsDice | None:
    """LIE-02: any dice may lie under the other cups. With real dice nobody tells the house what lies under any."""
    if view.options.counted:
        return None
    return replace(view, cups=tuple(tuple(die or chance.randint(1, 6) for die in cup) for cup in view.cups))


def chance_of(view: LiarsDice, seat: Seat, bid: Bid) -> float:
    """How likely a bid is true to somebody who knows one cup: each unseen die counts with the same chance.

    With real dice nobody tells a player of the house what lies under its cup, so all dice are unseen to it.
    """
    own = sum(counts(die, bid.face, view.options) for die in view.cups[seat])
    unseen = sum(view.dice) - len(view.cups[seat])
    return at_least(bid.quantity - own, unseen, (1 + (view.options.wild and bid.face != 1)) / 6)


def at_least(wanted: int, dice: int, each: float) -> float:
    """How likely at least so many of these dice count, if each does with the same chance.

    >>> at_least(1, 2, 0.5), at_least(0, 2, 0.5), at_least(3, 2, 0.5)
    (0.75, 1, 0)
    """
    if wanted <= 0:
        return 1
    return sum(comb(dice, n) * each**n * (1 - each) ** (dice - n) for n in range(wanted, dice + 1))
