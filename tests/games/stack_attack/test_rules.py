"""Every box rule of Stack Attack."""

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.contract import Objection
from knobel.core.errors import Malformed
from knobel.games.stack_attack.drawing import COLOURS
from knobel.games.stack_attack.moves import LetGo, Place, Roll, Rolled, Settled, Shift, Stop, Sway
from knobel.games.stack_attack.rules import Block, goes_on
from tests.games.stack_attack.scripted import (
    STOOD,
    SWINGING,
    built,
    fall,
    held,
    let_go,
    numbers,
    opened,
    place,
    poses,
    refusal,
    roll,
)


@pytest.mark.rule("STK-01")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_fewer_than_two_or_more_than_four_cannot_play(seats):
    with pytest.raises(Malformed, match="2 to 4"):
        opened(seats)


@pytest.mark.rule("STK-01")
def test_there_are_four_colours():
    assert len(set(COLOURS)) == 4


@pytest.mark.rule("STK-02", "STK-03")
@pytest.mark.parametrize(("seats", "dice"), [(2, 5), (3, 5), (4, 4)])
def test_everybody_has_five_dice_and_four_where_four_play(seats, dice):
    state = opened(seats)
    assert [state.in_hand(seat) for seat in range(seats)] == [dice] * seats
    assert refusal(state.play(0, Roll()), Rolled((1,) * dice), "nature") is None


@pytest.mark.rule("STK-04")
@pytest.mark.option("stack-attack", "starter")
def test_the_table_says_who_starts_or_lets_chance_choose():
    assert opened(4).turn == 0
    assert opened(4, starter=3).turn == 2
    chances = opened(3, starter="random").chances().weighed()
    assert {move.seat: str(chance) for move, chance in chances.items()} == {0: "1/3", 1: "1/3", 2: "1/3"}
    started = [opened(3, starter="random").play("nature", move) for move in chances]
    assert [(state.turn, state.phase) for state in started] == [(0, "ready"), (1, "ready"), (2, "ready")]


@pytest.mark.rule("STK-04")
def test_nobody_starts_who_does_not_sit_there():
    with pytest.raises(Malformed, match="no seat 4"):
        opened(3, starter=4)
    assert opened(4, starter=4).turn == 3
    assert refusal(opened(3), Roll(), 1) == "TURN"


@pytest.mark.rule("STK-04")
def test_play_passes_to_the_left():
    state = opened(3)
    for turn in (0, 1, 2, 0):
        assert state.turn == turn
        state = roll(state, 2, 2, 2, 2, 2)


@pytest.mark.rule("STK-05")
def test_a_turn_begins_with_a_roll_of_all_dice_not_on_the_tower():
    state = built(1, 2, 1, owners=(0, 0, 1))
    assert state.moves(0) == [Roll()]
    assert refusal(state, Place(2)) == "STK-05.first"
    assert refusal(state, Stop()) == "STK-05.first"
    rolling = state.play(0, Roll())
    assert rolling.chances().typed() == (("1", "2", "3", "4", "5", "6"),) * 3
    assert rolling.chances().total == 216
    assert refusal(rolling, Rolled((1, 2, 3, 4)), "nature") == "DICE"
    assert rolling.play("nature", Rolled((6, 2, 2))).rolled == (6, 2, 2)


@pytest.mark.rule("STK-05")
def test_only_what_was_rolled_can_be_added():
    state = roll(built(3), 2, 2, 6, 6, 6)
    assert refusal(state, Place(4)) == "STK-05.not-rolled"
    once = place(state, 2)
    assert once.phase == "ready"  # no 1 or 3 is left, so the turn is over
    assert refusal(roll(built(3, 2), 1, 3, 3, 3, 3), Place(2)) == "STK-05.not-rolled"


@pytest.mark.rule("STK-06")
def test_the_tower_opens_with_a_one():
    state = roll(opened(3), 1, 2, 3, 4, 6)
    assert state.moves(0) == [Place(1)]
    assert refusal(state, Place(2)) == "STK-06"
    assert numbers(place(state, 1)) == (1,)


@pytest.mark.rule("STK-07", "STK-08")
@pytest.mark.parametrize(
    ("top", "fitting"), [(1, {2}), (2, {1, 3}), (3, {2, 4}), (4, {3, 5}), (5, {4, 6}), (6, {5}), (None, {1})]
)
def test_a_die_shows_one_more_or_one_less_than_the_one_on_top(top, fitting):
    assert {number for number in range(1, 7) if goes_on(top, number)} == fitting


@pytest.mark.rule("STK-07", "STK-08")
def test_a_die_that_does_not_fit_is_refused_with_the_rule_it_breaks():
    assert refusal(roll(built(3), 2, 3, 5, 6, 6), Place(3)) == "STK-07"
    assert refusal(roll(built(3), 2, 3, 5, 6, 6), Place(5)) == "STK-07"
    assert refusal(roll(built(1), 2, 3, 5, 6, 6), Place(3)) == "STK-08"
    assert refusal(roll(built(6), 2, 3, 5, 6, 6), Place(6)) == "STK-08"


@pytest.mark.rule("STK-07")
def test_the_rolled_face_stays_up():
    assert place(roll(built(3), 4, 6, 6, 6, 6), 4).tower[-1] == Block(4, 0)


@pytest.mark.rule("STK-09")
def test_the_turn_is_over_if_no_die_fits():
    after = roll(built(3), 1, 1, 3, 5, 6)
    assert (after.turn, after.phase, after.rolled) == (1, "ready", ())


@pytest.mark.rule("STK-10")
def test_if_a_die_fits_one_must_be_added():
    state = roll(built(3), 1, 1, 4, 5, 6)
    assert state.moves(0) == [Place(4)]
    assert refusal(state, Stop()) == "STK-10"


@pytest.mark.rule("STK-11")
def test_more_dice_may_follow_up_and_down():
    state = place(roll(built(3), 4, 3, 2, 3, 6), 4, 3, 2, 3)
    assert numbers(state) == (3, 4, 3, 2, 3)
    assert state.turn == 1  # the 6 that is left does not fit


@pytest.mark.rule("STK-12")
def test_the_example_of_the_sheet():
    state = roll(built(4, seats=4), 2, 3, 3, 5)
    assert state.moves(0) == [Place(3), Place(5)]
    one = place(state, 5)  # and the turn is over: nothing else fits
    assert (numbers(one), one.turn, one.phase) == ((4, 5), 1, "ready")
    more = place(state, 3, 2, 3)
    assert numbers(more) == (4, 3, 2, 3)


@pytest.mark.rule("STK-13")
def test_only_one_die_at_a_time():
    state = held(roll(built(3, dexterity=True), 2, 4, 4, 6, 6), 4).play("nature", SWINGING)
    assert refusal(state, Place(2)) == "STK-13"
    assert refusal(state, Place(4)) == "STK-13"
    assert not held(roll(built(3), 2, 4, 4, 6, 6), 4).moves(0)  # the first one has yet to settle


@pytest.mark.rule("STK-14")
def test_nobody_but_nature_moves_a_die_of_the_tower():
    state = roll(built(3, 4, dexterity=True), 5, 3, 3, 6, 6)
    swaying = held(state, 5).play("nature", SWINGING)
    for move in (Place(3, 500), Place(5, 0, -500, 100)):
        assert state.play(0, move).poses == state.poses
    assert swaying.play(0, Shift(2000)).poses == swaying.play(0, LetGo(), 50).poses == state.poses
    assert refusal(state, Settled(poses(3)), 0) == "TURN"


@pytest.mark.rule("STK-15")
def test_a_die_is_shifted_only_while_it_is_in_the_hand():
    state = roll(built(3, dexterity=True), 4, 3, 3, 6, 5)
    assert refusal(state, Shift(1000)) == "STK-15.none"
    assert refusal(state, LetGo()) == "STK-15.none"
    swaying = held(state, 4).play("nature", SWINGING)
    assert refusal(swaying, Stop()) == "STK-15.held"
    shifted = swaying.play(0, Shift(1000, -500, 30))
    assert shifted.held == Place(4, 1000, -500, 30)
    assert refusal(shifted, Sway((), ()), "nature") is None  # the hand sways anew
    gone = swaying.play(0, LetGo(), 100)
    assert not gone.moves(0)
    assert refusal(gone, Shift(1000)) == "TURN"


@pytest.mark.rule("STK-15")
def test_the_moment_decides_where_the_die_is_let_go():
    state = roll(built(3, dexterity=True), 4, 3, 3, 6, 5)
    assert (let_go(state, 4, 100).placing().x, let_go(state, 4, 100).placing().y) == (3000, 1000)
    assert (let_go(state, 4, 300).placing().x, let_go(state, 4, 300).placing().y) == (-3000, -1000)
    assert (let_go(state, 4, 0).placing().x, let_go(state, 4, 0).placing().y) == (0, 0)


@pytest.mark.rule("STK-16")
def test_all_of_ones_dice_on_the_tower_end_the_round_with_a_point_each():
    state = roll(built(1, 2, 3, 2, 3, 2, owners=(0, 0, 1, 0, 0, 2)), 1)
    after = place(state, 1)
    assert after.points == (5, 0, 0)
    assert after.tower == ()
    four = place(roll(built(1, 2, 3, 2, seats=4, owners=(0, 0, 1, 0)), 1), 1)
    assert four.points == (4, 0, 0, 0)


@pytest.mark.rule("STK-17")
def test_a_fall_brings_the_others_a_point_a_die_and_its_cause_nothing():
    state = roll(built(1, 2, 3, 2, 3, 2, owners=(0, 1, 1, 1, 2, 0)), 3, 4, 4)
    assert fall(state, 3).points == (0, 3, 1)


@pytest.mark.rule("STK-18")
def test_after_a_round_everybody_has_all_dice_again():
    after = fall(roll(built(1, 2, 3), 4, 5, 6, 6), 4)
    assert (after.tower, after.rolled, after.held, after.added, after.phase) == ((), (), None, 0, "ready")
    assert [after.in_hand(seat) for seat in range(3)] == [5, 5, 5]
    assert refusal(after, Roll()) is None


@pytest.mark.rule("STK-19")
def test_after_a_fall_its_cause_begins():
    assert fall(roll(replace(built(1, 2, 3), turn=2), 4, 5, 6, 6), 4).turn == 2


@pytest.mark.rule("STK-20")
@pytest.mark.parametrize(("last", "begins"), [(0, 1), (1, 2), (2, 0)])
def test_after_a_cleared_hand_the_player_to_the_left_begins(last, begins):
    state = replace(built(1, 2, 3, 2, owners=(last,) * 4), turn=last)
    assert place(roll(state, 1), 1).turn == begins


@pytest.mark.rule("STK-21")
def test_for_two_every_round_starts_on_two_neutral_dice_with_a_six_on_top():
    state = opened(2)
    assert numbers(state) == (5, 6)
    assert {block.owner for block in state.tower} == {None}
    rolled = roll(state, 1, 2, 5, 6, 6)
    assert rolled.moves(0) == [Place(5)]
    assert numbers(fall(rolled, 5)) == (5, 6)
    assert len(opened(2, dexterity=True).poses) == 2
    assert opened(3).tower == ()


@pytest.mark.rule("STK-22")
@pytest.mark.option("stack-attack", "target")
def test_the_first_to_reach_the_target_wins():
    last = replace(roll(built(1, 2, 3, 2, owners=(0,) * 4), 1), points=(14, 19, 3))
    assert place(last, 1).outcome() is None
    nineteen = replace(last, points=(15, 19, 3))
    assert place(nineteen, 1).outcome() == (1, 2, 3)
    assert place(nineteen, 1).scores() == (20, 19, 3)
    quick = replace(roll(built(1, 2, 3, 2, owners=(0,) * 4, target=10), 1), points=(5, 9, 3))
    assert place(quick, 1).outcome() == (1, 2, 3)
    assert knobel.game("stack-attack").preset("quick") == {"target": 10}


@pytest.mark.rule("STK-23")
def test_those_tied_for_the_win_play_another_round_without_the_others():
    state = replace(roll(built(1, 2, 3, 2, owners=(1, 1, 2, 2)), 1, 3, 3, 6, 6), points=(12, 18, 18))
    tied = fall(state, 3)
    assert tied.outcome() is None
    assert tied.playing == (1, 2)
    assert tied.points == (12, 20, 20)
    assert tied.in_hand(0) == 0
    assert refusal(tied, Roll(), 0) == "TURN"
    assert tied.turn == 1
    assert roll(tied, 1, 1, 1, 1, 1).turn == 2
    assert roll(roll(tied, 1, 1, 1, 1, 1), 1, 1, 1, 1, 1).turn == 1


def test_the_tower_is_what_was_placed_in_that_order():
    state = place(roll(built(3), 4, 5, 6, 6, 6), 4, 5)
    assert state.tower == (Block(3, 1), Block(4, 0), Block(5, 0))
    assert state.added == 2
    assert state.rolled == (6, 6, 6)
    assert held(state, 6).rolled == (6, 6)
    assert held(state, 6).play("nature", STOOD).rolled == ()  # and over: no die is left that fits


@pytest.mark.rule("STK-05")
def test_no_die_shows_what_is_on_none_of_its_faces():
    rolling = opened(3).play(0, Roll())
    assert rolling.objection("nature", Rolled((6, 1, 1, 1, 1))) is None
    for wrong in (0, 7):
        with pytest.raises(Malformed):
            Rolled((wrong, 1, 1, 1, 1))
    assert rolling.objection("nature", Rolled((6, 1, 1, 1))) == Objection("DICE")
