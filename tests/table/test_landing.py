"""Dice that fell are seen by everybody, also where the position has gone on without them."""

from __future__ import annotations

from collections import Counter

import pytest

from knobel.core.chances import Throw
from knobel.core.record import read_record
from knobel.core.registry import game
from knobel.core.scene import Scene
from knobel.core.timeline import Timeline
from knobel.table.table import Sight
from tools.goldens import golden_files

OURS = [path for path, (played, _) in golden_files().items() if played.rulebook.__module__.startswith("knobel.games.")]
"""Games with dice on the table; an example may do without."""


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_every_die_that_nature_threw_is_seen_to_lie_there_once(path):
    record = read_record(path.read_bytes())
    timeline = Timeline.replay(game(record.header.game), record)
    lookers = [Sight(timeline.game, seat) for seat in (None, *range(len(record.header.seats)))]
    thrown = 0
    for step in timeline.steps:
        chances = step.before.chances() if step.actor == "nature" else None
        if not isinstance(chances, Throw):
            continue
        thrown += 1
        for sight in lookers:
            fallen, landing = sight.landed(step)
            scene = landing or sight.scene(step.after)
            ids = [die.id for die in scene.dice()]
            assert len(set(ids)) == len(ids)
            assert len(fallen) == len(chances.dice), (step.n, step.move)
            assert set(fallen) <= set(ids)
    assert thrown


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_a_die_that_nobody_throws_keeps_its_id_wherever_it_is_put(path):
    """None goes while one just like it comes: a screen would see a die vanish, and another one appear."""
    record = read_record(path.read_bytes())
    timeline = Timeline.replay(game(record.header.game), record)
    lookers = [Sight(timeline.game, seat) for seat in (None, *range(len(record.header.seats)))]
    kept = 0
    for step in timeline.steps:
        for sight in lookers:
            fallen, landing = sight.landed(step)
            before = {die.id: (die.face, die.colour) for die in sight.scene(step.before).dice()}
            after = {die.id: (die.face, die.colour) for die in (landing or sight.scene(step.after)).dice()}
            kept += len(before.keys() & after.keys())
            gone = Counter(before[name] for name in before.keys() - after.keys())
            came = Counter(after[name] for name in after.keys() - before.keys() - set(fallen))
            assert not gone & came, (step.n, step.move)
    assert kept


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_while_dice_lie_there_nothing_is_paid_yet(path):
    record = read_record(path.read_bytes())
    timeline = Timeline.replay(game(record.header.game), record)
    sight = Sight(timeline.game, None)
    for step in timeline.steps:
        if landing := sight.landed(step)[1]:
            before = sight.scene(step.before)
            counts = {group.id: group.count for group in before.groups()}
            built = height(landing) != height(before)  # dice leave hands for a tower, and come back when it has fallen
            groups = [group for group in landing.groups() if not built or group.id.startswith("points")]
            assert groups
            assert all(group.count == counts.get(group.id, group.count) for group in groups)


def height(scene: Scene) -> int:
    """How many dice were put on each other."""
    return sum(len(group.dice) for group in scene.middle if group.built)
