"""One game between players of the house, and what a designer wants to know of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any

import msgspec

from knobel.core.contract import Move, Open, Seat, State
from knobel.core.game import Game
from knobel.core.player import Intent, Player
from knobel.core.solution import Judge
from knobel.lab.playout import play_out, won
from knobel.players.roster import player
from knobel.table.drive import moves_until_over

THROW_S, DECISION_S, MOVE_S = 4, 5, 2
"""How many seconds at a table go by over a throw, a decision, and a move to which there is no other."""
ROUNDS = 40
"""So often each move of a decision is tried out where nothing is solved."""
MAX_TRIED = 6
"""Of more moves, so many are tried out."""
MATTERS = 0.05
"""A decision matters where a move at random costs at least so much of the chance to win, compared with the best."""
SURELY = 2.0
"""Where moves are tried out, it must also cost so many standard errors: else chance alone would make many matter."""


class Measured(msgspec.Struct, frozen=True, array_like=True):
    """What one game was like. Players are counted as they were named, not by their seats."""

    wins: tuple[float, ...]
    """Each player's part of the win."""
    first: float
    """The part of the win of the seat that made the first move; the even share where several did at once."""
    turns: int
    seconds: float
    changes: int
    """How often the lead went from one seat to another."""
    settled: float
    """After which part of the turns the winner, or one of them, was ahead for good."""
    margin: float
    """By how many points the second was behind the first."""
    decisions: int
    """How often somebody had a choice."""
    matter: float | None = None
    """How many of them mattered, as far as this game tells; None where nobody looked, or nobody can tell."""
    stake: float | None = None
    """What moves at random would have cost in all of them together, of the chance to win; None likewise."""


class Decision(msgspec.Struct, frozen=True):
    """A choice that somebody had."""

    state: State
    seat: Seat
    offered: Sequence[Move | Open]
    at: int

    @property
    def moves(self) -> list[Move]:
        """Its moves, where all of them can be listed."""
        return [move for move in self.offered if not isinstance(move, Open)]


def measured(
    game: Game, options: Any, seated: Sequence[str], chance: Random, judge: Judge | None = None, look: bool = False
) -> Measured:
    """A whole game of these players; `look` asks for the decisions that mattered, of a solution where there is one."""
    state = game.opening(len(seated), options)
    minds = {seat: Noting(player(game, name)) for seat, name in enumerate(seated)}
    at = throws = plain = 0
    leaders: list[frozenset[Seat]] = []
    decisions: list[Decision] = []
    mover: Seat | None = None
    first: Seat | None = None
    live = False
    for before, (actor, _, then), after in moves_until_over(game, state, minds, chance):
        if actor == "nature":
            throws += 1
        else:
            live = live or game.is_live(before)
        if isinstance(actor, int):
            if first is None:
                first = actor if len(before.due().must) == 1 else -1
            if actor != mover:
                mover = actor
                leaders.append(ahead(game, before))
            offered = minds[actor].offered
            if len(offered) > 1 or any(isinstance(move, Open) for move in offered):
                decisions.append(Decision(before, actor, offered, at))
            else:
                plain += 1
        state, at = after, then
    places = state.outcome() or ()
    wins = tuple(won(places, seat) for seat in range(len(places)))
    seconds = at / 1000 if live else THROW_S * throws + DECISION_S * len(decisions) + MOVE_S * plain
    matter, stake = _mattered(game, decisions, chance, judge) if look and not live else (None, None)
    return Measured(
        wins=wins,
        first=wins[first] if first is not None and first >= 0 else 1 / len(wins),
        turns=len(leaders),
        seconds=seconds,
        changes=changes(leaders),
        settled=settled(leaders, wins),
        margin=margin(state),
        decisions=len(decisions),
        matter=matter,
        stake=stake,
    )


class Noting:
    """A player, and what it was offered when it last decided."""

    def __init__(self, mind: Player) -> None:
        self.mind = mind
        self.offered: Sequence[Move | Open] = ()

    def decide(self, view: Any, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        self.offered = moves
        return self.mind.decide(view, seat, moves, chance)


# Who is ahead ---------------------------------------------------------------------------------------------------------


def ahead(game: Game[Any], state: State) -> frozenset[Seat]:
    """Who is ahead in a position; several, where they are level."""
    lead: Sequence[Any] = game.coaching.lead(state) if game.coaching.lead else state.scores()
    best = max(lead)
    return frozenset(seat for seat, mine in enumerate(lead) if mine == best)


def changes(leaders: Sequence[frozenset[Seat]]) -> int:
    """How often the lead went to another seat. Whoever is caught up with keeps it until somebody is past.

    >>> changes([frozenset({0, 1}), frozenset({0}), frozenset({0, 1}), frozenset({0}), frozenset({1})])
    1
    """
    alone = [next(iter(seats)) for seats in leaders if len(seats) == 1]
    return sum(before != after for before, after in pairwise(alone))


def settled(leaders: Sequence[frozenset[Seat]], wins: Sequence[float]) -> float:
    """After which part of the turns a winner was never behind again; 0 if that was so from the beginning.

    >>> settled([frozenset({0, 1}), frozenset({1}), frozenset({0}), frozenset({0})], [1.0, 0.0])
    0.5
    """
    winners = [seat for seat, win in enumerate(wins) if win]
    behind = [[turn for turn, seats in enumerate(leaders, 1) if winner not in seats] for winner in winners]
    return min(max(turns, default=0) for turns in behind) / max(1, len(leaders))


def margin(state: State) -> float:
    """How many points lie between a winner and the best of all others; 0 where everybody won."""
    places, points = state.outcome() or (), state.scores()
    others = sorted((place, seat) for seat, place in enumerate(places) if place > 1)
    return abs(points[places.index(1)] - points[others[0][1]]) if others else 0.0


# Which decisions mattered ---------------------------------------------------------------------------------------------


def _mattered(
    game: Game, decisions: Sequence[Decision], chance: Random, judge: Judge | None
) -> tuple[float | None, float | None]:
    """How many decisions of a game mattered, and what was at stake in all of them.

    All are looked at where the game is solved, else one that is drawn, which stands for all of them.
    """
    if not decisions:
        return 0.0, 0.0
    if judge is not None:
        costs = [max(worths) - fmean(worths) for worths in (_worths(judge, decision) for decision in decisions)]
        return float(sum(cost >= MATTERS for cost in costs)), sum(costs)
    found = _tried(game, chance.choice(decisions), chance)
    if found is None:
        return None, None
    cost, error = found
    return float(len(decisions) * (cost >= max(MATTERS, SURELY * error))), len(decisions) * cost


def _worths(judge: Judge, decision: Decision) -> list[float]:
    view = decision.state.view(decision.seat)
    return [worth.chance for worth in judge.worths(view, decision.seat, decision.moves)]


def _tried(game: Game, decision: Decision, chance: Random) -> tuple[float, float] | None:
    """What a move at random costs, as far as play-outs tell, and how far off that may be; None where none can tell."""
    state, seat, moves = decision.state, decision.seat, decision.moves
    if len(moves) < len(decision.offered):
        return None
    view = state.view(seat)
    if len(moves) > MAX_TRIED:
        moves = chance.sample(moves, MAX_TRIED)
    rounds: list[list[float]] = []
    for _ in range(ROUNDS):
        luck = chance.getrandbits(64)
        whole = (
            game.coaching.imagine(view, seat, Random(luck)) if game.coaching.imagine else None if game.secret else state
        )
        if whole is None:
            return None
        afters = [whole.after(seat, move, decision.at) for move in moves]
        rounds.append([won(play_out(game, after, Random(luck), decision.at).places, seat) for after in afters])
    return cost_of(rounds)


def cost_of(rounds: Sequence[Sequence[float]]) -> tuple[float, float]:
    """What a choice at random costs, compared with the best, and how far off that may be; what each brought, by rounds.

    One half of the rounds says which is best, and the other how good it is: the best of many would look too good.

    >>> cost_of([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 0.0]])
    (0.25, 0.25)
    """
    first, second = rounds[: len(rounds) // 2], rounds[len(rounds) // 2 :]
    best = max(range(len(rounds[0])), key=lambda number: sum(ends[number] for ends in first))
    costs = [ends[best] - fmean(ends) for ends in second]
    return fmean(costs), sqrt(variance(costs) / len(costs))
