"""Stack Attack by the risk model on the fast lane (the rules are those of `rules`, by their names there).

A row holds the position. Rules that it does not know: dexterity, where a tower has to be simulated; and so who lets go
does not matter.
"""

from __future__ import annotations

from typing import get_args

from knobel.core.lane import NATURE, OVER, Lane, Row, compiled, lane_functions, unknown_to_lane
from knobel.games.stack_attack.moves import Hand
from knobel.games.stack_attack.numbers import numbers
from knobel.games.stack_attack.options import StackAttackOptions
from knobel.games.stack_attack.rules import Phase, StackAttack, standing

PHASES: tuple[Phase, ...] = get_args(Phase)
HANDS: tuple[Hand, ...] = get_args(Hand)
CHOOSING, READY, ROLLING, STACKING, SETTLING, OVER_NOW = (
    PHASES.index(phase) for phase in ("choosing", "ready", "rolling", "stacking", "settling", "over")
)
HIGHEST = 24
"""No tower is higher: all dice of all players and the neutral ones."""

PHASE, TURN, PLAYING, HEIGHT, ADDED, HELD, LYING = range(7)
ROLLED = 7
"""The dice that lie there, in their order; 0 where there is none."""
TOWER = ROLLED + 5
OWNERS = TOWER + HIGHEST
POINTS = OWNERS + HIGHEST

SEATS, TARGET, SLIPS, ALL_PLAY_OFF = range(4)
HAND = 4
RISKS = HAND + 4
"""By hand and height: among how many draws, of which so many stand, and so many more bring all of it down."""
ROLL, STOP, PLACE = 0, 1, 2


@compiled
def who(row: Row, rules: Row) -> int:
    if row[PHASE] == OVER_NOW:
        return OVER
    return row[TURN] if row[PHASE] == READY or row[PHASE] == STACKING else NATURE


@compiled
def players(row: Row) -> int:
    count, bits = 0, row[PLAYING]
    while bits:
        count += 1
        bits &= bits - 1
    return count


@compiled
def on_tower(row: Row, seat: int) -> int:
    count = 0
    for level in range(row[HEIGHT]):
        count += row[OWNERS + level] == seat
    return count


@compiled
def in_hand(row: Row) -> int:
    return (4 if players(row) == 4 else 5) - on_tower(row, row[TURN])


@compiled
def risk(row: Row, rules: Row) -> int:
    """Where the risk of this placement stands among the rules."""
    return RISKS + 3 * (HIGHEST * rules[HAND + row[TURN]] + row[HEIGHT])


@compiled
def total(row: Row, rules: Row) -> int:
    if row[PHASE] == CHOOSING:
        return rules[SEATS]
    if row[PHASE] == ROLLING:
        return 6 ** in_hand(row)
    return rules[risk(row, rules)]


@compiled
def fits(row: Row, number: int) -> bool:
    if not row[HEIGHT]:
        return number == 1
    return abs(number - row[TOWER + row[HEIGHT] - 1]) == 1


@compiled
def any_fits(row: Row) -> bool:
    for place in range(row[LYING]):
        if fits(row, row[ROLLED + place]):
            return True
    return False


@compiled
def clear_turn(row: Row) -> None:
    row[PHASE] = READY
    row[ADDED] = 0
    row[HELD] = 0
    row[LYING] = 0
    for place in range(5):
        row[ROLLED + place] = 0


@compiled
def first_of(row: Row, rules: Row, seat: int) -> int:
    seats = rules[SEATS]
    for away in range(seats):
        if row[PLAYING] >> (seat + away) % seats & 1:
            return (seat + away) % seats
    return 0


@compiled
def pass_on(row: Row, rules: Row) -> None:
    clear_turn(row)
    row[TURN] = first_of(row, rules, row[TURN] + 1)


@compiled
def clear_tower(row: Row) -> None:
    row[HEIGHT] = 0
    for level in range(HIGHEST):
        row[TOWER + level] = 0
        row[OWNERS + level] = -1


@compiled
def new_round(row: Row, begins: int) -> None:
    clear_turn(row)
    clear_tower(row)
    row[TURN] = begins
    if players(row) == 2:
        row[HEIGHT] = 2
        row[TOWER] = 5
        row[TOWER + 1] = 6


@compiled
def fall(row: Row, rules: Row, index: int) -> None:
    if row[PHASE] == CHOOSING:
        new_round(row, index)
    elif row[PHASE] == ROLLING:
        count = in_hand(row)
        for place in range(count):
            row[ROLLED + place] = index % 6 + 1
            index //= 6
        row[LYING] = count
        row[PHASE] = STACKING
        if not any_fits(row):
            pass_on(row, rules)
    else:
        known = risk(row, rules)
        if index < rules[known + 1]:
            stood(row, rules)
        elif index < rules[known + 1] + rules[known + 2]:
            settle(row, rules, row[TURN], False)
        else:
            pass_on(row, rules)


@compiled
def stood(row: Row, rules: Row) -> None:
    row[TOWER + row[HEIGHT]] = row[HELD]
    row[OWNERS + row[HEIGHT]] = row[TURN]
    row[HEIGHT] += 1
    row[HELD] = 0
    row[ADDED] += 1
    row[PHASE] = STACKING
    if not row[LYING]:
        settle(row, rules, row[TURN] + 1, True)
    elif not any_fits(row):
        pass_on(row, rules)


@compiled
def settle(row: Row, rules: Row, begins: int, cleared: bool) -> None:
    """The end of a round: who cleared their dice alone gains, or all but the one who brought the tower down."""
    seats = rules[SEATS]
    for seat in range(seats):
        if (seat == row[TURN]) == cleared:
            row[POINTS + seat] += on_tower(row, seat)
    row[PLAYING] = still_playing(row, rules)
    if players(row) == 1:
        clear_turn(row)
        clear_tower(row)
        row[TURN] = first_of(row, rules, 0)
        row[PHASE] = OVER_NOW
    else:
        new_round(row, first_of(row, rules, begins))


@compiled
def still_playing(row: Row, rules: Row) -> int:
    seats, reached, best, leaders = rules[SEATS], 0, 0, 0
    for seat in range(seats):
        best = max(best, row[POINTS + seat])
        if row[PLAYING] >> seat & 1 and row[POINTS + seat] >= rules[TARGET]:
            reached |= 1 << seat
    if not reached:
        return row[PLAYING]
    if rules[ALL_PLAY_OFF] and players(row) == seats:
        return reached
    for seat in range(seats):
        if reached >> seat & 1 and row[POINTS + seat] == best:
            leaders |= 1 << seat
    return leaders


@compiled
def legal(row: Row, rules: Row, found: Row) -> int:
    if row[PHASE] == READY:
        found[0] = ROLL
        return 1
    count = 0
    if row[ADDED]:
        found[0] = STOP
        count = 1
    for number in range(1, 7):
        for place in range(row[LYING]):
            if row[ROLLED + place] == number and fits(row, number):
                found[count] = PLACE + number - 1
                count += 1
                break
    return count


@compiled
def act(row: Row, rules: Row, number: int) -> None:
    if number == ROLL:
        row[PHASE] = ROLLING
    elif number == STOP:
        pass_on(row, rules)
    else:
        row[HELD] = number - PLACE + 1
        row[PHASE] = SETTLING
        place = 0
        while row[ROLLED + place] != row[HELD]:
            place += 1
        row[LYING] -= 1
        for later in range(place, row[LYING]):
            row[ROLLED + later] = row[ROLLED + later + 1]
        row[ROLLED + row[LYING]] = 0


FUNCTIONS = lane_functions(who, total, fall, legal, act)


def packed(state: StackAttack) -> list[int]:
    """A position as a row."""
    playing = sum(1 << seat for seat in state.playing)
    tower = [block.number for block in state.tower]
    owners = [-1 if block.owner is None else block.owner for block in state.tower]
    held = state.held.die if state.held else 0
    head = [PHASES.index(state.phase), state.turn, playing, len(tower), state.added, held, len(state.rolled)]
    lying = [*state.rolled, *(0,) * 5][:5]
    return [*head, *lying, *_filled(tower, 0), *_filled(owners, -1), *state.points]


def _filled(blocks: list[int], nothing: int) -> list[int]:
    return blocks + [nothing] * (HIGHEST - len(blocks))


def lane(seats: int, options: StackAttackOptions) -> Lane:
    """The fast lane of a table of Stack Attack. Raises `Malformed` for rules that it does not know."""
    if options.dexterity:
        raise unknown_to_lane("dexterity", "true")
    hands = [HANDS.index(options.hand_of(seat)) for seat in range(4)]
    risks = [each for hand in HANDS for height in range(HIGHEST) for each in _risk(height, hand, options.slips)]
    rules = [seats, options.target, options.slips, options.playoff == "all", *hands, *risks]
    return Lane(seats, numbers(seats, options).actions, list(map(int, rules)), packed, FUNCTIONS)


def _risk(height: int, hand: Hand, slips: bool) -> tuple[int, int, int]:
    """STK-R9: among how many draws, of which so many stand, and so many bring the tower down; the rest only slip."""
    chances = standing(height, hand, slips)
    weighed = {name: int(chance * chances.total) for name, _, chance in chances.moves}
    return chances.total, weighed["stood"], weighed.get("fell", 0)
