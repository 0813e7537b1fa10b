"""Pig on the fast lane. A row: whose turn it is, what it has gathered, whether the die is in the air, all totals."""

from __future__ import annotations

from pig import Pig, PigOptions

from knobel.core.lane import NATURE, OVER, Chance, Lane, Row, Rows, below, compiled, lane_functions

TURN, GATHERED, IN_THE_AIR, TOTALS = range(4)
SEATS, TARGET = range(2)
ROLL, HOLD = range(2)


@compiled
def who(row: Row, rules: Row) -> int:
    for seat in range(rules[SEATS]):
        if row[TOTALS + seat] >= rules[TARGET]:
            return OVER
    return NATURE if row[IN_THE_AIR] else row[TURN]


@compiled
def total(row: Row, rules: Row) -> int:
    return 6


@compiled
def pass_on(row: Row, rules: Row, points: int) -> None:
    row[TOTALS + row[TURN]] += points
    row[TURN] = (row[TURN] + 1) % rules[SEATS]
    row[GATHERED] = 0
    row[IN_THE_AIR] = 0


@compiled
def fall(row: Row, rules: Row, index: int) -> None:
    pips = index + 1
    if pips == 1:
        pass_on(row, rules, 0)
    elif row[TOTALS + row[TURN]] + row[GATHERED] + pips >= rules[TARGET]:
        pass_on(row, rules, row[GATHERED] + pips)
    else:
        row[GATHERED] += pips
        row[IN_THE_AIR] = 0


@compiled
def legal(row: Row, rules: Row, numbers: Row) -> int:
    numbers[0] = ROLL
    numbers[1] = HOLD
    return 2 if row[GATHERED] else 1


@compiled
def act(row: Row, rules: Row, number: int) -> None:
    if number == ROLL:
        row[IN_THE_AIR] = 1
    else:
        pass_on(row, rules, row[GATHERED])


FUNCTIONS = lane_functions(who, total, fall, legal, act)
play_on = FUNCTIONS.play


@compiled
def play(rows: Rows, rules: Row, found: Row, chance: Chance) -> int:
    """Each turn in one go: a draw lets the die fall, and says whether to hold after it. The rest move by move."""
    moves, seats, target = 0, rules[SEATS], rules[TARGET]
    for game in range(len(rows)):
        row = rows[game]
        while who(row, rules) >= 0 and not row[GATHERED] and not row[IN_THE_AIR]:
            turn = row[TURN]
            while True:
                total_now, gathered = row[TOTALS + turn], 0
                while True:
                    drawn = below(chance, 12)
                    pips = (drawn >> 1) + 1
                    moves += 2
                    gathered = gathered + pips if pips > 1 else 0
                    if not gathered or total_now + gathered >= target:
                        break
                    if drawn & 1:
                        moves += 1
                        break
                row[TOTALS + turn] = total_now + gathered
                turn = turn + 1 if turn + 1 < seats else 0
                if total_now + gathered >= target:
                    break
            row[TURN] = turn
    return moves + play_on(rows, rules, found, chance)


def packed(state: Pig) -> list[int]:
    """A position as a row."""
    return [state.turn, state.gathered, int(state.in_the_air), *state.totals]


def lane(seats: int, options: PigOptions) -> Lane:
    """The fast lane of a table of Pig."""
    return Lane(seats, 2, [seats, options.target], packed, FUNCTIONS._replace(play=play))
