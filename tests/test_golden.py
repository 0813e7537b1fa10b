"""Golden games: if one of these changes, a game plays or speaks differently. If that is meant, `make goldens`."""

import pytest

from knobel.core.record import read_record
from knobel.core.registry import game
from knobel.core.timeline import Timeline
from knobel.core.verify import verify
from tools.goldens import FOLDER, golden, golden_files

GOLDEN = {path.name: (path, *of) for path, of in golden_files().items()}


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_game_is_played_byte_for_byte_as_it_was(name):
    path, played, preset = GOLDEN[name]
    assert path.exists(), f"there is no golden game {name}: make it with “make goldens”, and read it"
    assert golden(played, preset) == path.read_bytes()


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.knobel")), ids=lambda path: path.name)
def test_a_golden_record_can_be_read_and_is_a_whole_game_whose_dice_can_be_drawn_again(path):
    record = read_record(path.read_bytes())
    timeline = Timeline.replay(game(record.header.game), record)
    assert timeline.state.outcome() is not None
    assert verify(timeline).verdict == "repeatable"
    assert path.name in GOLDEN
