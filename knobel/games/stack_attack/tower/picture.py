"""A picture of the tower as a PNG, traced ray by ray: needs no screen, no graphics card and no drivers."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from knobel.games.stack_attack.moves import Pose
from knobel.games.stack_attack.tower.model import HALF, PLATE_HEIGHT, PLATE_RADIUS, TABLE
from knobel.games.stack_attack.tower.tracing import NOWHERE, Array, Disc, Solid, TracedDie, first_met, is_blocked

COLOURS = {
    "red": (0.72, 0.035, 0.045),
    "yellow": (0.90, 0.55, 0.03),
    "green": (0.03, 0.36, 0.10),
    "blue": (0.025, 0.12, 0.55),
    "white": (0.80, 0.76, 0.66),
}
"""What dice are made of, as linear light."""

DARK_PIPS = ("white", "yellow")
ROUND_COLOURS = ((0.055, 0.062, 0.075), (0.30, 0.26, 0.20))
"""Of the plate, and of what holds it."""
TABLE_COLOUR = (0.46, 0.36, 0.27)
SKY_LOW, SKY_HIGH = np.array((0.80, 0.70, 0.60), np.float32), np.array((0.30, 0.40, 0.55), np.float32)
LAMP, LAMP_SIZE = np.array((-0.35, -0.55, 0.75), np.float32), 0.13
LAMP_LIGHT = np.array((2.35, 2.15, 1.85), np.float32)
FILL = np.array((0.75, -0.25, 0.45), np.float32)
FILL_LIGHT = np.array((0.20, 0.26, 0.36), np.float32)

EXPOSURE = 0.72
SHADOW_RAYS = 6
FINE = 2
"""Rays a pixel, to either side."""
LENS = 0.30
"""Half the height of the picture, seen from one metre away."""
EYE = np.array((0.52, -0.80, 0.36), np.float32)
"""From where one looks at the tower."""
STRIP = 40
"""Rows of rays that are traced at once."""

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
PIP_AWAY, PIP_RADIUS = 0.0042, 0.00155


Pixels = NDArray[np.uint8]


class Shown(msgspec.Struct, frozen=True):
    """A die in the picture."""

    pose: Pose
    number: int
    colour: str


def png(plate: Pose, dice: Sequence[Shown], width: int = 720, height: int = 960) -> bytes:
    """The picture file."""
    return _png_file(_traced(plate, dice, width, height))


def _traced(plate: Pose, dice: Sequence[Shown], width: int, height: int) -> Pixels:
    solids = _solids(plate, dice)
    camera = _camera(dice, width / height)
    noise = np.random.default_rng(16)
    strips: list[Array] = []
    scale = height * FINE / 2
    across = (np.arange(width * FINE, dtype=np.float32) + 0.5) / scale - width / height
    for first in range(0, height * FINE, STRIP):
        down = 1 - (np.arange(first, min(first + STRIP, height * FINE), dtype=np.float32) + 0.5) / scale
        x, y = (part.reshape(-1, 1) for part in np.meshgrid(across, down))
        ways = _unit(camera.forward + LENS * (x * camera.right + y * camera.up))
        strips.append(_seen(solids, dice, np.broadcast_to(camera.eye, ways.shape), ways, noise))
    light = np.concatenate(strips).reshape(height, FINE, width, FINE, 3)
    return (_toned(light).mean(axis=(1, 3)) * 255 + 0.5).astype(np.uint8)


def _unit(ways: Array) -> Array:
    return (ways / np.maximum(np.linalg.norm(ways, axis=-1, keepdims=True), 1e-9)).astype(np.float32)


def _solids(plate: Pose, dice: Sequence[Shown]) -> list[Solid]:
    """The dice, then the plate and what holds it."""
    half = PLATE_HEIGHT / 2
    top = Disc(plate, PLATE_RADIUS, half)
    x, y, z = (round(float(value) * 1e6) for value in top.middle - top.turn[2] * half)
    disc = Disc(replace(plate, x=x, y=y, z=z), PLATE_RADIUS, half)
    post = Disc(Pose(0, 0, round((TABLE - PLATE_HEIGHT) / 2 * 1e6)), 0.011, (-PLATE_HEIGHT - TABLE) / 2)
    return [*(TracedDie(die.pose) for die in dice), disc, post]


class Camera(NamedTuple):
    """Where one looks from, and which way."""

    eye: Array
    right: Array
    up: Array
    forward: Array


def _camera(dice: Sequence[Shown], shape: float) -> Camera:
    """From the front and a little above, far enough to see the plate and all dice."""
    seen = [(die.pose.x, die.pose.y, die.pose.z) for die in dice]
    rim = PLATE_RADIUS * 1e6
    places = np.array([*seen, (-rim, -rim, TABLE * 1e6), (rim, rim, TABLE * 1e6)], np.float32) / np.float32(1e6)
    low, high = places.min(axis=0), places.max(axis=0)
    target = (low + high) / 2
    size = max(float(high[2] - low[2]) + 0.05, (float(np.hypot(*(high - low)[:2])) + 0.01) / shape)
    eye = target + _unit(EYE) * size / (2 * LENS)
    forward = _unit(target - eye)
    right = _unit(np.cross(forward, (0, 0, 1)))
    return Camera(eye.astype(np.float32), right, _unit(np.cross(right, forward)), forward)


def _seen(solids: list[Solid], dice: Sequence[Shown], eyes: Array, ways: Array, noise: np.random.Generator) -> Array:
    """The light that comes back along each ray."""
    times, which = first_met(solids, eyes, ways)
    falling = np.where(ways[:, 2] < -1e-4, (TABLE - eyes[:, 2]) / np.minimum(ways[:, 2], -1e-4), NOWHERE)
    on_table = falling < times
    light = _sky(ways)
    hit = on_table | (which >= 0)
    points = eyes + np.minimum(times, falling)[:, None] * ways
    facing = np.zeros_like(ways)
    facing[on_table] = (0, 0, 1)
    colours = np.empty_like(ways)
    colours[on_table] = TABLE_COLOUR
    for index, solid in enumerate(solids):
        mine = (which == index) & ~on_table
        facing[mine] = solid.normals(points[mine])
        colours[mine] = (
            _colour(solid, dice[index], points[mine]) if index < len(dice) else ROUND_COLOURS[index - len(dice)]
        )
    gloss = np.where(on_table, 0.05, 1.0)
    light[hit] = _lit(solids, points[hit], facing[hit], -ways[hit], colours[hit], gloss[hit].astype(np.float32), noise)
    haze = np.clip((np.linalg.norm(points[:, :2], axis=1) - 0.15) / 0.9, 0, 1)[:, None] ** 0.8
    return np.where(on_table[:, None], light * (1 - haze) + SKY_LOW * haze, light)


def _sky(ways: Array) -> Array:
    """A room with a light wall and a darker ceiling."""
    high = np.clip(ways[:, 2:] * 1.6, 0, 1) ** 0.7
    return (SKY_LOW * (1 - high) + SKY_HIGH * high).astype(np.float32)


def _colour(solid: Solid, die: Shown, points: Array) -> Array:
    """A die's own colour, and light pips (dark ones on a light die)."""
    local = solid.inside(points) if isinstance(solid, TracedDie) else points
    axis = np.abs(local).argmax(axis=1)
    body = np.array(COLOURS[die.colour], np.float32)
    pip = np.array((0.03, 0.03, 0.04) if die.colour in DARK_PIPS else (0.86, 0.84, 0.80), np.float32)
    inked = np.zeros(len(points), np.float32)
    for side in range(3):
        for sign in (-1, 1):
            mine = (axis == side) & (np.sign(local[:, side]) == sign)
            flat = np.delete(local[mine], side, axis=1)
            inked[mine] = _inked(flat, _number(die.number, side, sign))
    return body * (1 - inked[:, None]) + pip * inked[:, None]


def _inked(flat: Array, number: int) -> Array:
    """How much of a pip is at points of a face: 0 beside, 1 inside."""
    spots = np.array(PIPS[number], np.float32) * PIP_AWAY
    nearest = np.linalg.norm(flat[:, None, :] - spots, axis=2).min(axis=1)
    return np.clip((PIP_RADIUS - nearest) / 0.00015 + 0.5, 0, 1).astype(np.float32)


def _number(top: int, side: int, sign: int) -> int:
    """What the face on a side shows when `top` is up: opposite faces sum to seven."""
    if side == 2:
        return top if sign > 0 else 7 - top
    number = [low for low in (1, 2, 3) if low not in (top, 7 - top)][side]
    return number if sign > 0 else 7 - number


def _lit(
    solids: list[Solid],
    points: Array,
    facing: Array,
    back: Array,
    colours: Array,
    gloss: Array,
    noise: np.random.Generator,
) -> Array:
    """What a lamp with soft shadows, a second light without, and the room around make of a surface."""
    start = points + facing * np.float32(2e-5)
    room = _openness(solids, points, facing)[:, None]
    high = (facing[:, 2:] + 1) / 2
    light = colours * (SKY_LOW * (1 - high) * 0.55 + (SKY_HIGH * 0.6 + SKY_LOW * 0.4) * high) * room * 0.62
    for _ in range(SHADOW_RAYS):
        lamp = LAMP + noise.normal(0, LAMP_SIZE / 2, points.shape).astype(np.float32)
        ways = _unit(lamp - points)
        ahead = np.einsum("ij,ij->i", facing, ways)
        open_way = ahead > 0
        open_way[open_way] = ~is_blocked(solids, start[open_way], ways[open_way])
        light += (
            np.where(open_way[:, None], _shone(ways, ahead, facing, back, colours, gloss) * LAMP_LIGHT, 0) / SHADOW_RAYS
        )
    ways = _unit(FILL - points)
    light += _shone(ways, np.einsum("ij,ij->i", facing, ways), facing, back, colours, gloss) * FILL_LIGHT * room
    grazing = (1 - np.clip(np.einsum("ij,ij->i", facing, back), 0, 1))[:, None] ** 5
    mirrored = 2 * np.einsum("ij,ij->i", facing, back)[:, None] * facing - back
    return (light + _sky(mirrored) * (0.035 + 0.5 * grazing) * room * gloss[:, None]).astype(np.float32)


def _shone(ways: Array, ahead: Array, facing: Array, back: Array, colours: Array, gloss: Array) -> Array:
    """The light of one lamp off a surface: dull, and a highlight where it mirrors."""
    half = np.einsum("ij,ij->i", facing, _unit(ways + back))
    shine = 0.55 * gloss * np.clip(half, 0, 1) ** 90
    return (colours + shine[:, None]) * np.clip(ahead, 0, 1)[:, None]


def _openness(solids: list[Solid], points: Array, facing: Array) -> Array:
    """How much of the room a point sees, with everything near it taken for a ball."""
    hidden = np.zeros(len(points), np.float32)
    for solid in solids:
        size = HALF * 1.1 if isinstance(solid, TracedDie) else 0.006
        towards = solid.middle - points
        square = np.maximum(np.einsum("ij,ij->i", towards, towards), size**2)
        ahead = np.clip(np.einsum("ij,ij->i", facing, towards) / np.sqrt(square), 0, 1)
        hidden += ahead * size**2 / square
    table = np.clip(1 - facing[:, 2], 0, 1) * np.exp(-(points[:, 2] - TABLE) / 0.02) * 0.35
    return np.clip(1 - 0.85 * hidden - table, 0.08, 1).astype(np.float32)


def _toned(light: Array) -> Array:
    """From light to what a screen shows: bright parts bend softly, as film does."""
    light = light * np.float32(EXPOSURE)
    bent = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14)
    return (np.clip(bent, 0, 1) ** (1 / 2.2)).astype(np.float32)


def _png_file(pixels: Pixels) -> bytes:
    """The bytes of a PNG file."""
    height, width, _ = pixels.shape
    lines = b"".join(b"\0" + line.tobytes() for line in pixels)
    parts = (
        (b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
