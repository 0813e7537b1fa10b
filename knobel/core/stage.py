"""Where everything lies on a screen: a stage of fixed size under a fixed camera, as a table of data.

A scene says what lies there, anew with every move; a stage says where, once and for all. Places are given as they are
seen: from the upper left corner of the picture, in units of the stage's own. The middle of a thing is at its place.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

Holder = Literal["", "cup", "bag", "shaker", "tower"]


class Data(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a stage."""


class Piece(Data, frozen=True, kw_only=True):
    """What a number is laid out in: so many points a piece, the most valuable first."""

    colour: str
    worth: int = 1
    shape: Literal["disc", "square", "die"] = "disc"
    most: int | None = None
    """So many of them there are at most; None: as many as it takes."""


class Region(Data, frozen=True, kw_only=True):
    """Where the things of a group lie. Before a seat, places are counted from the seat's spot."""

    x: float
    y: float
    size: float = 0
    """A die's side; a piece's width."""
    pitch: float = 0
    """From the middle of a thing to the next one's; 0: a little more than its size."""
    row: int = 10
    """So many lie beside each other; the next ones beneath them."""
    step: float = 0
    """From one group to the next, downwards, where several lie in the region; 0: as high as the first is."""
    slots: int = 0
    """So many places it has, the first die at the first of them; 0: what lies there lies in the middle."""
    marked: bool = False
    """Whether its places are marked while nothing lies there."""
    numbered: bool = False
    """Whether a die lies at the place that its id ends with, and not at the next free one."""
    scatter: float = 0
    """How far dice lie beside a straight row, as a part of their size."""
    holder: Holder = ""
    """What holds the dice: a cup stands over covered ones, a bag or a shaker keeps them until they are there."""
    rest: tuple[float, float] = (0, 0)
    """Where the cup stands while the dice are open, from the region's place."""
    pieces: tuple[Piece, ...] = ()
    """A group's number is laid out in these; none: it is only written."""
    facedown: bool = False
    """Whether what lies covered here is a piece and no die."""
    colours: tuple[str, ...] = ()
    """The colours of pieces that are each seat's own."""
    label: tuple[float, float] | None = None
    """Where its caption stands, from the region's place; None: it is not written, only read out."""
    written: Literal["number", "caption", "card"] = "caption"
    """What is written: the caption, or that on a card of paper; `number`: where little room is, the number alone."""
    wide: float = 0
    """How wide its caption may be before it needs another line; 0: as wide as there is room."""


class Tray(Data, frozen=True, kw_only=True):
    """Where the dice wait that lie in none of these groups: so many there are in all."""

    x: float
    y: float
    size: float
    dice: int
    groups: tuple[str, ...]
    row: int = 10
    colour: str = ""


class Around(Data, frozen=True, kw_only=True):
    """How the others sit around the far side: everything before them becomes smaller where there are many."""

    elbow: float
    """How wide a place is at its full size."""
    band: float
    """How high."""
    name: float
    """How much of that the name takes, which is always of the same size."""
    abreast: int
    """So many sit in one row; more of them in two."""
    bend: float = 0
    """How round the far side of the table is: so much nearer than its middle are its ends. 0: it is straight."""


class Layout(Data, frozen=True, kw_only=True):
    """One shape of the stage."""

    width: float
    height: float
    around: Around
    own: tuple[float, float]
    """Where the looker's name stands."""
    regions: dict[str, Region]
    """By the first part of a group's id. `middle` and `seat` are for groups that have no region of their own."""
    before: dict[str, Region]
    """The same for what lies before the looker, in places of the whole stage."""
    tray: Tray | None = None
    throws: tuple[float, float, float] = (0, 0, 0)
    """Where dice are thrown to: the middle, and the side of a die in the air. All 0: into the middle."""


class Stage(Data, frozen=True, kw_only=True):
    """A game's stage, for screens that are wide and for those that are tall."""

    wide: Layout
    tall: Layout
    tilt: float = 0.42
    """How far from straight down the camera looks, in radians."""


WIDE, TALL = (1600.0, 1000.0), (1000.0, 1400.0)
AROUND_WIDE = Around(elbow=500, band=250, name=76, abreast=9, bend=180)
AROUND_TALL = Around(elbow=480, band=280, name=108, abreast=5)
OWN_WIDE, OWN_TALL = (800.0, 980.0), (500.0, 1352.0)


def wide(
    regions: dict[str, Region],
    before: dict[str, Region],
    tray: Tray | None = None,
    throws: tuple[float, float, float] = (800, 560, 150),
) -> Layout:
    """A wide stage with these regions; what has none lies as on the plain one."""
    return Layout(
        width=WIDE[0],
        height=WIDE[1],
        around=AROUND_WIDE,
        own=OWN_WIDE,
        regions={**PLAIN_WIDE, **regions},
        before={**PLAIN_WIDE_OWN, **before},
        tray=tray,
        throws=throws,
    )


def tall(
    regions: dict[str, Region],
    before: dict[str, Region],
    tray: Tray | None = None,
    throws: tuple[float, float, float] = (500, 780, 130),
) -> Layout:
    """The same for a tall one."""
    return Layout(
        width=TALL[0],
        height=TALL[1],
        around=AROUND_TALL,
        own=OWN_TALL,
        regions={**PLAIN_TALL, **regions},
        before={**PLAIN_TALL_OWN, **before},
        tray=tray,
        throws=throws,
    )


CHIPS = (Piece(colour="blue", worth=10), Piece(colour="ivory"))
"""What the points of any game are laid out in."""

PLAIN_WIDE = {
    "middle": Region(x=800, y=374, size=150, pitch=175, row=8, step=248, label=(0, 123)),
    "seat": Region(x=0, y=124, size=72, pitch=82, row=6, step=168, pieces=CHIPS, label=(0, 76)),
}
PLAIN_WIDE_OWN = {"seat": Region(x=800, y=762, size=142, pitch=166, row=8, step=-254, pieces=CHIPS, label=(0, 127))}
PLAIN_TALL = {
    "middle": Region(x=500, y=560, size=150, pitch=175, row=5, step=270, label=(0, 136)),
    "seat": Region(x=0, y=194, size=72, pitch=82, row=6, step=186, pieces=CHIPS, label=(0, 80)),
}
PLAIN_TALL_OWN = {"seat": Region(x=500, y=1120, size=150, pitch=175, row=5, step=-270, pieces=CHIPS, label=(0, 136))}

PLAIN_STAGE = Stage(
    wide=wide({"middle": replace(PLAIN_WIDE["middle"], holder="shaker")}, {}),
    tall=tall({"middle": replace(PLAIN_TALL["middle"], holder="shaker")}, {}),
)
"""The stage of a game that brings none: its groups beneath each other, in the middle and before each seat."""
