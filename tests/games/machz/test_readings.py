"""Every reading of MACHZ, and the options that come with them."""

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.errors import Malformed
from knobel.games.machz.dice import COLOURS, in_order
from knobel.games.machz.matching import is_pair, matched, missing, rerolls
from knobel.games.machz.moves import Bet, Closed, Fell, Pass, Reroll, Roll, TimeUp, Vote
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


@pytest.mark.rule("MCZ-R1")
def test_all_dice_are_alike_with_six_colours():
    for state, dice in ((knobel.game("machz").start(2), 1), (begun().play(0, Roll()), 5)):
        assert state.chances().typed() == (("r", "o", "y", "g", "b", "p"),) * dice
    toss = knobel.game("machz").start(2).chances()
    assert [move.colours for move in toss.weighed()] == [(colour,) for colour in COLOURS]


@pytest.mark.rule("MCZ-R2")
@pytest.mark.option("machz", "pot")
def test_the_pot_may_hold_20_to_1000():
    assert begun(pot=20).pot == 20
    assert begun(pot=1000).pot == 1000
    for pot in (19, 1001):
        with pytest.raises(Malformed, match="pot"):
            begun(pot=pot)


@pytest.mark.rule("MCZ-R2")
@pytest.mark.option("machz", "stacks")
def test_the_stacks_may_come_from_the_pot():
    state = begun(4, pot=100, stacks="from_pot")
    assert (state.chips, state.pot, state.supply) == ((10,) * 4, 60, 100)
    assert begun(4, pot=100).pot == 100
    assert begun(2, pot=21, stacks="from_pot").pot == 1
    for seats, pot in ((2, 20), (10, 99)):
        with pytest.raises(Malformed, match=f"> {10 * seats}"):
            begun(seats, pot=pot, stacks="from_pot")


@pytest.mark.rule("MCZ-R2", "MCZ-37")
@pytest.mark.parametrize(("refill", "chips", "pot"), [("fresh", (10, 10, 10), 70), ("carry", (40, 43, 5), 70)])
def test_a_refill_takes_the_stacks_from_the_pot_as_the_start_did(refill, chips, pot):
    state = opened(pot=5, chips=(40, 38, 5), refills=1, refill=refill, stacks="from_pot")
    state = replace(state, options=replace(state.options, pot=100))
    after = throw(state, NOTHING)
    assert (after.chips, after.pot, after.supply) == (chips, pot, sum(chips) + pot)


@pytest.mark.rule("MCZ-R3")
@pytest.mark.parametrize(("wanted", "fell", "locked", "loose"), [
    ("rrbgy", "rbbbb", "rb", "bbb"),
    ("rrbgy", "rrrbb", "rrb", "rb"),
    ("rrrrr", "rrrrb", "rrrr", "b"),
    ("roygb", "bgyor", "roygb", ""),
    ("roygb", "ppppp", "", "ppppp"),
])  # fmt: skip
def test_each_object_die_is_matched_once_and_surplus_is_not(wanted, fell, locked, loose):
    hits, rest = matched(in_order(colours(wanted)), in_order(colours(fell)))
    assert hits == in_order(colours(locked))
    assert rest == in_order(colours(loose))
    assert missing(in_order(colours(wanted)), hits) == matched(hits, in_order(colours(wanted)))[1]
    assert len(missing(in_order(colours(wanted)), hits)) == 5 - len(locked)


@pytest.mark.rule("MCZ-R3")
def test_dice_that_match_are_locked():
    state = throw(opened(), "rrrbb")  # the third red and the second blue are surplus
    assert (letters(state.locked), letters(state.loose)) == ("rrb", "rb")
    assert refusal(throw(opened(), FOUR), 1, Reroll(2)) == "MCZ-R3"
    after = again(state, "rb")  # neither hits: red and blue are matched already
    assert after.roller == 2
    assert letters(again(state, "yr").locked) == "rryb"


@pytest.mark.rule("MCZ-R4", "MCZ-R19")
@pytest.mark.option("machz", "combination")
@pytest.mark.parametrize(("paid_for", "one_throw", "left_at_once", "rerolled", "left_later"), [
    ("first", 5, 1, 1, 1),
    ("final", 5, 1, 2, 3),
    ("both", 5, 1, 1 + 2, 1 + 3),
])  # fmt: skip
def test_which_hand_is_paid(paid_for, one_throw, left_at_once, rerolled, left_later):
    def earned(state):
        return state.chips[1] - 10

    state = opened(combination=paid_for, chips=(10, 10, 10), pot=100)
    assert earned(throw(state, NOTHING)) == one_throw
    three = throw(state, THREE)
    assert earned(three) == (0 if paid_for == "final" else 1)
    assert earned(leave(three)) == left_at_once
    assert leave(three).roller == 2
    assert earned(again(three, "bo")) == rerolled  # rrb bo: two pairs, and the turn is over
    kept = again(three, "rr")  # a pair: it may go on
    assert earned(kept) == (0 if paid_for == "final" else 1)
    assert earned(leave(again(three, "yr"))) == left_later  # rrb yr: three alike
    assert earned(again(again(three, "yr"), "b")) == rerolled  # rrby b: two pairs


@pytest.mark.rule("MCZ-R4")
def test_only_the_best_row_is_paid():
    for fell, pay in (("rrrrr", 15), ("pppoo", 5), ("ppppo", 10)):
        assert throw(opened(object_set="bbbbb", chips=(10, 10, 10), pot=100), fell).chips[1] == 10 + pay


@pytest.mark.rule("MCZ-R4")
def test_a_final_hand_that_empties_the_pot_ends_play():
    state = holding(throw(opened(combination="final"), THREE), (10, 10, 10), 1)
    over = leave(state)
    assert (over.chips, over.outcome()) == ((10, 11, 10), (2, 1, 2))


@pytest.mark.rule("MCZ-R5")
@pytest.mark.option("machz", "machz_pay")
@pytest.mark.parametrize(("paid_for", "pays", "at_once", "later"), [
    ("first", "alone", 30, 1 + 30),
    ("first", "both", 30 + 1, 1 + 30),
    ("final", "alone", 30, 30),
    ("final", "both", 30 + 1, 30 + 1),
    ("both", "alone", 30, 1 + 30),
    ("both", "both", 30 + 1, 1 + 30 + 1),
])  # fmt: skip
def test_what_machz_pays(paid_for, pays, at_once, later):
    state = opened(combination=paid_for, machz_pay=pays, chips=(10, 10, 10), pot=100)
    first = throw(state, OBJECT)
    assert (first.chips, first.pot) == ((10, 10 + at_once, 10), 100 - at_once)
    second = again(throw(state, FOUR), "y")
    assert (second.chips, second.pot) == ((10, 10 + later, 10), 100 - later)
    third = again(again(throw(state, THREE), "yo"), "g")
    assert third.chips == (10, 10 + later, 10)


@pytest.mark.rule("MCZ-R6")
def test_one_of_a_pair_matches_keep_it_or_roll_both():
    state = again(throw(opened(), THREE), "gg")
    assert (letters(state.locked), letters(state.loose)) == ("rrgb", "g")
    assert state.moves(1) == [Reroll(1), Reroll(2), Pass()]
    keeping = announced(state, Reroll(1))
    assert (letters(keeping.locked), letters(keeping.loose), keeping.pair_used) == ("rrgb", "g", False)
    assert again(state, "y").machz == (0, 1, 0)
    rolling = announced(state, Reroll(2))
    assert (letters(rolling.locked), letters(rolling.loose), rolling.pair_used) == ("rrb", "gg", True)
    assert falls(rolling, "yg").machz == (0, 1, 0)
    assert falls(rolling, "op").roller == 2
    used = falls(rolling, "yy")  # a pair again, and one of it matches: it can only be kept
    assert letters(used.locked) == "rryb"
    assert used.moves(1) == [Reroll(1), Pass()]
    assert refusal(used, 1, Reroll(2)) == "MCZ-R6"
    assert again(used, "g").machz == (0, 1, 0)


@pytest.mark.rule("MCZ-R6")
def test_only_one_die_of_the_pair_is_given_up_though_its_colour_was_matched_before():
    state = again(throw(opened(object_set="ggrby"), "grbop"), "gg")
    assert (letters(state.locked), letters(state.loose)) == ("rggb", "g")
    both = announced(state, Reroll(2))
    assert (letters(both.locked), letters(both.loose)) == ("rgb", "gg")
    assert falls(both, "gy").machz == (0, 1, 0)


@pytest.mark.rule("MCZ-R6", "MCZ-17")
def test_a_pair_that_fills_both_gaps_is_machz():
    state = throw(opened(object_set="rrbgg"), "rrbop")
    assert again(state, "gg").machz == (0, 1, 0)


@pytest.mark.rule("MCZ-R6", "MCZ-21")
def test_the_pair_reroll_is_the_turns_own():
    state = again(again(throw(opened(), THREE), "oo"), "pp")
    assert (state.roller, state.pair_used) == (2, False)
    assert again(throw(state, THREE), "oo").moves(2) == [Reroll(2), Pass()]


@pytest.mark.rule("MCZ-18", "MCZ-19", "MCZ-20", "MCZ-21", "MCZ-22", "MCZ-R6", "MCZ-R7")
@pytest.mark.parametrize(("fell", "loose", "used", "may"), [
    ("rrbgy", 0, False, ()), ("rrbgy", 1, False, (1,)), ("rrbgy", 2, False, (2,)), ("rrbgy", 3, False, ()),
    ("rrbgy", 5, False, ()), ("rb", 0, False, ()), ("rb", 1, False, (1,)), ("rb", 2, False, ()), ("rr", 0, False, ()),
    ("rr", 1, False, (1, 2)), ("rr", 2, False, (2,)), ("rr", 1, True, (1,)), ("rr", 2, True, ()), ("rb", 1, True, (1,)),
    ("r", 1, False, ()), ("r", 0, False, ()), ("r", 1, True, ()),
])  # fmt: skip
def test_what_may_be_rolled_again(fell, loose, used, may):
    assert rerolls(colours(fell), loose, used) == may


def test_a_pair_is_two_dice():
    assert is_pair(colours("rr"))
    assert not is_pair(colours("rb"))
    assert not is_pair(colours("rrbgy"))
    assert not is_pair(colours("r"))


@pytest.mark.rule("MCZ-R7")
def test_four_matched_at_once_allow_one_reroll():
    state = throw(opened(), FOUR)
    missed = again(state, "o")
    assert (missed.phase, missed.roller) == ("turn", 2)
    assert again(state, "y").machz == (0, 1, 0)


@pytest.mark.rule("MCZ-R8")
def test_the_order_of_a_roll():
    state = opened()
    assert state.due().must == {1}  # the Roller says so first
    assert refusal(state, 0, Bet("match")) == refusal(state, 2, Bet("match")) == "TURN"
    state = state.play(1, Roll())
    assert state.due().must == {0, 2}  # then bets
    assert refusal(state, "nature", Fell(colours(THREE))) == "TURN"
    state = bet(state)
    assert state.due().nature  # then the dice
    assert refusal(state, 2, Bet("match")) == "TURN"
    state = falls(state, THREE)
    assert state.due().must == {1}  # and again
    assert state.play(1, Reroll(2)).due().must == {0, 2}


@pytest.mark.rule("MCZ-R8", "MCZ-30", "MCZ-32")
def test_giving_up_a_match_of_a_pair_opens_the_window_for_three():
    state = holding(again(throw(opened(), THREE), "gg"), (10, 10, 10), 100)
    both = announced(state, Reroll(2), p0="match", p2="no_match")
    assert falls(both, "go").chips == (14, 10, 9)  # its own colour was missing again
    assert falls(both, "op").chips == (9, 10, 12)
    one = announced(state, Reroll(1), p0="match", p2="no_match")
    assert falls(one, "y").chips == (16, 40, 9)
    assert falls(one, "g").chips == (9, 10, 12)


@pytest.mark.rule("MCZ-R8")
@pytest.mark.option("machz", "seconds")
def test_bets_close_at_the_deadline():
    state = opened(4, seconds=20, chips=(10,) * 4, pot=100)
    assert state.due().alarm is None
    betting = state.play(1, Roll(), 5000)
    assert (betting.due().alarm.at, betting.due().alarm.move) == (25_000, Closed())
    betting = betting.play(3, Bet("no_match"), 6000)
    assert betting.due().alarm.at == 25_000
    assert refusal(betting, "clock", Closed(), 24_999) == "TURN"
    assert refusal(betting, 0, Bet("match"), 25_000) is None
    assert refusal(betting, 0, Bet("match"), 25_001) == "MCZ-R8"
    assert betting.moves(0, 25_001) == []
    closed = betting.play("clock", Closed(), 25_000)
    assert closed.due().nature
    assert closed.deadline is None
    assert falls(closed, "ooprr").chips == (10, 12, 10, 12)
    again_open = falls(closed, THREE).play(1, Reroll(2), 30_000)
    assert again_open.due().alarm.at == 50_000
    assert bet(again_open).deadline is None
    without = opened(4).play(1, Roll(), 5000)
    assert without.due().alarm is None
    assert refusal(without, 0, Bet("match"), 10**9) is None


@pytest.mark.rule("MCZ-R8", "MCZ-R20")
def test_votes_close_at_the_deadline_and_who_has_not_voted_is_not_for_it():
    state = set_down(begun(seconds=10, poor_sets="below_2"), "rrrrr", at=1000)
    assert state.due().alarm.at == 11_000
    state = state.play(2, Vote(True), 1500)
    assert refusal(state, 0, Vote(True), 11_001) == "MCZ-R8"
    one = state.play("clock", Closed(), 11_000)
    assert (one.phase, one.deadline, one.votes) == ("turn", None, ())
    two = state.play(0, Vote(True), 2000).play("clock", Closed(), 11_000)
    assert (two.phase, two.setter) == ("set", 1)
    start = begun(seconds=10, bet_size="vote")
    assert start.due().alarm.at == 10_000
    assert start.play("clock", Closed(), 10_000).most_chips() == 1


@pytest.mark.rule("MCZ-R9", "MCZ-28")
def test_a_winning_bet_keeps_its_stake():
    after = throw(opened(chips=(1, 10, 1), pot=100), THREE, p0="match", p2="no_match")
    assert after.chips == (3, 11, 0)


@pytest.mark.rule("MCZ-R10")
def test_a_player_without_chips_is_not_asked_but_rolls():
    state = opened(chips=(0, 10, 3))
    betting = state.play(1, Roll())
    assert betting.due().must == {2}
    assert refusal(betting, 0, Bet("match")) == "TURN"
    state = bet(betting)
    assert state.due().nature
    state = throw(throw(opened(chips=(0, 10, 3)), NOTHING), NOTHING)
    assert state.roller == 0
    assert throw(state, NOTHING).chips[0] == 5
    nobody = opened(chips=(0, 10, 0)).play(1, Roll())
    assert nobody.due().nature
    assert falls(nobody, NOTHING).chips == (0, 15, 0)


@pytest.mark.rule("MCZ-R11")
def test_laps_repeat_until_machz_and_the_setter_bets_and_rolls():
    state = opened(2, pot=1000)
    for roller in (1, 0, 1, 0, 1):
        assert state.roller == roller
        assert state.play(roller, Roll()).due().must == {1 - roller}
        state = throw(state, NOTHING)
    assert state.setter == 0
    assert throw(state, OBJECT).machz == (1, 0)  # the Setter may have it, too


@pytest.mark.rule("MCZ-R12")
def test_lost_stakes_go_in_first_then_the_roller_then_rockers_clockwise():
    state = opened(5, chips=(10,) * 5, pot=1)
    after = throw(state, "ooopp", p0="match", p2="no_match", p3="match", p4="no_match")
    # 1 + 2 lost = 3 in the Pot: all of it goes to the Roller, who earned 5
    assert (after.chips, after.pot) == ((9, 13, 10, 9, 10), 0)
    after = throw(holding(state, (10,) * 5, 6), "ooopp", p0="match", p2="no_match", p3="no_match", p4="no_match")
    # 6 + 1 = 7: five to the Roller, two to the first Rocker, nothing for the others
    assert (after.chips, after.pot) == ((9, 15, 12, 10, 10), 0)
    after = throw(holding(state, (10,) * 5, 8), "ooopp", p0="no_match", p3="no_match")
    # 8: five, then two, then the one that is left for the seat after the last
    assert (after.chips, after.pot) == ((11, 15, 10, 12, 10), 0)


@pytest.mark.rule("MCZ-R12", "MCZ-36")
def test_the_pot_is_tested_after_every_roll_in_the_middle_of_a_game_too():
    state = holding(throw(opened(), THREE), (10, 10, 10), 2)
    over = again(state, "op", p0="no_match")
    assert (over.chips, over.outcome()) == ((12, 10, 10), (1, 2, 2))
    refilled = holding(throw(opened(refills=1), THREE), (10, 10, 10), 2)
    assert again(refilled, "op", p0="no_match").phase == "set"


@pytest.mark.rule("MCZ-R13")
@pytest.mark.option("machz", "refill")
def test_stacks_may_carry_over_a_refill():
    state = replace(opened(refills=1, refill="carry", chips=(40, 38, 5), pot=5), machz=(0, 2, 1))
    state = throw(state, NOTHING)
    assert (state.chips, state.pot, state.supply) == ((40, 43, 5), 150, 238)
    assert (state.won, state.machz) == ((0, 0, 0), (0, 2, 1))
    last = set_down(holding(state, (90, 30, 20), 1), OBJECT)
    assert last.won == (0, 0, 0)
    assert last.outcome() == (1, 2, 3)


@pytest.mark.rule("MCZ-R13")
def test_the_first_end_reached_counts():
    state = opened(refills=1, target=43, chips=(40, 38, 5), pot=5)
    assert throw(state, NOTHING).outcome() == (2, 1, 3)  # the target, although the Pot could be filled again
    state = opened(target=44, machz=1, chips=(12, 10, 10), pot=100)
    assert throw(state, OBJECT).outcome() == (2, 1, 3)
    assert throw(state, NOTHING).outcome() is None


@pytest.mark.rule("MCZ-R15")
def test_a_tie_goes_to_more_machz_and_is_shared_else():
    state = opened(4, chips=(20, 15, 20, 20), pot=5)
    assert throw(replace(state, machz=(1, 2, 0, 1)), NOTHING).outcome() == (2, 1, 4, 2)
    assert throw(state, NOTHING).outcome() == (1, 1, 1, 1)
    assert throw(holding(state, (20, 14, 20, 20), 5), NOTHING).outcome() == (1, 4, 1, 1)


@pytest.mark.rule("MCZ-R17")
def test_contests_are_won_by_machz_in_a_tie_and_may_be_shared():
    state = opened(refills=2, chips=(15, 10, 15), pot=5)
    assert throw(state, NOTHING).won == (1, 1, 1)
    assert throw(replace(state, machz=(1, 0, 1)), NOTHING).won == (1, 0, 1)
    third = throw(replace(state, won=(0, 1, 0), refilled=2), NOTHING)
    assert third.won == (1, 2, 1)
    assert third.outcome() == (2, 1, 2)


@pytest.mark.rule("MCZ-R18")
def test_time_runs_out_between_rolls_and_a_roll_under_way_is_finished():
    limit = 60_000
    state = opened(minutes=1, seconds=5)
    betting = state.play(1, Roll(), limit - 1)
    assert betting.due().alarm.move == Closed()
    rolling = bet(betting, limit)
    assert rolling.due().alarm is None
    assert falls(rolling, NOTHING, limit + 1).outcome() is not None
    unhurried = opened(minutes=1).play(1, Roll(), limit - 1)
    assert unhurried.due().alarm is None
    choosing = throw(opened(minutes=1), THREE)
    assert choosing.due().alarm.at == limit
    over = choosing.play("clock", TimeUp(), limit)
    assert over.phase == "over"
    assert begun(minutes=1).due().alarm.move == TimeUp()
    voting = begun(minutes=1, bet_size="vote")
    assert voting.due().alarm.move == TimeUp()
    over = voting.play(0, Vote(True)).play("clock", TimeUp(), limit)
    assert (over.outcome(), over.votes) == ((1, 1, 1), ())
    assert throw(opened(minutes=1), OBJECT, at=limit).outcome() == (2, 1, 3)  # with MACHZ, too
    assert leave(choosing, at=limit - 1).outcome() is None
    assert leave(choosing, at=limit).outcome() == (1, 1, 3)


@pytest.mark.rule("MCZ-R18", "MCZ-38")
def test_nothing_but_a_bet_is_done_after_the_time_is_up():
    limit = 60_000
    state = opened(minutes=1)
    assert refusal(state, 1, Roll(), limit) is None
    assert refusal(state, 1, Roll(), limit + 1) == "MCZ-R18"
    assert refusal(begun(minutes=1), 0, Roll(), limit + 1) == "MCZ-R18"
    assert refusal(begun(minutes=1, bet_size="vote"), 0, Vote(True), limit + 1) == "MCZ-R18"
    betting = state.play(1, Roll(), limit)
    assert refusal(betting, 0, Bet("match"), limit + 1) is None


@pytest.mark.rule("MCZ-R18", "MCZ-R8")
def test_a_vote_with_a_deadline_does_not_outlast_the_time():
    voting = begun(minutes=1, bet_size="vote", seconds=600)
    assert (voting.due().alarm.at, voting.due().alarm.move) == (60_000, TimeUp())
    assert voting.play("clock", TimeUp(), 60_000).deadline is None
    hurried = begun(minutes=1, bet_size="vote", seconds=5)
    assert hurried.due().alarm.move == Closed()


@pytest.mark.rule("MCZ-R21", "MCZ-26", "MCZ-37")
def test_the_laps_end_play_also_where_the_pot_would_be_refilled():
    def emptied(**options):
        state = replace(opened(refills=1, refill="carry", **options), sets=3)
        return throw(replace(state, pot=1, supply=1 + sum(state.chips)), "ppppo")

    assert emptied(laps=1).outcome() is not None
    assert emptied(laps=2).outcome() is None
    assert emptied(laps=2).refilled == 1


@pytest.mark.rule("MCZ-R21")
def test_a_set_that_was_passed_over_counts_for_the_lap():
    state = set_down(begun(2, laps=1, poor_sets="below_2"), "rrrrr")
    state = state.play(0, Vote(True)).play(1, Vote(True))
    assert (state.setter, state.sets) == (1, 1)
    state = set_down(state, OBJECT)
    assert throw(state, NOTHING).outcome() is None
    assert throw(state, OBJECT).outcome() is not None


@pytest.mark.rule("MCZ-R22")
def test_laps_and_machz_count_on_through_all_contests():
    state = replace(opened(refills=2, machz=2, pot=5), games=1)
    state = throw(state, NOTHING)
    assert (state.refilled, state.games, state.sets) == (1, 1, 1)
    assert throw(set_down(state, OBJECT), OBJECT).outcome() is not None
    state = throw(opened(2, refills=2, laps=1, pot=5), NOTHING)
    assert throw(set_down(state, OBJECT), OBJECT).outcome() is not None


@pytest.mark.rule("MCZ-R14")
def test_limits_are_not_looked_at_before_the_roll_is_settled():
    state = opened(target=20, chips=(19, 10, 10))
    betting = state.play(1, Roll()).play(0, Bet("no_match"))
    assert betting.outcome() is None
    assert falls(betting.play(2, Bet("none")), "ooppr").outcome() == (1, 2, 3)


def test_presets_are_what_the_sheet_suggests():
    game = knobel.game("machz")
    assert game.start(3, "half_hour").options.minutes == 30
    assert game.start(3, "hundred").options.target == 100
    assert game.start(3, "six").options.machz == 6
    assert game.start(3, "high_stakes").most_chips() == 5
