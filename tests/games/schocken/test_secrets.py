"""Nobody learns what lies under another's cup before the reveal: not from a view, an objection or a word."""

from fractions import Fraction
from random import Random

import pytest

import knobel
from knobel.core.words import Voice
from knobel.games.schocken.moves import Fell, Stand, Throw
from tests.games.schocken.script import ALL, begin, stand, throw

GAME = knobel.game("schocken")
TABLES = [{}, {"preset": "pub"}, {"blind": True}, {"aside_shown": True}, {"aside_locked": True, "aside_ones": True}]
TRIED = [*(Stand(flip) for flip in range(3)), *(Throw(dice, flip) for dice in (ALL, (0, 1), (2,)) for flip in range(3))]


def heard(before, actor, move, after, listener):
    told = GAME.tell(before.view(listener), actor, before.shown(listener, actor, move), after.view(listener))
    return [GAME.words.text(say, Voice(names=("Ann", "Bo", "Cy"), you=listener)) for say in told]


def same_for(listener, twins):
    """Whether two positions are one and the same to a listener."""
    left, right = twins
    assert left.view(listener) == right.view(listener)
    assert left.due() == right.due()
    assert GAME.scene(left.view(listener)) == GAME.scene(right.view(listener))
    if listener is not None:
        assert left.moves(listener) == right.moves(listener)
        for move in TRIED:
            assert left.objection(listener, move) == right.objection(listener, move)


def walk(twins, steps, listeners):
    """Plays both games side by side; what listeners see and hear must be the same at every step."""
    for pair in steps:
        after = tuple(
            state.play(state.thrower() if isinstance(move, Throw | Stand) else "nature", move)
            for state, move in zip(twins, pair, strict=True)
        )
        for listener in listeners:
            words = [
                heard(state, state.thrower() if isinstance(move, Throw | Stand) else "nature", move, new, listener)
                for state, move, new in zip(twins, pair, after, strict=True)
            ]
            assert words[0] == words[1] != []
            same_for(listener, after)
        twins = after
    return twins


@pytest.mark.rule("SCH-06", "SCH-R7", "SCH-R8")
@pytest.mark.parametrize("listener", [1, 2, None])
def test_games_that_differ_in_a_rival_s_dice_are_the_same_until_the_reveal(listener):
    steps = [
        (Throw(ALL), Throw(ALL)),
        (Fell((6, 6, 1)), Fell((2, 3, 4))),
        (Throw((0, 2), 1), Throw((1, 2))),
        (Fell((1, 1)), Fell((6, 6))),
        (Throw((2,)), Throw((0,))),
        (Fell((1,)), Fell((5,))),
        (Stand(), Stand()),
    ]
    twins = walk((begin(3), begin(3)), steps, [listener])
    shared = [(Throw(ALL), Throw(ALL)), (Fell((6, 5, 3)), Fell((6, 5, 3))), (Stand(), Stand())]
    twins = walk(twins, shared, [listener])
    revealed = tuple(stand(throw(state, "632")) for state in twins)
    assert revealed[0].reveal.hands[0] != revealed[1].reveal.hands[0]
    assert revealed[0].view(listener) != revealed[1].view(listener)


@pytest.mark.rule("SCH-R7")
def test_standing_with_a_turned_six_sounds_like_standing():
    state = throw(begin(3), "664")
    assert heard(state, 0, Stand(1), stand(state, 1), 1) == heard(state, 0, Stand(), stand(state), 1) == ["Ann stands."]
    assert heard(state, 0, Stand(1), stand(state, 1), 0) == ["You turn one six into a one and stand."]


@pytest.mark.rule("SCH-R9")
@pytest.mark.option("schocken", "blind")
def test_a_blind_throw_tells_its_thrower_nothing():
    opened = throw(throw(begin(blind=True), "321"), "321")
    steps = [(Throw(ALL), Throw(ALL)), (Fell((6, 6, 6)), Fell((1, 1, 1))), (Stand(), Stand())]
    walk((opened, opened), steps, [0, 1, None])


@pytest.mark.rule("SCH-R8")
@pytest.mark.option("schocken", "aside_shown")
def test_where_dice_set_aside_are_shown_rivals_hear_of_them_and_of_no_others():
    def aside(first, second):
        state = throw(begin(aside_shown=True), first)
        return heard(state, 0, Throw((1, 2)), state.play(0, Throw((1, 2))), 1), throw(state, second, (1, 2)).view(1)

    assert aside("165", "43") == aside("144", "66")
    assert aside("165", "43")[0] == ["Ann throws 2 dice again.", "Beside the cup: 1."]
    assert aside("165", "43") != aside("265", "43")


@pytest.mark.rule("SCH-06")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_view_answers_as_the_position_does_and_hides_all_rival_dice(table, seats):
    chance = Random(seats)
    state = GAME.start(seats, **table)
    for _ in range(600):
        due = state.due()
        if due.places:
            break
        for listener in (*range(seats), None):
            view = state.view(listener)
            assert view.due() == due
            assert view.view(listener) == view
            assert view.reveal == state.reveal
            for owner, cup in enumerate(view.cups):
                if owner != listener:
                    assert all(cup.faces[die] == 0 for die in cup.fresh)
                    assert cup.faces == (0, 0, 0) or state.options.aside_shown
            if listener is not None:
                assert view.moves(listener) == state.moves(listener)
                for move in TRIED:
                    assert view.objection(listener, move) == state.objection(listener, move)
        if due.nature:
            chances = state.chances()
            state = state.play("nature", chances.outcome(chance.randrange(chances.total)))
        else:
            (seat,) = due.must
            state = state.play(seat, chance.choice(state.moves(seat)))
        assert state.middle + sum(state.discs) == state.options.discs
        assert min(state.discs) >= 0


@pytest.mark.rule("SCH-06", "SCH-R8")
@pytest.mark.option("schocken", "aside_ones")
def test_a_guess_has_ones_beside_the_cup_where_only_ones_may_lie_there():
    chance = Random(4)
    kept = throw(throw(begin(aside_ones=True), "165"), "43", (1, 2))
    guesses = [kept.view(1).guess(chance) for _ in range(600)]
    assert {guess.weight for guess in guesses} == {Fraction(1, 36)}
    cups = [guess.state.cups[0] for guess in guesses]
    assert {tuple(cup.aside()) for cup in cups} == {(1,)}
    assert len({tuple(cup.faces[die] for die in cup.fresh) for cup in cups}) == 36
    free = throw(throw(begin(), "165"), "43", (1, 2)).view(1).guess(chance)
    assert free.weight == Fraction(1, 216)
