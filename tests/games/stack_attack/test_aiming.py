"""Aims as people type them, and as they are told."""

from random import Random

import pytest

from knobel.core.contract import Open
from knobel.core.errors import Malformed
from knobel.core.words import LANGUAGES, Voice
from knobel.games.stack_attack.aiming import improvise, in_words, millimetres, parse
from knobel.games.stack_attack.moves import REACH, Place, Shift
from knobel.games.stack_attack.rules import PLACING, SHIFTING, StackAttack
from tests.games.stack_attack.scripted import SWINGING, built, held, refusal, roll


def read(typed: str, kind: Open = PLACING):
    return parse(roll(built(4, dexterity=True), 3, 5, 1, 1, 1), 0, kind, typed)


@pytest.mark.rule("STK-R15")
@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("3", Place(3)),
        ("3 1.5 left 2 back 10 turn", Place(3, -1500, 2000, 175)),
        ("3 1,5 left 2 back", Place(3, -1500, 2000)),
        ("3 2 back 1.5 left", Place(3, -1500, 2000)),
        ("3 left 1.5 turn -10", Place(3, -1500, 0, -175)),
        ("3 1.5mm right, 2 mm front", Place(3, 1500, -2000)),
        ("5 -1.5 2 10", Place(5, -1500, 2000, 175)),
        ("5 0.001", Place(5, 1)),
        ("5 2 r 1 f", Place(5, 2000, -1000)),
        ("5 2 LEFT", Place(5, -2000)),
        ("3 1,5 links 2 hinten 10 gedreht", Place(3, -1500, 2000, 175)),
        ("3 1,5 rechts 2 vorn", Place(3, 1500, -2000)),
        ("3 1,5 izquierda 2 atrás 10 giro", Place(3, -1500, 2000, 175)),
        ("3 1 derecha 2 delante", Place(3, 1000, -2000)),
        ("3 1,5 gauche 2 derrière 10 tourné", Place(3, -1500, 2000, 175)),
        ("3 1 droite et 2 devant", Place(3, 1000, -2000)),
        ("3 2 derriere 5 degres tourne", Place(3, 0, 2000, 87)),
        ("3 90 turn", Place(3, 0, 0, 1571)),
        ("3 45° turn", Place(3, 0, 0, 785)),
        ("3 8 left", Place(3, -8000)),
    ],
)
def test_an_aim_is_typed_in_millimetres_and_degrees(typed, move):
    assert read(typed) == move


@pytest.mark.parametrize(
    "typed",
    [
        *("", "left", "3 left", "3 1 2 3 4", "3 1 left 2 right", "3 1 left 2", "7", "0", "1.5"),
        *("3 1 de", "3 1 up", "3 x", "three", "3 1 left left", "3 %%", "3 99999 left"),
    ],
)
def test_what_is_no_aim_is_refused(typed):
    with pytest.raises(Malformed, match="not a move"):
        read(typed)


@pytest.mark.rule("STK-R15")
@pytest.mark.parametrize(
    ("typed", "why"), [("3 9 left", "STK-R15.far"), ("3 8.1 back", "STK-R15.far"), ("3 91 turn", "STK-R15.turn")]
)
def test_an_aim_out_of_reach_is_understood_and_refused_by_its_rule(typed, why):
    state = roll(built(4, dexterity=True), 3, 5, 1, 1, 1)
    assert refusal(state, read(typed)) == why
    shift = read(typed.removeprefix("3 "), SHIFTING)
    swaying = held(state, 3).play("nature", SWINGING)
    assert refusal(swaying, shift) == why


@pytest.mark.rule("STK-15")
def test_a_shift_is_typed_without_the_die():
    assert read("1 right 0.5 front", SHIFTING) == Shift(1000, -500)
    assert read("-1 0.5 5", SHIFTING) == Shift(-1000, 500, 87)


@pytest.mark.rule("STK-R15")
def test_chance_aims_at_what_fits_and_within_reach():
    state = roll(built(4, dexterity=True), 3, 5, 1, 1, 1)
    made = [improvise(state, 0, PLACING, Random(seed)) for seed in range(200)]
    assert {move.die for move in made} == {3, 5}
    assert all(refusal(state, move) is None for move in made)
    assert max(abs(move.x) for move in made) > REACH // 4 < max(abs(move.y) for move in made)
    swaying = held(state, 3).play("nature", SWINGING)
    assert isinstance(improvise(swaying, 0, SHIFTING, Random(1)), Shift)


@pytest.mark.parametrize(
    ("aim", "words"),
    [
        ((0, 0), "over the middle"),
        ((49, -49), "over the middle"),
        ((-1530, 0), "1.5 mm left"),
        ((2000, 500), "2.0 mm right and 0.5 mm back"),
        ((0, -960, 175), "1.0 mm front and turned by 10 degrees"),
    ],
)
def test_an_aim_in_words(aim, words):
    catalogue = StackAttack.WORDS
    said = [catalogue.text(say) for say in in_words(*aim)]
    assert " and ".join(said) == words


def test_a_length_is_told_as_each_language_writes_it():
    told = {each: StackAttack.WORDS.text(millimetres(12_340), Voice(language=each)) for each in LANGUAGES}
    assert told == {each: "12.3 mm" if each == "en" else "12,3 mm" for each in LANGUAGES}
