"""MACHZ on the fast lane: the same game as machine code (the rules are those of `rules`, by their names there).

A row holds the position, but not how the last roll was settled, which no rule ever asks for. Dice are alike, so they
are counted by colour. A bet is 0 where there is none yet, 1 for no bet, then 2 and 3 for one chip on a match and on
none, and so on. Who decide at the same time are asked from the first seat on. Rules that it does not know: those with a
clock (`seconds`, `minutes`).
"""

from __future__ import annotations

from typing import get_args

from knobel.core.lane import NATURE, OVER, Lane, Row, compiled, lane_functions, unknown_to_lane
from knobel.games.machz.dice import COLOURS
from knobel.games.machz.moves import Bet
from knobel.games.machz.numbers import numbers
from knobel.games.machz.options import MachzOptions
from knobel.games.machz.rules import SETS, Machz, Phase, filled

PHASES: tuple[Phase, ...] = get_args(Phase)
AGREEING, STARTING, SET, SETTING, JUDGING, TO_ROLL, CHOICE, BETTING, ROLLING, ENDED = range(len(PHASES))
BLUE = COLOURS.index(SETS)

PHASE, SETTER, ROLLER, POT, SUPPLY, MANY, CONTENDERS, TOSSED, BLUES = range(9)
DICE, PAIR_USED, SETS_DOWN, GAMES, REFILLED = range(9, 14)
"""CONTENDERS: who rolls for the first Setter, as bits; TOSSED: how many have; BLUES: which of them blue, as bits."""
FELL_COUNT = 14
OBJECT = 15
LOCKED, LOOSE, FELL = OBJECT + 6, OBJECT + 12, OBJECT + 18
SEAT = FELL + 6
"""Then for each of ten seats: chips, MACHZ, contests won, vote (0: none, 1: no, 2: yes), bet."""
EACH, CHIPS, MACHZ, WON, VOTE, BET = 5, 0, 1, 2, 3, 4

SEATS, SETTER_NAMED, FILLED, FIRST_PAYS, FINAL_PAYS, BOTH_PAYS, MACHZ_BOTH, FEW, MOST, REFILLS, FRESH = range(11)
TARGET, MACHZ_LIMIT, LAPS = range(11, 14)
ROLL, AGAIN, TWO_AGAIN, PASS, YES, NO, NO_BET = range(7)


@compiled
def first_undecided(row: Row, rules: Row) -> int:
    for seat in range(rules[SEATS]):
        place = SEAT + EACH * seat
        if row[PHASE] == BETTING:
            if row[place + CHIPS] and seat != row[ROLLER] and not row[place + BET]:
                return seat
        elif not row[place + VOTE]:
            return seat
    return -1


@compiled
def who(row: Row, rules: Row) -> int:
    phase = row[PHASE]
    if phase in (STARTING, SETTING, ROLLING):
        return NATURE
    if phase == ENDED:
        return OVER
    if phase in (BETTING, AGREEING, JUDGING):
        return first_undecided(row, rules)
    return row[SETTER] if phase == SET else row[ROLLER]


@compiled
def total(row: Row, rules: Row) -> int:
    if row[PHASE] == STARTING:
        return 6
    return 7776 if row[PHASE] == SETTING else 6 ** row[DICE]


@compiled
def kinds(row: Row, first: int) -> int:
    """How many colours these dice have."""
    count = 0
    for colour in range(6):
        count += row[first + colour] > 0
    return count


@compiled
def combination(row: Row, first: int, second: int) -> int:
    """What five dice earn that lie in two places (or in one of them)."""
    most, different = 0, 0
    for colour in range(6):
        count = row[first + colour] + (row[second + colour] if second >= 0 else 0)
        most = max(most, count)
        different += count > 0
    if most == 5:
        return 15
    if most == 4:
        return 10
    if most == 3:
        return 5 if different == 2 else 3
    if most == 2:
        return 2 if different == 3 else 1
    return 4


@compiled
def clear(row: Row, first: int, count: int) -> None:
    for place in range(first, first + count):
        row[place] = 0


@compiled
def empty_hand(row: Row, rules: Row) -> None:
    clear(row, LOCKED, 18)
    row[FELL_COUNT] = 0
    row[DICE] = 5
    row[PAIR_USED] = 0
    for seat in range(rules[SEATS]):
        row[SEAT + EACH * seat + BET] = 0


@compiled
def next_turn(row: Row, rules: Row) -> None:
    row[PHASE] = TO_ROLL
    row[ROLLER] = (row[ROLLER] + 1) % rules[SEATS]
    empty_hand(row, rules)


@compiled
def next_setter(row: Row, rules: Row) -> None:
    row[PHASE] = SET
    row[SETTER] = (row[SETTER] + 1) % rules[SEATS]
    row[ROLLER] = row[SETTER]
    clear(row, OBJECT, 6)
    empty_hand(row, rules)


@compiled
def open_to_bets(row: Row, rules: Row, dice: int) -> None:
    row[DICE] = dice
    row[PHASE] = ROLLING
    for seat in range(rules[SEATS]):
        row[SEAT + EACH * seat + BET] = 0
        if row[SEAT + EACH * seat + CHIPS] and seat != row[ROLLER]:
            row[PHASE] = BETTING


@compiled
def begin(row: Row, rules: Row) -> None:
    """The Setter is named, or rolled for."""
    row[PHASE] = SET if rules[SETTER_NAMED] else STARTING
    if not rules[SETTER_NAMED]:
        row[CONTENDERS] = (1 << rules[SEATS]) - 1


@compiled
def toss(row: Row, colour: int) -> None:
    seen, seat = 0, 0
    while True:  # whose toss it is: the contenders roll in the order of their seats
        if row[CONTENDERS] >> seat & 1:
            if seen == row[TOSSED]:
                break
            seen += 1
        seat += 1
    row[TOSSED] += 1
    if colour == BLUE:
        row[BLUES] |= 1 << seat
    if row[CONTENDERS] >> (seat + 1):
        return
    blues = row[BLUES]
    row[TOSSED] = 0
    row[BLUES] = 0
    if blues and not blues & (blues - 1):
        seat = 0
        while not blues >> seat & 1:
            seat += 1
        row[SETTER] = seat
        row[ROLLER] = seat
        row[CONTENDERS] = 0
        row[PHASE] = SET
    elif blues:
        row[CONTENDERS] = blues


@compiled
def fall(row: Row, rules: Row, index: int) -> None:
    if row[PHASE] == STARTING:
        toss(row, index)
        return
    first = OBJECT if row[PHASE] == SETTING else FELL
    count = 5 if row[PHASE] == SETTING else row[DICE]
    clear(row, first, 6)
    for _ in range(count):
        row[first + index % 6] += 1
        index //= 6
    if row[PHASE] == SETTING:
        set_down(row, rules)
    else:
        thrown(row, rules, count)


@compiled
def set_down(row: Row, rules: Row) -> None:
    row[SETS_DOWN] += 1
    pay(row, rules, row[SETTER], combination(row, OBJECT, -1), 0, 0)
    if end(row, rules, False):
        return
    if kinds(row, OBJECT) < rules[FEW]:
        row[PHASE] = JUDGING
    else:
        next_turn(row, rules)


@compiled
def thrown(row: Row, rules: Row, dice: int) -> None:
    hits, loose = 0, 0
    row[FELL_COUNT] = dice
    for colour in range(6):
        matched = min(row[FELL + colour], row[OBJECT + colour] - row[LOCKED + colour])
        row[LOCKED + colour] += matched
        row[LOOSE + colour] = row[FELL + colour] - matched
        hits += matched
        loose += row[LOOSE + colour]
    if not loose:
        score_machz(row, rules, hits)
        return
    goes_on = again(row, loose, 1) or again(row, loose, 2)
    earned = 0
    if throw_pays(row, rules) or (not goes_on and hand_pays(row, rules)):
        earned = combination(row, LOCKED, LOOSE)
    pay(row, rules, row[ROLLER], earned, dice, hits)
    if end(row, rules, False):
        return
    if goes_on:
        row[PHASE] = CHOICE
    else:
        next_turn(row, rules)


@compiled
def throw_pays(row: Row, rules: Row) -> bool:
    return row[FELL_COUNT] == 5 and not rules[FINAL_PAYS]


@compiled
def hand_pays(row: Row, rules: Row) -> bool:
    return rules[FINAL_PAYS] or (rules[BOTH_PAYS] and row[FELL_COUNT] < 5)


@compiled
def again(row: Row, loose: int, dice: int) -> bool:
    """Whether so many dice may be rolled again, where so many do not match."""
    if not loose or row[FELL_COUNT] == 1:
        return False
    if row[FELL_COUNT] == 5:
        return loose <= 2 and dice == loose
    if dice == 1:
        return loose == 1
    return kinds(row, FELL) == 1 and not row[PAIR_USED]


@compiled
def score_machz(row: Row, rules: Row, hits: int) -> None:
    colours = kinds(row, OBJECT)
    earned = 50 if colours == 1 else 50 - 5 * colours
    if rules[MACHZ_BOTH] and (throw_pays(row, rules) or hand_pays(row, rules)):
        earned += combination(row, LOCKED, LOOSE)
    row[SEAT + EACH * row[ROLLER] + MACHZ] += 1
    row[GAMES] += 1
    pay(row, rules, row[ROLLER], earned, row[DICE], hits)
    if not end(row, rules, True):
        next_setter(row, rules)


@compiled
def pay(row: Row, rules: Row, actor: int, earned: int, dice: int, hits: int) -> None:
    """Stakes lost go in, then the Roller or Setter is paid, then Rockers to the left, as far as the Pot goes."""
    seats = rules[SEATS]
    match = hits >= (3 if dice == 5 else 1)
    for away in range(1, seats):
        place = SEAT + EACH * ((actor + away) % seats)
        bet = row[place + BET]
        if dice and bet > 1 and (bet % 2 == 0) != match:
            row[place + CHIPS] -= bet // 2
            row[POT] += bet // 2
    paid = min(earned, row[POT])
    row[SEAT + EACH * actor + CHIPS] += paid
    row[POT] -= paid
    for away in range(1, seats):
        place = SEAT + EACH * ((actor + away) % seats)
        bet = row[place + BET]
        if dice and bet > 1 and (bet % 2 == 0) == match:
            worth = 2
            if match and dice != 5:
                worth = 4 if dice == 2 else 6
            paid = min(worth * (bet // 2), row[POT])
            row[place + CHIPS] += paid
            row[POT] -= paid
        row[place + BET] = 0


@compiled
def end(row: Row, rules: Row, machz: bool) -> bool:
    """Whether play has ended, or a fresh contest begun."""
    seats, best = rules[SEATS], 0
    for seat in range(seats):
        best = max(best, row[SEAT + EACH * seat + CHIPS])
    laps = rules[LAPS] > 0 and row[SETS_DOWN] >= rules[LAPS] * seats
    reached = 0 < rules[TARGET] <= best or 0 < rules[MACHZ_LIMIT] <= row[GAMES] or (machz and laps)
    if not reached and row[POT]:
        return False
    if rules[FRESH]:
        count_contest(row, rules)
    if reached or laps or row[REFILLED] >= rules[REFILLS]:
        row[PHASE] = ENDED
        return True
    refill(row, rules)
    return True


@compiled
def count_contest(row: Row, rules: Row) -> None:
    best = -1
    for seat in range(rules[SEATS]):
        best = max(best, (row[SEAT + EACH * seat + CHIPS] << 20) + row[SEAT + EACH * seat + MACHZ])
    for seat in range(rules[SEATS]):
        place = SEAT + EACH * seat
        row[place + WON] += (row[place + CHIPS] << 20) + row[place + MACHZ] == best


@compiled
def refill(row: Row, rules: Row) -> None:
    row[POT] = rules[FILLED]
    row[SUPPLY] = row[POT]
    row[REFILLED] += 1
    for seat in range(rules[SEATS]):
        place = SEAT + EACH * seat
        if rules[FRESH]:
            row[place + CHIPS] = 10
            row[place + MACHZ] = 0
        row[SUPPLY] += row[place + CHIPS]
    next_setter(row, rules)


@compiled
def legal(row: Row, rules: Row, found: Row) -> int:
    if row[PHASE] == BETTING:
        held = row[SEAT + EACH * first_undecided(row, rules) + CHIPS]
        most = 1 + 2 * min(held, rules[MOST] if row[MANY] else 1)
        for bet in range(most):
            found[bet] = NO_BET + bet
        return most
    if row[PHASE] == AGREEING or row[PHASE] == JUDGING:
        found[0] = YES
        found[1] = NO
        return 2
    if row[PHASE] != CHOICE:
        found[0] = ROLL
        return 1
    loose, count = 0, 0
    for colour in range(6):
        loose += row[LOOSE + colour]
    for dice in range(1, 3):
        if again(row, loose, dice):
            found[count] = AGAIN + dice - 1
            count += 1
    found[count] = PASS
    return count + 1


@compiled
def act(row: Row, rules: Row, number: int) -> None:
    if number >= NO_BET:
        row[SEAT + EACH * first_undecided(row, rules) + BET] = number - NO_BET + 1
        if first_undecided(row, rules) < 0:
            row[PHASE] = ROLLING
    elif number >= YES:
        row[SEAT + EACH * first_undecided(row, rules) + VOTE] = 2 if number == YES else 1
        if first_undecided(row, rules) < 0:
            count_votes(row, rules)
    elif number == PASS:
        pay(row, rules, row[ROLLER], combination(row, LOCKED, LOOSE) if hand_pays(row, rules) else 0, 0, 0)
        if not end(row, rules, False):
            next_turn(row, rules)
    elif number == ROLL:
        if row[PHASE] == SET:
            row[PHASE] = SETTING
        else:
            open_to_bets(row, rules, 5)
    else:
        roll_again(row, rules, number - AGAIN + 1)


@compiled
def roll_again(row: Row, rules: Row, dice: int) -> None:
    """A matching die of a pair may be given up; then its colour is missing again."""
    loose = 0
    for colour in range(6):
        loose += row[LOOSE + colour]
    if dice > loose:
        for colour in range(6):
            row[LOOSE + colour] = row[FELL + colour]
            row[LOCKED + colour] -= row[FELL + colour] > 0
    if dice == 2 and row[FELL_COUNT] == 2:
        row[PAIR_USED] = 1
    open_to_bets(row, rules, dice)


@compiled
def count_votes(row: Row, rules: Row) -> None:
    agreed, seats = 0, rules[SEATS]
    for seat in range(seats):
        agreed += row[SEAT + EACH * seat + VOTE] == 2
        row[SEAT + EACH * seat + VOTE] = 0
    if row[PHASE] == AGREEING:
        row[MANY] = 2 * agreed > seats
        begin(row, rules)
    elif 2 * agreed > seats:
        next_setter(row, rules)
    else:
        next_turn(row, rules)


FUNCTIONS = lane_functions(who, total, fall, legal, act)


def packed(state: Machz) -> list[int]:
    """A position as a row."""
    contenders = sum(1 << seat for seat in state.contenders)
    blues = sum(1 << seat for seat, colour in zip(state.contenders, state.tossed, strict=False) if colour == SETS)
    head = [PHASES.index(state.phase), state.setter, state.roller, state.pot, state.supply, state.many, contenders]
    more = [len(state.tossed), blues, state.dice, state.pair_used, state.sets, state.games, state.refilled]
    dice = (state.object_set, state.locked, state.loose, state.fell)
    row = [*head, *more, len(state.fell), *(pile.count(colour) for pile in dice for colour in COLOURS)]
    for seat, chips in enumerate(state.chips):
        vote = state.votes[seat] if state.votes else None
        bet = state.bets[seat] if state.bets else None
        row += [chips, state.machz[seat], state.won[seat], 0 if vote is None else 1 + vote, _bet(bet)]
    return list(map(int, row))


def _bet(bet: object) -> int:
    if not isinstance(bet, Bet):
        return 0
    return 1 if bet.side == "none" else 2 * bet.chips + (bet.side == "no_match")


def lane(seats: int, options: MachzOptions) -> Lane:
    """The fast lane of a table of MACHZ. Raises `Malformed` for rules that it does not know."""
    for name in ("seconds", "minutes"):
        if getattr(options, name):
            raise unknown_to_lane(name, getattr(options, name))
    pays = [options.combination == name for name in ("first", "final", "both")]
    ends = options.refills, options.refill == "fresh", options.target, options.machz, options.laps
    most = options.few_colours, options.most_bet
    rules = [seats, options.setter != "roll", filled(options, seats), *pays, options.machz_pay == "both", *most, *ends]
    return Lane(seats, numbers(seats, options).actions, list(map(int, rules)), packed, FUNCTIONS)
