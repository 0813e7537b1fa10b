"""Every game of the house, in every way it can be set up, keeps every promise of the contract."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import knobel
from knobel.core.chances import Chances
from knobel.core.contract import Move, Seat
from knobel.core.errors import Malformed
from knobel.core.game import BOX, Game
from knobel.core.options import options
from knobel.testing import LOOKS, check_game, check_one, values_of
from knobel.testing.playing import any_move
from tests.about import about
from tests.conftest import examples
from tools.rehearsal import stand_ins

GAMES = knobel.all_games()


def set_up(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Any preset, with any of its options changed to anything they may be."""
    offered = {option.name: values_of(game, option) for option in options(game.options)}
    changes = {name: st.sampled_from(values) for name, values in offered.items() if values}
    presets = st.sampled_from([game.preset(name) for name in (BOX, *game.presets)])
    return st.builds(
        lambda preset, changed: {**preset, **changed}, presets, st.fixed_dictionaries({}, optional=changes)
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.long
def test_a_game_keeps_the_contract_over_all_seats_presets_and_options(name, sized):
    checked = check_game(
        GAMES[name],
        games=sized("games", 1, 400),
        conserved=about(name).get("conserved"),
        sources=stand_ins(GAMES[name]),
        twins=sized("twins", 1, 2),
        looks=sized("looks", 8, LOOKS),
    )
    assert checked.games >= len(GAMES[name].seats)
    assert checked.refused > checked.moves, "wherever somebody may move, much may not be done"


@pytest.mark.parametrize("name", GAMES)
@examples(3, 300)  # each of them is a whole game, and the test above plays every option's values
@given(data=st.data())
def test_a_game_keeps_the_contract_however_it_is_set_up(name, sized, data):
    game = GAMES[name]
    seats = data.draw(st.sampled_from(game.seats), "seats")
    chosen = data.draw(set_up(game), "options")
    seed = data.draw(st.integers(0, 2**32), "seed")
    try:
        game.start(seats, **chosen)
    except Malformed:  # options may exclude each other
        assume(False)
    kept, sources = about(name).get("conserved"), stand_ins(game)
    twins = sized("twins", 1, 2)
    check_one(game, seats=seats, seed=seed, options=chosen, conserved=kept, sources=sources, twins=twins)


@pytest.mark.parametrize("name", GAMES)
def test_after_moves_that_throw_dice_they_fall_before_the_seat_moves_again(name):
    """After others they may fall too (a bet that was the last one): what is a throw is for the game to say."""
    game, chance = GAMES[name], Random(7)
    fell_after: dict[type[Move], set[bool]] = {}
    for _ in range(6):
        state, at = game.start(game.seats[0]), 0
        made: dict[Seat, type[Move]] = {}
        while state.outcome() is None and (planned := any_move(game, state, at, chance)):
            at, actor, move = planned.at, planned.actor, planned.move
            if actor == "nature" and isinstance(state.chances(), Chances):
                for kind in made.values():
                    fell_after.setdefault(kind, set()).add(True)
                made.clear()
            elif isinstance(actor, int):
                if actor in made:
                    fell_after.setdefault(made[actor], set()).add(False)
                made[actor] = type(move)
            state = state.play(actor, move, at)
    assert [kind for kind in game.throws if fell_after[kind] != {True}] == []
