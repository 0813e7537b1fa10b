"""Shizzle on the fast lane: the same game as machine code (the rules are those of `rules`, by their names there).

A row holds the position; a die's face is colour times six plus number, or -1 where it does not lie there. Rules that it
does not know: returns at the end of a turn.
"""

from __future__ import annotations

from knobel.core.lane import NATURE, OVER, Lane, Row, compiled, lane_functions, unknown_to_lane
from knobel.games.shizzle.dice import COLOURS, DICE
from knobel.games.shizzle.numbers import numbers
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.rules import Shizzle

TURN, STARTER_OPEN, BANK, BEGUN, LAID, POSSIBLE, FIZZLED, SHIZZLES, RETURNED, LINE_RETURNED, TURNS, ENDED = range(12)
IN_THE_AIR, LENGTH, ROLLERS = range(12, 15)
LINE = 15
"""The dice of the line, from the Spark on; -1 where there is none."""
FACES = LINE + 6
POINTS = FACES + 6
"""Then each seat's points, roll-offs won, who rolls off in order, and what they made of it (-1: nothing yet)."""

SEATS, LONGEST, TWOS_STOP, ROLL_OFF, TURN_LIMIT, TARGET = range(6)
DICE_FACES = 6
"""Then the faces of the six dice."""
STRIKE, ROLL, LAY, RETURN = 0, 6, 7, 13


@compiled
def joins(one: int, other: int) -> bool:
    return one // 6 == other // 6 or one % 6 == other % 6


@compiled
def longest(row: Row, end: int, free: int) -> int:
    most = 0
    for die in range(6):
        if free >> die & 1 and joins(row[FACES + die], row[FACES + end]):
            most = max(most, 1 + longest(row, die, free & ~(1 << die)))
    return most


@compiled
def rolled(row: Row) -> int:
    """The dice that lie there and are not in the line, as bits."""
    bits = 0
    for die in range(6):
        if row[FACES + die] >= 0:
            bits |= 1 << die
    for place in range(row[LENGTH]):
        bits &= ~(1 << row[LINE + place])
    return bits


@compiled
def who(row: Row, rules: Row) -> int:
    if row[ENDED]:
        return OVER
    return NATURE if row[IN_THE_AIR] or row[STARTER_OPEN] else row[TURN]


@compiled
def total(row: Row, rules: Row) -> int:
    if row[STARTER_OPEN]:
        return rules[SEATS]
    outcomes, bits = 1, row[IN_THE_AIR]
    while bits:
        outcomes *= 6
        bits &= bits - 1
    return outcomes


@compiled
def fall(row: Row, rules: Row, index: int) -> None:
    if row[STARTER_OPEN]:
        row[TURN] = index
        row[STARTER_OPEN] = 0
        return
    thrown, air = 0, row[IN_THE_AIR]
    for die in range(6):
        if air >> die & 1:
            row[FACES + die] = rules[DICE_FACES + 6 * die + index % 6]
            index //= 6
            thrown += 1
    row[IN_THE_AIR] = 0
    if not row[LENGTH]:
        for die in range(6):
            if air >> die & 1:
                row[LINE] = die
        row[LENGTH] = 1
        return
    reach = row[LENGTH] + longest(row, row[LINE + row[LENGTH] - 1], air)
    if reach == row[LENGTH]:
        pass_on(row, rules, 0)
        return
    row[POSSIBLE] = reach
    row[FIZZLED] = thrown == 5 and reach == 2


@compiled
def may_leave(row: Row, rules: Row) -> bool:
    return row[LAID] > 0 and not (rules[LONGEST] and row[LENGTH] < row[POSSIBLE])


@compiled
def legal(row: Row, rules: Row, found: Row) -> int:
    count, seats = 0, rules[SEATS]
    if not row[LENGTH]:
        for die in range(6):
            found[die] = STRIKE + die
        return 6
    if not row[BEGUN]:
        found[0] = ROLL
        return 1
    leaves = may_leave(row, rules)
    if leaves and not row[FIZZLED] and not (row[LENGTH] == 2 and rules[TWOS_STOP]):
        found[count] = ROLL
        count += 1
    lying = rolled(row)
    end = row[FACES + row[LINE + row[LENGTH] - 1]]
    for die in range(6):
        if lying >> die & 1 and joins(end, row[FACES + die]):
            if rules[LONGEST]:
                reach = row[LENGTH] + 1 + longest(row, die, lying & ~(1 << die))
                if reach < row[POSSIBLE]:
                    continue
            found[count] = LAY + die
            count += 1
    if row[LENGTH] == 6 and not row[LINE_RETURNED] and not row[ROLLERS]:
        for away in range(1, seats):
            if row[POINTS + (row[TURN] + away) % seats] > 0:
                found[count] = RETURN + away - 1
                count += 1
    if leaves:
        found[count] = RETURN + seats - 1
        count += 1
    return count


@compiled
def act(row: Row, rules: Row, number: int) -> None:
    seats = rules[SEATS]
    if number < ROLL:
        row[IN_THE_AIR] = 1 << number
    elif number == ROLL:
        roll(row)
    elif number < RETURN:
        row[LINE + row[LENGTH]] = number - LAY
        row[LENGTH] += 1
        row[LAID] += 1
    elif number < RETURN + seats - 1:
        rival = (row[TURN] + number - RETURN + 1) % seats
        given = min(6, row[POINTS + rival])
        row[POINTS + rival] -= given
        row[BANK] += given
        row[RETURNED] += 1
        row[LINE_RETURNED] = 1
    else:
        whole = row[LENGTH] == 6
        worth = 6 * (row[SHIZZLES] + whole - row[RETURNED]) + (0 if whole else row[LENGTH])
        if not row[ROLLERS]:
            paid = min(worth, row[BANK])
            row[POINTS + row[TURN]] += paid
            row[BANK] -= paid
        pass_on(row, rules, worth)


@compiled
def keep_end(row: Row) -> None:
    """The line is nothing but its last die."""
    end = row[LINE + row[LENGTH] - 1]
    for place in range(6):
        row[LINE + place] = -1
    row[LINE] = end
    row[LENGTH] = 1


@compiled
def roll(row: Row) -> None:
    if row[LENGTH] == 6:
        row[SHIZZLES] += 1
        keep_end(row)
    bits = 63
    for place in range(row[LENGTH]):
        bits &= ~(1 << row[LINE + place])
    for die in range(6):
        if bits >> die & 1:
            row[FACES + die] = -1
    row[IN_THE_AIR] = bits
    row[BEGUN] = 1
    row[LAID] = 0
    row[LINE_RETURNED] = 0


@compiled
def pass_on(row: Row, rules: Row, worth: int) -> None:
    seat, seats = row[TURN], rules[SEATS]
    keep_end(row)
    for die in range(6):
        if die != row[LINE]:
            row[FACES + die] = -1
    for place in (BEGUN, LAID, FIZZLED, SHIZZLES, RETURNED, LINE_RETURNED, IN_THE_AIR):
        row[place] = 0
    row[TURN] = (seat + 1) % seats
    row[TURNS] += 1
    if row[ROLLERS]:
        roll_off(row, rules, seat, worth)
    else:
        test(row, rules)


@compiled
def test(row: Row, rules: Row) -> None:
    seats, best = rules[SEATS], 0
    for seat in range(seats):
        best = max(best, row[POINTS + seat])
    limit = rules[TURN_LIMIT] * seats
    if row[BANK] and not (limit and row[TURNS] >= limit) and not (rules[TARGET] and best >= rules[TARGET]):
        return
    leaders = 0
    for away in range(seats):
        seat = (row[TURN] + away) % seats
        if row[POINTS + seat] == best:
            row[POINTS + 2 * seats + leaders] = seat
            leaders += 1
    decide(row, rules, leaders)


@compiled
def decide(row: Row, rules: Row, leaders: int) -> None:
    """Who leads stands in the places of those who roll off."""
    seats = rules[SEATS]
    rolls = leaders > 1 and rules[ROLL_OFF]
    for place in range(seats):
        if not rolls or place >= leaders:
            row[POINTS + 2 * seats + place] = -1
        row[POINTS + 3 * seats + place] = -1
    row[ROLLERS] = leaders if rolls else 0
    if rolls:
        row[TURN] = row[POINTS + 2 * seats]
    else:
        row[ENDED] = 1


@compiled
def roll_off(row: Row, rules: Row, seat: int, worth: int) -> None:
    seats, best, through = rules[SEATS], 0, 0
    order, made = POINTS + 2 * seats, POINTS + 3 * seats
    for place in range(row[ROLLERS]):
        if row[order + place] == seat:
            row[made + place] = worth
    for place in range(row[ROLLERS]):
        if row[made + place] < 0:
            row[TURN] = row[order + place]
            return
        best = max(best, row[made + place])
    for place in range(row[ROLLERS]):
        if row[made + place] == best:
            row[POINTS + seats + row[order + place]] += 1
            row[order + through] = row[order + place]
            through += 1
    decide(row, rules, through)


FUNCTIONS = lane_functions(who, total, fall, legal, act)


def packed(state: Shizzle) -> list[int]:
    """A position as a row."""
    seats = len(state.points)
    lying = {face.die: COLOURS.index(face.colour) * 6 + face.number - 1 for face in (*state.line, *state.rolled)}
    line = [face.die for face in state.line]
    flags = state.turn, state.starter_open, state.bank, state.begun, state.laid, state.possible, state.fizzled
    more = state.shizzles, state.returned, state.line_returned, state.turns, state.ended
    air = sum(1 << die for die in state.in_the_air)
    order = [seat for seat, _ in state.rolloff]
    made = [-1 if worth is None else worth for _, worth in state.rolloff]
    none = [-1] * 6
    rest = [*state.points, *state.rolloffs_won, *(order + none)[:seats], *(made + none)[:seats]]
    row = [*flags, *more, air, len(line), len(order), *(line + none)[:6], *(lying.get(die, -1) for die in DICE), *rest]
    return list(map(int, row))


def lane(seats: int, options: ShizzleOptions) -> Lane:
    """The fast lane of a table of Shizzle. Raises `Malformed` for rules that it does not know."""
    if options.returns != "at_once":
        raise unknown_to_lane("returns", options.returns)
    faces = [COLOURS.index(face.colour) * 6 + face.number - 1 for die in options.face_set() for face in die]
    ways = options.placing == "longest", options.twos == "stop", options.ties == "rolloff"
    rules = [seats, *ways, options.turns, options.target, *faces]
    return Lane(seats, numbers(seats, options).actions, list(map(int, rules)), packed, FUNCTIONS)
