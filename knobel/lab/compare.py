"""What a house rule does to a game: the same players with it and without it, and what changes for sure.

Each variant of the rules is played by the strongest players that know it, and in further games by all levels that know
every variant, to see how much of the result is skill. All of it is cut into stints that carry their own seeds, and kept
in a file as it is done: whoever stops goes on later, and it does not matter who plays.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, variance
from typing import Any, Literal

import msgspec

from knobel.core.errors import KnobelError, Malformed, system_reason
from knobel.core.game import BOX, Game
from knobel.core.options import merged
from knobel.core.registry import game as game_called
from knobel.core.solution import Judge
from knobel.lab.crew import check_workers, cores, do_all
from knobel.lab.league import contestants, lineups
from knobel.lab.measuring import Measured, measured
from knobel.lab.simulate import SURE, WORTH_WORKERS, Watcher, seats_of, wilson
from knobel.players.roster import needed_solution
from knobel.players.solutions import Search, search
from knobel.players.solutions.finder import solver_for

GAMES_EACH = 1000
"""So many games of the strongest players each variant gets, and as many of all levels."""
LOOKED = 60
"""In so many of the strongest players' games it is looked for decisions that mattered: that takes longest."""
AT_ONCE = 10
"""So many games make a stint."""
FORM = 1
"""The version of the file that a comparison is kept in."""
BLOCKS = 20
"""Into so many parts the games of all levels are cut, to see how far chance moves what they say of skill."""

MEASURES = (
    *("turns", "minutes", "first", "changes", "settled", "margin", "decisions", "matter", "stake"),
    *("skill", "luck", "spread"),
)
"""What is told of a variant, in this order."""

Series = Literal["strongest", "levels"]


class Unkept(KnobelError):
    """Why a comparison cannot be gone on with, or kept."""


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """One set of house rules."""

    name: str
    """What it has that the first one has not; nothing for the first."""
    options: dict[str, Any]
    level: str
    """The strongest player that knows it."""


class ComparisonPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played: all that is needed to play it, or to go on with it."""

    game: str
    rules: int
    """The version of the game's rules."""
    players: int
    games: int
    looked: int
    """In how many games it is looked for decisions that mattered."""
    levels: tuple[str, ...]
    """Those that know every variant, the weakest first."""
    exact: bool
    """Whether every variant is solved, so that it is known exactly what decisions were worth."""
    seed: str
    variants: tuple[Variant, ...]


class GameStint(msgspec.Struct, frozen=True, kw_only=True):
    """Some games of one variant."""

    plan: ComparisonPlan
    variant: int
    series: Series
    first: int
    games: int


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


def compare(
    game: Game | str,
    variants: Sequence[Mapping[str, Any]],
    *,
    players: int | None = None,
    games: int = GAMES_EACH,
    seed: int | str | None = None,
    preset: str = BOX,
    options: Mapping[str, Any] | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    kept: Path | None = None,
    progress: Watcher = int,
) -> Comparison:
    """Plays a game by some house rules, and by each variant of them, and says what each variant changes.

    With a file, what is played is kept there, and what is there already is not played again (`carry_out`). Raises
    `Malformed` for what there cannot be.
    """
    plan = plan_for(game, variants, players=players, games=games, seed=seed, preset=preset, options=options)
    return carry_out(plan, workers=workers, scheduler=scheduler, kept=kept, progress=progress)


def plan_for(
    game: Game | str,
    variants: Sequence[Mapping[str, Any]],
    *,
    players: int | None = None,
    games: int = GAMES_EACH,
    seed: int | str | None = None,
    preset: str = BOX,
    options: Mapping[str, Any] | None = None,
) -> ComparisonPlan:
    """What is to be played. Raises `Malformed` for games, players and options that there cannot be."""
    found = game_called(game) if isinstance(game, str) else game
    seats = found.seats[0] if players is None else players
    if games < 1:
        raise Malformed("games", n=games)
    layers = (found.preset(preset), options or {})
    all_rules = [merged(found.options, *layers, variant) for variant in (dict[str, Any](), *variants)]
    names = ["", *(_named(variant) for variant in variants)]
    if not variants:
        raise Malformed("no-variant")
    for number, rules in enumerate(all_rules):
        found.opening(seats, rules)
        if rules in all_rules[:number]:
            raise Malformed("variant-same", name=names[number])
    who = [contestants(found, seats, rules) for rules in all_rules]
    return ComparisonPlan(
        game=found.name,
        rules=found.version,
        players=seats,
        games=games,
        looked=min(games, LOOKED),
        levels=tuple(level for level in who[0] if all(level in others for others in who)),
        exact=all(_proven(found, seats, rules) for rules in all_rules),
        seed=secrets.token_hex(8) if seed is None else str(seed),
        variants=tuple(
            Variant(name=name, options=msgspec.json.decode(msgspec.json.encode(rules)), level=able[-1])
            for name, rules, able in zip(names, all_rules, who, strict=True)
        ),
    )


def _named(variant: Mapping[str, Any]) -> str:
    """As it is typed.

    >>> _named({"discs": 15, "leader_caps": True})
    'discs=15,leader_caps=true'
    """
    return ",".join(
        f"{name}={value}".lower() if isinstance(value, bool) else f"{name}={value}" for name, value in variant.items()
    )


def _proven(game: Game, seats: int, rules: Any) -> bool:
    try:
        return game.solver is not None and solver_for(game, seats, rules).proven
    except Malformed:
        return False


# Playing --------------------------------------------------------------------------------------------------------------


def stints_of(plan: ComparisonPlan) -> list[GameStint]:
    """All that is to be played. The variants take turns, so that none is far behind while somebody watches."""
    sizes: list[tuple[Series, int]] = [("strongest", plan.games)]
    if len(plan.levels) > 1:
        sizes.append(("levels", plan.games))
    return [
        GameStint(plan=plan, variant=variant, series=series, first=first, games=min(AT_ONCE, games - first))
        for series, games in sizes
        for first in range(0, games, AT_ONCE)
        for variant in range(len(plan.variants))
    ]


def total_of(plan: ComparisonPlan) -> int:
    """How many games that are."""
    return sum(stint.games for stint in stints_of(plan))


def play_stint(stint: GameStint) -> list[Measured]:
    """The games of a stint. Raises what keeps a player from the solution it plays by: no other stands in."""
    plan, variant = stint.plan, stint.plan.variants[stint.variant]
    game = game_called(plan.game)
    rules = merged(game.options, variant.options)
    tables = [(variant.level,) * plan.players] if stint.series == "strongest" else lineups(plan.levels, plan.players)
    if needed := needed_solution(game, {name for table in tables for name in table}, plan.players, rules):
        needed.found.result()
    judge = search(game, plan.players, rules).found.result() if plan.exact else None
    return [
        _played(game, rules, stint, tables[number % len(tables)], number // len(tables), number, judge)
        for number in range(stint.first, stint.first + stint.games)
    ]


def _played(
    game: Game, rules: Any, stint: GameStint, table: tuple[str, ...], turn: int, number: int, judge: Judge | None
) -> Measured:
    """A game; everybody moves one seat on after each at the same table."""
    seats = seats_of(len(table), turn)
    seated = [table[seats.index(seat)] for seat in range(len(table))]
    look = stint.series == "strongest" and number < stint.plan.looked
    chance = Random(f"{stint.plan.seed}/{stint.variant}/{stint.series}/{number}")
    told = measured(game, rules, seated, chance, judge if look else None, look)
    return msgspec.structs.replace(told, wins=tuple(told.wins[seat] for seat in seats))


def carry_out(
    plan: ComparisonPlan,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    kept: Path | None = None,
    progress: Watcher = int,
) -> Comparison:
    """Plays what is planned, and is not in the file yet; `progress` hears of games, those in the file at once."""
    check_workers(workers, scheduler)
    for needed in solutions_needed(plan):
        needed.found.result()  # here, so that workers find it where it is kept
    stints = stints_of(plan)
    done = read_kept(kept, plan) if kept is not None else {}
    progress(sum(stints[number].games for number in done))
    many = workers or (cores() if total_of(plan) >= WORTH_WORKERS else 1)
    left = [number for number in range(len(stints)) if number not in done]
    told = do_all(play_stint, [stints[number] for number in left], many, scheduler)
    for place, games in told:
        number = left[place]
        if kept is not None:
            _append(kept, KeptGames(number, games))
        done[number] = games
        progress(len(games))
    return _comparison(plan, stints, [done[number] for number in range(len(stints))])


def solutions_needed(plan: ComparisonPlan) -> Iterator[Search]:
    """What has to be solved before anybody can play."""
    game = game_called(plan.game)
    for variant in plan.variants:
        rules = merged(game.options, variant.options)
        if needed := needed_solution(game, {variant.level, *plan.levels}, plan.players, rules):
            yield needed
        if plan.exact:
            yield search(game, plan.players, rules)


# Keeping it -----------------------------------------------------------------------------------------------------------


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the file."""

    comparison: int
    plan: ComparisonPlan


class KeptGames(msgspec.Struct, frozen=True, array_like=True):
    """Each further line: the number of a stint, and its games."""

    stint: int
    games: list[Measured]


def create_kept(path: Path, plan: ComparisonPlan) -> None:
    """A new file. Raises `Unkept` where there is one already, or where none can be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(msgspec.json.encode(Head(FORM, plan)) + b"\n")
    except OSError as error:
        raise Unkept("comparison-unwritable", path=str(path), why=system_reason(error)) from error


def read_plan(path: Path) -> ComparisonPlan:
    """What a file says is to be played. Raises `Unkept` for what is no such file, or of other rules."""
    try:
        with path.open("rb") as file:
            head = msgspec.json.decode(file.readline(), type=Head)
    except OSError as error:
        raise Unkept("comparison-unreadable", path=str(path), why=system_reason(error)) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Unkept("comparison-not", path=str(path)) from error
    if head.comparison != FORM or game_called(head.plan.game).version != head.plan.rules:
        raise Unkept("comparison-old", path=str(path))
    return head.plan


def read_kept(path: Path, plan: ComparisonPlan) -> dict[int, list[Measured]]:
    """The games that were played, by their stints. A missing file is begun; a line that was torn off does not count."""
    if not path.exists():
        create_kept(path, plan)
    if read_plan(path) != plan:
        raise Unkept("comparison-other", path=str(path))
    stints = stints_of(plan)
    done: dict[int, list[Measured]] = {}
    whole = 0
    with path.open("rb") as file:
        whole += len(file.readline())
        for line in file:
            with suppress(msgspec.DecodeError, UnicodeError):
                told = msgspec.json.decode(line, type=KeptGames)
                if line.endswith(b"\n") and told.stint < len(stints) and len(told.games) == stints[told.stint].games:
                    done[told.stint] = told.games
                    whole += len(line)
                    continue
            break
    with path.open("rb+") as file:
        file.truncate(whole)
    return done


def _append(path: Path, told: KeptGames) -> None:
    with path.open("ab") as file:
        file.write(msgspec.json.encode(told) + b"\n")


# What it showed -------------------------------------------------------------------------------------------------------

Z = NormalDist().inv_cdf((1 + SURE) / 2)


class Estimate(msgspec.Struct, frozen=True):
    """A mean, how far off it may be (its standard error), and from how many games."""

    value: float
    error: float
    games: int
    low: float | None = None
    high: float | None = None
    """Its interval, where that is not even around it."""


def _comparison(plan: ComparisonPlan, stints: Sequence[GameStint], done: Sequence[list[Measured]]) -> Comparison:
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
