"""A game that is over: what decided it still lies there, and looking back shows it as it was seen at the table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from knobel.core.record import read_record
from knobel.core.registry import all_games
from knobel.core.timeline import Timeline
from knobel.server.http.replay import looking_back
from knobel.server.http.schemas import StepView
from tests.server.tables import play_on, sitting

GOLDEN = Path(__file__).parents[1] / "golden"


def replayed(name: str) -> tuple[Timeline, tuple[StepView, ...]]:
    record = read_record((GOLDEN / f"{name}.knobel").read_bytes())
    timeline = Timeline.replay(all_games()[record.header.game], record)
    return timeline, looking_back(timeline, "en", "named")


@pytest.mark.parametrize("name", ["stack-attack-box", "stack-attack-tower"])
def test_every_die_of_a_tower_that_is_looked_back_at_has_its_face_and_its_owner(name: str) -> None:
    timeline, steps = replayed(name)
    heights: set[int] = set()
    for step, seen in zip(timeline.steps[:-1], steps[:-1], strict=True):
        tower = next(group for group in seen.scene.middle if group.id == "tower")
        blocks = getattr(step.after, "tower")  # noqa: B009  # a position of that game
        assert [int(die.face) for die in tower.dice] == [block.number for block in blocks]
        assert [bool(die.colour) for die in tower.dice] == [block.owner is not None for block in blocks]
        assert (tower.count or 0) == len(tower.dice)
        heights.add(len(blocks))
        assert not (seen.dice and step.move.__class__.__name__ in ("Settled", "Fell"))  # set down, and thrown by nobody
    assert max(heights) > 4


def test_a_tower_that_ends_a_round_lies_there_before_the_next_one_begins() -> None:
    _, steps = replayed("stack-attack-box")
    ends = [step for step in steps if step.moment and step.moment.words == "All dice stand!"]
    assert ends
    for step in ends:
        assert step.lying
        assert len(next(group for group in step.lying.middle if group.id == "tower").dice) > 2


@pytest.mark.parametrize(
    ("name", "group"), [("shizzle-box", "line"), ("machz-box", "object"), ("stack-attack-box", "tower")]
)
def test_what_decided_a_game_still_lies_there_when_it_is_over(name: str, group: str) -> None:
    timeline, steps = replayed(name)
    assert timeline.due.places
    dice = next(each for each in steps[-1].scene.middle if each.id == group).dice
    assert len(dice) > 1
    ids = [die.id for each in (*steps[-1].scene.middle, *sum(steps[-1].scene.places, ())) for die in each.dice]
    assert len(set(ids)) == len(ids)


def test_looking_back_tells_which_dice_fell_and_what_lay_there() -> None:
    _, steps = replayed("shizzle-box")
    assert any(step.lying for step in steps)
    for step in steps:
        lie = {die.id for group in (step.lying or step.scene).middle for die in group.dice}
        assert set(step.dice) <= lie


async def test_the_table_shows_at_its_end_what_looking_back_shows(url: str) -> None:
    async with sitting(url, "shizzle", options={"turns": 1}) as table:
        await asyncio.gather(*(play_on(player, Random(n)) for n, player in enumerate(table.players)))
        await table.players[0].until(lambda: table.players[0].room["stage"] == "over")
        steps = (await table.host.get(table.path("/steps"))).json()
        assert table.players[0].position["scene"]["middle"] == steps[-1]["scene"]["middle"]
