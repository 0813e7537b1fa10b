"""The coach of Word Shout says what master would say, with chances that are held against games played on."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

import knobel
from knobel.coach.advice import NoAdvice, advise
from knobel.coach.telling import sentences
from knobel.core.words import LANGUAGES, Voice
from knobel.games.word_shout.coaching import ERROR, KNOWS, NAMED, word_worths
from knobel.games.word_shout.dictionary import EDITION, dictionary
from knobel.games.word_shout.moves import Accept, Challenge, Pass, Ready, Roll, Shout
from knobel.games.word_shout.players import Searcher
from knobel.games.word_shout.rules import WordShout
from knobel.games.word_shout.shouts import Cry
from knobel.games.word_shout.weighing import chance_with, pass_worth, share_of_next, word_worth
from knobel.lab.playout import play_out, won
from tests.games.word_shout.scripted import all_pass, opened, take

GAME = knobel.game("word-shout")
WAYS = [pytest.param({}, id="shouting"), pytest.param({"play": "turns", "turn_seconds": 0}, id="turns")]
KNOWN = (EDITION, KNOWS.knows)


def rolls(count: int, seats: int = 2, **options) -> list[WordShout]:
    """So many rounds that have just begun, with points that somebody may have by then."""
    chance, states = Random(4), []
    for _ in range(count):
        state = replace(opened(seats, **options), phase="falling")
        fallen = state.after("nature", GAME.draw(state, chance.randrange, lambda: chance), state.now)
        states.append(replace(fallen, totals=tuple(chance.randint(0, 49) for _ in range(seats))))
    return states


def all_seeing() -> Searcher:
    """Master, if every word that lies there came to its mind."""
    return Searcher(replace(KNOWS, looks=2000))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("options", WAYS)
def test_the_best_word_is_the_one_that_master_says_who_sees_them_all(options, seats):
    for state in rolls(8, seats, **options):
        seat = state.turn
        best = advise(GAME, state, seat, state.now).moves[0].move
        said = all_seeing().decide(state, seat, state.moves(seat), Random(1)).move
        assert word_worth(state, seat, best.word, KNOWN) == word_worth(state, seat, said.word, KNOWN)


@pytest.mark.parametrize("options", WAYS)
def test_every_move_it_names_is_allowed_and_none_that_it_leaves_out_is_better(options):
    for state in rolls(6, 3, **options):
        seat = state.turn
        advice = advise(GAME, state, seat, state.now)
        words = [each for each in advice.moves if isinstance(each.move, Shout)]
        assert all(state.objection(seat, each.move, state.now) is None for each in advice.moves)
        lying = dictionary().words_in(state.table().lower())
        assert len(words) == min(NAMED, sum(not dictionary().coarse(word) for word in lying))
        chances = [each.chance for each in advice.moves]
        assert chances == sorted(chances, reverse=True)
        rest = [word for word in lying if word not in [each.move.word for each in words]]
        worst = min(word_worth(state, seat, each.move.word, KNOWN) for each in words)
        assert all(word_worth(state, seat, word, KNOWN) <= worst for word in rest if not dictionary().coarse(word))
        assert advice.of(Pass()).chance < chances[0]
        assert advice.source == "weighing"
        assert not advice.exact
        for each in advice.moves:
            assert 0 <= each.low <= each.chance <= each.high <= 1
            assert each.high - each.low <= 2 * ERROR[state.options.play] + 1e-9


def test_a_word_that_wins_the_game_wins_it_and_so_does_any_longer_one():
    state = replace(opened(), totals=(47, 40))
    for each in advise(GAME, state, 0, state.now).moves:
        assert each.chance == 1 if isinstance(each.move, Shout) else each.chance < 1


@pytest.mark.rule("WSH-12")
def test_where_a_round_counts_double_a_word_is_worth_twice_as_many_points():
    state = replace(opened(), totals=(30, 40))
    doubled = replace(state, doubled=True)
    best, twice = (advise(GAME, each, 0, state.now).moves[0] for each in (state, doubled))
    assert twice.chance > best.chance
    assert chance_with(doubled, 0, 4) == chance_with(state, 0, 8)


@pytest.mark.rule("WSH-R9")
def test_where_all_others_have_passed_what_is_left_is_ones_own():
    state = opened(3)
    assert share_of_next(state, 0) == pytest.approx(1 / 3)
    passed = state.play(1, Pass(), 2000).play(2, Pass(), 2100)
    assert share_of_next(passed, 0) == 1
    assert pass_worth(passed, 0, KNOWN) == 0 > pass_worth(state, 0, KNOWN)


def test_turn_by_turn_a_pass_leaves_everything_to_the_others():
    state = replace(opened(play="turns", turn_seconds=0), letters="STARE" + "X" * 5, lying=tuple(range(5)))
    assert pass_worth(state, 0, KNOWN) == -5


@pytest.mark.parametrize("word", ["dog", "tacmeg"])
@pytest.mark.parametrize("totals", [(20, 20), (49, 10), (30, 47), (45, 45)])
def test_whether_to_doubt_it_says_what_master_does(word, totals):
    state = all_pass(take(replace(opened(), totals=totals), 1, word, 2000))
    advice = advise(GAME, state, 0, state.now)
    done = Searcher(KNOWS).decide(state, 0, state.moves(0), Random(1)).move
    assert advice.moves[0].move == done
    assert {each.move for each in advice.moves} == {Challenge(0), Accept()}
    if word == "dog":
        assert done == Accept()


def test_of_several_odd_words_master_doubts_the_one_that_brings_most_first():
    state = all_pass(take(take(opened(), 1, "tac", 2000), 1, "sodre", 4000))
    advice = advise(GAME, state, 0, state.now)
    assert advice.moves[0].move == Challenge(1)
    assert Searcher(KNOWS).decide(state, 0, state.moves(0), Random(1)).move == Challenge(1)


def test_before_the_roll_it_says_how_likely_one_wins():
    state = replace(opened(), phase="gathering", ready=(), totals=(40, 10))
    ahead, behind = (advise(GAME, state, seat).moves for seat in range(2))
    assert [each.move for each in ahead] == [Ready()]
    assert ahead[0].chance > 0.5 > behind[0].chance
    assert advise(GAME, replace(state, phase="shaking"), 0).moves[0].move == Roll()


@pytest.mark.rule("WSH-R17")
def test_it_is_the_same_whatever_a_rival_has_just_shouted():
    state = opened()
    shouted = [state.play(1, Shout(word), state.now + 100) for word in ("cat", "comrades")]
    told = [advise(GAME, each, 0, each.now + 50) for each in shouted]
    assert told[0] == told[1]
    assert told[0].moves == advise(GAME, state, 0, state.now).moves


def test_what_one_has_just_shouted_is_reckoned_with():
    state = opened()
    shouted = state.play(0, Shout("comrades"), state.now + 100)
    left = replace(state, lying=tuple(die for die in state.lying if die not in state.dice_for("comrades")))
    words = {each.move.word for each in advise(GAME, shouted, 0).moves if isinstance(each.move, Shout)}
    assert words == {word for _, word in word_worths(left, 0)}
    assert shouted.pending == (Cry(shouted.now, 0, "comrades"),)


@pytest.mark.option("word-shout", "least")
def test_it_names_no_word_too_short_for_a_seat_and_says_where_none_is_left():
    state = opened(least=(3, 7))
    words = [each.move.word for each in advise(GAME, state, 1).moves if isinstance(each.move, Shout)]
    assert min(map(len, words)) == 7
    few = replace(opened(least=(7, 3)), lying=(6, 1, 7))
    assert [each.move for each in advise(GAME, few, 0).moves] == [Pass()]
    passed = few.play(0, Pass(), 2000)
    with pytest.raises(NoAdvice, match="nothing for you to decide"):
        advise(GAME, passed, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_so_in_every_language(language):
    voice = Voice(names=("Ann", "Bo"), language=language)
    search, doubt = opened(), all_pass(take(take(opened(), 1, "tacmeg", 2000), 1, "dos", 4000))
    said = [
        " ".join(GAME.words.text(say, voice) for say in sentences(GAME, state, advise(GAME, state, 0)))
        for state in (search, doubt)
    ]
    assert "DEMOCRATS" in said[0]
    assert "TACMEG" in said[1]
    assert "DOS" in said[1]
    assert "10" in said[0], "how far off it may be"


def test_its_chances_are_as_near_to_games_played_on_as_it_says(sized):
    """Of few games only that nothing is grossly wrong: the rest is `bench/games/word_shout.py --chances`."""
    times = sized("playouts", 16, 200)
    for state in rolls(2, 2)[: sized("rolls", 1, 2)]:
        best = advise(GAME, state, 0, state.now).moves[0]
        after = state.after(0, best.move, state.now + 1)
        part = fmean(won(play_out(GAME, after, Random(number), state.now + 1).places, 0) for number in range(times))
        assert abs(part - best.chance) < ERROR["shouting"] + 3 * (0.25 / times) ** 0.5
