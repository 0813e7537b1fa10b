"""Golden games: if one of these changes, a game plays or speaks differently. If that is meant, `make goldens`."""

import pytest
from msgspec.structs import fields

from knobel.core.record import read_record, wrote
from knobel.core.registry import game
from knobel.core.timeline import Timeline
from knobel.core.verify import verify
from tools.goldens import FOLDER, golden, golden_files, golden_folders

GOLDEN = {path.name: (path, *of) for path, of in golden_files().items()}


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_game_is_played_byte_for_byte_as_it_was(name):
    path, played, preset = GOLDEN[name]
    assert path.exists(), f"there is no golden game {name}: make it with “make goldens”, and read it"
    assert golden(played, preset) == path.read_bytes()


@pytest.mark.parametrize(
    "path", sorted(path for folder in golden_folders() for path in folder.glob("*.knobel")), ids=lambda path: path.name
)
def test_a_golden_record_can_be_read_and_is_a_whole_game_whose_dice_can_be_drawn_again(path):
    record = read_record(path.read_bytes())
    timeline = Timeline.replay(game(record.header.game), record)
    assert timeline.state.outcome() is not None
    assert verify(timeline).verdict == "repeatable"
    assert path.name in GOLDEN
    names = {field.name for field in fields(game(record.header.game).options)}
    assert set(record.header.options) == names  # all of them: a default may change, a record must not


EARLIER = sorted((FOLDER / "earlier").glob("*.knobel"))


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.name)
def test_a_golden_record_of_an_earlier_version_is_replayed(path):
    record = read_record(path.read_bytes())
    timeline = Timeline.replay(game(record.header.game), record)
    assert timeline.state.outcome() is not None
    assert verify(timeline).verdict == "repeatable"
    assert wrote(record.header, timeline.entries) == path.read_bytes()


@pytest.mark.rule("SHZ-R3")
@pytest.mark.option("shizzle", "returns")
@pytest.mark.parametrize("preset", ["box", "quick"])
def test_shizzle_with_returns_at_the_end_is_played_move_for_move_as_when_that_was_the_default(preset):
    kept = (FOLDER / "earlier" / f"shizzle-{preset}-returns-at-end.knobel").read_bytes()
    now = golden(game("shizzle"), preset, returns="at_end")
    then, now = (Timeline.replay(game("shizzle"), read_record(data)) for data in (kept, now))
    assert then.header == now.header
    assert then.steps == now.steps


@pytest.mark.rule("MCZ-27")
@pytest.mark.parametrize("preset", ["box", *game("machz").presets])
def test_not_betting_as_it_was_once_written_leads_where_it_leads_now(preset):
    kept = (FOLDER / "earlier" / f"machz-{preset}-no-bet-of-one-chip.knobel").read_bytes()
    assert b'"side":"none","chips":1' in kept
    now = (FOLDER / f"machz-{preset}.knobel").read_bytes()
    assert b'"side":"none","chips":1' not in now
    then, now = (Timeline.replay(game("machz"), read_record(data)) for data in (kept, now))
    assert then.steps == now.steps
