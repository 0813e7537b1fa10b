"""The readings of Stack Attack, and the options a table may choose."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.contract import Draw
from knobel.core.errors import Malformed
from knobel.games.stack_attack.drawing import COLOURS
from knobel.games.stack_attack.moves import (
    QUARTER,
    REACH,
    Fell,
    HandRequest,
    LetGo,
    Place,
    Placing,
    Pose,
    Roll,
    Rolled,
    Settled,
    Shift,
    Slip,
    Starts,
    Stop,
    Sway,
    Tired,
)
from knobel.games.stack_attack.risk import alone, hazard
from knobel.games.stack_attack.rules import NEUTRAL, PATIENCE, PLACING, marker
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
    stop,
)

GAME = knobel.game("stack-attack")


@pytest.mark.rule("STK-R1")
def test_each_in_turn_tries_for_the_one_that_opens_the_tower():
    state = opened(3)
    for _ in range(5):
        state = roll(state, 2, 3, 4, 5, 6)
    assert (state.turn, state.tower) == (2, ())
    assert numbers(place(roll(state, 2, 1, 4, 5, 6), 1)) == (1,)
    assert roll(opened(2), 1, 1, 2, 3, 4).turn == 1  # for two the neutral dice take its place


@pytest.mark.rule("STK-R2")
def test_one_roll_a_turn_and_stopping_is_allowed_after_the_first_die():
    state = roll(built(3), 4, 5, 6, 6, 6)
    assert refusal(state, Roll()) == "STK-R2.once"
    once = place(state, 4)
    assert once.moves(0) == [Place(5), Stop()]
    assert refusal(once, Roll()) == "STK-R2.once"
    assert stop(once).turn == 1
    assert stop(once).moves(1) == [Roll()]


# Falls ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STK-R3")
@pytest.mark.parametrize("left", [(0,), (2,), (1, 2), (0, 1, 2)])
def test_any_die_that_leaves_the_stack_makes_a_fall(left):
    state = let_go(roll(built(3, 4, dexterity=True), 5, 1, 1, 1, 1), 5)
    assert state.play("nature", Fell(left, poses(3))).points == (0, 1, 1)


@pytest.mark.rule("STK-R3", "STK-R12")
@pytest.mark.option("stack-attack", "slips")
@pytest.mark.parametrize("dexterity", [False, True])
def test_a_new_die_that_slips_off_alone_may_go_back_to_its_owner(dexterity):
    slipped = Fell((2,), poses(3)) if dexterity else Fell((2,))
    for slips in (False, True):
        state = roll(built(3, 4, slips=slips, dexterity=dexterity), 5, 1, 1, 1, 6)
        state = let_go(state, 5) if dexterity else held(state, 5)
        if not slips and not dexterity:
            assert refusal(state, slipped, "nature") == "DICE"
            continue
        after = state.play("nature", slipped)
        assert after.points == ((0, 0, 0) if slips else (0, 1, 1))
        assert numbers(after) == ((3, 4) if slips else ())
        if slips:
            assert (after.turn, after.phase) == (1, "ready")
            assert after.in_hand(0) == 5
            assert (after.held, after.rolled, after.added) == (None, (), 0)
            assert len(after.poses) == (2 if dexterity else 0)


@pytest.mark.rule("STK-R12")
def test_dice_placed_before_the_slip_stay():
    state = place(roll(built(3, slips=True), 4, 5, 1, 1, 1), 4)
    after = held(state, 5).play("nature", Fell((2,)))
    assert numbers(after) == (3, 4)
    assert after.in_hand(0) == 4


@pytest.mark.rule("STK-R12")
def test_a_slip_moves_the_tower_as_nature_says():
    state = let_go(roll(built(3, 4, slips=True, dexterity=True), 5, 1, 1, 1, 6), 5)
    pushed = (Pose(5, 0, 8000), Pose(900, 0, 24000), Pose(30000, 0, 8000))
    assert state.play("nature", Fell((2,), pushed)).poses == pushed[:2]


@pytest.mark.rule("STK-R4")
def test_a_fall_is_put_down_to_whoever_placed_last():
    state = stop(place(roll(built(3, owners=(2,)), 4, 5, 1, 1, 1), 4))
    assert state.turn == 1
    after = fall(roll(state, 5, 1, 1, 1, 1), 5)
    assert after.points == (1, 0, 1)
    assert after.turn == 1


@pytest.mark.rule("STK-R5")
def test_the_last_die_that_brings_the_tower_down_is_a_fall():
    state = roll(built(1, 2, 3, 2, 3, owners=(0, 0, 0, 0, 1)), 2)
    assert fall(state, 2).points == (0, 1, 0)
    assert held(state, 2).points == (0, 0, 0)
    assert place(state, 2).points == (5, 0, 0)


# The end of the game -------------------------------------------------------------------------------------------------


@pytest.mark.rule("STK-R6")
def test_of_several_who_reach_the_target_the_highest_wins():
    state = replace(roll(built(1, 2, 3, 2, owners=(1, 1, 1, 2)), 1, 3, 3, 3, 3), points=(12, 18, 19))
    after = fall(state, 3)
    assert after.points == (12, 21, 20)
    assert after.outcome() == (3, 1, 2)


@pytest.mark.rule("STK-R6")
@pytest.mark.option("stack-attack", "playoff")
def test_a_table_may_have_all_who_reached_the_target_play_off():
    state = replace(roll(built(1, 2, 3, 2, owners=(1, 1, 1, 2), playoff="all"), 1, 3, 3, 3, 3), points=(12, 18, 19))
    after = fall(state, 3)
    assert after.outcome() is None
    assert after.playing == (1, 2)
    ended = fall(replace(roll(after, 5, 5, 5, 5, 5), tower=(*NEUTRAL,)), 5)
    assert ended.points == (12, 21, 20)
    assert ended.outcome() == (3, 1, 2)  # after that round, the highest total wins


@pytest.mark.rule("STK-R6")
@pytest.mark.option("stack-attack", "playoff")
def test_one_alone_who_reached_the_target_wins_at_any_table():
    for playoff in ("highest", "all"):
        state = roll(built(1, 2, 3, 2, owners=(0,) * 4, playoff=playoff), 1)
        assert place(replace(state, points=(16, 19, 3)), 1).outcome() == (1, 2, 3)


@pytest.mark.rule("STK-R6")
def test_a_play_off_follows_the_number_of_those_who_play_it():
    three = replace(
        roll(built(1, 2, 1, 2, 1, 2, seats=4, owners=(1, 1, 2, 2, 3, 3)), 1, 1, 3, 3), points=(0, 18, 18, 18)
    )
    after = fall(three, 1)
    assert after.playing == (1, 2, 3)
    assert (after.tower, after.dice_each()) == ((), 5)
    two = replace(roll(built(1, 2, 1, 2, owners=(1, 1, 2, 2)), 1, 1, 3, 3, 3), points=(0, 18, 18))
    assert fall(two, 1).tower == NEUTRAL


@pytest.mark.rule("STK-R6")
def test_who_would_begin_begins_a_play_off_or_the_next_one_to_the_left_who_plays_it():
    state = built(1, 2, 1, 2, seats=4, owners=(1, 1, 3, 3))
    caused_by_two = replace(roll(replace(state, turn=2), 1, 1, 3, 3), points=(0, 18, 0, 18))
    assert fall(caused_by_two, 1).turn == 3
    caused_by_zero = replace(roll(state, 1, 1, 3, 3), points=(0, 18, 0, 18))
    assert fall(caused_by_zero, 1).turn == 1
    tied = replace(fall(caused_by_zero, 1), points=(0, 20, 0, 20))
    assert fall(roll(replace(tied, turn=3), 5, 1, 1, 1, 1), 5).turn == 3


@pytest.mark.rule("STK-R6")
def test_they_play_off_until_one_is_ahead():
    tied = replace(opened(3), points=(3, 20, 20), playing=(1, 2), turn=1, tower=NEUTRAL)
    again = fall(roll(tied, 5, 1, 1, 1, 1), 5)
    assert again.outcome() is None
    assert again.playing == (1, 2)
    placed = place(roll(again, 5, 1, 1, 1, 1), 5)
    assert fall(roll(placed, 4, 1, 1, 1, 1), 4).outcome() == (3, 1, 2)


@pytest.mark.rule("STK-R7")
def test_neutral_dice_count_for_nobody():
    after = fall(roll(opened(2), 5, 1, 1, 1, 1), 5)
    assert after.points == (0, 0)


# The hand ------------------------------------------------------------------------------------------------------------


def swaying(**options):
    """A die is held at a table with dexterity, and the hand has swayed since second 1."""
    state = roll(built(3, dexterity=True, **options), 4, 5, 6, 6, 6)
    return held(state, 4).play("nature", SWINGING, 1000)


@pytest.mark.rule("STK-R8")
def test_a_tired_hand_opens_by_itself_where_it_is():
    state = swaying()
    alarm = state.due().alarm
    assert (alarm.at, alarm.move) == (1000 + PATIENCE, Tired())
    assert PATIENCE == 8000
    assert refusal(state, Tired(), "clock", 8999) == "TURN"
    tired = state.play("clock", Tired(), 9000)
    assert tired.placing() == state.play(0, LetGo(), 9000).placing()
    assert tired.placing() == state.play(0, LetGo(), 9500).placing()  # it had opened before
    assert tired.placing() == state.play("clock", Tired(), 12_345).placing()


@pytest.mark.rule("STK-R8")
def test_nobody_lets_go_before_the_hand_is_there():
    assert refusal(swaying(), LetGo(), at=999) == "STK-R8.early"
    assert refusal(swaying(), Shift(500), at=999) == "STK-R8.early"
    assert refusal(swaying(), LetGo(), at=1000) is None


@pytest.mark.rule("STK-R8")
def test_shifting_gives_no_more_time_and_the_hand_sways_anew():
    shifted = swaying().play(0, Shift(500), 5000)
    assert shifted.chances() == Draw("hand", HandRequest("ordinary", 1))
    again = shifted.play("nature", SWINGING, 5000)
    assert again.due().alarm.at == 9000
    assert again.play(0, LetGo(), 5100).placing().x == 500 + 3000
    assert refusal(again, Shift(0), at=9000) == "STK-R8.tired"
    assert refusal(again, Shift(0), at=8999) is None
    late = shifted.play("nature", SWINGING, 9100)  # the hand tired while it was shifting
    assert late.play("clock", Tired(), 9100).placing().x == 500


@pytest.mark.rule("STK-R9")
@pytest.mark.option("stack-attack", "dexterity")
def test_without_dexterity_chance_says_whether_the_tower_stands():
    state = roll(built(3, 4), 5, 3, 1, 1, 1)
    assert refusal(state, Place(5, 100)) == "STK-R9.aim"
    assert [move for move in state.moves(0) if not isinstance(move, Place)] == []
    falls = hazard(2, "ordinary")
    assert held(state, 5).chances().weighed() == {STOOD: 1 - falls, Fell((0, 1, 2)): falls}
    assert held(state, 5).chances().typed() == (("stood", "fell"),)
    assert opened(2).poses == ()
    aimed = roll(built(3, 4, dexterity=True), 5, 3, 1, 1, 1)
    assert PLACING in aimed.moves(0)
    assert refusal(aimed, Place(5, 100)) is None
    assert held(aimed, 5).chances() == Draw("hand", HandRequest("ordinary", 2))


@pytest.mark.rule("STK-R9", "STK-R3")
def test_where_dice_may_slip_alone_some_falls_are_only_that():
    chances = held(roll(built(3, 4, slips=True), 5, 3, 1, 1, 1), 5).chances()
    falls, slips = hazard(2, "ordinary"), hazard(2, "ordinary") * alone()
    assert 0 < slips < falls
    assert chances.weighed() == {STOOD: 1 - falls, Fell((0, 1, 2)): falls - slips, Fell((2,)): slips}
    assert chances.typed() == (("stood", "fell", "slipped"),)
    first = held(roll(opened(3, slips=True), 1, 3, 3, 3, 3), 1)
    assert first.chances().typed() == (("stood", "slipped"),)
    assert first.play("nature", first.chances().read(["slipped"])).points == (0, 0, 0)


@pytest.mark.rule("STK-R9")
def test_a_fall_is_never_impossible_and_grows_likelier_with_height():
    state = held(roll(opened(3, hands=("expert",)), 1, 1, 1, 1, 1), 1)
    assert state.chances().weighed()[Fell((0,))] >= Fraction(1, 10_000)
    assert hazard(10, "ordinary") > hazard(5, "ordinary") > hazard(1, "ordinary")


@pytest.mark.rule("STK-R9")
def test_with_dexterity_the_tower_is_asked_what_a_die_let_go_there_does():
    state = let_go(roll(built(3, 4, dexterity=True), 5, 1, 1, 1, 1), 5)
    assert state.chances() == Draw("tower", Placing(poses(2), 3000, 1000, 0))
    leaning = (*poses(1), Pose(700, -300, 24000))
    state = roll(replace(built(3, 4, dexterity=True), poses=leaning), 5, 1, 1, 1, 1)
    aimed = state.play(0, Place(5, 1000, 2000, 50)).play("nature", SWINGING).play(0, LetGo(), 200)
    assert aimed.placing() == Placing(leaning, 1700, 1700, 50)
    first = roll(opened(3, dexterity=True), 1, 1, 1, 1, 1)
    assert let_go(first, 1).placing() == Placing((), 3000, 1000, 0)


@pytest.mark.rule("STK-R9")
@pytest.mark.parametrize(
    ("move", "possible"),
    [
        (Settled(poses(3)), True),
        (Settled(poses(2)), False),
        (Settled(), False),
        (Fell((2,), poses(3)), True),
        (Fell((), poses(3)), False),
        (Fell((3,), poses(3)), False),
        (Fell((1, 0), poses(3)), False),
        (Fell((1, 1), poses(3)), False),
        (Fell((0, 1, 2), poses(2)), False),
        (Slip(0, 0), False),
        (SWINGING, False),
        (Rolled((1, 1, 1, 1)), False),
        (Starts(0), False),
    ],
)
def test_nature_can_only_do_with_the_tower_what_it_can(move, possible):
    state = let_go(roll(built(3, 4, dexterity=True), 5, 1, 1, 1, 1), 5)
    assert refusal(state, move, "nature") == (None if possible else "DICE")


@pytest.mark.rule("STK-R9")
def test_a_tower_that_stands_lies_as_nature_says():
    state = let_go(roll(built(3, 4, dexterity=True), 5, 4, 1, 1, 1), 5)
    lying = (*poses(2), Pose(3000, 1000, 40000))
    after = state.play("nature", Settled(lying, "film", "physics"))
    assert after.poses == lying
    assert numbers(after) == (3, 4, 5)
    assert (after.held, after.sway, after.slip, after.tires) == (None, Sway((), ()), Slip(0, 0), 0)
    assert after.moves(0)[0] == Place(4)
    assert fall_with(after, 4).poses == ()


def fall_with(state, number):
    high = len(state.tower) + 1
    return let_go(state, number).play("nature", Fell(tuple(range(high)), poses(high)))


@pytest.mark.rule("STK-R9")
def test_with_real_dice_people_say_whether_it_stood():
    assert GAME.real_dice == {"dexterity": False}
    assert GAME.offered == "tower"
    assert GAME.preset("tower") == {"dexterity": True}


@pytest.mark.rule("STK-R10")
@pytest.mark.option("stack-attack", "hands")
def test_hands_differ_by_seat():
    state = built(3, 4, hands=("child", "expert"))
    for turn, hand in enumerate(("child", "expert", "ordinary")):
        placed = held(replace(state, turn=turn, phase="stacking", rolled=(5, 1)), 5)
        assert placed.chances().weighed()[STOOD] == 1 - max(hazard(2, hand), Fraction(1, 10_000))
    assert hazard(6, "child") > hazard(6, "ordinary") > hazard(6, "expert")
    aiming = roll(built(3, dexterity=True, hands=("child",)), 4, 1, 1, 1, 1)
    assert held(aiming, 4).chances().request == HandRequest("child", 1)
    with pytest.raises(Malformed, match="no seat 3"):
        opened(2, hands=("child",) * 3)


@pytest.mark.rule("STK-R11")
@pytest.mark.option("stack-attack", "steadied")
def test_the_house_may_let_go_for_a_seat():
    for steadied in ((), (1,)):
        reaching = held(roll(built(3, dexterity=True, steadied=steadied), 4, 1, 1, 1, 1), 4)
        assert reaching.chances().request == HandRequest("ordinary", 1, bool(steadied))
        by_house = refusal(reaching, Slip(100, 200, 5), "nature")
        by_seat = refusal(reaching, SWINGING, "nature")
        assert (by_house, by_seat) == ((None, "DICE") if steadied else ("DICE", None))
    state = held(roll(built(3, dexterity=True, steadied=(1,)), 4, 1, 1, 1, 1), 4)
    slipped = state.play("nature", Slip(100, 200, 5))
    assert slipped.phase == "settling"
    assert slipped.chances() == Draw("tower", Placing(poses(1), 100, 200, 5))
    with pytest.raises(Malformed, match="no seat 4"):
        opened(3, steadied=(1, 4))


@pytest.mark.rule("STK-R11")
def test_a_die_is_never_turned_by_more_than_a_quarter():
    state = roll(built(3, dexterity=True, steadied=(1,)), 4, 1, 1, 1, 1)
    for turn in (QUARTER, -QUARTER):
        turned = state.play(0, Place(4, 0, 0, turn)).play("nature", Slip(0, 0, turn // 2))
        assert turned.placing().turn == turn


@pytest.mark.rule("STK-R13")
def test_a_turn_ends_by_itself_when_nothing_fits_any_more():
    after = place(roll(built(3), 4, 1, 1, 1, 1), 4)
    assert (after.turn, after.phase) == (1, "ready")


@pytest.mark.rule("STK-R14")
def test_colours_go_by_seat_and_the_lower_neutral_die_is_a_five():
    assert COLOURS == ("red", "yellow", "green", "blue")
    assert [(block.number, block.owner) for block in NEUTRAL] == [(5, None), (6, None)]


@pytest.mark.rule("STK-R15")
@pytest.mark.parametrize("aim", [{"x": REACH + 1}, {"y": -REACH - 1}, {"turn": QUARTER + 1}])
def test_nobody_aims_beyond_half_a_die_or_a_quarter_turn(aim):
    assert (REACH, QUARTER) == (8000, 1571)
    why = "STK-R15.turn" if "turn" in aim else "STK-R15.far"
    fields = ", ".join(f'"{name}":{value}' for name, value in aim.items())
    assert refusal(swaying(), GAME.read(0, f'{{"type":"Shift",{fields}}}'), at=1100) == why
    stacking = roll(built(3, dexterity=True), 4, 5, 6, 6, 6)
    assert refusal(stacking, GAME.read(0, f'{{"type":"Place","die":4,{fields}}}')) == why
    taken = PLACING.schema["$defs"]["Place"]["properties"]
    assert [(taken[name]["minimum"], taken[name]["maximum"]) for name in ("x", "turn")] == [
        (-8000, 8000),
        (-1571, 1571),
    ]
    assert GAME.read(0, '{"type":"Place","die":4,"x":8000,"y":-8000,"turn":-1571}') == Place(4, 8000, -8000, -1571)


# The moment ----------------------------------------------------------------------------------------------------------


def test_the_moment_counts_only_while_the_hand_sways():
    state = swaying()
    assert GAME.realtime.live(state)
    assert not GAME.realtime.live(state.play(0, LetGo(), 1100))
    assert not GAME.realtime.live(opened(3))


def test_the_marker_shows_how_far_the_die_is_from_its_aim_and_on_which_side():
    state = swaying()
    off = (3000**2 + 1000**2) ** 0.5 / 8000
    assert marker(state, 1100) == pytest.approx(off)
    assert marker(state, 1300) == pytest.approx(-off)
    assert marker(state, 1200) == marker(state, 1000) == marker(state, 900) == 0
    assert GAME.realtime.marker is marker
    wild = replace(state, sway=replace(SWINGING, x=(replace(SWINGING.x[0], amplitude=16_000),)))
    assert (marker(wild, 1100), marker(wild, 1300)) == (1, -1)
