"""Real dice under real cups: throws are counted, and what they show is said when the cups are lifted."""

from random import Random

import pytest

import knobel
from knobel.core.words import Voice
from knobel.games.schocken.hands import Kind
from knobel.games.schocken.moves import Lifted, Stand, Throw
from knobel.games.schocken.players import Strong
from tests.games.schocken.script import ALL, begin, may, throw, turn, why

GAME = knobel.game("schocken")
COUNTED = pytest.mark.option("schocken", "counted")


def counted(state, *throws):
    """Whoever is to throw throws so many dice each time, and stands."""
    for count in throws:
        state = state.play(state.thrower(), Throw(ALL[:count]))
    return state.play(state.thrower(), Stand())


def lift(state, *hands):
    for hand in hands:
        state = state.play("nature", state.chances().read(list(hand)))
    return state


@COUNTED
@pytest.mark.rule("SCH-R24")
def test_every_table_with_real_dice_only_counts():
    assert GAME.start(2, **GAME.real_dice).options.counted
    assert not GAME.start(2).options.counted


@COUNTED
@pytest.mark.rule("SCH-R24", "SCH-06")
def test_nothing_falls_before_all_have_stood_and_then_cup_after_cup_is_lifted():
    state = begin(counted=True).play(0, Throw(ALL))
    assert may(state) == {Stand(), Throw(ALL), Throw((0, 1)), Throw((0,))}
    state = counted(counted(state), 3, 1)
    assert state.due().nature
    state = lift(state, "654")
    assert (state.cups[0].faces, state.cups[1].faces) == ((6, 5, 4), (0, 0, 0))
    state = lift(state, "441")
    assert [hand.kind for hand in state.reveal.hands] == [Kind.STREET, Kind.SIMPLE]
    assert state.discs == (0, 2)
    assert state.thrower() == 1


@COUNTED
@pytest.mark.rule("SCH-R24", "SCH-04", "SCH-R6")
def test_the_house_still_counts_throws():
    state = begin(counted=True)
    assert why(state, 0, Throw((0,))) == "SCH-R15.all"
    assert why(state, 0, Stand()) == "SCH-R15.once"
    for dice in (ALL, (0, 1), (0,)):
        state = state.play(0, Throw(dice))
    assert why(state, 0, Throw((0,))) == "SCH-04"
    capped = counted(begin(counted=True, leader_caps=True), 3).play(1, Throw(ALL))
    assert why(capped, 1, Throw(ALL)) == "SCH-R6"
    locked = begin(counted=True, aside_locked=True).play(0, Throw(ALL)).play(0, Throw((0,)))
    assert why(locked, 0, Throw((0, 1))) == "SCH-R8.locked"


@COUNTED
@pytest.mark.rule("SCH-R24", "SCH-26")
@pytest.mark.parametrize(("throws", "kind"), [((3,), Kind.JULE), ((3, 2), Kind.SIMPLE), ((3, 3), Kind.JULE)])
def test_a_jule_counts_only_if_the_house_counted_three_dice_in_its_last_throw(throws, kind):
    state = lift(counted(counted(begin(counted=True), *throws), 3), "421", "665")
    assert state.reveal.hands[0].kind is kind


@COUNTED
@pytest.mark.rule("SCH-R24", "SCH-27")
def test_sixes_are_turned_by_hand_and_dice_are_named_by_their_number_only():
    state = begin(counted=True).play(0, Throw(ALL))
    assert why(state, 0, Stand(1)) == "SCH-R24.turn"
    assert why(state, 0, Throw((1,))) == "SCH-R24.dice"


@COUNTED
@pytest.mark.rule("SCH-R24", "SCH-R8")
def test_a_cup_can_show_only_what_can_lie_there():
    state = counted(counted(begin(counted=True, aside_ones=True), 3, 1), 3)
    assert why(state, "nature", Lifted((6, 1, 1))) == ""
    assert why(state, "nature", Lifted((1, 6, 1))) == "DICE"
    assert why(state, "nature", Lifted((6, 1))) == "DICE"
    assert why(begin(counted=True), "nature", Lifted((6, 1, 1))) == "TURN"
    assert set(state.chances().weighed()) == {Lifted((face, 1, 1)) for face in range(1, 7)}
    assert len(lift(state, "161").chances().weighed()) == 216


@COUNTED
@pytest.mark.rule("SCH-R24")
def test_a_stand_too_early_can_be_taken_back_until_a_cup_is_lifted():
    state = counted(begin(counted=True), 3).play(1, Throw(ALL))
    assert not state.binding(1, Stand())
    assert throw(turn(begin(), "654"), "654").binding(1, Stand())


@COUNTED
@pytest.mark.rule("SCH-R24")
def test_what_happens_is_told_alike_to_all():
    state, told = begin(counted=True), []
    moves = [(0, Throw(ALL)), (0, Throw((0,))), (0, Stand()), (1, Throw(ALL)), (1, Stand())]
    for actor, move in [*moves, ("nature", Lifted((6, 1, 1))), ("nature", Lifted((6, 5, 3)))]:
        after = state.play(actor, move)
        assert after.view(0) == after.view(1) == after.view(None) == after
        assert state.shown(1, actor, move) == move
        told += [GAME.words.text(say, Voice(names=("Ann", "Bo"))) for say in GAME.tell(state, actor, move, after)]
        state = after
    assert told == [
        "Ann throws all three dice.",
        "Ann throws one die again.",
        "Ann stands.",
        "Bo throws all three dice.",
        "Bo stands.",
        "All cups up!",
        "Ann shows 6, 1 and 1: Schock 6.",
        "Bo shows 6, 5 and 3: a simple hand.",
        "Ann wins the bout, and Bo takes 6 discs from the middle.",
    ]
    labels = [GAME.words.text(GAME.label(state, 1, Throw(dice))) for dice in (ALL,)]
    again = state.play(1, Throw(ALL))
    labels += [GAME.words.text(GAME.label(again, 1, Throw(dice))) for dice in (ALL, (0, 1), (0,))]
    assert labels == [
        "Throw all three dice",
        "Throw all three dice again",
        "Throw 2 dice again",
        "Throw one die again",
    ]


@COUNTED
@pytest.mark.rule("SCH-R24")
def test_a_strong_player_whom_nobody_tells_its_dice_stands_on_its_first_throw():
    state = begin(counted=True).play(0, Throw(ALL))
    assert Strong().decide(state, 0, state.moves(0), Random(1)).move == Stand()
