"""What the games of a comparison show of each variant, how sure that is, and what changes for sure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist, fmean, variance

import msgspec

from knobel.lab.league import lineups
from knobel.lab.measuring import Measured
from knobel.lab.plan import ComparisonPlan, GameStint, Series, Variant
from knobel.lab.simulate import SURE, wilson

BLOCKS = 20
"""Into so many parts the games of all levels are cut, to see how far chance moves what they say of skill."""

MEASURES = (
    *("turns", "minutes", "first", "changes", "settled", "margin", "decisions", "matter", "stake"),
    *("skill", "luck", "spread"),
)
"""What is told of a variant, in this order."""

Z = NormalDist().inv_cdf((1 + SURE) / 2)


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of a variant, and how sure that is."""

    value: float
    low: float
    high: float
    """Between these it lies, 95 % sure."""
    games: int
    change: float = 0.0
    """How much more it is than by the first rules."""
    change_low: float = 0.0
    change_high: float = 0.0
    differs: bool = False
    """Whether the interval around the change leaves out 0."""


class ComparedVariant(msgspec.Struct, frozen=True, kw_only=True):
    """What a variant is like."""

    variant: Variant
    measures: dict[str, Measure]
    """By their names, in the order of `MEASURES`; without those that cannot be told of this game."""
    levels: dict[str, Measure]
    """The wins of each level against the others, the weakest first."""
    lengths: tuple[int, ...]
    """The turns of each game of the strongest players, in rising order."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What house rules do to a game, and all that is needed to play it again."""

    plan: ComparisonPlan
    variants: tuple[ComparedVariant, ...]


class Estimate(msgspec.Struct, frozen=True):
    """A mean, how far off it may be (its standard error), and from how many games."""

    value: float
    error: float
    games: int
    low: float | None = None
    high: float | None = None
    """Its interval, where that is not even around it."""


def comparison_of(plan: ComparisonPlan, stints: Sequence[GameStint], done: Sequence[list[Measured]]) -> Comparison:
    """All that stints of a plan, which were played, show."""
    shown: list[ComparedVariant] = []
    base: dict[str, Estimate] = {}
    for number, variant in enumerate(plan.variants):
        series: dict[Series, list[Measured]] = {"strongest": [], "levels": []}
        for stint, games in zip(stints, done, strict=True):
            if stint.variant == number:
                series[stint.series] += games
        estimates = _estimates(plan, series["strongest"], series["levels"])
        base = base or estimates
        shown.append(
            ComparedVariant(
                variant=variant,
                measures={
                    name: _measure(estimates[name], base.get(name) if number else None)
                    for name in MEASURES
                    if name in estimates
                },
                levels={level: _measure(found, None) for level, found in _levels(plan, series["levels"]).items()},
                lengths=tuple(sorted(game.turns for game in series["strongest"])),
            )
        )
    return Comparison(plan=plan, variants=tuple(shown))


def _measure(found: Estimate, base: Estimate | None) -> Measure:
    low = found.value - Z * found.error if found.low is None else found.low
    high = found.value + Z * found.error if found.high is None else found.high
    told = Measure(value=_round(found.value), low=_round(low), high=_round(high), games=found.games)
    if base is None:
        return told
    change, reach = found.value - base.value, Z * sqrt(found.error**2 + base.error**2)
    return msgspec.structs.replace(
        told,
        change=_round(change),
        change_low=_round(change - reach),
        change_high=_round(change + reach),
        differs=abs(change) > reach,
    )


def _round(value: float) -> float:
    return round(value, 6) + 0.0


def _estimates(plan: ComparisonPlan, strongest: Sequence[Measured], mixed: Sequence[Measured]) -> dict[str, Estimate]:
    found = {
        "turns": _mean([game.turns for game in strongest]),
        "minutes": _mean([game.seconds / 60 for game in strongest]),
        "first": _edge(strongest),
        "changes": _mean([game.changes for game in strongest]),
        "settled": _mean([game.settled for game in strongest]),
        "margin": _mean([game.margin for game in strongest]),
        "decisions": _mean([game.decisions for game in strongest]),
    }
    looked = strongest[: plan.looked]
    if all(game.matter is not None for game in looked):
        found["matter"] = _matter(plan, looked)
        found["stake"] = _mean([game.stake or 0.0 for game in looked])
    if mixed and (skill := _by_blocks(plan, mixed, _skill)):
        reach = Z * skill.error
        low, high = max(0.0, skill.value - reach), min(1.0, skill.value + reach)
        found["skill"] = Estimate(max(0.0, skill.value), skill.error, skill.games, low, high)
        found["luck"] = Estimate(min(1.0, 1 - skill.value), skill.error, skill.games, 1 - high, 1 - low)
        if spread := _by_blocks(plan, mixed, _spread):
            found["spread"] = spread
    return found


def _mean(values: Sequence[float]) -> Estimate:
    error = sqrt(variance(values) / len(values)) if len(values) > 1 else 0.0
    return Estimate(fmean(values), error, len(values))


def _matter(plan: ComparisonPlan, looked: Sequence[Measured]) -> Estimate:
    """How many decisions of a game matter; where one stood for all of a game, by the share of those that do."""
    found = _mean([game.matter or 0.0 for game in looked])
    if plan.exact:
        return found
    decisions = fmean(game.decisions for game in looked)
    low, high = (decisions * end for end in wilson(found.value / max(1.0, decisions), len(looked)))
    return Estimate(found.value, (high - low) / (2 * Z), len(looked), low, high)


def _share(parts: Sequence[float]) -> Estimate:
    """A part of the wins, with Wilson's interval."""
    found = _mean(parts)
    low, high = wilson(found.value, found.games)
    return msgspec.structs.replace(found, low=low, high=high)


def _edge(games: Sequence[Measured]) -> Estimate:
    """How much more often whoever began won than would be fair."""
    even, found = 1 / len(games[0].wins), _share([game.first for game in games])
    low, high = found.low or 0.0, found.high or 0.0
    return Estimate(found.value - even, found.error, found.games, low - even, high - even)


# Skill and luck: how far apart levels come out, beside how far apart results lie --------------------------------------


def _levels(plan: ComparisonPlan, games: Sequence[Measured]) -> dict[str, Estimate]:
    """What part of the win each level gets."""
    if not games:
        return {}
    wins = _wins(plan, games, range(len(games)))
    return {level: _share(wins[level]) for level in plan.levels}


def _wins(plan: ComparisonPlan, games: Sequence[Measured], numbers: Sequence[int]) -> dict[str, list[float]]:
    tables = lineups(plan.levels, plan.players)
    wins: dict[str, list[float]] = {level: [] for level in plan.levels}
    for number in numbers:
        for level, win in zip(tables[number % len(tables)], games[number].wins, strict=True):
            wins[level].append(win)
    return wins


def _skill(wins: Mapping[str, Sequence[float]]) -> float:
    """Which part of what makes results differ is who played: the variance between levels, beside all of it.

    What chance alone puts between them is taken off (the adjusted share of analysis of variance).
    """
    every = [win for level in wins.values() for win in level]
    middle = fmean(every)
    between = sum(len(level) * (fmean(level) - middle) ** 2 for level in wins.values())
    whole = sum((win - middle) ** 2 for win in every)
    degrees = len(wins) - 1
    within = (whole - between) / max(1, len(every) - len(wins))
    return (between - degrees * within) / whole if whole else 0.0


def _spread(wins: Mapping[str, Sequence[float]]) -> float:
    """How much more of the wins the strongest level gets than the weakest."""
    weakest, *_, strongest = map(fmean, wins.values())
    return strongest - weakest


def _by_blocks(
    plan: ComparisonPlan, games: Sequence[Measured], what: Callable[[Mapping[str, Sequence[float]]], float]
) -> Estimate | None:
    """A figure of all games; its error by leaving out one block of games after the other (the jackknife)."""
    rows = len(lineups(plan.levels, plan.players)) * plan.players
    blocks = min(BLOCKS, len(games) // rows)
    if blocks < 2:
        return None
    numbers = range(len(games))
    left_out = [
        what(_wins(plan, games, [number for number in numbers if number // rows % blocks != block]))
        for block in range(blocks)
    ]
    middle = fmean(left_out)
    error = sqrt((blocks - 1) / blocks * sum((each - middle) ** 2 for each in left_out))
    return Estimate(what(_wins(plan, games, numbers)), error, len(games))
