"""Every rule of High Die."""

import pytest

import knobel

HIGH_DIE = knobel.all_games().get("high-die")  # only in a house that has it


def rolled(state, *pips):
    roll, fell = (HIGH_DIE.rulebook.SEAT_MOVES[0], HIGH_DIE.rulebook.NATURE_MOVES[0])
    for shown in pips:
        (seat,) = state.due().must
        state = state.play(seat, roll()).play("nature", fell(shown))
    return state


@pytest.mark.rule("HID-01", "HID-02")
def test_everybody_rolls_once_and_the_most_pips_win():
    assert rolled(HIGH_DIE.start(3), 2, 6, 3).outcome() == (3, 1, 2)


@pytest.mark.rule("HID-03")
@pytest.mark.option("high-die", "rounds")
def test_there_are_as_many_rounds_as_were_agreed_on():
    state = rolled(HIGH_DIE.start(2, rounds=2), 6, 1)
    assert state.outcome() is None
    assert rolled(state, 1, 5).outcome() == (1, 2)
