"""Shizzle for two, solved the long way: plain numbers, and the rulebook for every lay, stop, return and Choke.

It shares nothing with the solution but the rules. All it takes for granted is that, with the box's dice, a line can be
renamed so that its open end is the first die: only how far the other dice are from it counts then, to whichever side.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

from msgspec.structs import replace

import knobel
from knobel.core.options import merged
from knobel.games.shizzle.dice import DICE
from knobel.games.shizzle.moves import Lay, Return, Roll, Stop
from knobel.games.shizzle.rules import Shizzle, outside

GAME = knobel.game("shizzle")

Line = tuple[int, ...]
"""How far the dice outside a line are from the one at its open end."""


def at_table(points, bank, **options) -> Shizzle:
    """The first player's turn, the Spark being the first face of the first die."""
    opening = GAME.opening(2, merged(GAME.options, {}, options))
    spark = opening.options.face_set()[0][0]
    return replace(opening, points=points, bank=bank, line=(spark,))


def line_of(state) -> Line:
    end = state.line[-1].die
    return seen_from(end, outside(state.line))


def seen_from(end, dice) -> Line:
    return min(tuple(sorted(side * (die - end) % 6 for die in dice)) for side in (1, -1))


def with_dice_outside(state, dice) -> Shizzle:
    """Some line from the first die on that leaves just these dice outside, in the air."""
    faces = state.options.face_set()
    line = (*(faces[die][0] for die in DICE if die not in (0, *dice)), faces[0][0])
    return replace(state, line=line, begun=True, in_the_air=tuple(dice))


@cache
def falls(**options) -> dict[Line, list]:
    """For all sets of dice in the air: how often they fall so that a turn can go on in just these ways.

    A way is a line that was laid, and whether it may be rolled on from. A Choke has none.
    """
    table = at_table((0, 0), 40, **options)
    found = {}
    for count in range(1, 6):
        for dice in {seen_from(0, dice) for dice in combinations(range(1, 6), count)}:
            state, ways = with_dice_outside(table, dice), Counter()
            chances = state.chances()
            for index in range(chances.total):
                ways[frozenset(ways_on(state.play("nature", chances.outcome(index))))] += 1
            found[dice] = [(tuple(way), number / chances.total) for way, number in ways.items()]
    return found


def ways_on(state):
    """Every line that can be laid now."""
    if state.turn:
        return  # a Choke: it is the other's turn
    moves = state.moves(0)
    if Stop() in moves:
        yield line_of(state), Roll() in moves
    for move in moves:
        if isinstance(move, Lay):
            yield from ways_on(state.play(0, move))


def turn(falls, stopped, made, choked):
    """What a roll of five is worth, from what it is worth to stop with a line, to make a Shizzle, or to choke."""
    best, rolled = {((), True): made}, 0.0
    for dice, ways in falls.items():
        rolled = sum(chance * max(map(best.__getitem__, found), default=choked) for found, chance in ways)
        if len(dice) < 5:
            best[dice, False] = stopped[6 - len(dice)]
            best[dice, True] = max(rolled, best[dice, False])
    return rolled


class ByHand:
    """Every position of a game with so many chips, and where its moves lead."""

    def __init__(self, chips, **options):
        self.options, self.chips = options, chips
        laying = {name: options[name] for name in ("placing", "twos") if name in options}
        self.falls = falls(**laying)
        self.most = 2 * -(-chips // 6)
        target = options.get("target") or chips
        self.holds = [
            (mine, points - mine, hand)
            for points in reversed(range(chips))
            for mine in range(points + 1)
            for hand in reversed(range(self.most + 1))
            if max(mine, points - mine) < target
        ]
        """Points, the rival's points, and Shizzles in hand: those nearest to the end first."""
        self.known = {}

    def leads(self, mine, theirs, hand):
        """What can be won at once or later: for each length of a line by stopping, for a Shizzle, for a Choke."""
        table = at_table((mine, theirs), self.chips - mine - theirs, **self.options)
        table = replace(table, begun=True, laid=1, shizzles=hand)
        faces = table.options.face_set()
        lines = {length: tuple(faces[die][0] for die in range(length)) for length in range(2, 7)}
        stops = {length: list(self.stops(replace(table, line=lines[length]))) for length in range(2, 6)}
        made = list(self.made(replace(table, line=lines[6])))
        return stops, made, self.end(table.passed_on(0, table.points, table.bank))

    def stops(self, state):
        for move in state.moves(0):
            if isinstance(move, Stop):
                yield self.end(state.play(0, move))

    def made(self, state):
        yield from self.stops(state)
        rolled = state.play(0, Roll())
        hand = min(rolled.shizzles - rolled.returned, self.most)
        yield ("on", *rolled.points, hand)
        for move in state.moves(0):
            if isinstance(move, Return):
                yield from self.made(state.play(0, move))

    def end(self, state):
        if state.outcome():
            return ("over", {(1, 2): 1.0, (1, 1): 0.5, (2, 1): 0.0}[state.outcome()])
        return ("theirs", *reversed(state.points))

    # Working it out --------------------------------------------------------------------------------------------------

    def swept(self, worth, hold):
        """What a roll of five is worth in a position, from what it is worth in all of them."""
        if hold not in self.known:
            self.known[hold] = self.leads(*hold)
        stops, made, choke = self.known[hold]

        def won(lead):
            if lead[0] == "over":
                return lead[1]
            return worth(lead[1:]) if lead[0] == "on" else 1 - worth((*lead[1:], 0))

        stopped = {length: max(map(won, leads)) for length, leads in stops.items()}
        return turn(self.falls, stopped, max(map(won, made)), won(choke))

    def solve(self, close=1e-11):
        """Value iteration, each new value used at once."""
        worth = dict.fromkeys(self.holds, 0.5)
        change = 1.0
        while change > close:
            change = 0.0
            for hold in self.holds:
                new = self.swept(worth.__getitem__, hold)
                change = max(change, abs(new - worth[hold]))
                worth[hold] = new
        return worth


def rolled_off(falls, first, most=4):
    """How often whoever begins a roll-off wins it, from how often they win the next one after a tie.

    With more Shizzles than `most` they stop.
    """

    def best_turn(pays):
        on = 0.0
        for hand in range(most, -1, -1):
            stopped = {length: pays(6 * hand + length) for length in range(2, 6)}
            on = turn(falls, stopped, max(pays(6 * hand + 6), on), pays(0))
        return on

    @cache
    def beaten(worth):
        return best_turn(lambda made: 1 - first if made == worth else float(made > worth))

    return best_turn(lambda worth: 1 - beaten(worth))
