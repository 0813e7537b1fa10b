"""Every option changes a result."""

import pytest

import knobel
from knobel.core.errors import Malformed
from knobel.core.options import options
from knobel.core.words import LANGUAGES
from knobel.games.schocken.cup import Cup
from knobel.games.schocken.moves import Covered, Fell, Stand, Throw
from knobel.games.schocken.options import SchockenOptions
from tests.games.schocken.script import ALL, begin, bout, lying, may, stand, throw, thrown, turn, why

GAME = knobel.game("schocken")


@pytest.mark.rule("SCH-R6")
@pytest.mark.option("schocken", "leader_caps")
@pytest.mark.parametrize(("leader", "used"), [("654", 1), ("654/32", 2)])
def test_nobody_throws_more_often_than_the_leader(leader, used):
    state = turn(begin(3, leader_caps=True), leader)
    for seat in (1, 2):
        for _ in range(used):
            assert Throw(ALL) in may(state)
            state = throw(state, "651")
        assert may(state) == {Stand()}
        assert why(state, seat, Throw(ALL)) == "SCH-R6"
        state = stand(state)
    assert state.reveal is not None


@pytest.mark.rule("SCH-R6", "SCH-04")
@pytest.mark.option("schocken", "leader_caps")
def test_the_leader_s_own_limit_is_three_and_the_third_is_everybody_s():
    state, _ = thrown(begin(leader_caps=True), "654/32/1")
    assert why(state, 0, Throw(ALL)) == "SCH-04"
    state, _ = thrown(stand(state), "654/32/1")
    assert why(state, 1, Throw(ALL)) == "SCH-04"
    assert Throw(ALL) in may(throw(begin(leader_caps=True), "654"))


@pytest.mark.rule("SCH-R1")
@pytest.mark.option("schocken", "discs")
def test_there_may_be_eleven_to_seventeen_discs():
    for count in range(11, 18):
        assert begin(discs=count).middle == count
    state = bout(lying(begin(discs=11), 0, 2, 9), "654", "665")
    assert state.losers == (1,)
    assert state.middle == 11
    for count in (10, 18):
        with pytest.raises(Malformed):
            begin(discs=count)


@pytest.mark.rule("SCH-R2")
@pytest.mark.option("schocken", "general_high")
def test_a_general_may_beat_schock_2():
    assert bout(begin(), "222", "112").discs == (2, 0)
    assert bout(begin(general_high=True), "222", "112").discs == (0, 3)


@pytest.mark.rule("SCH-R3")
@pytest.mark.option("schocken", "simple_by")
def test_with_the_highest_die_alone_the_first_of_equals_wins():
    assert bout(begin(), "621", "665").reveal.winner == 1
    assert bout(begin(simple_by="highest"), "621", "665").reveal.winner == 0
    assert bout(begin(simple_by="highest"), "544", "621").reveal.winner == 1


@pytest.mark.rule("SCH-R4")
@pytest.mark.option("schocken", "single_throw")
def test_a_jule_may_have_to_fall_in_the_first_throw():
    assert bout(begin(single_throw="first"), "665/421", "443").discs == (1, 0)
    assert bout(begin(single_throw="first"), "665/421", "443").reveal.hands[0].kind == "simple"
    assert bout(begin(single_throw="first"), "421", "443").discs == (0, 7)
    assert bout(begin(), "665/421", "443").discs == (0, 7)


@pytest.mark.rule("SCH-R5")
@pytest.mark.option("schocken", "assembled")
def test_streets_and_generals_may_have_to_fall_at_once():
    for hand, kept in (("546/3", {"both"}), ("446/4", {"both", "generals"}), ("543", {"both", "generals", "neither"})):
        for assembled in ("both", "generals", "neither"):
            reveal = bout(begin(assembled=assembled), hand, "665").reveal
            assert (reveal.winner == 0) == (assembled in kept), (hand, assembled)


@pytest.mark.rule("SCH-R7")
@pytest.mark.option("schocken", "flip_last")
def test_turning_may_end_before_the_last_throw():
    state = throw(throw(begin(flip_last=False), "664"), "664")
    assert Stand(1) in may(state)
    state = throw(state, "664")
    assert may(state) == {Stand()}
    assert why(state, 0, Stand(1)) == "SCH-R7.last"
    state, _ = thrown(begin(), "664/664/664")
    assert may(state) == {Stand(), Stand(1)}


@pytest.mark.rule("SCH-R7")
@pytest.mark.option("schocken", "flip_other")
def test_the_other_six_may_have_to_be_thrown_again():
    state = throw(begin(flip_other="rethrown"), "664")
    assert {move for move in may(state) if move.flip} == {Throw(dice, 1) for dice in ((0, 2), (1, 2), (0,), (1,))}
    assert why(state, 0, Stand(1)) == why(state, 0, Throw((2,), 1)) == "SCH-R7.other"
    assert why(state, 0, Throw((0, 1), 1)) == "SCH-R16"
    state = throw(begin(flip_other="rethrown"), "666")
    assert {move for move in may(state) if move.flip} == {Throw(dice, 1) for dice in ((0, 1), (0, 2), (1, 2))}
    state, _ = thrown(begin(flip_other="rethrown"), "664/664/664")
    assert may(state) == {Stand()}


@pytest.mark.rule("SCH-R7")
@pytest.mark.option("schocken", "flip_three")
def test_three_sixes_may_become_two_ones():
    state = throw(begin(flip_three=True), "666")
    assert {move for move in may(state) if move.flip == 2} == {Stand(2), Throw((0,), 2), Throw((1,), 2), Throw((2,), 2)}
    assert Stand(1) in may(state)
    assert stand(state, 2).cups[0].faces == (1, 1, 6)
    assert throw(state, "1", (1,), flip=2).cups[0].faces == (1, 1, 1)
    assert why(state, 0, Throw((0, 1), 2)) == "SCH-R16"
    assert why(throw(begin(flip_three=True), "664"), 0, Stand(2)) == "SCH-R7.one"
    assert Stand(2) not in may(throw(begin(flip_three=True), "664"))


@pytest.mark.rule("SCH-R7")
@pytest.mark.option("schocken", "flip_three", "flip_other")
def test_of_three_sixes_all_that_are_not_turned_may_have_to_be_thrown_again():
    state = throw(begin(flip_three=True, flip_other="rethrown"), "666")
    assert {move for move in may(state) if move.flip} == {
        *(Throw(dice, 1) for dice in ((0, 1), (0, 2), (1, 2))),
        *(Throw(dice, 2) for dice in ((0,), (1,), (2,))),
    }


@pytest.mark.rule("SCH-R8")
@pytest.mark.option("schocken", "aside_shown")
def test_dice_set_aside_may_be_shown():
    for shown, faces in ((True, (0, 2, 5)), (False, (0, 0, 0))):
        state = throw(throw(begin(aside_shown=shown), "562"), "1", (1,))
        for listener in (1, None):
            assert state.view(listener).cups[0] == Cup(faces, (0,), (3, 1))
            assert state.view(listener).view(listener) == state.view(listener)
            assert stand(state).view(listener).cups[0].faces == faces
    assert throw(begin(aside_shown=True), "562").view(1).cups[0].faces == (0, 0, 0)


@pytest.mark.rule("SCH-R8")
@pytest.mark.option("schocken", "aside_locked")
def test_dice_set_aside_may_have_to_stay():
    state = throw(throw(begin(aside_locked=True), "165"), "43", (1, 2))
    assert may(state) == {Stand(), Throw((1, 2)), Throw((1,)), Throw((2,))}
    assert why(state, 0, Throw((0,))) == why(state, 0, Throw(ALL)) == "SCH-R8.locked"
    assert Throw((0,)) in may(throw(throw(begin(), "165"), "43", (1, 2)))


@pytest.mark.rule("SCH-R8")
@pytest.mark.option("schocken", "aside_ones")
def test_perhaps_only_ones_may_be_set_aside():
    state = throw(begin(aside_ones=True), "165")
    assert may(state) == {Stand(), Throw(ALL), Throw((1, 2))}
    assert why(state, 0, Throw((0, 1))) == "SCH-R8.ones"
    state = throw(begin(aside_ones=True), "664")
    assert may(state) == {Stand(), Stand(1), Throw(ALL), Throw((0, 2), 1), Throw((1, 2), 1)}
    assert may(throw(begin(aside_ones=True), "111")) == {
        Stand(),
        *(m for m in may(throw(begin(), "111")) if m.flip == 0),
    }


@pytest.mark.rule("SCH-R9")
@pytest.mark.option("schocken", "blind")
def test_the_last_throw_may_be_blind():
    state = throw(throw(begin(blind=True), "321"), "665", ALL)
    assert state.view(0).cups[0].faces == (6, 6, 5)
    flying = state.play(0, Throw((2,), 1))
    assert flying.shown(0, "nature", Fell((6,))) == Covered(1)
    state = flying.play("nature", Fell((6,)))
    assert state.view(0).cups[0].faces == (1, 6, 0)
    assert may(state) == {Stand()} == set(state.view(0).moves(0))
    for flip in (1, 2):
        assert why(state, 0, Stand(flip)) == "SCH-R9"
    assert state.play(0, Stand()).view(0).cups[0].faces == (1, 6, 0)
    assert bout(begin(blind=True), "321/321/654", "221").reveal.hands[0].faces == (6, 5, 4)


@pytest.mark.rule("SCH-R9")
@pytest.mark.option("schocken", "blind")
def test_a_blind_throw_cannot_be_told_from_another():
    sixes, other = (thrown(begin(blind=True), f"321/321/{faces}")[0] for faces in ("666", "321"))
    assert sixes.view(0) == other.view(0)
    for move in (Stand(), Stand(1), Throw(ALL), Throw((0,), 1)):
        assert sixes.objection(0, move) == other.objection(0, move)


@pytest.mark.rule("SCH-R10")
@pytest.mark.option("schocken", "shortfall")
def test_the_winner_may_have_to_make_up_what_the_middle_lacks():
    state = bout(lying(begin(shortfall="winner"), 2, 6, 5), "222", "654")
    assert (state.middle, state.discs) == (0, (5, 8))
    assert (state.reveal.from_middle, state.reveal.from_players) == (2, 1)
    state = bout(lying(begin(shortfall="winner"), 3, 6, 4), "222", "654")
    assert (state.middle, state.discs) == (0, (6, 7))
    state = bout(lying(begin(shortfall="winner"), 2, 1, 10), "221", "654")
    assert (state.reveal.from_middle, state.reveal.from_players) == (2, 1)
    assert state.losers == (1,)
    state = bout(lying(begin(shortfall="winner"), 0, 6, 7), "222", "654")
    assert state.discs == (3, 10)


@pytest.mark.rule("SCH-R11", "SCH-03")
@pytest.mark.option("schocken", "starter")
def test_a_named_seat_may_begin():
    assert GAME.start(3, starter=3).order == (2, 0, 1)
    assert GAME.start(3, starter="2").due().must == {1}
    assert GAME.start(3, starter="dice").due().nature
    with pytest.raises(Malformed, match="no seat 4"):
        GAME.start(3, starter=4)


@pytest.mark.rule("SCH-R14")
def test_each_option_belongs_to_a_reading_and_has_words():
    ledger = GAME.ledger()
    for option in options(SchockenOptions):
        assert option.rule in ledger
        for language in LANGUAGES:
            texts = GAME.words.texts[language]
            assert f"options.{option.name}.label" in texts
            for choice in option.choices:
                assert isinstance(choice, bool) or f"options.{option.name}.{choice}" in texts
    assert options(SchockenOptions)[0].name == "leader_caps"
