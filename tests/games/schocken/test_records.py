"""Schocken at a real table: positions as JSON, and records that can be played again."""

from random import Random

import msgspec
import pytest

import knobel
from knobel.core.record import SeededDice, Sitter, read_record, wrote
from knobel.core.timeline import NotPossible, Timeline
from knobel.games.schocken.moves import Stand
from knobel.games.schocken.players import Careful
from knobel.games.schocken.rules import Schocken
from knobel.table.clocks import PlainClock
from knobel.table.drive import steps_until_person
from knobel.table.nature import KeyedNature
from knobel.table.table import Table, header_for
from tests.games.schocken.script import begin, throw, turn

GAME = knobel.game("schocken")


def opened(**options):
    sitters = (Sitter("Ann", "careful"), Sitter("Bo", "careful"), Sitter("Cy", "careful"))
    header = header_for(GAME, GAME.start(3, **options), sitters, SeededDice("x"))
    return Table.open(GAME, header, KeyedNature(b"x" * 32), PlainClock())


def test_a_position_goes_through_json_unchanged():
    for state in (GAME.start(3), throw(begin(), "664"), turn(turn(begin(4), "661*"), "221/3")):
        assert msgspec.json.decode(msgspec.json.encode(state), type=Schocken) == state


@pytest.mark.parametrize("options", [{}, {"preset": "pub", "starter": 2}, {"blind": True, "aside_shown": True}])
def test_a_record_plays_again_to_the_same_end(options):
    table = opened(**options)
    for _ in steps_until_person(table, {seat: Careful() for seat in range(3)}, Random(1)):
        pass
    assert table.over
    record = read_record(wrote(table.timeline.header, table.timeline.entries))
    assert Timeline.replay(GAME, record).state == table.state


@pytest.mark.rule("SCH-08")
def test_a_stand_can_be_taken_back_unless_it_lifted_the_cups():
    table = opened(starter=1)
    for seat in range(3):
        table.move(seat, table.state.moves(seat)[0])
        table.fall()
        table.move(seat, Stand())
        if seat < 2:
            table.undo(seat)
            table.move(seat, Stand())
        else:
            with pytest.raises(NotPossible):
                table.undo(seat)
