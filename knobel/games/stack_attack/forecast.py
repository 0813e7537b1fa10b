"""What the rest of a round is worth to everybody, by the risk model.

The players of a forecast roll, add a die if one fits, and then add another whenever that is better for them than to
stop. Which numbers they will roll is averaged over; whether the tower stands is weighed exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import exp

import msgspec

from knobel.games.stack_attack.moves import Hand
from knobel.games.stack_attack.risk import alone, hazard
from knobel.games.stack_attack.rules import LEAST_RISK, StackAttack

FITS, OPENS = 5 / 18, 1 / 6
"""The chance that a die fits: on any number, all of them being as likely; and where only one number does."""

DiceLeft = tuple[int, ...]
"""How many dice each player has not on the tower."""
Shares = tuple[float, ...]
"""Each player's share of the win."""


class Round(msgspec.Struct, frozen=True):
    """A round, as far as it matters for what it is worth."""

    points: tuple[int, ...]
    """Of those who play it, in order of the seats."""
    hands: tuple[Hand, ...]
    target: int
    dice_each: int
    neutral: int
    slips: bool

    def height(self, left: DiceLeft) -> int:
        """How high the tower is when so many dice are not on it."""
        return self.neutral + self.dice_each * len(left) - sum(left)

    def ends(self, player: int, left: DiceLeft) -> tuple[float, float]:
        """The chances that a die placed now brings the tower down, and that it only slips off itself."""
        falls = float(max(LEAST_RISK, hazard(self.height(left), self.hands[player])))
        slipped = falls * float(alone()) if self.slips else 0.0
        return falls - slipped, slipped

    def next(self, player: int) -> int:
        """Who is to the left."""
        return (player + 1) % len(self.points)

    def fallen(self, cause: int, left: DiceLeft) -> Shares:
        """STK-17: what a fall is worth to everybody."""
        gains = [0 if player == cause else self.dice_each - count for player, count in enumerate(left)]
        return self.shares(gains)

    def cleared(self, player: int) -> Shares:
        """STK-16: what it is worth to everybody that a player has all dice on the tower."""
        return self.shares([self.dice_each if other == player else 0 for other in range(len(self.points))])

    def shares(self, gains: Sequence[int]) -> Shares:
        """Who has won gets it all; before that, the nearer somebody is to the target, the larger their share."""
        points = [had + more for had, more in zip(self.points, gains, strict=True)]
        best = max(points)
        if best >= self.target:
            return tuple((had == best) / points.count(best) for had in points)
        weights = [exp(4 * (had - best) / self.target) for had in points]
        return tuple(weight / sum(weights) for weight in weights)


class Forecast:
    """What a round is worth to each player, from any number of dice left and whoever is to roll."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.rolling: dict[tuple[DiceLeft, int], Shares] = {}
        """By the dice left and whose turn it is to roll."""
        self.placing: dict[tuple[DiceLeft, int], Shares] = {}
        """By the dice left and who places a die that fits."""
        for left in sorted(product(range(1, round_.dice_each + 1), repeat=len(round_.points)), key=sum):
            self._fill(left)

    def _fill(self, left: DiceLeft) -> None:
        """Every position with these dice left; those with fewer are known already.

        As long as nobody can place, the turn goes round. So the first player's worth follows from itself and from what
        happens when somebody can; the others' then follow from it, the last one first.
        """
        players = range(len(left))
        stays, changes = zip(*(self._turn(left, player) for player in players), strict=True)
        around, gathered = 1.0, [0.0] * len(left)
        for player in players:
            gathered = [sum_ + around * part for sum_, part in zip(gathered, changes[player], strict=True)]
            around *= stays[player]
        after = tuple(sum_ / (1 - around) for sum_ in gathered)
        self.rolling[left, 0] = after
        for player in reversed(players[1:]):
            after = mixed((1.0, changes[player]), (stays[player], after))
            self.rolling[left, player] = after

    def _turn(self, left: DiceLeft, player: int) -> tuple[float, Shares]:
        """A turn: the chance that nothing changes by it, and everything else that can come of it, weighed."""
        round_ = self.round
        opening = round_.height(left) == 0 or sum(left) == round_.dice_each * len(left)
        misses = (1 - (OPENS if opening else FITS)) ** left[player]
        falls, slips = round_.ends(player, left)
        self.placing[left, player] = mixed(
            (falls, round_.fallen(player, left)), (1 - falls - slips, self.stood(left, player))
        )  # without a slip, which leaves all as it was
        return misses + (1 - misses) * slips, mixed((1 - misses, self.placing[left, player]))

    def stood(self, left: DiceLeft, player: int) -> Shares:
        """A die of this player stands: the round is over, or it goes on as is best for the player."""
        if left[player] == 1:
            return self.round.cleared(player)
        fewer = (*left[:player], left[player] - 1, *left[player + 1 :])
        stop = self.rolling[fewer, self.round.next(player)]
        _, slips = self.round.ends(player, fewer)
        more = mixed((1.0, self.placing[fewer, player]), (slips, stop))
        if more[player] <= stop[player]:
            return stop
        finds = 1 - (1 - FITS) ** fewer[player]
        return mixed((finds, more), (1 - finds, stop))


def mixed(*weighed: tuple[float, Shares]) -> Shares:
    """Shares, each so many times, summed up."""
    return tuple(sum(weight * shares[player] for weight, shares in weighed) for player in range(len(weighed[0][1])))


@lru_cache(maxsize=64)
def forecast(round_: Round) -> Forecast:
    """The forecast of a round."""
    return Forecast(round_)


def round_of(view: StackAttack) -> Round:
    """The round that is being played."""
    return Round(
        points=tuple(view.points[seat] for seat in view.playing),
        hands=tuple(view.options.hand_of(seat) for seat in view.playing),
        target=view.options.target,
        dice_each=view.dice_each(),
        neutral=sum(block.owner is None for block in view.tower),
        slips=view.options.slips,
    )


def left_of(view: StackAttack) -> DiceLeft:
    """How many dice each player has not on the tower."""
    return tuple(map(view.in_hand, view.playing))
