"""Players of Stack Attack: the best plan by the risk model, and what people do wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from random import Random

from knobel.core.contract import Move, Open, Seat
from knobel.core.levels import BEGINNER, CASUAL, MASTER, STRONG, Fallible, Lapse
from knobel.core.player import Intent
from knobel.games.stack_attack.forecast import DiceLeft, forecast, left_of, round_of
from knobel.games.stack_attack.hand import moment, scatter
from knobel.games.stack_attack.moves import Place, Stop
from knobel.games.stack_attack.risk import risk
from knobel.games.stack_attack.rules import LET_GO, PLATE, ROLL, STOP, StackAttack, goes_on, without

GRID = range(-3000, 3001, 1000)
AIMS = tuple(product(GRID, GRID))
"""Where a good player thinks of aiming: to the millimetre, and not far from the middle."""


class Master:
    """Goes on only while that is worth more than to stop, by all that can still happen; aims against the lean."""

    def decide(self, view: StackAttack, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        match view.phase:
            case "ready":
                return Intent(ROLL)
            case "stacking":
                return Intent(Turn(view, seat).best())
            case "swaying":
                return Intent(LET_GO, moment(view.sway, view.options.hand_of(seat), chance))
            case _:
                return None


class Turn:
    """What a seat can make of the dice that lie there: its share of the win, by the risk model."""

    def __init__(self, view: StackAttack, seat: Seat) -> None:
        self.view = view
        self.player = view.playing.index(seat)
        self.round = round_of(view)
        self.left = left_of(view)
        self.aim = steadiest_aim(view, seat) if view.options.dexterity else (0, 0)
        self.first_falls = aimed_risk(view, seat, self.aim) if view.options.dexterity else None

    def best(self) -> Move:
        """The die that is worth most to go on with; or to stop, if that is worth no less."""
        view = self.view
        number = max(fitting(view.top(), view.rolled), key=self.worth_of)
        if view.added and self.worth_of_stopping(self.left) >= self.worth_of(number):
            return STOP
        return Place(number, *self.aim)

    def worth_of(self, number: int) -> float:
        """What it is worth to add a die of this number now and then to go on as is best."""
        return self.placed(number, without(self.view.rolled, number), self.left, self.first_falls)

    def worth_of_stopping(self, left: DiceLeft) -> float:
        """What it is worth to let the next player roll."""
        return forecast(self.round).rolling[left, self.round.next(self.player)][self.player]

    def placed(self, number: int, rest: tuple[int, ...], left: DiceLeft, known: float | None = None) -> float:
        """What a die is worth before the tower has settled; `known` is the risk, where the tower can be seen."""
        by_model, slips = self.round.ends(self.player, left)
        falls = by_model if known is None else known
        fallen = self.round.fallen(self.player, left)[self.player]
        stands = (1 - falls - slips) * self.stood(number, rest, left)
        return falls * fallen + slips * self.worth_of_stopping(left) + stands

    def stood(self, top: int, rest: tuple[int, ...], left: DiceLeft) -> float:
        """What it is worth that the die stands: the round, or the better of stopping and going on."""
        if not rest:
            return self.round.cleared(self.player)[self.player]
        fewer = (*left[: self.player], left[self.player] - 1, *left[self.player + 1 :])
        going_on = (self.placed(number, without(rest, number), fewer) for number in fitting(top, rest))
        return max([self.worth_of_stopping(fewer), *going_on])


def fitting(top: int | None, dice: tuple[int, ...]) -> list[int]:
    """The numbers among these dice that can be added."""
    return [number for number in sorted(set(dice)) if goes_on(top, number)]


def steadiest_aim(view: StackAttack, seat: Seat) -> tuple[int, int]:
    """Where the die is least likely to bring the tower down: against its lean, but no farther than it helps."""
    return min(AIMS, key=lambda aim: (round(aimed_risk(view, seat, aim), 2), abs(aim[0]) + abs(aim[1])))


def aimed_risk(view: StackAttack, seat: Seat, aim: tuple[int, int]) -> float:
    """The risk of an aim, for this seat's hand."""
    top = view.poses[-1] if view.poses else PLATE
    hand = view.options.hand_of(seat)
    return risk(view.poses, top.x + aim[0], top.y + aim[1], scatter(hand, len(view.tower)))


# What people do wrong -------------------------------------------------------------------------------------------------


def goes_on_too_long(view: StackAttack, _seat: Seat, _moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Adds one more die where it is time to stop, the first that fits, and over the middle."""
    return Place(fitting(view.top(), view.rolled)[0]) if isinstance(right, Stop) else None


def stops_at_once(_view: StackAttack, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Is glad that the die stands, and stops where another one is hardly a risk."""
    return STOP if isinstance(right, Place) and STOP in moves else None


def takes_the_first(view: StackAttack, _seat: Seat, _moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Takes the first die that fits, whatever can follow on it."""
    return Place(fitting(view.top(), view.rolled)[0], right.x, right.y) if isinstance(right, Place) else None


def aims_at_the_middle(_view: StackAttack, _seat: Seat, _moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Puts the die over the middle of the one below, however the tower leans."""
    return Place(right.die) if isinstance(right, Place) else None


LAPSES = {
    "goes on once too often": Lapse(tempts=goes_on_too_long, rates={BEGINNER: 0.9, CASUAL: 0.5, STRONG: 0.15}),
    "stops too early": Lapse(tempts=stops_at_once, rates={BEGINNER: 0.3, CASUAL: 0.17, STRONG: 0.08}),
    "takes the first die that fits": Lapse(tempts=takes_the_first, rates={BEGINNER: 0.9, CASUAL: 0.6, STRONG: 0.25}),
    "aims at the middle": Lapse(tempts=aims_at_the_middle, rates={BEGINNER: 0.9, CASUAL: 0.4, STRONG: 0.15}),
}

LEVELS = {level: partial(Fallible, Master(), LAPSES, level) for level in (BEGINNER, CASUAL, STRONG)} | {MASTER: Master}
