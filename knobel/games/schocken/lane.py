"""Schocken on the fast lane: the same game as machine code (the rules are those of `rules`, by their names there).

A row holds the position, but not the last reveal, which no rule ever asks for. Rules that it does not know: throws that
are only counted.
"""

from __future__ import annotations

from knobel.core.lane import NATURE, OVER, Lane, Row, compiled, lane_functions, unknown_to_lane
from knobel.games.schocken.hands import ASSEMBLED
from knobel.games.schocken.numbers import numbers
from knobel.games.schocken.options import SchockenOptions
from knobel.games.schocken.rules import SELECTIONS, Schocken

MIDDLE, IN_THE_AIR, TURN, PLAYING, CONTENDERS, LOST = range(6)
"""Discs in the middle; whether dice are in the air; how many have finished, of how many; who rolls to begin, as bits;
how many rounds were lost."""
LOSERS = 6
ORDER = LOSERS + 3
DISCS = ORDER + 8
CUPS = DISCS + 8
"""Each cup: three faces, the dice of the last throw as bits, how many throws, and how many dice each used."""
CUP, FRESH, THROWS, USED = 8, 3, 4, 5

SEATS, EVERY, CAPS, GENERAL_HIGH, BY_HIGHEST, FIRST_ONLY, GENERALS, STREETS, FLIP_LAST, RETHROWN = range(10)
FLIP_THREE, LOCKED, ONLY_ONES, BLIND, WINNER_PAYS = range(10, 15)
SELECTION = 15
"""Then the dice that may go under the cup, as bits, in the order of the moves' numbers."""
WAYS = 7
OUT = 6
"""The rank of three ones."""


@compiled
def who(row: Row, rules: Row) -> int:
    if row[IN_THE_AIR] or row[CONTENDERS]:
        return NATURE
    return row[ORDER + row[TURN]] if row[PLAYING] else OVER


@compiled
def bits_of(bits: int) -> int:
    count = 0
    while bits:
        count += 1
        bits &= bits - 1
    return count


@compiled
def total(row: Row, rules: Row) -> int:
    thrown, outcomes = row[CONTENDERS], 1
    if not thrown:
        thrown = row[CUPS + CUP * row[ORDER + row[TURN]] + FRESH]
    while thrown:
        outcomes *= 6
        thrown &= thrown - 1
    return outcomes


@compiled
def fall(row: Row, rules: Row, index: int) -> None:
    if row[CONTENDERS]:
        best, tied = 0, 0
        for seat in range(rules[SEATS]):
            if row[CONTENDERS] >> seat & 1:
                face = index % 6 + 1
                index //= 6
                if face > best:
                    best, tied = face, 0
                if face == best:
                    tied |= 1 << seat
        row[CONTENDERS] = tied
        if bits_of(tied) == 1:
            row[CONTENDERS] = 0
            first = 0
            while not tied >> first & 1:
                first += 1
            set_order(row, rules, first, (1 << rules[SEATS]) - 1)
        return
    cup = CUPS + CUP * row[ORDER + row[TURN]]
    for die in range(3):
        if row[cup + FRESH] >> die & 1:
            row[cup + die] = index % 6 + 1
            index //= 6
    row[IN_THE_AIR] = 0


@compiled
def set_order(row: Row, rules: Row, first: int, playing: int) -> None:
    """Who plays, from the first to the left."""
    count, seats, seat = 0, rules[SEATS], first
    for _ in range(seats):
        if playing >> seat & 1:
            row[ORDER + count] = seat
            count += 1
        seat = seat + 1 if seat + 1 < seats else 0
    row[PLAYING] = count
    for place in range(count, 8):
        row[ORDER + place] = -1


@compiled
def allowed(row: Row, rules: Row, seat: int) -> int:
    leader = row[ORDER]
    if rules[CAPS] and seat != leader:
        return row[CUPS + CUP * leader + THROWS]
    return 3


@compiled
def sixes_of(row: Row, cup: int) -> int:
    """The dice of the last throw that show a six, as bits."""
    sixes = 0
    for die in range(3):
        if row[cup + FRESH] >> die & 1 and row[cup + die] == 6:
            sixes |= 1 << die
    return sixes


@compiled
def most_flips(rules: Row, sixes: int, last: bool) -> int:
    """How many of these sixes may be turned, at the last throw that is allowed or before."""
    count = bits_of(sixes)
    if count < 2 or (last and (rules[BLIND] or not rules[FLIP_LAST])):
        return 0
    return 2 if rules[FLIP_THREE] and count == 3 else 1


@compiled
def may_flip(rules: Row, sixes: int, thrown: int, flip: int) -> bool:
    staying = bits_of(sixes & ~thrown)
    return staying >= flip and not (rules[RETHROWN] and staying > flip)


@compiled
def only_ones(row: Row, cup: int, sixes: int, thrown: int, flip: int) -> bool:
    turned = flip
    for die in range(3):
        if not thrown >> die & 1 and row[cup + die] != 1:
            if turned and sixes >> die & 1:
                turned -= 1
            else:
                return False
    return True


@compiled
def legal(row: Row, rules: Row, found: Row) -> int:
    seat, count, flips = row[ORDER + row[TURN]], 0, 3 if rules[FLIP_THREE] else 2
    cup = CUPS + CUP * seat
    throws = row[cup + THROWS]
    if not throws:
        for way in range(WAYS):
            if rules[SELECTION + way] == 7:
                found[0] = flips + way
        return 1
    last = throws == allowed(row, rules, seat)
    sixes = sixes_of(row, cup)
    most = most_flips(rules, sixes, last)
    for flip in range(most + 1):
        if not flip or may_flip(rules, sixes, 0, flip):
            found[count] = flip
            count += 1
    if last:
        return count
    for flip in range(most + 1):
        for way in range(WAYS):
            thrown = rules[SELECTION + way]
            if (
                (not flip or may_flip(rules, sixes, thrown, flip))
                and not (rules[LOCKED] and thrown & ~row[cup + FRESH])
                and (not rules[ONLY_ONES] or only_ones(row, cup, sixes, thrown, flip))
            ):
                found[count] = flips + WAYS * flip + way
                count += 1
    return count


@compiled
def act(row: Row, rules: Row, number: int) -> None:
    flips = 3 if rules[FLIP_THREE] else 2
    cup = CUPS + CUP * row[ORDER + row[TURN]]
    stands = number < flips
    flip = number if stands else (number - flips) // WAYS
    thrown = 0 if stands else rules[SELECTION + (number - flips) % WAYS]
    for die in range(3):
        if flip and row[cup + FRESH] >> die & 1 and row[cup + die] == 6 and not thrown >> die & 1:
            row[cup + die] = 1
            flip -= 1
    if stands:
        row[TURN] += 1
        if row[TURN] == row[PLAYING]:
            settle(row, rules)
        return
    for die in range(3):
        if thrown >> die & 1:
            row[cup + die] = 0
    row[cup + FRESH] = thrown
    row[cup + USED + row[cup + THROWS]] = bits_of(thrown)
    row[cup + THROWS] += 1
    row[IN_THE_AIR] = 1


@compiled
def kind(high: int, middle: int, low: int, at_once: bool, rules: Row) -> int:
    """The rank of a hand, its dice sorted."""
    if high == 1:
        return OUT
    if middle == 1:
        return 3
    if at_once and high == 2 and low == 1:
        return 5
    if at_once and high == 4 and middle == 2 and low == 1:
        return 4
    if high == low and (at_once or rules[GENERALS]):
        return 2
    if high == middle + 1 and middle == low + 1 and (at_once or rules[STREETS]):
        return 1
    return 0


@compiled
def strength(row: Row, rules: Row, seat: int) -> int:
    """The greater, the stronger the hand; its rank in thousands. What it costs is read off that."""
    cup = CUPS + CUP * seat
    one, two, three = row[cup], row[cup + 1], row[cup + 2]
    high, low = max(one, two, three), min(one, two, three)
    middle = one + two + three - high - low
    at_once = row[cup + FRESH] == 7 and not (rules[FIRST_ONLY] and row[cup + THROWS] > 1)
    rank = kind(high, middle, low, at_once, rules)
    if not rank and not rules[BY_HIGHEST]:
        return high * 100 + middle * 10 + low
    if rank == 2 and rules[GENERAL_HIGH]:
        return 3000 + 200 + high * 10
    return rank * 1000 + high * 100


@compiled
def cost(strong: int, rules: Row) -> int:
    """How many discs the winning hand costs."""
    rank = strong // 1000
    if rank == 3:
        return 3 if strong % 100 else strong % 1000 // 100  # a General that ranks high is a General still
    if rank == OUT:
        return rules[EVERY]
    if rank < 3:
        return rank + 1
    return 7 if rank == 4 else 9


@compiled
def settle(row: Row, rules: Row) -> None:
    best, worst, winner, loser = -1, 1 << 30, 0, 0
    for place in range(row[PLAYING]):
        strong = strength(row, rules, row[ORDER + place])
        if strong > best:
            best, winner = strong, row[ORDER + place]
        if strong <= worst:
            worst, loser = strong, row[ORDER + place]
    every, seats = rules[EVERY], rules[SEATS]
    due = cost(best, rules)
    from_middle = min(due, row[MIDDLE])
    if best // 1000 == OUT:
        from_middle, from_players = row[MIDDLE], every - row[MIDDLE] - row[DISCS + loser]
        for seat in range(seats):
            if seat != loser:
                row[DISCS + seat] = 0
    else:
        from_players = min(due - from_middle, row[DISCS + winner])
        if row[MIDDLE] and not rules[WINNER_PAYS]:
            from_players = 0
        row[DISCS + winner] -= from_players
    row[DISCS + loser] += from_middle + from_players
    row[MIDDLE] -= from_middle
    if row[DISCS + loser] == every:
        lose_round(row, rules, loser)
    else:
        staying = 0
        for place in range(row[PLAYING]):
            if row[MIDDLE] or row[DISCS + row[ORDER + place]]:
                staying |= 1 << row[ORDER + place]
        set_order(row, rules, loser, staying)
    clear_cups(row, rules)


@compiled
def lose_round(row: Row, rules: Row, loser: int) -> None:
    """The loser holds every disc: the game is over, or the next round begins."""
    row[LOSERS + row[LOST]] = loser
    row[LOST] += 1
    if row[LOST] == 3 or (row[LOST] == 2 and row[LOSERS] == row[LOSERS + 1]):
        set_order(row, rules, 0, 0)
        return
    row[MIDDLE] = rules[EVERY]
    row[DISCS + loser] = 0
    playing = (1 << rules[SEATS]) - 1
    if row[LOST] == 2:
        playing = 1 << row[LOSERS] | 1 << row[LOSERS + 1]
    set_order(row, rules, loser, playing)


@compiled
def clear_cups(row: Row, rules: Row) -> None:
    row[TURN] = 0
    for place in range(CUPS, CUPS + CUP * rules[SEATS]):
        row[place] = 0


FUNCTIONS = lane_functions(who, total, fall, legal, act)


def packed(state: Schocken) -> list[int]:
    """A position as a row."""
    seats = len(state.discs)
    contenders = sum(1 << seat for seat in state.contenders)
    head = [state.middle, int(state.in_the_air), state.turn, len(state.order), contenders, len(state.losers)]
    losers, order = [*state.losers, -1, -1, -1][:3], [*state.order, *(-1,) * 8][:8]
    row = [*head, *losers, *order, *state.discs, *(0,) * (8 - seats)]
    for cup in state.cups:
        fresh = sum(1 << die for die in cup.fresh)
        row += [*cup.faces, fresh, len(cup.throws), *[*cup.throws, 0, 0, 0][:3]]
    return row


def lane(seats: int, options: SchockenOptions) -> Lane:
    """The fast lane of a table of Schocken. Raises `Malformed` for rules that it does not know."""
    if options.counted:
        raise unknown_to_lane("counted", "true")
    put_together = ASSEMBLED.index(options.assembled)
    hands = options.general_high, options.simple_by == "highest", options.single_throw == "first"
    flips = options.flip_last, options.flip_other == "rethrown", options.flip_three
    aside = options.aside_locked, options.aside_ones, options.blind, options.shortfall == "winner"
    selections = [sum(1 << die for die in dice) for dice in SELECTIONS]
    rules = [seats, options.discs, options.leader_caps, *hands, put_together < 2, put_together < 1, *flips, *aside]
    return Lane(seats, numbers(seats, options).actions, list(map(int, [*rules, *selections])), packed, FUNCTIONS)
