"""Schocken at a table: positions as JSON, records that can be played again, moves that can be taken back."""

import msgspec
import pytest

import knobel
from knobel.core.record import read_record, wrote
from knobel.core.timeline import NotPossible, Timeline
from knobel.games.schocken.moves import Fell, Stand, Throw
from knobel.games.schocken.rules import Schocken
from tests.arena import played
from tests.games.schocken.script import ALL, begin, throw, turn
from tests.tables import table_of

GAME = knobel.game("schocken")


def test_a_position_goes_through_json_unchanged():
    for state in (GAME.start(3), throw(begin(), "664"), turn(turn(begin(4), "661*"), "221/3")):
        assert msgspec.json.decode(msgspec.json.encode(state), type=Schocken) == state


@pytest.mark.parametrize("options", [{}, {"preset": "pub", "starter": 2}, {"blind": True, "aside_shown": True}])
def test_a_record_plays_again_to_the_same_end(options):
    table = played("schocken", ("strong",) * 3, 1, **options)
    record = read_record(wrote(table.timeline.header, table.timeline.entries))
    assert Timeline.replay(GAME, record).state == table.state


@pytest.mark.rule("SCH-08")
def test_a_stand_can_be_taken_back_unless_it_lifted_the_cups():
    table = table_of(begin(3))
    for seat in range(3):
        table.move(seat, Throw(ALL))
        table.move("nature", Fell((6, 5, 4)))
        table.move(seat, Stand())
        if seat < 2:
            table.undo(seat)
            table.move(seat, Stand())
    with pytest.raises(NotPossible):
        table.undo(2)
