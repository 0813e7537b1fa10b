"""What a view may hide: guesses look the same to whoever looks, and their weights are exactly how often they come."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

import knobel
from knobel.core.contract import State
from knobel.core.errors import Malformed
from knobel.core.game import Game


def positions(game: Game, seats: int, seed: int, **options) -> list[State]:
    chance, state, found = Random(seed), game.start(seats, **options), []
    while state.outcome() is None:
        due = state.due()
        if due.nature:
            state = state.play("nature", game.draw(state, chance.randrange, lambda: chance))
        else:
            seat = chance.choice(sorted(due.must))
            state = state.play(seat, chance.choice(state.moves(seat)))
        found.append(state)
    return found


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("schocken", {}),
        ("schocken", {"aside_ones": True, "blind": True}),
        ("schocken", {"aside_shown": True}),
        ("machz", {"bet_size": "many"}),
        ("liars-dice", {}),
    ],
)
def test_a_guess_looks_like_the_view_and_hides_nothing(name, options):
    game, chance, covered = knobel.game(name), Random(1), 0
    for state in positions(game, 3, 5, **options)[:150]:
        assert not state.is_view()
        for seat in (0, 1, 2, None):
            view = state.view(seat)
            guess = view.guess(chance)
            covered += view.is_view()
            assert view.is_view() or guess.state == view
            assert not guess.state.is_view()
            assert guess.state.view(seat) == view
    assert covered > 20


@pytest.mark.parametrize(("name", "options"), [("schocken", {}), ("machz", {}), ("liars-dice", {"dice": 1})])
def test_the_weight_of_a_guess_is_how_likely_it_is_drawn(name, options):
    """All guesses there can be sum to 1, and each comes about as often as its weight says."""
    game, chance = knobel.game(name), Random(2)
    views = (state.view(0) for state in positions(game, 3, 8, **options))
    view = next(view for view in views if view.is_view() and view.guess(chance).weight >= Fraction(1, 216))
    drawn = [view.guess(chance) for _ in range(6000)]
    weights = {guess.state: guess.weight for guess in drawn}
    assert sum(weights.values()) == 1
    often = Counter(guess.state for guess in drawn)
    assert all(abs(often[state] / 6000 - weight) < 0.03 for state, weight in weights.items())


def test_a_game_that_hides_nothing_has_one_guess():
    state = knobel.game("shizzle").start(2)
    assert state.guess(Random(1)).state is state
    assert state.guess(Random(1)).weight == 1


def test_a_rulebook_that_hides_something_and_cannot_guess_says_so():
    pig = knobel.game("pig").rulebook

    class Hiding(pig):
        def view(self, seat):
            return self

    with pytest.raises(TypeError, match="does not say how to guess"):
        Hiding.start(2, knobel.game("pig").options()).guess(Random(1))


def test_a_player_is_found_by_the_names_of_game_and_level():
    state = knobel.game("schocken").start(2, starter=1)
    intent = knobel.player("schocken", "strong").decide(state.view(0), 0, state.moves(0), Random(1))
    assert intent.move in state.moves(0)
    with pytest.raises(Malformed, match="There is no player called"):
        knobel.player("schocken", "weak")
    with pytest.raises(Malformed, match="There is no game called"):
        knobel.player("skat", "strong")
