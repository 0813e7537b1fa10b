"""The coach says what each move is worth, exactly or with an interval, from the view alone."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace
from pig import PIG, Hold, Roll

import knobel
from knobel.coach import advice as module
from knobel.coach.advice import NoAdvice, advise, advises, imagined
from knobel.coach.telling import sentences
from knobel.core.game import Game
from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from knobel.players.exact import solve
from tests.coach.positions import VOICE, decisions

SHORT = PIG.options(target=12)
GAMES = [pytest.param(game, id=name) for name, game in all_games().items()]
SECRET = [pytest.param(game, id=name) for name, game in all_games().items() if game.coaching.imagine]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch):
    """Play-outs as few as can be."""
    monkeypatch.setattr(module, "MIN_ROUNDS", 2)
    monkeypatch.setattr(module, "MAX_ROUNDS", 2)


@pytest.fixture
def no_solution(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "solution", lambda *_: None)


def test_where_a_game_is_solved_it_says_what_the_solution_says():
    state = replace(PIG.opening(2, SHORT), gathered=4)
    advice = advise(PIG, state, 0)
    exact = solve(PIG, target=12)
    assert advice.exact
    for each in advice.moves:
        assert each.low == each.high == each.chance
        assert each.chance == pytest.approx(exact.chance(state.after(0, each.move, 0), 0), abs=1e-5)
    assert advice.moves[0].move == exact.best_move(state)


def test_tried_out_it_is_near_what_is_true_and_says_how_near(monkeypatch, no_solution):
    """Who rolls or holds at random in the play-outs wins the game by hand: one roll wins with five faces of six."""
    state = replace(PIG.opening(3, SHORT), gathered=11)
    monkeypatch.setattr(module, "MAX_ROUNDS", 64)
    holds = advise(PIG, replace(state, gathered=12), 0).of(Hold())
    rolls = advise(PIG, state, 0).of(Roll())
    assert (holds.chance, holds.high) == (1, 1)
    assert 0.9 < holds.low < 1
    assert rolls.low < rolls.chance < rolls.high
    assert rolls.rounds == 64
    assert not advise(PIG, state, 0).exact


def test_in_a_round_every_move_meets_the_same_luck(few, no_solution, monkeypatch):
    met: list[tuple[object, ...]] = []
    real = module.play_out

    def noted(game, state, chance, at):
        met.append(chance.getstate())
        return real(game, state, chance, at)

    monkeypatch.setattr(module, "play_out", noted)
    advise(PIG, replace(PIG.opening(2, SHORT), gathered=4), 0)
    assert met[0] == met[1] != met[2] == met[3]


def test_of_many_moves_only_the_better_half_is_tried_on(monkeypatch):
    game = knobel.game("liars-dice")
    monkeypatch.setattr(module, "MIN_ROUNDS", 4)
    monkeypatch.setattr(module, "MAX_ROUNDS", 9)
    state, seat, at = next(islice(decisions(game, 2, dice=1), 1, None))
    advice = advise(game, state, seat, at)
    rounds = [each.rounds for each in advice.moves]
    assert rounds == sorted(rounds, reverse=True)
    assert set(rounds) >= {4, 9}
    best = [each.chance for each in advice.moves if each.rounds == 9]
    assert best == sorted(best, reverse=True)


@pytest.mark.parametrize("game", SECRET)
def test_what_is_imagined_looks_to_the_seat_like_its_view_and_is_whole(game: Game):
    hidden = 0
    for state, seat, _ in islice(decisions(game, max(3, game.seats[0])), 0, 40, 3):
        view = state.view(seat)
        for seed in range(3):
            whole = imagined(game, view, seat, Random(seed))
            if game.secret:
                assert whole.view(seat) == view
                assert whole.moves(seat) == view.moves(seat)
                hidden += whole != view
            assert whole.scores() == view.scores()
    assert hidden or not game.secret


@pytest.mark.parametrize("name", [name for name, game in all_games().items() if game.secret and game.coaching.imagine])
def test_it_is_the_same_whatever_is_hidden(name, few, no_solution):
    """Handed the whole position, it still knows no more than the seat does."""
    game, apart = knobel.game(name), 0
    for state, seat, at in reversed([*decisions(game, 3)]):  # near the end, where games go on shortly
        others = [imagined(game, state.view(seat), seat, Random(seed)) for seed in range(4)]
        if different := [other for other in others if other != state]:
            apart += 1
            assert advise(game, different[0], seat, at) == advise(game, state, seat, at)
        if apart == 2:
            return
    assert apart


@pytest.mark.parametrize("game", GAMES)
def test_every_game_gets_advice_or_a_sentence_that_says_why_not(game: Game, few, no_solution):
    seats = max(3, game.seats[0])
    for state, seat, at in [*decisions(game, seats)][-5::2]:
        if not advises(game) or (game.is_live(state) and not game.coaching.weigh):
            with pytest.raises(NoAdvice, match="hint"):
                advise(game, state, seat, at)
            continue
        advice = advise(game, state, seat, at)
        view = state.view(seat)
        assert all(view.objection(seat, each.move, at) is None for each in advice.moves)
        assert all(0 <= each.low <= each.chance <= each.high <= 1 for each in advice.moves)
        for language in LANGUAGES:
            said = [game.words.text(say, replace(VOICE, language=language)) for say in sentences(game, view, advice)]
            assert all(said)
            assert "%" in said[0]


def test_who_has_nothing_to_decide_gets_no_advice():
    with pytest.raises(NoAdvice, match="nothing for you to decide"):
        advise(PIG, PIG.opening(2, SHORT), 1)


def test_without_what_its_solution_takes_the_moves_are_tried_out(few, monkeypatch):
    class Broken:
        version, key, proven, position = 1, "broken", True, ""

        def solve(self, progress):
            raise ImportError(name="numba")

    monkeypatch.setenv("KNOBEL_SOLUTIONS", "/nowhere")
    broken = replace(PIG, name="broken-pig", solver=lambda *_: Broken())
    assert advise(broken, replace(PIG.opening(2, SHORT), gathered=4), 0).source == "playouts"


def test_the_best_two_moves_the_odds_and_how_sure_it_is_in_one_breath():
    state = replace(PIG.opening(2, SHORT), gathered=4)
    said = " ".join(PIG.words.text(say, VOICE) for say in sentences(PIG, state, advise(PIG, state, 0)))
    assert said.startswith("“Roll")
    assert "wins" in said
    assert "exactly" in said
