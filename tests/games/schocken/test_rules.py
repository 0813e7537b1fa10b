"""The box rules, one by one."""

import pytest

import knobel
from knobel.core.contract import IN_THE_AIR
from knobel.core.errors import Malformed
from knobel.games.schocken.cup import Cup
from knobel.games.schocken.moves import Began, Covered, Fell, Lifted, Stand, Threw, Throw
from tests.games.schocken.script import ALL, begin, bout, lying, may, stand, throw, thrown, turn, why

GAME = knobel.game("schocken")


@pytest.mark.rule("SCH-01", "SCH-R1")
def test_all_discs_begin_in_the_middle_and_everybody_has_a_cup():
    state = GAME.start(2)
    assert state.middle == 13
    assert state.discs == state.scores() == (0, 0)
    assert state.cups == (Cup(), Cup())
    assert state.reveal is None
    assert state.outcome() is None


@pytest.mark.rule("SCH-01", "SCH-28")
def test_two_to_eight_can_play():
    for seats in range(2, 9):
        assert len(GAME.start(seats).discs) == seats
    for seats in (1, 9):
        with pytest.raises(Malformed, match="2 to 8"):
            GAME.start(seats)


@pytest.mark.rule("SCH-02", "SCH-17")
def test_two_rounds_decide_when_the_same_player_loses_both():
    state = bout(begin(), "654", "111")
    assert state.outcome() is None
    assert state.losers == (0,)
    state = bout(state, "654", "111")
    assert state.losers == (0, 0)
    assert state.outcome() == (2, 1)
    assert state.due().must == set()
    assert not state.due().nature


@pytest.mark.rule("SCH-02", "SCH-18")
def test_a_final_follows_when_the_rounds_were_split():
    state = bout(begin(), "654", "111")
    assert not state.is_final()
    state = bout(state, "111", "654")
    assert state.losers == (0, 1)
    assert state.is_final()
    assert state.outcome() is None
    state = bout(state, "111", "654")
    assert state.losers == (0, 1, 0)
    assert state.outcome() == (2, 1)
    assert not state.is_final()


@pytest.mark.rule("SCH-18")
def test_the_final_can_go_the_other_way():
    state = bout(bout(begin(), "654", "111"), "111", "654")
    assert bout(state, "654", "111").outcome() == (1, 2)


@pytest.mark.rule("SCH-03")
def test_nobody_throws_before_it_is_settled_who_begins():
    state = GAME.start(2)
    assert state.due() == IN_THE_AIR
    for seat in (0, 1):
        assert state.moves(seat) == []
        assert why(state, seat, Throw(ALL)) == "TURN"
    assert why(state, "nature", Fell((1, 2, 3))) == "DICE"
    state = state.play("nature", Began((3, 4)))
    assert state.due().must == {1}
    assert state.order == (1, 0)


@pytest.mark.rule("SCH-04")
def test_three_throws_are_the_most():
    state = begin()
    for count in (1, 2, 3):
        state = throw(state, "321")
        assert state.cups[0].throws == (3,) * count
    assert may(state) == {Stand()}
    for dice in (ALL, (0, 1), (2,)):
        assert why(state, 0, Throw(dice)) == "SCH-04"


@pytest.mark.rule("SCH-05")
def test_a_player_may_stop_after_any_throw():
    for hand in ("654", "654/32", "654/32/1"):
        state, _ = thrown(begin(), hand)
        assert Stand() in may(state)
        assert stand(state).due().must == {1}


@pytest.mark.rule("SCH-05")
def test_one_two_or_three_dice_may_be_thrown_again():
    state = throw(begin(), "654")
    every = {ALL, (0, 1), (0, 2), (1, 2), (0,), (1,), (2,)}
    assert {move.dice for move in may(state) if isinstance(move, Throw)} == every
    assert may(state) == {Stand()} | {Throw(dice) for dice in every}
    state = throw(state, "23", (0, 2))
    assert state.cups[0] == Cup((2, 5, 3), (0, 2), (3, 2))
    assert throw(state, "1", (1,)).cups[0] == Cup((2, 1, 3), (1,), (3, 2, 1))


@pytest.mark.rule("SCH-05")
@pytest.mark.parametrize("dice", [(), (1, 0), (0, 0), (0, 1, 2, 2)])
def test_what_is_no_choice_of_dice_is_refused(dice):
    assert why(throw(begin(), "654"), 0, Throw(dice)) == "SCH-05.dice"
    assert why(begin(), 0, Throw(dice)) == "SCH-05.dice"


@pytest.mark.rule("SCH-05")
@pytest.mark.parametrize("dice", [(3,), (-1,), (0, 3)])
def test_a_die_that_nobody_has_cannot_be_chosen(dice):
    with pytest.raises(Malformed):
        Throw(dice)


@pytest.mark.rule("SCH-06")
def test_a_cup_hides_everything_but_how_many_dice_were_thrown():
    before, _ = thrown(begin(), "661*/54")
    for listener in (1, None):
        assert before.view(listener).cups[0] == Cup((0, 0, 0), (0, 1), (3, 2))
    assert before.view(0).cups[0] == Cup((1, 5, 4), (1, 2), (3, 2)) == before.cups[0]


@pytest.mark.rule("SCH-06")
def test_rivals_hear_how_many_dice_are_thrown_and_nothing_else():
    state = throw(begin(), "665")
    for listener in (1, None):
        assert state.shown(listener, 0, Throw((1, 2), flip=1)) == Threw(2)
        assert state.shown(listener, 0, Throw((0,))) == Threw(1)
        assert state.shown(listener, 0, Stand(flip=1)) == Stand()
        flying = state.play(0, Throw((1, 2)))
        assert flying.shown(listener, "nature", Fell((6, 5))) == Covered(2)
    assert state.shown(0, 0, Throw((1, 2), flip=1)) == Throw((1, 2), flip=1)
    assert state.shown(0, 0, Stand(flip=1)) == Stand(flip=1)
    assert state.play(0, Throw((1, 2))).shown(0, "nature", Fell((6, 5))) == Fell((6, 5))
    assert GAME.start(2).shown(None, "nature", Began((6, 5))) == Began((6, 5))


@pytest.mark.rule("SCH-06")
def test_after_standing_the_hand_stays_hidden_until_the_last_one_stands():
    state = turn(begin(3), "111")
    state = turn(state, "654")
    assert state.reveal is None
    assert state.view(1).cups[0].faces == (0, 0, 0)
    assert state.view(0).cups[1].faces == (0, 0, 0)
    assert state.view(0).cups[0].faces == (1, 1, 1)
    state = turn(state, "222")
    for listener in (0, 1, 2, None):
        assert [hand.faces for hand in state.view(listener).reveal.hands] == [(1, 1, 1), (6, 5, 4), (2, 2, 2)]


@pytest.mark.rule("SCH-07")
def test_the_other_player_throws_in_the_same_way():
    state = turn(begin(), "654")
    assert state.due().must == {1}
    assert state.moves(0) == []
    assert why(state, 0, Stand()) == "TURN"
    state = throw(throw(throw(state, "654"), "54", (0, 1)), "4", (0,))
    assert why(state, 1, Throw(ALL)) == "SCH-04"
    assert stand(state).reveal is not None


@pytest.mark.rule("SCH-08")
def test_the_better_hand_wins_wherever_it_sits():
    first = bout(begin(), "112", "654").reveal
    assert (first.winner, first.loser) == (0, 1)
    second = bout(begin(), "654", "112").reveal
    assert (second.winner, second.loser) == (1, 0)
    assert second.order == (0, 1)
    assert [hand.kind for hand in second.hands] == ["street", "schock"]


@pytest.mark.rule("SCH-08")
def test_the_last_bout_stays_on_the_table_until_the_next_throw():
    state = bout(begin(), "112", "654")
    assert state.reveal is not None
    assert state.cups == (Cup(), Cup())
    assert state.play(1, Throw(ALL)).reveal is None


@pytest.mark.rule("SCH-08")
def test_only_the_stand_that_lifts_the_cups_cannot_be_taken_back():
    state = throw(begin(), "654")
    assert not state.binding(0, Stand())
    assert not state.binding(0, Throw(ALL))
    state = throw(stand(state), "654")
    assert state.binding(1, Stand())
    assert not state.binding(1, Throw(ALL))


@pytest.mark.rule("SCH-09")
def test_of_equal_hands_the_first_wins():
    reveal = bout(begin(), "112", "211").reveal
    assert (reveal.winner, reveal.loser) == (0, 1)
    reveal = bout(begin(starter=2), "112", "211").reveal
    assert (reveal.winner, reveal.loser) == (1, 0)


@pytest.mark.rule("SCH-10", "SCH-11", "SCH-20")
@pytest.mark.parametrize(
    ("better", "worse", "due"),
    [("123", "665", 2), ("222", "654", 3), ("116", "112", 6), ("421", "116", 7), ("221", "421", 9), ("665", "664", 1)],
)
def test_the_winner_s_hand_says_what_the_loser_takes_from_the_middle(better, worse, due):
    state = bout(begin(), better, worse)
    assert (state.middle, state.discs) == (13 - due, (0, due))
    assert (state.reveal.from_middle, state.reveal.from_players) == (due, 0)
    assert not state.reveal.round_lost
    assert bout(begin(), worse, better).discs == (due, 0)


@pytest.mark.rule("SCH-11")
def test_while_the_middle_has_any_the_winner_keeps_theirs():
    state = bout(lying(begin(), 3, 4, 6), "222", "654")
    assert (state.middle, state.discs) == (0, (4, 9))


@pytest.mark.rule("SCH-12")
def test_once_the_middle_is_empty_the_winner_pays():
    state = bout(lying(begin(), 0, 7, 6), "222", "654")
    assert (state.middle, state.discs) == (0, (4, 9))
    assert (state.reveal.from_middle, state.reveal.from_players) == (0, 3)
    state = bout(lying(begin(), 0, 7, 6), "654", "222")
    assert state.discs == (10, 3)


@pytest.mark.rule("SCH-13")
def test_the_loser_of_a_bout_begins_the_next():
    state = bout(begin(), "654", "665")
    assert state.order == (1, 0)
    assert state.due().must == {1}
    assert bout(state, "654", "665").order == (0, 1)
    assert bout(state, "665", "654").order == (1, 0)


@pytest.mark.rule("SCH-14")
def test_holding_every_disc_loses_the_round():
    state = bout(lying(begin(), 0, 3, 10), "222", "654")
    assert state.losers == (1,)
    assert state.reveal.round_lost
    assert (state.middle, state.discs) == (13, (0, 0))
    assert state.order == (1, 0)


@pytest.mark.rule("SCH-14")
def test_one_disc_elsewhere_and_the_round_goes_on():
    state = bout(lying(begin(), 0, 4, 9), "222", "654")
    assert state.losers == ()
    assert not state.reveal.round_lost
    assert state.discs == (1, 12)
    assert state.order == (1, 0)


@pytest.mark.rule("SCH-14")
def test_the_middle_s_last_discs_can_lose_a_round():
    state = bout(lying(begin(), 2, 0, 11), "654", "665")
    assert state.losers == (1,)
    state = bout(lying(begin(), 3, 0, 10), "654", "665")
    assert state.losers == ()
    assert (state.middle, state.discs) == (1, (0, 12))


@pytest.mark.rule("SCH-15")
def test_the_loser_of_round_one_keeps_the_red_disc():
    state = begin()
    assert state.red_disc() is None
    state = bout(state, "111", "654")
    assert state.red_disc() == 1
    state = bout(state, "111", "654")
    assert state.losers == (1, 0)
    assert state.red_disc() == 1


@pytest.mark.rule("SCH-15", "SCH-R1")
def test_the_red_disc_is_not_counted():
    state = bout(begin(), "111", "654")
    assert state.middle + sum(state.discs) == 13
    assert state.scores() == (0, 0)


@pytest.mark.rule("SCH-16")
def test_round_two_begins_afresh_and_goes_the_same_way():
    state = bout(lying(begin(), 0, 3, 10), "222", "654")
    assert (state.middle, state.discs) == (13, (0, 0))
    state = bout(state, "654", "222")
    assert (state.middle, state.discs) == (10, (0, 3))
    state = bout(lying(state, 0, 2, 11), "654", "665")
    assert state.discs == (4, 9)
    assert bout(lying(state, 0, 11, 2), "665", "654").losers == (1, 0)


@pytest.mark.rule("SCH-19")
def test_simple_hands_look_at_the_highest_die_first():
    assert bout(begin(), "511/2", "443").discs == (0, 1)
    assert bout(begin(), "443", "521").discs == (1, 0)


@pytest.mark.rule("SCH-25")
def test_a_schock_out_gives_every_disc_and_the_round_to_the_other():
    state = bout(lying(begin(), 5, 4, 4), "665", "111")
    assert state.losers == (0,)
    assert (state.reveal.from_middle, state.reveal.from_players) == (5, 4)
    assert state.reveal.round_lost
    state = bout(lying(begin(), 0, 12, 1), "111", "665")
    assert state.losers == (1,)
    assert state.reveal.from_players == 12


@pytest.mark.rule("SCH-25")
def test_a_schock_out_may_be_put_together():
    state = bout(begin(), "116/1", "221")
    assert state.losers == (1,)


@pytest.mark.rule("SCH-25")
def test_a_schock_out_loses_the_final_outright():
    state = bout(bout(begin(), "654", "111"), "111", "654")
    state = bout(state, "665", "111")
    assert state.outcome() == (1, 2)
    assert (state.middle, state.discs) == (0, (0, 13))


@pytest.mark.rule("SCH-26")
@pytest.mark.parametrize(("at_once", "assembled"), [("421", "426/1"), ("221", "226/1"), ("124", "116/24")])
def test_jule_and_pippi_have_to_fall_in_one_throw(at_once, assembled):
    assert bout(begin(), at_once, "116").reveal.winner == 0
    assert bout(begin(), assembled, "665").reveal.winner == 1
    assert bout(begin(), assembled, "665").discs == (1, 0)


@pytest.mark.rule("SCH-27")
def test_one_of_two_sixes_may_become_a_one():
    state = throw(begin(), "664")
    assert {move for move in may(state) if move.flip} == {
        Stand(1),
        *(Throw(dice, 1) for dice in ((0, 2), (1, 2), (0,), (1,), (2,))),
    }
    assert stand(state, 1).cups[0].faces == (1, 6, 4)
    assert stand(state).cups[0].faces == (6, 6, 4)
    assert throw(state, "2", (2,), flip=1).cups[0].faces == (1, 6, 2)
    assert throw(state, "2", (0,), flip=1).cups[0].faces == (2, 1, 4)
    assert throw(state, "25", (0, 2), flip=1).cups[0].faces == (2, 1, 5)


@pytest.mark.rule("SCH-27", "SCH-22")
def test_two_sixes_and_a_one_are_schock_6_at_once():
    assert bout(begin(), "661*", "666").discs == (0, 6)


@pytest.mark.rule("SCH-27")
@pytest.mark.parametrize("faces", ["654", "116", "555", "321"])
def test_without_two_sixes_nothing_can_be_turned(faces):
    state = throw(begin(), faces)
    assert not any(move.flip for move in may(state))
    assert why(state, 0, Stand(1)) == "SCH-27"
    assert why(state, 0, Throw((0,), 1)) == "SCH-27"
    assert why(begin(), 0, Throw(ALL, 1)) == "SCH-27"
    assert Stand(1) in state.candidates(0)  # so that whoever thinks of it is told why not


@pytest.mark.rule("SCH-29", "SCH-R21")
def test_points_are_penalty_discs_and_the_fewest_win():
    state = bout(begin(), "665", "664")
    assert state.scores() == (0, 1)
    state = bout(bout(state, "654", "111"), "654", "111")
    assert state.scores() == (0, 13)
    assert state.outcome() == (1, 2)


@pytest.mark.parametrize("faces", [(), (1, 2), (1, 2, 3, 4)])
def test_dice_cannot_show_what_they_have_not(faces):
    flying = begin().play(0, Throw(ALL))
    assert flying.due() == IN_THE_AIR
    assert why(flying, "nature", Fell(faces)) == "DICE"
    assert why(flying, "nature", Began(faces)) == "DICE"
    assert why(flying, "nature", Began((1, 2))) == "DICE"
    assert why(flying, "nature", Began(())) == "DICE"
    assert why(flying, 0, Fell((1, 2, 3))) == "TURN"


@pytest.mark.parametrize("kind", [Began, Fell, Lifted])
@pytest.mark.parametrize("faces", [(0, 1, 2), (1, 2, 7), (1, 2, True), (1.0, 2, 3)])
def test_no_die_has_such_a_face(kind, faces):
    with pytest.raises(Malformed):
        kind(faces)


def test_as_many_dice_fall_as_were_thrown():
    state = throw(begin(), "654").play(0, Throw((0, 2)))
    assert state.chances().total == 36
    assert state.chances().outcome(0) == Fell((1, 1))
    assert state.chances().outcome(35) == Fell((6, 6))
    assert why(state, "nature", Fell((1, 2, 3))) == "DICE"
    assert why(state, "nature", Fell((1, 6))) == ""
    assert GAME.start(3).chances().total == 216
    assert GAME.start(3).chances().outcome(0) == Began((1, 1, 1))
    assert why(GAME.start(3), "nature", Began((1, 2))) == "DICE"
    assert why(GAME.start(3), "nature", Began((1, 2, 6))) == ""


def test_dice_in_the_air_show_nothing():
    state = throw(begin(), "654").play(0, Throw((0, 2)))
    assert state.cups[0] == Cup((0, 5, 0), (0, 2), (3, 2))
    assert state.moves(0) == []
