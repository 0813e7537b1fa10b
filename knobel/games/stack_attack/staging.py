"""Where everything of Stack Attack lies: the tower on its plate, seen from the side, and the dice that were rolled."""

from __future__ import annotations

from knobel.core.game import CardStep
from knobel.core.moment import Moment
from knobel.core.stage import Piece, Region, Stage, tall, wide
from knobel.core.words import Die
from knobel.games.stack_attack.drawing import COLOURS

DICE = (Piece(colour="", shape="die"),)

MOMENTS = {
    "told.fell": Moment(says="moment.crash", sound="crash"),
    "told.cleared": Moment(says="moment.cleared", rains=COLOURS),
}
"""The tower comes down; somebody's last die stands on it."""

STEPS = (
    CardStep(dice=(Die("", COLOURS[0]),) * 4),
    CardStep(dice=(Die("3", COLOURS[1]), Die("4", COLOURS[0]))),
    CardStep(dice=(Die("3", COLOURS[1]), Die("4", COLOURS[0]), Die("5", COLOURS[0]))),
)
"""A turn in pictures: dice to roll, one more than the die on top, and another on that."""

STAGE = Stage(
    tilt=1.05,
    wide=wide(
        {
            "tower": Region(x=600, y=850, size=104, row=7, holder="tower", label=(-380, 20)),
            "lean": Region(x=1240, y=880, label=(0, 0)),
            "rolled": Region(x=1205, y=560, size=128, pitch=150, row=5),
            "held": Region(x=600, y=300, size=104),
            "points": Region(x=0, y=90, label=(0, 0)),
            "dice": Region(x=0, y=165, size=58, pieces=DICE, colours=COLOURS),
            "out": Region(x=0, y=150, label=(0, 0)),
        },
        {
            "points": Region(x=220, y=440, label=(0, 0)),
            "dice": Region(x=220, y=600, size=66, row=5, pieces=DICE, colours=COLOURS, label=(0, 120)),
            "out": Region(x=220, y=600, label=(0, 0)),
        },
        throws=(1205, 600, 128),
    ),
    tall=tall(
        {
            "tower": Region(x=350, y=980, size=104, row=7, holder="tower", label=(0, 150)),
            "lean": Region(x=742, y=1090, label=(0, 0), wide=450),
            "rolled": Region(x=765, y=560, size=110, pitch=132, row=3),
            "held": Region(x=350, y=400, size=104),
            "points": Region(x=0, y=118, label=(0, 0)),
            "dice": Region(x=0, y=216, size=62, pieces=DICE, colours=COLOURS),
            "out": Region(x=0, y=190, label=(0, 0)),
        },
        {
            "points": Region(x=810, y=1240, label=(0, 0)),
            "dice": Region(x=248, y=1235, size=76, pieces=DICE, colours=COLOURS),
            "out": Region(x=330, y=1245, label=(0, 0)),
        },
        throws=(765, 620, 110),
    ),
)
