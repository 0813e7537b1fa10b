"""What the sheet leaves open, as this table reads it."""

from itertools import pairwise

import pytest

import knobel
from knobel.core.errors import Malformed
from knobel.games.schocken.cup import Cup
from knobel.games.schocken.moves import Began, Covered, Fell, Stand, Throw
from tests.games.schocken.script import ALL, begin, bout, lying, may, stand, throw, thrown, turn, why

GAME = knobel.game("schocken")


@pytest.mark.rule("SCH-R1")
def test_there_are_thirteen_discs():
    assert begin().middle == begin().options.discs == 13


@pytest.mark.rule("SCH-R2")
def test_hands_rank_in_this_order_at_the_reveal():
    rising = ["665", "321", "222", "112", "421", "221", "111"]
    for worse, better in pairwise(rising):
        assert bout(begin(), worse, better).reveal.winner == 1
        assert bout(begin(), better, worse).reveal.winner == 0


@pytest.mark.rule("SCH-R3")
@pytest.mark.parametrize(
    ("worse", "better"),
    [("641", "651"), ("651", "652"), ("543", "654"), ("222", "333"), ("113", "114")],
)
def test_inside_a_kind_the_higher_hand_wins(worse, better):
    assert bout(begin(), worse, better).reveal.winner == 1


@pytest.mark.rule("SCH-R3", "SCH-25")
def test_a_schock_out_waits_for_the_reveal_and_of_two_the_earlier_wins():
    state = turn(begin(), "111")
    assert state.reveal is None
    assert state.due().must == {1}
    state = turn(state, "116/1")
    assert state.reveal.winner == 0
    assert state.losers == (1,)
    assert bout(begin(), "116/1", "111").losers == (1,)


@pytest.mark.rule("SCH-R4", "SCH-26")
@pytest.mark.parametrize("hand", ["665/421", "665/443/421"])
def test_any_throw_of_all_three_dice_can_be_a_jule(hand):
    assert bout(begin(), hand, "116").discs == (0, 7)


@pytest.mark.rule("SCH-R5")
@pytest.mark.parametrize(("hand", "due"), [("546/3", 2), ("446/4", 3)])
def test_streets_and_generals_may_be_put_together(hand, due):
    assert bout(begin(), hand, "665").discs == (0, due)


@pytest.mark.rule("SCH-R6")
def test_the_second_player_also_has_three_throws():
    state, _ = thrown(turn(begin(), "654"), "654/32/1")
    assert state.cups[1].throws == (3, 2, 1)


@pytest.mark.rule("SCH-R7")
@pytest.mark.parametrize("hand", ["661", "543/661", "543/543/661", "543/66", "543/543/66"])
def test_a_six_may_be_turned_after_any_throw_that_shows_two(hand):
    state, _ = thrown(begin(), hand)
    assert Stand(1) in may(state)
    assert Stand() in may(state)


@pytest.mark.rule("SCH-R7")
def test_both_sixes_have_to_be_from_the_throw_just_made():
    for hand in ("643/66/3", "643/6", "664/5", "664/64"):
        state, _ = thrown(begin(), hand)
        assert why(state, 0, Stand(1)) == "SCH-27", hand
    assert why(throw(throw(begin(), "654"), "66", (1, 2)), 0, Stand(1)) == ""


@pytest.mark.rule("SCH-R7")
def test_one_six_is_turned_a_throw_and_the_other_stays():
    state = throw(begin(), "666")
    assert why(state, 0, Stand(2)) == why(state, 0, Throw((0,), 2)) == "SCH-R7.one"
    assert Stand(2) not in may(state)
    assert stand(state, 1).cups[0].faces == (1, 6, 6)
    again = throw(throw(state, "66", (1, 2), flip=1), "6", (2,), flip=1)
    assert again.cups[0].faces == (1, 1, 6)
    for flip in (-1, 3):
        with pytest.raises(Malformed):
            Stand(flip)


@pytest.mark.rule("SCH-R7", "SCH-06")
def test_whether_a_six_was_turned_stays_secret():
    state = throw(begin(), "664")
    assert stand(state, 1).view(1) == stand(state).view(1)
    assert state.play(0, Throw((2,), 1)).view(1) == state.play(0, Throw((2,))).view(1)


@pytest.mark.rule("SCH-R7")
def test_after_the_last_throw_one_still_has_to_say_that_one_stands():
    state, _ = thrown(begin(), "321/321/321")
    assert state.due().must == {0}
    assert may(state) == {Stand()}


@pytest.mark.rule("SCH-R8")
def test_a_die_set_aside_may_go_back_later():
    state = throw(throw(begin(), "165"), "43", (1, 2))
    state = throw(state, "2", (0,))
    assert state.cups[0].faces == (2, 4, 3)


@pytest.mark.rule("SCH-R8")
def test_which_dice_are_set_aside_is_not_known_only_how_many():
    state = throw(begin(), "616")
    low, high = throw(state, "2", (0,)), throw(state, "3", (2,))
    assert low.view(1) == high.view(1)
    assert low.view(1).cups[0] == Cup((0, 0, 0), (0,), (3, 1))
    assert throw(state, "23", (0, 1)).view(1) != low.view(1)


@pytest.mark.rule("SCH-R9")
def test_the_thrower_sees_the_own_last_throw():
    state, _ = thrown(begin(), "321/321/654")
    assert state.view(0).cups[0].faces == (6, 5, 4)
    flying = throw(throw(begin(), "321"), "321").play(0, Throw(ALL))
    assert flying.shown(0, "nature", Fell((6, 5, 4))) == Fell((6, 5, 4))


@pytest.mark.rule("SCH-R10")
def test_what_the_middle_lacks_is_forgotten():
    state = bout(lying(begin(), 2, 6, 5), "222", "654")
    assert (state.middle, state.discs) == (0, (6, 7))
    assert (state.reveal.from_middle, state.reveal.from_players) == (2, 0)


@pytest.mark.rule("SCH-R10")
def test_what_the_winner_lacks_is_forgotten():
    state = bout(lying(begin(), 0, 2, 11), "222", "654")
    assert (state.reveal.from_middle, state.reveal.from_players) == (0, 2)
    assert state.losers == (1,)


@pytest.mark.rule("SCH-R11", "SCH-03")
def test_the_highest_die_begins():
    assert GAME.start(3).play("nature", Began((2, 6, 5))).order == (1, 2, 0)
    assert GAME.start(3).play("nature", Began((2, 5, 6))).due().must == {2}
    assert GAME.start(2).play("nature", Began((2, 1))).contenders == ()


@pytest.mark.rule("SCH-R11", "SCH-R20")
def test_those_who_tie_for_the_highest_roll_again():
    state = GAME.start(4).play("nature", Began((5, 2, 5, 5)))
    assert state.contenders == (0, 2, 3)
    assert state.due().nature
    assert state.chances().total == 216
    state = state.play("nature", Began((1, 4, 4)))
    assert state.contenders == (2, 3)
    assert state.chances().total == 36
    assert why(state, "nature", Began((1, 2, 3))) == "DICE"
    state = state.play("nature", Began((1, 2)))
    assert state.order == (3, 0, 1, 2)
    assert state.contenders == ()


@pytest.mark.rule("SCH-R11")
def test_the_loser_of_a_round_begins_the_next_and_the_final():
    state = bout(begin(), "111", "654")
    assert state.order == (1, 0)
    state = bout(state, "111", "654")
    assert state.order == (0, 1)
    assert state.is_final()


@pytest.mark.rule("SCH-R12")
def test_the_final_is_a_whole_round_with_all_discs():
    state = bout(bout(begin(), "111", "654"), "111", "654")
    assert (state.middle, state.discs) == (13, (0, 0))
    state = bout(state, "222", "654")
    assert (state.middle, state.discs) == (10, (0, 3))
    assert state.outcome() is None
    state = bout(lying(state, 0, 1, 12), "654", "665")
    assert state.discs == (3, 10)
    state = bout(lying(state, 0, 12, 1), "654", "665")
    assert state.outcome() is None
    assert bout(lying(state, 0, 2, 11), "665", "654").outcome() == (1, 2)


# More than two -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SCH-R13", "SCH-28")
def test_the_best_hand_sets_the_discs_and_the_worst_takes_them():
    state = bout(begin(4), "654", "114", "665", "222")
    assert (state.reveal.winner, state.reveal.loser) == (1, 2)
    assert (state.middle, state.discs) == (9, (0, 0, 4, 0))


@pytest.mark.rule("SCH-R13")
def test_of_equal_worst_hands_the_later_loses_and_of_equal_best_the_earlier_wins():
    reveal = bout(begin(4), "665", "114", "566", "114").reveal
    assert (reveal.winner, reveal.loser) == (1, 2)
    reveal = bout(begin(4, starter=3), "665", "114", "566", "114").reveal
    assert (reveal.winner, reveal.loser) == (3, 0)
    reveal = bout(begin(3), "654", "654", "654").reveal
    assert (reveal.winner, reveal.loser) == (0, 2)


@pytest.mark.rule("SCH-R13")
def test_throwing_goes_to_the_left_from_the_last_loser():
    state = bout(begin(4), "654", "114", "665", "222")
    assert state.order == (2, 3, 0, 1)
    for seat in (2, 3, 0, 1):
        assert state.due().must == {seat}
        state = turn(state, "665")
    assert state.order == (1, 2, 3, 0)


@pytest.mark.rule("SCH-R13")
def test_once_the_middle_is_empty_players_without_discs_are_out():
    state = lying(begin(4), 2, 6, 0, 5, 0)
    assert state.order == (0, 1, 2, 3)
    state = bout(state, "654", "665", "222", "444")
    assert (state.middle, state.discs) == (0, (6, 2, 5, 0))
    assert state.order == (1, 2, 0)
    assert why(state, 3, Throw(ALL)) == "TURN"
    assert bout(begin(4), "654", "665", "222", "444").order == (1, 2, 3, 0)


@pytest.mark.rule("SCH-R13")
def test_one_disc_left_in_the_middle_keeps_everybody_in():
    state = bout(lying(begin(3), 3, 10, 0, 0), "222", "654", "654")
    assert (state.middle, state.discs) == (0, (10, 0, 3))
    assert state.order == (2, 0)
    state = bout(lying(begin(3), 4, 9, 0, 0), "222", "654", "654")
    assert (state.middle, state.discs) == (1, (9, 0, 3))
    assert state.order == (2, 0, 1)


@pytest.mark.rule("SCH-R13", "SCH-12")
def test_a_winner_who_gives_the_last_disc_away_is_safe():
    state = bout(lying(begin(3), 0, 2, 5, 6), "222", "654", "665")
    assert (state.reveal.winner, state.reveal.loser) == (0, 2)
    assert state.discs == (0, 5, 8)
    assert state.order == (2, 1)
    state = bout(state, "665", "654")
    assert state.discs == (0, 3, 10)
    assert state.order == (2, 1)


@pytest.mark.rule("SCH-R13")
def test_a_schock_out_gives_the_worst_hand_all_discs():
    state = bout(lying(begin(4), 3, 1, 2, 3, 4), "654", "111", "665", "222")
    assert state.losers == (2,)
    assert (state.reveal.from_middle, state.reveal.from_players) == (3, 7)
    assert (state.middle, state.discs) == (13, (0, 0, 0, 0))
    assert state.order == (2, 3, 0, 1)


@pytest.mark.rule("SCH-R13")
def test_those_who_were_safe_play_the_next_round_again():
    state = bout(lying(begin(3), 0, 3, 0, 10), "222", "654")
    assert state.losers == (2,)
    assert state.order == (2, 0, 1)


@pytest.mark.rule("SCH-R13", "SCH-R21")
def test_the_losers_of_the_two_rounds_play_the_final_and_the_others_share_the_win():
    state = bout(begin(4), "654", "111", "665", "222")
    state = bout(state, "222", "111", "665", "654")
    assert state.losers == (2, 0)
    assert state.is_final()
    assert state.order == (0, 2)
    assert state.middle == 13
    assert state.moves(1) == state.moves(3) == []
    lost = bout(state, "111", "654")
    assert lost.outcome() == (1, 1, 4, 1)
    assert lost.scores() == (0, 0, 13, 0)
    assert bout(state, "654", "111").outcome() == (4, 1, 1, 1)


@pytest.mark.rule("SCH-R13")
def test_in_the_final_only_the_two_throw_bout_after_bout():
    state = bout(begin(4), "654", "111", "665", "222")
    state = bout(state, "222", "111", "665", "654")
    state = bout(state, "222", "654")
    assert state.order == (2, 0)
    assert (state.middle, state.discs) == (10, (0, 0, 3, 0))


@pytest.mark.rule("SCH-R13")
def test_the_loser_of_both_rounds_loses_without_a_final():
    state = bout(begin(3), "665", "111", "222")
    state = bout(state, "665", "111", "222")
    assert state.losers == (0, 0)
    assert state.outcome() == (3, 1, 1)
    assert state.order == ()


@pytest.mark.rule("SCH-R14")
def test_pub_rules():
    pub = GAME.start(2, preset="pub").options
    assert pub.leader_caps
    assert pub.flip_three
    assert not pub.flip_last
    assert pub.assembled == "generals"
    assert GAME.start(2, preset="box").options == GAME.options()
    state = begin(preset="pub")
    assert bout(state, "546/3", "665").discs == (1, 0)
    assert bout(state, "446/4", "665").discs == (0, 3)
    assert bout(state, "666**", "321").discs == (0, 6)


# What this house adds ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SCH-R15", "SCH-05")
def test_everybody_throws_at_least_once():
    state = begin()
    assert may(state) == {Throw(ALL)}
    assert why(state, 0, Stand()) == why(state, 0, Stand(1)) == "SCH-R15.once"
    assert why(turn(state, "654"), 1, Stand()) == "SCH-R15.once"


@pytest.mark.rule("SCH-R15")
def test_the_first_throw_takes_all_three_dice():
    for dice in ((0, 1), (1, 2), (2,)):
        assert why(begin(), 0, Throw(dice)) == "SCH-R15.all"


@pytest.mark.rule("SCH-R16")
def test_a_six_that_is_turned_is_not_thrown_again():
    state = throw(begin(), "664")
    assert why(state, 0, Throw((0, 1), 1)) == "SCH-R16"
    assert why(state, 0, Throw(ALL, 1)) == "SCH-R16"
    assert why(state, 0, Throw((0, 2), 1)) == ""
    assert why(throw(begin(), "666"), 0, Throw((0, 2), 1)) == ""
    assert why(throw(begin(), "666"), 0, Throw(ALL, 1)) == "SCH-R16"


@pytest.mark.rule("SCH-R17")
def test_the_last_throw_is_the_last_one_allowed():
    state = begin(leader_caps=True, flip_last=False)
    leader = throw(state, "664")
    assert why(leader, 0, Stand(1)) == ""
    follower = throw(stand(leader), "664")
    assert why(follower, 1, Stand(1)) == "SCH-R7.last"
    blind = throw(turn(begin(leader_caps=True, blind=True), "654"), "321")
    assert blind.view(1).cups[1].faces == (0, 0, 0)
    assert blind.view(0).cups[0].faces == (6, 5, 4)


@pytest.mark.rule("SCH-R18")
def test_a_street_that_does_not_count_is_a_simple_hand():
    for hand in ("546/3", "665/432"):
        reveal = bout(begin(assembled="neither", single_throw="first"), hand, "321").reveal
        assert reveal.hands[0].kind == "simple", hand
    assert bout(begin(assembled="neither"), "665/432", "321").reveal.hands[0].kind == "street"
    assert bout(begin(assembled="neither"), "446/4", "443").discs == (0, 1)


@pytest.mark.rule("SCH-R19")
def test_a_high_general_loses_to_schock_3():
    assert bout(begin(general_high=True), "666", "113").reveal.winner == 1
    assert bout(begin(general_high=True), "222", "112").reveal.winner == 0


@pytest.mark.rule("SCH-R22")
def test_who_throws_blind_knows_what_was_set_aside():
    state, _ = thrown(begin(blind=True), "661*/54/66")
    assert state.view(0).cups[0] == Cup((1, 0, 0), (1, 2), (3, 2, 2))
    assert why(state, 0, Stand(1)) == why(state.view(0), 0, Stand(1)) == "SCH-R9"
    assert state.view(0).view(0) == state.view(0)


@pytest.mark.rule("SCH-R23")
def test_a_turned_six_is_shown_as_the_one_it_is_now():
    state = throw(begin(aside_shown=True), "664")
    assert throw(state, "3", (2,), flip=1).view(1).cups[0].faces == (0, 1, 6)


@pytest.mark.rule("SCH-R11")
def test_a_seat_that_is_not_there_cannot_begin():
    with pytest.raises(Malformed, match="no seat 3"):
        GAME.start(2, starter=3)


@pytest.mark.rule("SCH-R9", "SCH-R7")
def test_a_stand_after_a_blind_throw_shows_rivals_nothing():
    state = throw(throw(begin(blind=True), "321"), "321").play(0, Throw(ALL))
    assert state.shown(0, "nature", Fell((1, 1, 1))) == Covered(3)
