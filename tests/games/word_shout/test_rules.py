"""Every box rule of Word Shout."""

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.errors import Malformed
from knobel.games.word_shout.letters import BOX_SET
from knobel.games.word_shout.moves import Accept, Bell, Challenge, Fell, Pass, Ready, Roll, Shout, Starts
from tests.games.word_shout.scripted import (
    FELL,
    ROLL,
    all_pass,
    challenge,
    held,
    no_doubts,
    opened,
    refusal,
    ring,
    rolled,
    shout,
    started,
    take,
    tie,
)


@pytest.mark.rule("WSH-01")
def test_ten_letter_dice_are_thrown_and_nothing_else():
    falling = opened().play(0, Pass(), 1500)
    falling = replace(falling, phase="falling")
    assert len(BOX_SET) == 10
    assert falling.chances().typed() == tuple(map(tuple, BOX_SET))
    assert falling.chances().total == 6**10
    assert falling.chances().outcome(0) == Fell("AAAEADCBFB")
    assert falling.chances().outcome(6**10 - 1) == Fell("OUYTTTTPWX")
    assert falling.objection("nature", Fell(ROLL)) is None
    for wrong in (ROLL[:9], ROLL + "R", ROLL[::-1], ROLL.lower(), "", "ÄOETSDCGMR"):
        assert refusal(falling, "nature", Fell(wrong)) == "DICE"
    assert refusal(falling, "nature", Starts(0)) == "DICE"


@pytest.mark.rule("WSH-02")
@pytest.mark.option("word-shout", "starter")
def test_the_youngest_rolls_first_and_then_the_player_to_the_left():
    state = started(3, starter=2)
    assert state.roller == 1
    assert started(3).roller == 0
    for roller in (1, 2, 0, 1):
        assert state.roller == roller
        gathered = state
        for seat in range(3):
            gathered = gathered.play(seat, Ready())
        assert gathered.due().must == {roller}
        state = all_pass(gathered.play(roller, Roll()).play("nature", Fell(ROLL), FELL))
        assert state.phase == "gathering"


@pytest.mark.rule("WSH-02")
@pytest.mark.option("word-shout", "starter")
def test_chance_may_say_who_rolls_first():
    state = started(3, starter="random")
    assert state.due().nature
    assert {move.seat for move in state.chances().weighed()} == {0, 1, 2}
    assert refusal(state, "nature", Starts(3)) == "DICE"
    assert refusal(state, "nature", Fell(ROLL)) == "DICE"
    begun = state.play("nature", Starts(2))
    assert (begun.roller, begun.phase) == (2, "gathering")
    with pytest.raises(Malformed):
        started(3, starter=4)
    assert started(4, starter=4).roller == 3


@pytest.mark.rule("WSH-03")
def test_the_dice_are_rolled_only_when_everybody_is_ready():
    state = started(3)
    assert state.due().must == {0, 1, 2}
    assert state.moves(0) == [Ready()]
    assert refusal(state, 0, Roll()) == "WSH-03.not-all"
    state = state.play(1, Ready()).play(0, Ready())
    assert state.ready == (0, 1)
    assert state.due().must == {2}
    assert refusal(state, 0, Roll()) == "TURN"
    assert refusal(state, 1, Ready()) == "TURN"
    state = state.play(2, Ready())
    assert state.due().must == {0}
    assert state.moves(0) == [Roll()]
    assert refusal(state, 0, Ready()) == "WSH-03.all"
    assert state.play(0, Roll()).due().nature


@pytest.mark.rule("WSH-03")
def test_nobody_rolls_while_a_round_is_on():
    searching = opened()
    disputing = all_pass(take(searching, 0, "cat", 2000))
    for state in (searching, disputing):
        for move in (Ready(), Roll()):
            assert refusal(state, 1, move) == "WSH-03.not-now"


@pytest.mark.rule("WSH-04")
def test_once_they_lie_everyone_searches_at_once():
    state = opened(3)
    assert (state.phase, state.letters, state.lying) == ("searching", ROLL, tuple(range(10)))
    assert state.due().must == {0, 1, 2}
    assert state.due().may == set()
    assert state.due().alarm is None
    for seat in range(3):
        assert refusal(state, seat, Shout("cat")) is None
    assert refusal(state, 0, Ready()) == "WSH-03.not-now"
    assert refusal(state, 0, Accept()) == "WSH-21"


@pytest.mark.rule("WSH-04")
def test_nobody_shouts_before_the_dice_lie():
    state = opened()
    assert refusal(state, 0, Shout("cat"), FELL - 1) == "WSH-04.early"
    assert refusal(state, 0, Shout("cat"), FELL) is None
    for waiting in (started(), replace(started(), phase="shaking")):
        for move in (Shout("cat"), Pass()):
            assert refusal(waiting, 0, move) == "WSH-04.not-now"


@pytest.mark.rule("WSH-05")
def test_a_word_has_three_letters_or_more():
    state = opened()
    assert refusal(state, 0, Shout("at")) == "WSH-05"
    assert refusal(state, 0, Shout("a")) == "WSH-05"
    assert refusal(state, 0, Shout("cat")) is None


@pytest.mark.rule("WSH-06")
def test_the_dice_stay_where_they_landed():
    state = opened()
    later = take(take(state, 0, "cat", 2000), 1, "dog", 3000)
    assert later.letters == ROLL
    assert later.lying == (2, 4, 8, 9)
    assert later.table() == "ESMR"
    assert {type(move).__name__ for move in state.moves(0)} == {"Pass", "Open"}


@pytest.mark.rule("WSH-07")
def test_a_words_dice_are_out_of_play_for_the_others():
    state = take(opened(), 0, "cat", 2000)
    assert held(state) == [(0, "cat")]
    assert state.taken[0].dice == (6, 0, 3)
    assert refusal(state, 1, Shout("cat"), 3000) == "WSH-R3.dice"
    assert refusal(state, 1, Shout("toe"), 3000) == "WSH-R3.dice"
    assert refusal(state, 1, Shout("dog"), 3000) is None
    assert refusal(state, 0, Shout("cat"), 3000) == "WSH-R3.dice"


@pytest.mark.rule("WSH-08")
def test_a_round_goes_on_until_no_dice_are_left():
    state = take(take(opened(), 0, "cat", 2000), 1, "dog", 3000)
    assert state.phase == "searching"
    state = take(state, 0, "rems", 4000)
    assert (state.phase, state.ending, state.lying) == ("disputing", "dice", ())


@pytest.mark.rule("WSH-08")
def test_a_round_goes_on_until_no_word_can_be_formed():
    state = take(take(opened(), 0, "cat", 2000), 1, "dog", 3000)
    state = take(state, 0, "ems", 4000)
    assert (state.phase, state.ending, state.table()) == ("disputing", "words", "R")
    nothing = opened(dice=("VVVVVV",) * 10, letters="V" * 10)
    assert nothing.phase == "gathering"
    assert nothing.last.ending == "words"
    assert nothing.roller == 1


@pytest.mark.rule("WSH-09", "WSH-24")
def test_a_round_scores_the_dice_a_player_holds_and_scores_add_up():
    state = take(take(take(opened(3), 0, "cat", 2000), 1, "dog", 3000), 0, "rems", 4000)
    assert state.scores() == (0, 0, 0)
    state = no_doubts(state)
    assert state.scores() == (7, 3, 0)
    assert state.last.gained == (7, 3, 0)
    assert (state.letters, state.taken, state.ready) == ("", (), ())
    state = no_doubts(all_pass(take(rolled(state, at=100_000), 1, "mod", 101_000), 102_000))
    assert state.scores() == (7, 6, 0)
    assert state.last.gained == (0, 3, 0)


@pytest.mark.rule("WSH-10")
@pytest.mark.parametrize("other", ["cat", "dog"])
def test_two_shouts_at_the_same_time_end_the_round_at_once(other):
    state = shout(shout(opened(), 0, "cat", 2000), 1, other, 2000)
    state = ring(state)
    assert state.phase == "gathering"
    assert state.last.ending == "tie"
    assert state.last.taken == ()
    assert state.totals == (0, 0)


@pytest.mark.rule("WSH-10", "WSH-11")
def test_words_taken_before_the_collision_still_count():
    state = ring(shout(shout(take(opened(3), 2, "rems", 1500), 0, "cat", 2000), 1, "dog", 2000))
    assert (state.phase, state.ending) == ("disputing", "tie")
    assert held(state) == [(2, "rems")]
    assert no_doubts(state).totals == (0, 0, 4)


@pytest.mark.rule("WSH-12")
def test_only_the_round_after_a_collision_scores_double():
    state = opened()
    assert not state.doubled
    state = tie(state, 2000)
    assert state.doubled
    state = no_doubts(all_pass(take(rolled(state), 0, "cat", 2000)))
    assert state.totals == (6, 0)
    assert state.last.doubled
    assert not state.doubled
    state = no_doubts(all_pass(take(rolled(state), 0, "cat", 2000)))
    assert state.totals == (9, 0)
    assert not state.last.doubled


@pytest.mark.rule("WSH-13")
def test_reaching_fifty_ends_the_game_at_the_end_of_the_round():
    state = take(replace(opened(3), totals=(46, 10, 10)), 0, "rems", 2000)
    assert state.outcome() is None
    assert state.phase == "searching"
    state = no_doubts(all_pass(state))
    assert state.totals == (50, 10, 10)
    assert state.phase == "over"
    assert state.outcome() == (1, 2, 2)
    assert no_doubts(all_pass(take(replace(opened(), totals=(46, 0)), 0, "cat", 2000))).outcome() is None


@pytest.mark.rule("WSH-13", "WSH-21")
def test_fifty_is_tested_after_the_challenges():
    state = all_pass(take(replace(opened(), totals=(47, 10)), 0, "cat", 2000))
    assert challenge(state, 1, 0).outcome() == (1, 2)
    bluffed = all_pass(take(replace(opened(), totals=(47, 10)), 0, "tac", 2000))
    assert challenge(bluffed, 1, 0).outcome() is None
    assert no_doubts(bluffed).outcome() == (1, 2)


@pytest.mark.rule("WSH-13")
@pytest.mark.option("word-shout", "target")
def test_a_table_may_play_to_another_target():
    for target, outcome in ((10, (1, 2)), (11, None)):
        state = replace(opened(target=target), totals=(1, 0))
        assert no_doubts(take(state, 0, "democrats", 2000)).outcome() == outcome


@pytest.mark.rule("WSH-14")
def test_rounds_are_added_until_one_leads_alone():
    state = take(take(replace(opened(3), totals=(50, 50, 20)), 0, "cat", 2000), 1, "dog", 3000)
    state = no_doubts(all_pass(state))
    assert state.totals == (53, 53, 20)
    assert state.outcome() is None
    state = no_doubts(all_pass(take(rolled(state), 1, "cat", 2000)))
    assert state.totals == (53, 56, 20)
    assert state.outcome() == (2, 1, 3)


@pytest.mark.rule("WSH-15", "WSH-22")
def test_any_word_of_the_dictionary_stands_a_challenge():
    for word in ("cat", "democrats", "rems"):
        state = challenge(all_pass(take(opened(), 0, word, 2000)), 1, 0)
        assert state.last.taken[0].valid is True
        assert state.totals == (len(word), -len(word))


@pytest.mark.parametrize("word", [
    pytest.param("tac", marks=pytest.mark.rule("WSH-15", "WSH-23")),
    pytest.param("org", marks=pytest.mark.rule("WSH-16")),
    pytest.param("oma", marks=pytest.mark.rule("WSH-17")),
    pytest.param("mao", marks=pytest.mark.rule("WSH-18")),
])  # fmt: skip
def test_what_is_no_word_falls_to_a_challenge(word):
    state = challenge(all_pass(take(opened(), 0, word, 2000)), 1, 0)
    assert state.last.taken[0].valid is False
    assert state.totals == (-3, 3)


@pytest.mark.rule("WSH-19")
@pytest.mark.parametrize("word", ["cat's", "cat’s", "co-ed", "-ed"])
def test_nothing_with_an_apostrophe_or_a_hyphen_is_a_word(word):
    assert refusal(opened(), 0, Shout(word)) == "WSH-19"


@pytest.mark.rule("WSH-20")
def test_foreign_words_count_if_the_dictionary_has_them():
    assert challenge(all_pass(take(opened(), 0, "escargot", 2000)), 1, 0).totals == (8, -8)
    assert challenge(all_pass(take(opened(), 0, "acto", 2000)), 1, 0).totals == (-4, 4)


@pytest.mark.rule("WSH-21")
def test_challenges_are_made_at_the_end_of_a_round():
    state = take(opened(), 0, "tac", 2000)
    assert refusal(state, 1, Challenge(0)) == "WSH-21"
    assert refusal(state, 1, Accept()) == "WSH-21"
    state = all_pass(state)
    assert state.moves(1) == [Challenge(0), Accept()]
    assert refusal(state, 1, Shout("dog")) == "WSH-04.over"
    assert refusal(state, 1, Pass()) == "WSH-04.over"
    state = state.play(1, Accept())
    assert state.phase == "gathering"
    assert refusal(state, 1, Challenge(0)) == "WSH-21"


@pytest.mark.rule("WSH-22")
def test_a_valid_word_scores_and_its_challenger_loses_as_much():
    state = take(take(opened(3), 0, "cat", 2000), 1, "dogs", 3000)
    state = challenge(all_pass(state), 2, 1)
    assert state.taken[1].challenger == 2
    assert state.taken[1].valid is True
    assert state.taken[0].challenger is None
    assert no_doubts(state).totals == (3, 4, -4)


@pytest.mark.rule("WSH-23")
def test_an_invalid_word_is_gained_by_its_challenger_and_lost_by_its_maker():
    state = take(take(opened(3), 0, "cat", 2000), 1, "sdog", 3000)
    state = challenge(all_pass(state), 2, 1)
    assert state.taken[1].valid is False
    assert no_doubts(state).totals == (3, -4, 4)


def test_a_state_follows_only_the_bell_that_was_announced():
    state = shout(opened(), 0, "cat", 2000)
    for other in ("passes", "round", "turn"):
        assert refusal(state, "clock", Bell(other), 9000) == "TURN"
    assert refusal(state, 0, Bell("window"), 9000) == "TURN"


def test_the_table_knows_the_latest_time_it_has_seen():
    state = shout(opened(), 0, "cat", 2000)
    assert state.now == 2000
    assert shout(state, 1, "dog", 1990).now == 2000
    assert started().play(0, Ready(), 77).now == 77


def test_a_word_that_was_said_or_doubted_cannot_be_taken_back():
    state = opened()
    assert state.binding(0, Shout("cat"))
    assert state.binding(0, Challenge(0))
    for move in (Ready(), Roll(), Pass(), Accept()):
        assert not state.binding(0, move)


def test_capital_letters_are_the_same_letters():
    assert held(take(opened(), 0, "CaT", 2000)) == [(0, "cat")]


def test_the_game_is_installed_for_two_to_eight():
    game = knobel.game("word-shout")
    assert game.seats == range(2, 9)
    assert game.secret
