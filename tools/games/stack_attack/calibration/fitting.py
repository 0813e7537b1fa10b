"""Fits the risk model to placements that were simulated, and measures how far it errs on others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import log

from knobel.games.stack_attack.moves import Hand
from knobel.games.stack_attack.risk import GRAIN, Fitted, steepness
from knobel.games.stack_attack.statics import margin
from tools.games.stack_attack.calibration.playing import HANDS, TALLEST, Round, Tried

OVERSHOOTS = (1.0, 1.1, 1.2, 1.3, 1.4)
"""The plate is damped too well to swing farther past its rest than that."""
SLOPES = tuple(step / 20 for step in range(2, 21))
SHARPEST = 150.0
"""The least width, in micrometres: a fit to few falls must not be surer than that."""
BINS = 5
TINY = 1e-6


def surprise(chances: Sequence[float], fell: Sequence[bool]) -> float:
    """The mean log loss: how surprised one is by what fell and what stood."""
    losses = (-log(max(TINY, chance if down else 1 - chance)) for chance, down in zip(chances, fell, strict=True))
    return sum(losses) / len(fell)


def least(
    loss: Callable[[float, float], float], start: tuple[float, float], steps: tuple[float, float]
) -> tuple[float, float]:
    """Where a function of two numbers is least: looks around in steps that halve when nothing near is better."""
    best, (a, b), (step_a, step_b) = loss(*start), start, steps
    for _ in range(60):
        around = [(a + i * step_a, b + j * step_b) for i, j in product((-1, 0, 1), repeat=2) if i or j]
        value, place = min((loss(*place), place) for place in around)
        if value < best:
            best, (a, b) = value, place
        else:
            step_a, step_b = step_a / 2, step_b / 2
    return a, b


def fitted_margin(tried: Sequence[Tried]) -> tuple[float, float, float]:
    """The overshoot, the middle and the width that leave the least surprise."""
    fell = [one.fell for one in tried]
    found: list[tuple[float, float, float, float]] = []
    for overshoot in OVERSHOOTS:
        margins = [margin(one.placing.poses, one.placing.x, one.placing.y, overshoot) for one in tried]

        def loss(middle: float, wide: float, margins: list[float] = margins) -> float:
            return surprise([steepness((value - middle) / (SHARPEST + abs(wide))) for value in margins], fell)

        middle, wide = least(loss, (0.0, 300.0), (800.0, 200.0))
        found.append((loss(middle, wide), overshoot, middle, SHARPEST + abs(wide)))
    _, overshoot, middle, width = min(found)
    return overshoot, round(middle, 1), round(width, 1)


def fitted_hazards(rounds: Sequence[Round]) -> dict[Hand, tuple[int, ...]]:
    """Logistic curves in the height, as tables in parts of `GRAIN`; the first die on the plate cannot fall.

    All hands share one slope, so that a steadier hand is safer at every height, however few of its falls were seen.
    """
    tried = {hand: [one for one in placements(rounds, hand) if one.height] for hand in HANDS}

    def curve(hand: Hand, slope: float) -> tuple[float, float]:
        """The least surprise at that slope, and where the curve starts for it."""
        fell = [one.fell for one in tried[hand]]

        def loss(start: float, _: float) -> float:
            return surprise([steepness(-(start + slope * one.height)) for one in tried[hand]], fell) * len(fell)

        start, _ = least(loss, (-5.0, 0.0), (2.0, 0.0))
        return loss(start, 0.0), start

    slope = min(SLOPES, key=lambda slope: sum(curve(hand, slope)[0] for hand in HANDS))
    starts: dict[Hand, float] = {hand: curve(hand, slope)[1] for hand in HANDS}
    return {
        hand: (0, *(round(GRAIN * steepness(-(start + slope * height))) for height in range(1, TALLEST + 1)))
        for hand, start in starts.items()
    }


def mean_error(chances: Sequence[float], fell: Sequence[bool]) -> float:
    """How far chances are from what happened: placements in fifths by their chance, the mean distance of the fifths."""
    ranked = sorted(zip(chances, fell, strict=True))
    parts = [ranked[len(ranked) * part // BINS : len(ranked) * (part + 1) // BINS] for part in range(BINS)]
    return sum(abs(sum(chance - down for chance, down in part)) for part in parts) / len(ranked)


def fit(
    towers: Sequence[Tried], rounds: Sequence[Round], kept_towers: Sequence[Tried], kept_rounds: Sequence[Round]
) -> Fitted:
    """The model, with its error on towers and rounds that were kept apart."""
    overshoot, middle, width = fitted_margin(towers)
    hazards = fitted_hazards(rounds)

    def chance(one: Tried) -> float:
        return steepness((margin(one.placing.poses, one.placing.x, one.placing.y, overshoot) - middle) / width)

    error = mean_error([chance(one) for one in kept_towers], [one.fell for one in kept_towers])
    apart = [one for hand in HANDS for one in placements(kept_rounds, hand)]
    by_height = mean_error([hazards[one.hand][one.height] / GRAIN for one in apart], [one.fell for one in apart])
    slipping = alone([one for hand in HANDS for one in placements(rounds, hand)])
    return Fitted(overshoot, middle, width, hazards, round(GRAIN * slipping), round(error, 4), round(by_height, 4))


def placements(rounds: Sequence[Round], hand: Hand) -> list[Tried]:
    """All placements of that hand."""
    return [one for played in rounds if played.hand == hand for one in played.tried]


def alone(tried: Sequence[Tried]) -> float:
    """The share of the falls in which only the new die came off."""
    fell = [one for one in tried if one.fell]
    return sum(one.alone for one in fell) / max(1, len(fell))
