"""Films of placements: small, and as they were."""

from __future__ import annotations

import base64
import zlib
from random import Random

import pytest

from knobel.core.errors import Malformed
from knobel.games.stack_attack.moves import MOST_FILM, ONE, Placing, Pose
from knobel.games.stack_attack.tower.film import FRAMES_PER_SECOND, STEP, TURN_STEP, pack, unpack
from knobel.games.stack_attack.tower.simulation import poses_of, settle
from tests.games.stack_attack.towers import beside, straight

COLLAPSE = Placing(tuple(Pose(round(130 * i * i), 0, die.z) for i, die in enumerate(straight(10))), 11_000, 3_000, 300)


@pytest.mark.parametrize(
    "placing", [Placing((), 0, 0, 0), beside(11, 2_000), COLLAPSE], ids=["first", "stands", "falls"]
)
def test_a_film_shows_every_frame_as_it_was_and_takes_a_few_kilobytes(placing: Placing):
    frames = settle(placing).frames
    film = pack(frames)
    rate, unpacked = unpack(film)
    assert rate == FRAMES_PER_SECOND
    assert len(unpacked) == len(frames)
    for row, shown in zip(frames, unpacked, strict=True):
        assert len(shown) == len(placing.poses) + 2
        for body, pose in enumerate(shown):
            numbers = (pose.x, pose.y, pose.z, pose.qw, pose.qx, pose.qy, pose.qz)
            for number, (there, was) in enumerate(zip(numbers, row[7 * body : 7 * body + 7], strict=True)):
                assert abs(there - was) <= (STEP if number < 3 else TURN_STEP) / 2 + 1
    assert len(film) < 12_000


def test_the_last_frame_of_a_film_is_where_everything_came_to_rest():
    ending = settle(beside(3, 1_000))
    assert poses_of(ending.frames[-1])[1:] == list(ending.poses)


def test_a_film_that_would_be_too_long_keeps_fewer_frames():
    chance = Random(1)
    wild = [[chance.uniform(-1e6, 1e6) for _ in range(14 * 7)] for _ in range(400)]
    film = pack(wild)
    rate, frames = unpack(film)
    assert len(film) <= MOST_FILM
    assert rate < FRAMES_PER_SECOND
    assert len(frames) == len(wild[:: FRAMES_PER_SECOND // rate])


@pytest.mark.parametrize("broken", ["", "no film", "AAAA", pack([[0.0] * 7])[:-6] + "AAAA=="])
def test_what_is_no_film_is_refused_in_words(broken: str):
    with pytest.raises(Malformed):
        unpack(broken)


def test_a_film_cannot_be_made_to_fill_the_memory():
    with pytest.raises(Malformed):
        unpack(base64.b64encode(zlib.compress(b"\x78\xfe\xff\x7f\xfe\xff\x7f" + bytes(1 << 22))).decode())


def test_quaternions_stay_within_their_unit():
    assert unpack(pack([[0, 0, 0, ONE, 0, 0, 0]]))[1] == [(Pose(0, 0, 0),)]
