"""Every box rule of Shizzle."""

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.errors import Malformed
from knobel.core.timeline import NotPossible
from knobel.games.shizzle.dice import COLOURS, choke_chance, joins
from knobel.games.shizzle.moves import Fell, Lay, Return, Roll, Stop, Strike
from knobel.games.shizzle.rules import Shizzle, outside
from knobel.games.shizzle.telling import CIRCLES, SQUARES, piles
from tests.games.shizzle.scripted import (
    CHOKE_ROLL,
    FIZZLE_ROLL,
    FLICKER_ROLL,
    SHIZZLE_ROLL,
    choke,
    found,
    lay,
    names,
    opened,
    refusal,
    roll,
    shizzle,
    stop,
)
from tests.tables import table_of


@pytest.mark.rule("SHZ-01")
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_cannot_play(seats):
    with pytest.raises(Malformed, match="2 to 6"):
        knobel.game("shizzle").start(seats)


@pytest.mark.rule("SHZ-01", "SHZ-04")
@pytest.mark.parametrize(("seats", "bank"), [(2, 40), (3, 60), (4, 75), (5, 90), (6, 100)])
def test_the_bank_depends_on_the_number_of_players(seats, bank):
    state = knobel.game("shizzle").start(seats)
    assert state.bank == bank
    assert state.points == (0,) * seats


@pytest.mark.rule("SHZ-02")
def test_every_pair_of_colour_and_number_is_on_one_face_of_six_dice():
    dice = opened().options.face_set()
    assert [len(die) for die in dice] == [6] * 6
    assert sorted((face.colour, face.number) for die in dice for face in die) == sorted(
        (colour, number) for colour in COLOURS for number in range(1, 7)
    )
    assert [[face.die for face in die] for die in dice] == [[index] * 6 for index in range(6)]


@pytest.mark.rule("SHZ-02")
def test_a_die_cannot_show_a_face_it_does_not_have():
    state = opened().play(0, Roll())
    right = tuple(found(state, name) for name in ["y1", "g1", "b1", "p1", "r1"])
    assert state.objection("nature", Fell(right)) is None
    borrowed = tuple(face if face.die != 1 else type(face)(1, "red", 1) for face in right)
    for wrong in (right[:4], right + right[:1], right[::-1], borrowed):
        assert state.objection("nature", Fell(wrong)).rule == "DICE"


@pytest.mark.rule("SHZ-03")
def test_chips_are_fourteen_fives_and_thirty_ones():
    assert (SQUARES, CIRCLES, 5 * SQUARES + CIRCLES) == (14, 30, 100)
    assert [piles(points) for points in (0, 4, 5, 73, 100)] == [(0, 0), (0, 4), (1, 0), (14, 3), (14, 30)]


@pytest.mark.rule("SHZ-05")
@pytest.mark.option("shizzle", "starter")
def test_the_named_seat_starts_and_turns_pass_to_the_left():
    state = opened(seats=3, starter=2)
    turns = [state.turn]
    for _ in range(3):
        state = choke(state)
        turns.append(state.turn)
    assert turns == [1, 2, 0, 1]


@pytest.mark.rule("SHZ-05")
@pytest.mark.option("shizzle", "starter")
def test_chance_may_name_the_starter():
    state = knobel.game("shizzle").start(3, starter="random")
    assert state.due().nature
    chances = state.chances().weighed()
    assert sorted(move.seat for move in chances) == [0, 1, 2]
    assert set(chances.values()) == {next(iter(chances.values()))}
    third = next(move for move in chances if move.seat == 2)
    after = state.play("nature", third)
    assert after.due().must == {2}
    assert not after.due().nature
    assert state.objection("nature", type(third)(3)).rule == "DICE"
    assert after.play(2, Strike(0)).objection("nature", third).rule == "DICE"


@pytest.mark.rule("SHZ-05")
@pytest.mark.parametrize("starter", [-1, 0, 3, 7])
def test_a_starter_who_is_not_at_the_table_is_refused(starter):
    with pytest.raises(Malformed, match=r"starter|seat 3"):
        knobel.game("shizzle").start(2, starter=starter)
    assert knobel.game("shizzle").start(2, starter=2).turn == 1


@pytest.mark.rule("SHZ-06")
def test_the_first_turn_opens_with_one_die_of_choice():
    state = knobel.game("shizzle").start(2)
    assert state.moves(0) == [Strike(die) for die in range(6)]
    for die in range(6):
        struck = state.play(0, Strike(die))
        assert struck.due().nature
        assert struck.chances().total == 6
        assert {move.faces[0].die for move in struck.chances().weighed()} == {die}
    spark = found(state, "g6")
    lying = state.play(0, Strike(3)).play("nature", Fell((spark,)))
    assert lying.line == (spark,)
    assert lying.turn == 0
    assert refusal(state, Roll()) == "SHZ-06.first"
    assert refusal(state, Stop()) == "SHZ-06.first"


@pytest.mark.rule("SHZ-06", "SHZ-23")
def test_only_the_very_first_turn_chooses_its_spark():
    state = opened()
    assert refusal(state, Strike(1)) == "SHZ-06.once"
    later = choke(state)
    assert refusal(later, Strike(1)) == "SHZ-06.once"
    assert later.moves(1) == [Roll()]


@pytest.mark.rule("SHZ-07")
def test_then_the_other_five_are_rolled_together():
    state = opened(spark="g6")
    assert state.moves(0) == [Roll()]
    assert refusal(state, Stop()) == "SHZ-07"
    rolling = state.play(0, Roll())
    assert rolling.in_the_air == (0, 1, 2, 4, 5)
    assert rolling.chances().total == 6**5
    assert rolling.due().nature
    assert rolling.moves(0) == []


@pytest.mark.rule("SHZ-08")
def test_a_die_joins_by_colour_or_by_number():
    state = roll(opened(), "r5 y6 b1 p1 o2")
    assert refusal(state, Lay(1)) is None  # red, like the Spark
    assert refusal(state, Lay(2)) is None  # a six, like the Spark
    for die in (3, 4, 5):
        assert refusal(state, Lay(die)) == "SHZ-08.no-match"
    assert refusal(state, Lay(0)) == "SHZ-08.not-rolled"


@pytest.mark.rule("SHZ-08", "SHZ-10")
def test_a_die_joins_the_open_end_only():
    state = lay(roll(opened(), "r5 g1 b1 p1 r1"), "r5")
    one = found(state, "r1")
    assert refusal(state, Lay(one.die)) is None
    state = lay(roll(opened(), "r5 o5 b1 p1 r1"), "r5 o5")
    assert joins(state.line[0], one)
    assert refusal(state, Lay(one.die)) == "SHZ-08.no-match"  # it fits the Spark and the red 5, but not the end
    assert names(state.line) == "r6 r5 o5"


@pytest.mark.rule("SHZ-09")
def test_the_sheets_example_on_a_red_five_and_a_red_two():
    state = opened(spark="r5")
    faces = {face.name: face for die in state.options.face_set() for face in die}
    fits_five = {name for name, face in faces.items() if joins(faces["r5"], face)}
    assert fits_five == {name for name in faces if name[0] == "r" or name[1] == "5"}
    fits_two = {name for name, face in faces.items() if joins(faces["r2"], face)}
    assert fits_two == {name for name in faces if name[0] == "r" or name[1] == "2"}
    line = lay(roll(state, "b4 b2 r3 r2 o2"), "r2 b2 b4")
    assert names(line.line) == "r5 r2 b2 b4"  # the blue 4 has nothing of the red 5


@pytest.mark.rule("SHZ-11")
def test_the_player_chooses_dice_and_order():
    state = roll(opened(), "r5 r4 b1 p1 o2")
    assert names(lay(state, "r5 r4").line) == "r6 r5 r4"
    assert names(lay(state, "r4 r5").line) == "r6 r4 r5"
    assert names(lay(state, "r4").rolled) == "r5 b1 p1 o2"


@pytest.mark.rule("SHZ-11", "SHZ-14")
def test_on_a_fizzle_the_player_chooses_which_die_that_fits():
    state = roll(opened(), "r5 b2 g6 p1 y3")
    assert [move for move in state.moves(0) if isinstance(move, Lay)] == [Lay(1), Lay(3)]
    assert stop(lay(state, "g6")).line[0].name == "g6"
    assert stop(lay(state, "r5")).line[0].name == "r5"


@pytest.mark.rule("SHZ-11")
def test_laid_dice_may_be_taken_back_until_the_next_roll():
    table = table_of(opened())
    table.move(0, Roll())
    table.move("nature", Fell(tuple(found(table.state, name) for name in FLICKER_ROLL.split())))
    table.move(0, Lay(1))
    table.undo(0)
    assert names(table.state.line) == "r6"
    table.move(0, Lay(1))
    table.move(0, Roll())
    table.move("nature", Fell(tuple(found(table.state, name) for name in ["r4", "r3", "r2", "r1"])))
    with pytest.raises(NotPossible):
        table.undo(0)
    assert names(table.state.line) == "r6 r5"


@pytest.mark.rule("SHZ-12", "SHZ-16", "SHZ-22")
@pytest.mark.parametrize(("dice", "laid", "points"), [
    ("r5 o5 b1 p1 g4", "r5 o5", 3),
    ("r5 o5 o4 p1 y3", "r5 o5 o4", 4),
    ("r5 o5 o4 y4 r1", "r5 o5 o4 y4", 5),
])  # fmt: skip
def test_a_flicker_pays_a_point_a_die_with_the_spark(dice, laid, points):
    state = lay(roll(opened(), dice), laid)
    assert state.points == (0, 0)  # nothing is paid before the turn ends
    assert refusal(state, Roll()) is None
    after = stop(state)
    assert after.points == (points, 0)
    assert after.bank == 40 - points
    assert after.due().must == {1}


@pytest.mark.rule("SHZ-13")
def test_a_choke_on_the_first_roll_ends_the_turn_with_nothing():
    state = roll(opened(), CHOKE_ROLL)
    assert (state.points, state.bank, state.turn) == ((0, 0), 40, 1)
    assert state.rolled == ()
    assert state.moves(1) == [Roll()]


@pytest.mark.rule("SHZ-13", "SHZ-17")
def test_a_choke_on_a_later_roll_loses_all_the_turn_had():
    state = lay(roll(opened(), FLICKER_ROLL), "r5 o5")
    state = roll(state, "b1 p1 r1")
    assert (state.points, state.bank, state.turn) == ((0, 0), 40, 1)


@pytest.mark.rule("SHZ-14", "SHZ-12")
def test_a_fizzle_must_stop_for_two_points():
    state = roll(opened(), FIZZLE_ROLL)
    assert state.fizzled
    assert state.moves(0) == [Lay(1)]
    state = lay(state, "r5")
    assert refusal(state, Roll()) == "SHZ-14"
    assert state.moves(0) == [Stop()]
    assert stop(state).points == (2, 0)


@pytest.mark.rule("SHZ-14", "SHZ-19")
def test_a_fizzle_after_a_shizzle_pays_what_was_gathered_too():
    state = shizzle(opened())
    rolling = state.play(0, Roll())
    fizzled = next(
        after for fell in rolling.chances().weighed() if (after := rolling.play("nature", fell)).fizzled
    )  # fmt: skip
    laid = fizzled.play(0, fizzled.moves(0)[0])
    assert refusal(laid, Roll()) == "SHZ-14"
    assert stop(laid).points == (8, 0)


@pytest.mark.rule("SHZ-15")
def test_adding_one_die_on_a_smaller_roll_is_no_fizzle():
    state = lay(roll(opened(), FLICKER_ROLL), "r5")  # four are left: a line of two was chosen
    state = roll(state, "o5 b1 p1 g4")
    assert state.possible == 3
    assert not state.fizzled
    state = lay(state, "o5")
    assert refusal(state, Roll()) is None
    assert refusal(state, Stop()) is None


@pytest.mark.rule("SHZ-16", "SHZ-25")
def test_rolling_on_rolls_the_dice_outside_the_line():
    state = lay(roll(opened(), FLICKER_ROLL), "r5 o5")
    rolling = state.play(0, Roll())
    assert rolling.in_the_air == (3, 4, 5)
    assert names(rolling.line) == "r6 r5 o5"
    longer = lay(roll(state, "y5 p1 o2"), "y5")
    assert stop(longer).points == (4, 0)


@pytest.mark.rule("SHZ-17")
def test_every_roll_must_add_a_die_before_the_next_or_the_stop():
    state = roll(opened(), FLICKER_ROLL)
    assert refusal(state, Roll()) == "SHZ-17"
    assert refusal(state, Stop()) == "SHZ-17"
    state = roll(lay(state, "r5 o5"), "y5 p1 o2")
    assert refusal(state, Roll()) == "SHZ-17"
    assert refusal(state, Stop()) == "SHZ-17"


@pytest.mark.rule("SHZ-18")
def test_a_shizzle_is_worth_six_points():
    state = lay(roll(opened(), SHIZZLE_ROLL), "r5 o5 o4 y4 y3")
    assert state.is_shizzle()
    assert state.moves(0) == [Roll(), Stop()]  # the rival has no chip to return
    after = stop(state)
    assert (after.points, after.bank) == ((6, 0), 34)


def two_shizzles(points=(0, 20, 9), **options) -> Shizzle:
    """The first player has just made a second Shizzle; the others hold chips."""
    state = opened(seats=3, **options)
    held = replace(state, points=points, bank=60 - sum(points))
    return shizzle(shizzle(held))


@pytest.mark.rule("SHZ-18", "SHZ-R3")
def test_or_a_chosen_rival_immediately_returns_six_points_to_the_bank():
    state = shizzle(replace(opened(seats=3), points=(1, 10, 7), bank=42))
    assert state.moves(0) == [Roll(), Stop(), Return(1), Return(2)]
    after = state.play(0, Return(2))
    assert (after.points, after.bank) == ((1, 10, 1), 48)
    assert after.moves(0) == [Roll(), Stop()]  # the turn goes on or stops, and this Shizzle is used up
    assert (stop(after).points, stop(after).bank) == ((1, 10, 1), 48)
    assert state.play(0, Return(1)).points == (1, 4, 7)
    for nobody in (0, 3):
        assert refusal(state, Return(nobody)) == "SHZ-18.rival"


@pytest.mark.rule("SHZ-18", "SHZ-R3")
@pytest.mark.option("shizzle", "returns")
def test_where_returns_come_at_the_end_stopping_names_who_returns():
    state = shizzle(replace(opened(seats=3, returns="at_end"), points=(1, 10, 7), bank=42))
    assert state.moves(0) == [Roll(), Stop(), Stop((1,)), Stop((2,))]
    after = stop(state, 2)
    assert (after.points, after.bank) == ((1, 10, 1), 48)
    after = stop(state, 1)
    assert (after.points, after.bank) == ((1, 4, 7), 48)
    assert refusal(state, Stop((0,))) == "SHZ-18.rival"
    assert refusal(state, Stop((3,))) == "SHZ-18.rival"


@pytest.mark.rule("SHZ-19")
def test_after_a_shizzle_the_last_die_is_the_new_spark():
    state = lay(roll(opened(), SHIZZLE_ROLL), "r5 o5 o4 y4 y3")
    rolling = state.play(0, Roll())
    assert names(rolling.line) == "y3"
    assert rolling.in_the_air == (0, 1, 2, 3, 4)
    state = lay(roll(state, "y2 g2 p3 b1 p1"), "y2 g2")
    assert stop(state).points == (9, 0)  # six, and a new line of three with the Spark


@pytest.mark.rule("SHZ-20")
@pytest.mark.parametrize("returns", ["at_once", "at_end"])
def test_a_choke_loses_the_turns_shizzles(returns):
    after = choke(two_shizzles(returns=returns))
    assert (after.points, after.bank) == ((0, 20, 9), 31)
    assert after.turn == 1
    assert after.shizzles == 0


@pytest.mark.rule("SHZ-20", "SHZ-R3")
def test_a_choke_loses_the_shizzles_that_are_points_and_leaves_the_returns():
    first = shizzle(replace(opened(seats=3), points=(0, 20, 9), bank=31)).play(0, Return(1))
    after = choke(shizzle(first))
    assert (after.points, after.bank, after.turn) == ((0, 14, 9), 37, 1)


@pytest.mark.rule("SHZ-21", "SHZ-22")
def test_several_shizzles_may_be_split_between_points_and_returns():
    first = shizzle(replace(opened(seats=3), points=(0, 20, 9), bank=31))
    kept, given = shizzle(first), shizzle(first.play(0, Return(1)))
    assert stop(kept).points == (12, 20, 9)
    assert stop(kept.play(0, Return(2))).points == (6, 20, 3)
    assert stop(given).points == (6, 14, 9)
    assert stop(given.play(0, Return(1))).points == (0, 8, 9)
    assert stop(given.play(0, Return(2))).points == (0, 14, 3)
    assert given.play(0, Return(2)).points == (0, 14, 3)  # what is returned goes at once, what is earned at the end
    assert given.points == (0, 14, 9)


@pytest.mark.rule("SHZ-21")
@pytest.mark.option("shizzle", "returns")
def test_several_shizzles_may_be_split_at_the_end_of_the_turn():
    state = two_shizzles(returns="at_end")
    ways = [move.returns for move in state.moves(0) if isinstance(move, Stop)]
    assert ways == [(), (1,), (2,), (1, 1), (1, 2), (2, 2)]
    assert stop(state).points == (12, 20, 9)
    assert stop(state, 1).points == (6, 14, 9)
    assert stop(state, 1, 2).points == (0, 14, 3)
    assert stop(state, 1, 1).points == (0, 8, 9)
    assert refusal(state, Stop((2, 1))) == "SHZ-21.order"
    assert refusal(state, Stop((1, 1, 1))) == "SHZ-21.few"
    flicker = lay(roll(opened(returns="at_end"), FLICKER_ROLL), "r5")
    assert refusal(flicker, Stop((1,))) == "SHZ-21.few"


@pytest.mark.rule("SHZ-23")
def test_the_end_of_the_line_is_the_next_players_spark():
    state = stop(lay(roll(opened(), FLICKER_ROLL), "r5 o5"))
    assert names(state.line) == "o5"
    assert state.play(1, Roll()).in_the_air == (0, 1, 3, 4, 5)
    assert not state.fizzled


@pytest.mark.rule("SHZ-24")
def test_the_game_ends_with_the_bank_and_the_most_points_win():
    state = replace(opened(seats=3), points=(20, 25, 11), bank=4)
    going_on = stop(lay(roll(state, FLICKER_ROLL), "r5 o5"))
    assert going_on.bank == 1
    assert going_on.outcome() is None
    over = stop(lay(roll(replace(state, bank=3), FLICKER_ROLL), "r5 o5"))
    assert over.points == (23, 25, 11)
    assert over.outcome() == (2, 1, 3)
    assert over.due().must == frozenset()
    assert over.moves(1) == []


@pytest.mark.rule("SHZ-25")
def test_laying_fewer_leaves_more_to_roll_and_makes_a_choke_rarer():
    state = roll(opened(), "r5 r4 r3 r2 r1")
    few, many = lay(state, "r5"), lay(state, "r5 r4 r3 r2")
    assert few.play(0, Roll()).in_the_air == (2, 3, 4, 5)
    assert many.play(0, Roll()).in_the_air == (5,)
    odds = [choke_chance(line.line[-1], outside(line.line), line.options.face_set()) for line in (few, many)]
    assert odds[0] < odds[1]


def test_a_return_is_refused_where_they_come_at_the_end():
    assert refusal(two_shizzles(returns="at_end"), Return(1)) == "SHZ-R3.at-end"
