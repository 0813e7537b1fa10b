"""The toy in the terminal, and its picture."""

from __future__ import annotations

import io
import json
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from knobel.cli.command_line import run
from knobel.games.stack_attack.moves import Pose
from knobel.games.stack_attack.tower.picture import Shown, png
from tests.games.stack_attack.towers import straight


def pixels(picture: bytes) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """What a PNG of our own shows."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">2I", picture[16:24])
    (length,) = struct.unpack(">I", picture[33:37])
    rows = np.frombuffer(zlib.decompress(picture[41 : 41 + length]), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


def test_the_same_seed_builds_the_same_tower(capsys: pytest.CaptureFixture[str]):
    assert run(["tower", "--dice", "3", "--seed", "5"]) == 0
    first = capsys.readouterr().out
    assert run(["tower", "--dice", "3", "--seed", "5"]) == 0
    assert capsys.readouterr().out == first
    assert "Die 3" in first
    assert "The tower stands, 3 dice high." in first
    assert first.count("│") == 6


def test_typed_aims_decide_where_dice_go_until_one_brings_the_tower_down(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n2 rechts 1 hinten\nquatsch\n8 links\n1 rechts\n"))
    assert run(["tower", "--aim", "--hand", "steady", "--seed", "1", "--language", "de"]) == 0
    told, asked = capsys.readouterr()
    assert asked.count("Wohin?") == 4
    assert "Würfel 1, eine 1: losgelassen" in told
    assert "2,0 mm rechts" in told
    assert "Das ist kein Ziel" in asked
    assert "Der Turm ist eingestürzt: Ein Würfel liegt daneben." in told
    assert "Würfel 4" not in told


def test_json_holds_every_pose(capsys: pytest.CaptureFixture[str]):
    assert run(["tower", "--dice", "2", "--hand", "expert", "--seed", "3", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)["dice"]
    assert first["number"] == 1
    assert second["number"] == 2
    assert len(second["tower"]["poses"]) == 2
    assert 0 <= second["risk"] <= 1


def test_a_picture_is_written_and_said_to_be(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "tower.png"
    assert run(["tower", "--dice", "2", "--seed", "3", "--picture", str(path), "--width", "60"]) == 0
    assert f"The picture is in {path}." in capsys.readouterr().out
    assert pixels(path.read_bytes()).shape == (80, 60, 3)


@pytest.mark.parametrize("wrong", [["--dice", "0"], ["--dice", "21"], ["--width", "5"], ["--hand", "robot"]])
def test_what_cannot_be_built_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]):
    assert run(["tower", *wrong]) == 2
    assert capsys.readouterr().err


def test_the_picture_shows_each_die_in_its_colour():
    dice = [
        Shown(pose, 1 + index, colour)
        for index, (pose, colour) in enumerate(zip(straight(2), ("red", "blue"), strict=True))
    ]
    shown = pixels(png(Pose(0, 0, 0), dice, 60, 80)).astype(int)
    red, green, blue = shown[..., 0], shown[..., 1], shown[..., 2]
    reds, blues = np.argwhere((red > 2 * green) & (red > 2 * blue)), np.argwhere((blue > 1.8 * red) & (blue > 90))
    assert len(reds) > 20
    assert len(blues) > 20
    assert reds[:, 0].mean() > blues[:, 0].mean() + 5


def test_the_same_tower_makes_the_same_picture():
    die = Shown(Pose(1_000, 500, 8_000), 6, "green")
    assert png(Pose(0, 0, 0), [die], 30, 40) == png(Pose(0, 0, 0), [die], 30, 40)
