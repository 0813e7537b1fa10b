"""What is to be compared: variants of a game's house rules, and the games that are played of each.

All of it is cut into stints that carry their own seeds, so that it does not matter who plays them, or when.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from knobel.core.errors import Malformed
from knobel.core.game import BOX, Game
from knobel.core.options import merged
from knobel.core.registry import all_games
from knobel.core.registry import game as game_called
from knobel.lab.league import contestants
from knobel.players.roster import needed_solution
from knobel.players.solutions import Search, search
from knobel.players.solutions.finder import solver_for

GAMES_EACH = 1000
"""So many games of the strongest players each variant gets, and as many of all levels."""
LOOKED = 60
"""In so many of the strongest players' games it is looked for decisions that mattered: that takes longest."""
AT_ONCE = 10
"""So many games make a stint."""

Series = Literal["strongest", "levels"]


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


def plan_comparison(
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
    if all_games().get(found.name) is not found:  # a plan is kept, and gone on with by the name of its game
        raise Malformed("game-own", game=found.name)
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


def solutions_needed(plan: ComparisonPlan) -> Iterator[Search]:
    """What has to be solved before anybody can play."""
    game = game_called(plan.game)
    for variant in plan.variants:
        rules = merged(game.options, variant.options)
        if needed := needed_solution(game, {variant.level, *plan.levels}, plan.players, rules):
            yield needed
        if plan.exact:
            yield search(game, plan.players, rules)
