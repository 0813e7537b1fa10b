"""The levels of a game against each other: how strong each is, and how sure that is.

Everybody plays everybody equally often, in every seat. Ratings are OpenSkill's (Plackett and Luce), of players that do
not change while they play; beside them stands how often each level beats the one below it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from knobel.core.errors import Malformed
from knobel.core.game import BOX, Game
from knobel.core.options import merged
from knobel.core.record import SeededDice
from knobel.core.registry import game as game_called
from knobel.lab.simulate import SURE, Watcher, results_of, seated, wilson
from knobel.players.roster import check_player, levels, roster
from knobel.table.table import header_for

if TYPE_CHECKING:
    from knobel.core.contract import Options


class Rated(msgspec.Struct, frozen=True, kw_only=True):
    """How strong one level is."""

    level: str
    rating: float
    low: float
    high: float
    """The interval around the rating, 95 % sure."""
    games: int
    chance: float
    """The share of the wins in all its games, those that are shared divided among all who share them."""
    below: str = ""
    """The level below it; nothing for the weakest."""
    ahead: float = 0.5
    """Of the games with the level below: the share in which it came out ahead, equal places counting half."""
    ahead_low: float = 0.0
    ahead_high: float = 1.0
    """Wilson's interval around that share, 95 % sure."""


class League(msgspec.Struct, frozen=True, kw_only=True):
    """What the levels of a game showed against each other, and all that is needed to play it again."""

    game: str
    options: dict[str, Any]
    seed: str
    players: int
    """How many sit at a table."""
    games: int
    """How many games each table of levels played."""
    table: tuple[Rated, ...]
    """The best first."""


def league(
    game: Game | str,
    games: int = 400,
    *,
    players: int | None = None,
    seed: int | str | None = None,
    preset: str = BOX,
    options: Mapping[str, Any] | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    kept: Path | None = None,
    progress: Watcher = int,
) -> League:
    """Lets the levels of a game play each other, so many games in every line-up of so many players.

    A game without levels sends all players that it has. The same seed gives the same table, whoever plays the games.
    With a file, what is played is kept there, and what is there already is not played again.
    Raises `Malformed` for what there cannot be, `NoCluster` for a scheduler that cannot be used, and `ImportError`
    where OpenSkill is not installed.
    """
    _model()  # before anything is played: without it there is no table
    found = game_called(game) if isinstance(game, str) else game
    seats = found.seats[0] if players is None else players
    rules = merged(found.options, found.preset(preset), options or {})
    state = found.opening(seats, rules)
    known = secrets.token_hex(8) if seed is None else str(seed)
    who = contestants(found, seats, rules)
    tables = lineups(who, seats)
    headers = [
        header_for(found, state, seated(found, lineup), SeededDice(f"{known}/{number}"))
        for number, lineup in enumerate(tables)
    ]
    series = results_of(found, rules, headers, games, workers, progress, scheduler, kept)
    played = [
        (lineup, places)
        for each in zip(*series, strict=True)  # the first game of every line-up, then the second: nobody is rated late
        for lineup, (places, _) in zip(tables, each, strict=True)
    ]
    ratings = _ratings(who, played)
    table = [_rated(level, below, ratings[level], played) for below, level in pairwise(("", *who))]
    return League(
        game=found.name,
        options=msgspec.to_builtins(rules),
        seed=known,
        players=seats,
        games=games,
        table=tuple(sorted(table, key=lambda one: one.rating, reverse=True)),
    )


def contestants(game: Game, seats: int, options: Options) -> tuple[str, ...]:
    """Who plays in a league, the weakest first: the levels that can play at such a table, or else whoever can."""
    able = [name for name in roster(game) if _can_play(game, name, seats, options)]
    known = tuple(level for level in levels(game) if level in able)
    return known if len(known) > 1 else tuple(able)


def _can_play(game: Game, level: str, seats: int, options: Options) -> bool:
    try:
        check_player(game, level, seats, options)
    except Malformed:
        return False
    return True


def lineups(who: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every choice of so many, nobody more than once as often as another; with all of them several times if need be.

    >>> lineups("abc", 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> lineups("abc", 4)
    [('a', 'b', 'c', 'a'), ('a', 'b', 'c', 'b'), ('a', 'b', 'c', 'c')]
    """
    times, rest = divmod(seats, len(who))
    return [(*(tuple(who) * times), *more) for more in combinations(who, rest)]


# What they showed -----------------------------------------------------------------------------------------------------

Played = tuple[tuple[str, ...], tuple[int, ...]]
"""Who played a game, and the place of each."""


def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce(tau=0.0, gamma=_undamped)  # no tau: they stay as strong as they are


def _undamped(*_game: Any) -> float:
    """Each game tells as much of those who play it as Bayes says, not less."""
    return 1.0


def _ratings(who: Sequence[str], played: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """Each one's rating and its standard deviation, game by game. Who sits there twice learns from both seats."""
    model = _model()
    known = {level: model.rating() for level in who}
    for lineup, places in played:
        after = model.rate([[known[level]] for level in lineup], ranks=list(places))
        known |= {level: team[0] for level, team in zip(lineup, after, strict=True)}
    return {level: (rating.mu, rating.sigma) for level, rating in known.items()}


def _rated(level: str, below: str, rating: tuple[float, float], played: Sequence[Played]) -> Rated:
    middle, deviation = rating
    reach = NormalDist().inv_cdf((1 + SURE) / 2) * deviation
    shares = [
        (place == 1) / places.count(1)
        for lineup, places in played
        for who, place in zip(lineup, places, strict=True)
        if who == level
    ]
    rated = Rated(
        level=level,
        rating=round(middle, 2),
        low=round(middle - reach, 2),
        high=round(middle + reach, 2),
        games=len(shares),
        chance=round(fmean(shares), 6),
    )
    if not below:
        return rated
    ahead = [share for game in played for share in _compared(level, below, *game)]
    share = fmean(ahead)
    low, high = wilson(share, len(ahead))
    return replace(rated, below=below, ahead=round(share, 6), ahead_low=round(low, 6), ahead_high=round(high, 6))


def _compared(level: str, below: str, lineup: tuple[str, ...], places: tuple[int, ...]) -> list[float]:
    """For a game in which both sat: whether one came out ahead of the other, by the mean of their places."""
    mine, theirs = (
        [place for who, place in zip(lineup, places, strict=True) if who == name] for name in (level, below)
    )
    if not mine or not theirs:
        return []
    better = fmean(theirs) - fmean(mine)
    return [0.5 if better == 0 else float(better > 0)]
