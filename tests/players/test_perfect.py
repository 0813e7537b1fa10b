"""The player that plays by a solution: in the roster without the game's doing, refused where there is none."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from pig import PIG, Hold, Roll
from pig_solution import PigSolver

import knobel
from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.player import Intent
from knobel.core.registry import all_games
from knobel.core.solution import Worth
from knobel.players.perfect import SolutionPlayer, drawn
from knobel.players.random import RandomPlayer
from knobel.players.roster import check_player, default_player, needed_solution, player, roster
from knobel.players.solutions import judge

SHORT = PIG.options(target=12)


def test_every_game_with_a_solver_has_a_player_that_plays_by_it():
    assert list(roster(PIG)) == ["random", "perfect"]
    assert default_player(PIG) == "random"
    for game in all_games().values():
        solved = {"perfect", "master"} & set(roster(game))
        assert bool(solved - set(game.players)) == (game.solver is not None)


def test_where_play_is_not_proven_to_be_perfect_it_has_another_name():
    class Guess(PigSolver):
        proven = False

    guessed = replace(PIG, solver=Guess)
    assert list(roster(guessed)) == ["random", "master"]
    check_player(guessed, "master", 2, SHORT)
    mixed = replace(PIG, solver=lambda seats, options: Guess(2, options) if seats == 3 else PigSolver(seats, options))
    assert list(roster(mixed)) == ["random", "master", "perfect"]
    check_player(mixed, "perfect", 2, SHORT)
    with pytest.raises(Malformed, match="another name: master"):
        check_player(mixed, "perfect", 3, SHORT)


def test_a_game_may_bring_a_perfect_player_of_its_own():
    class Own:
        def decide(self, view, seat, moves, chance):
            return None

    own = replace(PIG, players={"perfect": Own})
    assert isinstance(player(own, "perfect"), Own)
    check_player(own, "perfect", 3, SHORT)


def test_at_a_table_without_a_solution_it_is_refused_in_the_solvers_words():
    check_player(PIG, "perfect", 2, SHORT)
    with pytest.raises(Malformed, match="for 2 players, not for 3"):
        check_player(PIG, "perfect", 3, SHORT)
    with pytest.raises(Malformed, match="no player called"):
        check_player(PIG, "nobody", 2, SHORT)
    assert needed_solution(PIG, ["random", "random"], 2, SHORT) is None
    with pytest.raises(Malformed, match="for 2 players, not for 4"):
        knobel.simulate("pig", ["perfect", "random", "random", "random"], 4)


def test_in_every_position_of_many_games_it_makes_a_best_move(folder):
    mind, known, chance = player(PIG, "perfect"), judge(PIG, 2, SHORT), Random(1)
    decided = 0
    for _ in range(30):
        state = PIG.opening(2, SHORT)
        while state.outcome() is None:
            due = state.due()
            if due.nature:
                state = state.play("nature", PIG.draw(state, chance.randrange, lambda: chance))
                continue
            (seat,) = due.must
            moves = state.moves(seat)
            worths = {worth.move: worth.chance for worth in known.worths(state, seat, moves)}
            intent = mind.decide(state.view(seat), seat, moves, chance)
            assert worths[intent.move] == max(worths.values()) == pytest.approx(known.chance(state, seat))
            assert known.chance(state, seat) + known.chance(state, 1 - seat) == pytest.approx(1)
            state = state.play(seat, chance.choice(moves))
            decided += 1
    assert decided > 200


def test_it_draws_among_moves_as_often_as_perfect_play_makes_them():
    worths = (Worth(move=Roll(), chance=0.5, share=0.25), Worth(move=Hold(), chance=0.5, share=0.75))
    chance = Random(1)
    moves = [drawn(worths, chance) for _ in range(4000)]
    assert moves.count(Roll()) == pytest.approx(1000, abs=120)
    assert [drawn(worths, Random(7)) for _ in range(3)] == [drawn(worths, Random(7))] * 3
    never = (Worth(move=Roll(), chance=0.9, share=0), Worth(move=Hold(), chance=0.1, share=1))
    assert {drawn(never, chance) for _ in range(100)} == {Hold()}


def test_it_is_better_than_chance_and_workers_find_its_solution(folder):
    fared = knobel.simulate("pig", ["perfect", "random"], 60, seed=1, options={"target": 12}, workers=2)
    assert fared.players[0].low > 0.5
    assert len(list(folder.iterdir())) == 1


def broken(game: Game) -> Game:
    """A game that no worker finds, so that nobody works it out."""
    return replace(game, name="gip")


def test_where_no_solution_can_be_had_another_stands_in_and_the_log_says_so(folder, caplog):
    mind = player(broken(PIG), "perfect")
    assert isinstance(mind, SolutionPlayer)
    state = PIG.opening(2, SHORT)
    for _ in range(3):
        assert mind.decide(state, 0, state.moves(0), Random(1)).move == Roll()
    assert mind.waits_for(state) is None
    assert [record.name for record in caplog.records] == ["knobel.solutions"]
    assert "another bot plays in its place" in caplog.text


def test_the_best_that_a_game_has_otherwise_stands_in(folder):
    class Holding:
        def decide(self, view, seat, moves, chance):
            return Intent(Hold())

    mind = player(replace(broken(PIG), players={"strong": Holding, "casual": lambda: RandomPlayer(PIG)}), "perfect")
    state = PIG.opening(2, SHORT)
    assert mind.decide(state, 0, state.moves(0), Random(1)).move == Hold()


def test_what_does_not_concern_it_does_not_hold_it_up(folder):
    state = PIG.opening(2, SHORT)
    mind = player(PIG, "perfect")
    assert mind.decide(state, 1, [], Random(1)) is None
    searched = mind.waits_for(state)
    assert searched is not None
    searched.found.result()
    assert mind.waits_for(state) is None
