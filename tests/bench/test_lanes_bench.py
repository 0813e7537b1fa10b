"""The benchmark of the lanes tells of each lane beside OpenSpiel's two loops, and ends with an error below the goal."""

from __future__ import annotations

import json

import pytest

import knobel
from bench import lanes

LANES = {
    f"{name}, {seats} players"
    for name, game in knobel.all_games().items()
    if game.lane
    for seats in {game.seats[0], game.seats[-1]}
}


def test_every_lane_and_both_loops_are_told_of_in_one_run(capsys):
    code = lanes.main(["--games", "20", "--repetitions", "1", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert set(told["results"]) == {"OpenSpiel pig, C++", "OpenSpiel pig, Python", *LANES}
    assert len({name.partition(",")[0] for name in LANES}) == 5
    assert all(one["moves_per_second"] > 1000 for one in told["results"].values())
    assert code == bool(told["below_goal"])


@pytest.mark.parametrize(
    ("lane", "rate", "below"),
    [
        ("pig, 2 players", 9.9, True),
        ("pig, 2 players", 10.1, False),
        ("schocken, 8 players", 0.99, True),
        ("schocken, 8 players", 1.01, False),
    ],
)
def test_a_lane_below_its_goal_is_an_error(lane, rate, below, capsys):
    """Pig is held to ten times OpenSpiel's C++ loop, whatever the machine; others to five million moves a second."""
    found = {lanes.PEER: 5e6, lane: rate * 5e6}
    assert lanes.told(found, as_json=False) == below
    assert ("below its goal" in capsys.readouterr().out) == below
