"""Every box rule of MACHZ."""

import msgspec
import pytest
from msgspec.structs import replace

import knobel
from knobel.core.errors import Malformed
from knobel.games.machz.dice import COLOURS, SET
from knobel.games.machz.moves import Bet, Fell, Pass, Reroll, Roll, TimeUp, Vote
from knobel.games.machz.pays import combination, combination_pay, machz_pay
from knobel.games.machz.rules import CHIPS, PLAYERS
from knobel.games.machz.telling import VALUES, piles, scene
from tests.games.machz.scripted import (
    FOUR,
    NOTHING,
    OBJECT,
    THREE,
    again,
    announced,
    begun,
    bet,
    colours,
    falls,
    holding,
    leave,
    letters,
    opened,
    refusal,
    set_down,
    throw,
)


@pytest.mark.rule("MCZ-01", "MCZ-R1")
def test_five_dice_are_set_and_five_are_rolled():
    setting = begun().play(0, Roll())
    assert setting.due().nature
    assert setting.chances().total == 6**5
    state = opened()
    assert len(state.object_set) == SET == 5
    rolling = announced(state, Roll())
    assert rolling.chances().total == 6**5
    assert rolling.chances().typed() == (("r", "o", "y", "g", "b", "p"),) * 5
    assert rolling.chances().read(["p", "r", "r", "b", "o"]) == Fell(colours("prrbo"))


@pytest.mark.rule("MCZ-01")
@pytest.mark.parametrize("fell", [(), colours("rrrr"), colours("rrrrrr")])
def test_dice_that_cannot_lie_there_are_refused(fell):
    assert refusal(begun().play(0, Roll()), "nature", Fell(fell)) == "DICE"
    assert refusal(announced(opened(), Roll()), "nature", Fell(fell)) == "DICE"
    two = announced(throw(opened(), THREE), Reroll(2))
    assert refusal(two, "nature", Fell(colours("r"))) == "DICE"
    assert refusal(two, "nature", Fell(colours("rr"))) is None
    with pytest.raises(Malformed):
        Fell((*colours("rrrr"), "pink"))
    tossing = knobel.game("machz").start(2)
    assert refusal(tossing, "nature", Fell(colours("rr"))) == "DICE"
    assert refusal(tossing, "nature", Fell(colours("r"))) is None


@pytest.mark.rule("MCZ-02", "MCZ-04", "MCZ-R2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_pot_holds_150_and_everyone_begins_with_ten(seats):
    state = begun(seats)
    assert state.pot == 150
    assert state.chips == state.scores() == (10,) * seats
    assert state.supply == 150 + 10 * seats
    assert CHIPS == 10


@pytest.mark.rule("MCZ-R2")
@pytest.mark.parametrize("seats", [0, 1, 11])
def test_two_to_ten_can_play(seats):
    with pytest.raises(Malformed, match="2 to 10"):
        begun(seats)


@pytest.mark.rule("MCZ-03")
@pytest.mark.option("machz", "values")
def test_chips_may_be_shown_by_their_values():
    assert VALUES == {"white": 25, "yellow": 10, "red": 5, "blue": 1}
    assert piles(150) == {"white": 6, "yellow": 0, "red": 0, "blue": 0}
    assert piles(44) == {"white": 1, "yellow": 1, "red": 1, "blue": 4}
    plain, valued = (scene(begun(values=values)) for values in (False, True))
    assert (plain.middle[0].count, valued.middle[0].count) == (150, 150)
    assert plain.middle[0].caption.key == "scene.pot"
    assert {**valued.middle[0].caption.args, "what": None} == {**piles(150), "what": None}
    assert valued.places[2][0].caption.args["yellow"] == 1


@pytest.mark.rule("MCZ-05")
def test_the_setter_rolls_the_object_set_and_it_stays_until_matched():
    state = begun()
    assert state.due().must == {0}
    assert state.moves(0) == [Roll()]
    assert state.moves(1) == []
    for wrong in (Pass(), Reroll(1), Bet("match"), Vote(True)):
        assert refusal(state, 0, wrong) == "MCZ-05"
    state = set_down(state, "ygbrr")
    assert letters(state.object_set) == "rrygb"
    for _ in range(7):
        state = throw(state, NOTHING)
        assert letters(state.object_set) == "rrygb"
    matched = throw(state, OBJECT)
    assert (matched.phase, matched.object_set) == ("set", ())
    assert (matched.locked, matched.loose, matched.fell) == ((), (), ())


@pytest.mark.rule("MCZ-06", "MCZ-08", "MCZ-09", "MCZ-10", "MCZ-11", "MCZ-12", "MCZ-13", "MCZ-14", "MCZ-16")
@pytest.mark.parametrize(("shown", "name", "pay"), [
    ("rrbgy", "pair", 1),
    ("rbrbg", "pairs", 2),
    ("rbrgr", "three", 3),
    ("rbgyo", "rainbow", 4),
    ("prbgy", "rainbow", 4),
    ("rbrbr", "house", 5),
    ("rrbrr", "four", 10),
    ("rrrrr", "five", 15),
])  # fmt: skip
def test_setter_and_rollers_earn_for_combinations(shown, name, pay):
    assert combination(colours(shown)) == name
    assert combination_pay(colours(shown)) == pay
    set_by = set_down(begun(), shown)
    assert (set_by.chips, set_by.pot) == ((10 + pay, 10, 10), 150 - pay)
    rolled = throw(opened(object_set="ggggg", chips=(10, 10, 10), pot=100), shown)
    assert (rolled.chips, rolled.pot) == ((10, 10 + pay, 10), 100 - pay)


@pytest.mark.rule("MCZ-07", "MCZ-R13", "MCZ-R20")
@pytest.mark.option("machz", "poor_sets")
@pytest.mark.parametrize(("threshold", "shown", "asked"), [
    ("never", "rrrrr", False),
    ("below_2", "rrrrr", True),
    ("below_2", "rrrrb", False),
    ("below_3", "rrrrr", True),
    ("below_3", "rrrbb", True),
    ("below_3", "rrrbg", False),
])  # fmt: skip
def test_a_set_of_few_colours_may_be_passed_over(threshold, shown, asked):
    state = set_down(begun(poor_sets=threshold), shown)
    if not asked:
        assert state.due().must == {1}
        assert state.moves(1) == [Roll()]
        return
    assert state.due().must == {0, 1, 2}
    assert state.moves(2) == [Vote(True), Vote(False)]
    assert refusal(state, 1, Roll()) == "MCZ-07"
    pay = combination_pay(colours(shown))
    passed = state.play(0, Vote(False)).play(2, Vote(True)).play(1, Vote(True))
    assert passed.due().must == {passed.setter} == {1}
    assert passed.moves(1) == [Roll()]
    assert passed.object_set == ()
    assert passed.chips == (10 + pay, 10, 10)  # the Setter keeps the pay
    anew = set_down(passed, OBJECT)
    assert anew.due().must == {2}  # the next player is the Setter from now on: the one after rolls first
    kept = state.play(0, Vote(False)).play(2, Vote(True)).play(1, Vote(False))
    assert kept.due().must == {1}
    assert kept.object_set == state.object_set
    assert throw(kept, "ppppo").setter == 0


@pytest.mark.rule("MCZ-07", "MCZ-R13")
def test_half_of_the_votes_is_no_majority():
    state = set_down(begun(4, poor_sets="below_2"), "rrrrr")
    for seat, yes in ((3, True), (1, False), (0, True)):
        state = state.play(seat, Vote(yes))
        assert state.phase == "judging"
        assert seat not in state.due().must
        assert refusal(state, seat, Vote(yes)) == "TURN"
    assert state.play(2, Vote(False)).phase == "turn"
    assert state.play(2, Vote(True)).phase == "set"


@pytest.mark.rule("MCZ-15", "MCZ-23", "MCZ-R11")
def test_rollers_go_round_from_the_left_of_the_setter_who_comes_last():
    state = opened()
    assert refusal(state, 1, Pass()) == refusal(state, 1, Reroll(2)) == "MCZ-15"
    order = []
    for _ in range(7):
        order.append(state.roller)
        assert state.due().must == {state.roller}
        assert state.setter == 0
        state = throw(state, NOTHING)
    assert order == [1, 2, 0, 1, 2, 0, 1]


@pytest.mark.rule("MCZ-17", "MCZ-24")
@pytest.mark.parametrize(("object_set", "pay"), [
    ("roygb", 25), ("rroyg", 30), ("rrooy", 35), ("rrroy", 35), ("rrroo", 40), ("rrrro", 40), ("rrrrr", 50),
])  # fmt: skip
def test_machz_pays_by_the_colours_of_the_object_set(object_set, pay):
    assert machz_pay(colours(object_set)) == pay
    state = opened(object_set=object_set, chips=(10, 10, 10), pot=100)
    after = throw(state, object_set[::-1])
    assert (after.chips, after.pot) == ((10, 10 + pay, 10), 100 - pay)
    assert after.machz == (0, 1, 0)
    assert after.games == 1


@pytest.mark.rule("MCZ-18", "MCZ-R7")
def test_three_or_four_matched_allow_a_reroll_of_what_does_not_match():
    three = throw(opened(), THREE)
    assert (letters(three.locked), letters(three.loose)) == ("rrb", "op")
    assert three.due().must == {1}
    assert three.moves(1) == [Reroll(2), Pass()]
    assert refusal(three, 1, Reroll(1)) == "MCZ-18.both"
    assert refusal(three, 1, Roll()) == "MCZ-18.choose"
    assert refusal(three, 1, Vote(True)) == "MCZ-18.choose"
    four = throw(opened(), FOUR)
    assert (letters(four.locked), letters(four.loose)) == ("rrgb", "o")
    assert four.moves(1) == [Reroll(1), Pass()]
    assert refusal(four, 1, Reroll(2)) == "MCZ-R3"
    assert announced(three, Reroll(2)).chances().total == 36
    assert announced(four, Reroll(1)).chances().total == 6
    assert leave(three).due().must == leave(four).due().must == {2}


@pytest.mark.rule("MCZ-19")
@pytest.mark.parametrize("fell", ["ooopp", "roopp", "rroop", "bgooo"])
def test_fewer_than_three_matched_end_the_turn(fell):
    after = throw(opened(), fell)
    assert (after.phase, after.roller, after.locked, after.loose, after.fell) == ("turn", 2, (), (), ())


@pytest.mark.rule("MCZ-20")
def test_one_of_two_hit_allows_a_final_attempt_with_the_last_die():
    state = again(throw(opened(), THREE), "go")
    assert (letters(state.locked), letters(state.loose)) == ("rrgb", "o")
    assert state.moves(1) == [Reroll(1), Pass()]
    assert refusal(state, 1, Reroll(2)) == "MCZ-R3"
    assert again(state, "y").machz == (0, 1, 0)
    missed = again(state, "g")
    assert (missed.phase, missed.roller, missed.machz) == ("turn", 2, (0, 0, 0))


@pytest.mark.rule("MCZ-20", "MCZ-21")
def test_two_that_neither_hit_nor_pair_end_the_turn():
    after = again(throw(opened(), THREE), "ob")
    assert (after.phase, after.roller) == ("turn", 2)


@pytest.mark.rule("MCZ-21", "MCZ-22", "MCZ-R6")
@pytest.mark.parametrize("pair", ["oo", "pp", "rr", "bb"])
def test_a_pair_of_any_colour_may_be_rolled_once_more(pair):
    state = again(throw(opened(), THREE), pair)
    assert state.moves(1) == [Reroll(2), Pass()]
    assert refusal(state, 1, Reroll(1)) == "MCZ-18.both"
    hit = again(state, "yp")
    assert letters(hit.locked) == "rryb"
    assert hit.moves(1) == [Reroll(1), Pass()]
    assert again(hit, "g").machz == (0, 1, 0)
    assert again(hit, "y").roller == 2
    assert again(state, "yg").machz == (0, 1, 0)
    assert again(state, "op").roller == 2
    second_pair = again(state, "oo")  # once a turn
    assert (second_pair.phase, second_pair.roller) == ("turn", 2)


@pytest.mark.rule("MCZ-23", "MCZ-17")
def test_all_five_in_two_steps_are_machz_too():
    after = again(throw(opened(chips=(10, 10, 10), pot=100), THREE), "yg")
    assert after.machz == (0, 1, 0)
    assert after.chips == (10, 10 + 1 + 30, 10)
    assert after.due().must == {1}


@pytest.mark.rule("MCZ-25")
def test_the_next_game_is_set_to_the_left_of_the_last_setter():
    state = throw(throw(opened(), NOTHING), OBJECT)
    assert state.machz == (0, 0, 1)
    assert (state.setter, state.roller, state.due().must) == (1, 1, {1})
    for setter in (1, 2, 0, 1):
        assert state.setter == setter
        state = throw(set_down(holding(state, (10, 10, 10), 150), OBJECT), OBJECT)


@pytest.mark.rule("MCZ-26", "MCZ-R13", "MCZ-R14", "MCZ-R21")
@pytest.mark.option("machz", "laps")
def test_play_may_end_when_all_have_set_equally_often():
    state = begun(2, laps=2, pot=1000)
    for game in range(4):
        assert state.outcome() is None
        assert state.setter == game % 2
        state = set_down(state, OBJECT)
        assert state.outcome() is None  # the last lap's game is still played
        state = throw(throw(state, NOTHING), OBJECT)
    assert state.games == state.sets == 4
    assert state.outcome() is not None
    assert throw(set_down(begun(2, pot=1000), OBJECT), OBJECT).outcome() is None


@pytest.mark.rule("MCZ-27")
def test_not_betting_is_one_move_and_stakes_nothing_also_as_earlier_versions_wrote_it():
    state = opened().play(1, Roll())
    forms = [b'{"type":"Bet","side":"none"%s}' % chips for chips in (b"", b',"chips":0', b',"chips":1')]
    moves = {Bet("none"), Bet("none", 0), Bet("none", 1), *(knobel.game("machz").read(0, form) for form in forms)}
    assert [(move.side, move.chips) for move in moves] == [("none", 0)]
    (none,) = moves
    assert msgspec.json.encode(none) == b'{"type":"Bet","side":"none","chips":0}'
    assert none in state.moves(0)
    assert refusal(state, 0, none) is None


@pytest.mark.rule("MCZ-27", "MCZ-R11")
def test_all_but_the_roller_may_bet_one_chip_and_need_not():
    state = opened(4).play(1, Roll())
    assert state.due().must == {0, 2, 3}  # the Setter too
    assert state.moves(0) == [Bet("none"), Bet("match"), Bet("no_match")]
    assert state.moves(1) == []
    assert refusal(state, 1, Bet("match")) == "TURN"
    for wrong in (Roll(), Pass(), Reroll(1), Vote(True)):
        assert refusal(state, 2, wrong) == "MCZ-27.decide"
    assert refusal(state, 2, Bet("none", 2)) == "MCZ-27.none"
    assert refusal(state, 2, Bet("match", 0)) == refusal(state, 2, Bet("no_match", 0)) == "MCZ-27.least"
    assert refusal(state, 2, Bet("match", 2)) == "MCZ-34.most"
    for seat in (3, 0):
        state = state.play(seat, Bet("none"))
        assert not state.due().nature
    state = state.play(2, Bet("none"))
    assert state.due().nature
    after = falls(state, "oopry")
    assert after.chips[0] == 11
    assert after.chips[2:] == (10, 10)


@pytest.mark.rule("MCZ-28", "MCZ-29", "MCZ-R9")
@pytest.mark.parametrize(("fell", "earned", "match", "no_match"), [
    ("ooppr", 2, -1, +2),
    ("rropb", 1, +2, -1),
    ("rrbgo", 1, +2, -1),
    ("rrbgy", 30, +2, -1),
    ("roopb", 1, -1, +2),
])  # fmt: skip
def test_bets_before_the_first_roll(fell, earned, match, no_match):
    state = opened(4, chips=(10, 10, 10, 10), pot=100)
    after = throw(state, fell, p0="match", p2="no_match")
    assert after.chips == (10 + match, 10 + earned, 10 + no_match, 10)
    assert after.pot == 100 - earned - match - no_match


@pytest.mark.rule("MCZ-30", "MCZ-31")
@pytest.mark.parametrize(("fell", "earned", "match", "no_match"), [
    ("op", 0, -1, +2), ("oo", 0, -1, +2), ("rb", 0, -1, +2), ("go", 0, +4, -1), ("yy", 0, +4, -1), ("yg", 30, +4, -1),
])  # fmt: skip
def test_bets_with_three_matched(fell, earned, match, no_match):
    state = holding(throw(opened(4), THREE), (10, 10, 10, 10), 100)
    after = again(state, fell, p3="match", p2="no_match")
    assert after.chips == (10, 10 + earned, 10 + no_match, 10 + match)
    assert after.pot == 100 - earned - match - no_match


@pytest.mark.rule("MCZ-32", "MCZ-33", "MCZ-R8")
@pytest.mark.parametrize(("first", "second"), [(FOUR, None), (THREE, "go"), (THREE, "gg")])
def test_bets_with_four_matched(first, second):
    state = throw(opened(4), first)
    state = holding(again(state, second) if second else state, (10, 10, 10, 10), 100)
    hit = again(state, "y", p0="match", p2="no_match")
    assert (hit.chips, hit.pot) == ((16, 40, 9, 10), 65)
    missed = again(state, "r", p0="match", p2="no_match")
    assert (missed.chips, missed.pot) == ((9, 10, 12, 10), 99)


@pytest.mark.rule("MCZ-34")
@pytest.mark.option("machz", "bet_size", "most_bet")
def test_larger_bets_win_and_lose_by_the_chip():
    state = opened(3, bet_size="many", most_bet=4, chips=(3, 10, 10), pot=100).play(1, Roll())
    assert [(move.side, move.chips) for move in state.moves(0)] == [
        ("none", 0), ("match", 1), ("no_match", 1), ("match", 2), ("no_match", 2), ("match", 3), ("no_match", 3),
    ]  # fmt: skip
    assert len(state.moves(2)) == 1 + 2 * 4
    assert refusal(state, 0, Bet("match", 4)) == "MCZ-27.chips"
    assert refusal(state, 2, Bet("match", 5)) == "MCZ-34.most"
    assert refusal(state, 2, Bet("match", 4)) is None
    assert state.objection(0, Bet("match", 4)).args == {"n": 3}
    assert state.objection(2, Bet("match", 5)).args == {"n": 4}
    after = falls(bet(state, p0=("match", 3), p2=("no_match", 4)), "roopy")
    assert (after.chips, after.pot) == ((0, 11, 18), 100 + 3 - 1 - 8)
    after = falls(bet(state, p0=("match", 3), p2=("no_match", 4)), THREE)
    assert (after.chips, after.pot) == ((9, 11, 6), 100 + 4 - 1 - 6)
    one = opened(3, bet_size="one", chips=(3, 10, 10), pot=100).play(1, Roll())
    assert len(one.moves(0)) == 3
    assert one.objection(0, Bet("match", 2)).args == {"n": 1}


@pytest.mark.rule("MCZ-34", "MCZ-R20")
@pytest.mark.option("machz", "bet_size")
@pytest.mark.parametrize(("votes", "most"), [
    ((True, True, False), 5), ((True, False, False), 1), ((True, True, True), 5), ((False,) * 3, 1),
])  # fmt: skip
def test_larger_bets_by_vote_before_the_first_roll(votes, most):
    state = begun(bet_size="vote")
    assert state.due().must == {0, 1, 2}
    assert refusal(state, 0, Roll()) == "MCZ-34.vote"
    for seat, yes in reversed(list(enumerate(votes))):
        assert state.phase == "agreeing"
        state = state.play(seat, Vote(yes))
    assert state.due().must == {0}
    assert state.most_chips() == most
    assert state.votes == ()
    betting = set_down(state, OBJECT).play(1, Roll())
    assert len(betting.moves(2)) == 1 + 2 * most
    by_die = knobel.game("machz").start(2, bet_size="vote").play(0, Vote(True)).play(1, Vote(False))
    assert by_die.due().nature
    assert by_die.phase == "starting"


@pytest.mark.rule("MCZ-35")
@pytest.mark.option("machz", "banker")
def test_on_their_honour_everyone_is_told_what_to_take_and_put_in():
    stories = {}
    for banker in ("house", "honour"):
        state = announced(opened(banker=banker), Roll(), p0="match", p2="no_match")
        fell = Fell(colours("ooppr"))
        said = knobel.game("machz").tell(state, "nature", fell, state.play("nature", fell))
        stories[banker] = [say.key for say in said]
        assert state.play("nature", fell).chips == (10, 12, 12)  # the same either way
    assert stories["honour"] == [*stories["house"], "told.give", "told.take", "told.take"]


@pytest.mark.rule("MCZ-36", "MCZ-R12")
def test_an_empty_pot_ends_play_and_the_most_chips_win():
    state = opened(chips=(40, 38, 5), pot=6)
    going_on = throw(state, NOTHING)
    assert (going_on.chips, going_on.pot, going_on.outcome()) == ((40, 43, 5), 1, None)
    over = throw(holding(state, (40, 38, 5), 5), NOTHING)
    assert (over.chips, over.pot, over.outcome()) == ((40, 43, 5), 0, (2, 1, 3))
    assert over.due().must == frozenset()
    assert over.moves(0) == over.moves(2) == []
    assert set_down(holding(begun(), (10, 10, 10), 1), OBJECT).outcome() == (1, 2, 2)  # by the Setter's pay, too


@pytest.mark.rule("MCZ-37", "MCZ-R13", "MCZ-R17", "MCZ-R22")
@pytest.mark.option("machz", "refills")
def test_an_empty_pot_may_be_filled_again_for_a_fresh_contest():
    state = opened(refills=1, pot=5)
    state = throw(holding(replace(state, machz=(0, 0, 2)), (40, 38, 5), 5), NOTHING)
    assert state.outcome() is None
    assert (state.chips, state.pot, state.supply) == ((10, 10, 10), 150, 180)
    assert (state.won, state.machz, state.refilled) == ((0, 1, 0), (0, 0, 0), 1)
    assert (state.setter, state.due().must) == (1, {1})  # left of the last Setter
    assert state.object_set == ()
    last = set_down(holding(state, (10, 10, 12), 1), OBJECT)
    assert last.chips == (10, 11, 12)
    assert last.won == (0, 1, 1)
    assert last.outcome() == (3, 2, 1)  # a contest each: the chips of the last one decide
    clear = set_down(holding(state, (12, 12, 10), 1), OBJECT)
    assert clear.won == (0, 2, 0)
    assert clear.outcome() == (2, 1, 3)
    assert opened(refills=0, pot=1).pot == 1


@pytest.mark.rule("MCZ-38", "MCZ-R14", "MCZ-R18")
@pytest.mark.option("machz", "minutes")
def test_a_time_limit_ends_play():
    limit = 30 * 60_000
    state = opened(minutes=30, chips=(12, 10, 10))
    assert (state.due().alarm.at, state.due().alarm.move) == (limit, TimeUp())
    assert refusal(state, "clock", TimeUp(), limit - 1) == "TURN"
    over = state.play("clock", TimeUp(), limit)
    assert over.outcome() == (1, 2, 2)
    assert throw(state, NOTHING, at=limit - 1).outcome() is None
    assert throw(state, NOTHING, at=limit).outcome() == (2, 1, 3)
    assert opened().due().alarm is None
    assert throw(opened(), NOTHING, at=10 * limit).outcome() is None


@pytest.mark.rule("MCZ-39", "MCZ-R14")
@pytest.mark.option("machz", "target")
def test_a_target_ends_play_when_the_roll_is_settled():
    state = opened(target=20, chips=(17, 14, 10))
    assert throw(state, NOTHING).outcome() is None  # 19
    assert throw(state, "ooopp", p0="no_match").outcome() is None
    assert throw(holding(state, (18, 14, 10), 150), NOTHING, p0="no_match").outcome() == (1, 2, 3)
    both = throw(holding(state, (18, 16, 10), 150), NOTHING, p0="no_match")
    assert both.chips == (20, 21, 10)  # all of the roll is settled first
    assert both.outcome() == (2, 1, 3)
    assert set_down(holding(begun(target=20), (19, 10, 10), 100), OBJECT).outcome() == (1, 2, 2)


@pytest.mark.rule("MCZ-40", "MCZ-R14")
@pytest.mark.option("machz", "machz")
def test_a_number_of_machz_ends_play():
    state = begun(2, machz=3, pot=1000)
    for game in range(3):
        assert (state.games, state.outcome()) == (game, None)
        state = throw(set_down(state, OBJECT), OBJECT)
    assert state.outcome() is not None
    assert sum(state.machz) == state.games == 3


@pytest.mark.rule("MCZ-41")
def test_the_first_setter_is_who_alone_rolls_blue():
    state = knobel.game("machz").start(4)
    assert state.due().nature
    assert state.chances().total == 6
    assert state.contenders == (0, 1, 2, 3)
    state = tossed(state, "rgyp")
    assert (state.phase, state.contenders) == ("starting", (0, 1, 2, 3))  # no blue: all again
    state = tossed(state, "brbb")
    assert state.contenders == (0, 2, 3)  # several: only those
    state = tossed(state, "rgo")
    assert state.contenders == (0, 2, 3)  # none of them: those again
    state = tossed(state, "bob")
    assert state.contenders == (0, 3)
    state = tossed(state, "rb")
    assert (state.phase, state.setter, state.due().must) == ("set", 3, {3})
    assert (state.contenders, state.tossed) == ((), ())
    assert set_down(state, OBJECT).due().must == {0}


@pytest.mark.rule("MCZ-41")
def test_nobody_sets_before_everyone_has_rolled():
    state = tossed(knobel.game("machz").start(3), "br")
    assert state.phase == "starting"
    assert letters(state.tossed) == "br"
    assert tossed(state, "b").contenders == (0, 2)
    assert tossed(state, "p").setter == 0


@pytest.mark.rule("MCZ-41")
@pytest.mark.option("machz", "setter")
def test_the_table_may_name_the_first_setter():
    for seat in range(3):
        state = begun(setter=seat + 1)
        assert state.due().must == {seat}
        assert set_down(state, OBJECT).due().must == {(seat + 1) % 3}
    with pytest.raises(Malformed, match="no seat 4"):
        begun(3, setter=4)


def tossed(state, fell):
    for letter in fell:
        state = falls(state, letter)
    return state


def test_colours_come_in_the_order_of_the_house():
    assert COLOURS == ("red", "orange", "yellow", "green", "blue", "purple")
