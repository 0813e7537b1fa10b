"""The fast lanes: the same draws in, the same positions out, at every step of random games under random options."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

import knobel
from knobel.core.contract import State
from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.lane import NATURE, OVER, Lane, below, compiled
from knobel.core.options import options
from knobel.testing import values_of
from tests.about import about

LANES = {name: game for name, game in knobel.all_games().items() if game.lane}


def any_table(game: Game, chance: Random) -> tuple[Lane, State]:
    """A table of any size under any options that there is a lane for."""
    offered = {option.name: values_of(game, option) for option in options(game.options)}
    while True:
        short = about(game.name).get("SHORT", {}) if chance.random() < 0.8 else {}
        mixed = {name: chance.choice(values) for name, values in offered.items() if values and chance.random() < 0.4}
        seats = chance.choice(game.seats)
        try:
            state = game.start(seats, **{**mixed, **short})
            return game.lane(seats, state.options), state
        except Malformed:
            continue


def check_equal(game: Game, lane: Lane, state: State, chance: Random, most: int) -> int:
    """Plays one game by both, at random, and compares everything at every step."""
    numbers = game.numbers(lane.seats, state.options)
    row, rules, do = lane.rows(state, 1)[0], lane.rules, lane.functions
    found = np.empty(max(lane.actions, 8), np.int64)
    for made in range(most):
        due = state.due()
        assert row.tolist() == list(lane.packed(state)), f"{game.name} {state.options} after {made} moves"
        asked = do.who(row, rules)
        if due.places is not None:
            assert asked == OVER
            return made
        if due.nature:
            assert asked == NATURE
            chances = state.chances()
            assert do.total(row, rules) == chances.total
            index = chance.randrange(chances.total)
            do.fall(row, rules, index)
            state = state.play("nature", chances.outcome(index))
        else:
            seat = min(due.must)
            assert asked == seat
            legal = found[: do.legal(row, rules, found)].tolist()
            assert legal == numbers.legal(state.view(seat), seat)
            number = chance.choice(legal)
            move = numbers.move(state.view(seat), seat, number)
            do.act(row, rules, number)
            state = state.play(seat, move)
    return most


@pytest.mark.parametrize("name", LANES)
@pytest.mark.long
def test_a_lane_is_the_rulebook(name, sized):
    chance, game, moves = Random(f"lane {name}"), LANES[name], 0
    for _ in range(sized("lanes", 200, 10_000)):
        moves += check_equal(game, *any_table(game, chance), chance, most=sized("lane_moves", 40, 10_000))
    assert moves > 6000


@pytest.mark.parametrize("name", LANES)
def test_whole_games_by_the_box_rules_end_as_by_the_rulebook(name):
    game = LANES[name]
    for seats in (game.seats[0], game.seats[-1]):
        state = game.start(seats)
        lane = game.lane(seats, state.options)
        assert check_equal(game, lane, state, Random(seats), most=100_000) < 100_000


@pytest.mark.parametrize("name", LANES)
def test_many_games_side_by_side_are_played_to_their_ends(name):
    game = LANES[name]
    state = game.start(2)
    lane = game.lane(2, state.options)
    rows, again = lane.rows(state, 50), lane.rows(state, 50)
    assert lane.play(rows, seed=3) > 500
    assert {lane.functions.who(row, lane.rules) for row in rows} == {OVER}
    lane.play(again, seed=3)
    assert (rows == again).all()
    lane.play(again := lane.rows(state, 50), seed=4)
    assert (rows != again).any()


@pytest.mark.parametrize("name", LANES)
def test_a_learner_steps_through_many_games_at_once(name):
    game = LANES[name]
    state = game.start(2, **about(name).get("SHORT", {}))
    lane, chance, luck = game.lane(2, state.options), Random(1), np.array([9], np.uint64)
    rows = lane.rows(state, 8)
    asked = lane.step(rows, np.zeros(8, np.int64), luck) if state.due().nature else np.zeros(8, np.int64)
    for _ in range(3000):
        if (asked == OVER).all():
            break
        chosen = [chance.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in lane.masks(rows)]
        over = rows[asked == OVER].copy()
        was = asked == OVER
        asked = lane.step(rows, chosen, luck)
        assert (rows[was] == over).all()
    assert (asked == OVER).any()


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("shizzle", "returns", "at_end"),
        ("schocken", "counted", True),
        ("machz", "seconds", 5),
        ("machz", "minutes", 5),
        ("stack-attack", "dexterity", True),
    ],
)
def test_a_rule_that_a_lane_does_not_know_is_refused_and_never_ignored(name, option, value):
    """Every option either changes what a lane does as it changes the rulebook, or there is no lane."""
    game = knobel.game(name)
    with pytest.raises(Malformed, match=f"(?i)does not know {option}={value}"):
        game.lane(2, game.start(2, **{option: value}).options)


def test_whoever_only_plays_loads_nothing_that_learners_need():
    """A base install has none of it: games, numbers and views work without."""
    code = """
import sys, knobel
for game in knobel.all_games().values():
    state = game.start(game.seats[0])
    if game.numbers:
        game.numbers(game.seats[0], state.options).observe(state.view(0), 0)
print(sorted({"numba", "numpy", "gymnasium", "pettingzoo", "pyspiel"} & set(sys.modules)))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_the_comparison_sees_a_wrong_rule():
    game = knobel.game("pig")
    state = game.start(2, target=20)
    lane = game.lane(2, replace(state.options, target=25))
    with pytest.raises(AssertionError):
        check_equal(game, lane, state, Random(1), most=1000)


@compiled
def holds_at_twenty(row, rules, seat, found, count, chance):
    return found[1] if count > 1 and row[1] >= 20 else found[0]


def test_players_of_machine_code_decide_as_they_would_by_the_rulebook():
    """The same draws in, and the same end: seats, legal moves and luck are handed over as they are."""
    from pig import Fell, Hold, Roll

    game = knobel.game("pig")
    for seats, seed in ((2, 1), (3, 2)):
        state = game.start(seats)
        lane = game.lane(seats, state.options)
        rows, luck, moves = lane.rows(state, 1), np.array([seed], np.uint64), 0
        told = lane.play(rows, seed, holds_at_twenty)
        while state.outcome() is None:
            if state.in_the_air:
                state = state.play("nature", Fell(below(luck, 6) + 1))
            else:
                state = state.play(state.turn, Hold() if state.gathered >= 20 else Roll())
            moves += 1
        assert (rows[0].tolist(), told) == (lane.packed(state), moves)


@compiled
def one_after_the_other(row, rules, seat, found, count, chance):
    return found[(seat + below(chance, 7)) % count]


@pytest.mark.parametrize("name", LANES)
def test_a_chooser_gets_the_seat_its_legal_moves_and_luck(name):
    game = LANES[name]
    state = game.start(game.seats[0], **about(name).get("SHORT", {}))
    lane = game.lane(game.seats[0], state.options)
    rows, luck, do = lane.rows(state, 1), np.array([5], np.uint64), lane.functions
    row, found, moves = rows[0].copy(), np.empty(lane.actions, np.int64), 0
    told = lane.play(rows, 5, one_after_the_other)
    while (asked := do.who(row, lane.rules)) != OVER:
        moves += 1
        if asked == NATURE:
            do.fall(row, lane.rules, below(luck, do.total(row, lane.rules)))
        else:
            count = do.legal(row, lane.rules, found)
            do.act(row, lane.rules, found[(asked + below(luck, 7)) % count])
    assert (moves, row.tolist()) == (told, rows[0].tolist())


def test_machine_code_is_kept_for_the_next_time():
    """In one process it is made, if it was not before; the next finds it."""
    code = """
import knobel
from numba.core.event import install_recorder
game = knobel.game("pig")
with install_recorder("numba:compile") as made:
    lane = game.lane(2, game.start(2).options)
    rows = lane.rows(game.start(2), 2)
    lane.masks(rows), lane.play(rows, 1)
print(len(made.buffer))
"""
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "0\n"


def test_the_quick_loop_of_pig_is_the_rulebook_with_the_same_draws():
    """Each draw below 12 is a roll, and whether to hold after it: half of it the die, its last bit the choice."""
    from pig import Fell, Hold, Roll

    game = knobel.game("pig")
    for seats, seed in ((2, 1), (3, 2), (8, 3)):
        state = game.start(seats)
        lane = game.lane(seats, state.options)
        rows, luck, moves = lane.rows(state, 1), np.array([seed], np.uint64), 0
        told = lane.play(rows, seed)
        while state.outcome() is None:
            drawn = below(luck, 12)
            state = state.play(state.turn, Roll()).play("nature", Fell((drawn >> 1) + 1))
            moves += 2
            if state.outcome() is None and state.gathered and drawn & 1:
                state = state.play(state.turn, Hold())
                moves += 1
        assert rows[0].tolist() == lane.packed(state)
        assert told == moves
