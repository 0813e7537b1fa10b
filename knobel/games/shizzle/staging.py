"""Where everything of Shizzle lies: the line and the dice beneath it, the Bank, everybody's chips."""

from __future__ import annotations

from knobel.core.game import CardStep
from knobel.core.moment import Moment
from knobel.core.stage import Piece, Region, Stage, Tray, tall, wide
from knobel.core.words import Die
from knobel.games.shizzle.dice import DICE as ALL_DICE
from knobel.games.shizzle.telling import EXAMPLE, SQUARES

BANK = (Piece(colour="amber", worth=5, shape="square", most=SQUARES), Piece(colour="ivory"))
CHIPS = (Piece(colour="amber", worth=5, shape="square"), Piece(colour="ivory"))
"""SHZ-03: squares of five points, circles of one."""

DICE = len(ALL_DICE)
LYING = ("line", "rolled")

MOMENTS = {"told.shizzle": Moment(says="moment.shizzle", rains=("amber", "ivory"))}
"""All six in line."""

STEPS = (
    CardStep(dice=(Die(),) * (DICE - 1)),
    CardStep(dice=EXAMPLE[:2]),
    CardStep(dice=EXAMPLE[:4], pieces=("ivory",) * 4),
)
"""A turn in pictures: the dice outside the line, one that joins it by its colour, a line and its points."""

STAGE = Stage(
    wide=wide(
        {
            "bank": Region(x=150, y=560, size=70, pieces=BANK, label=(40, 92), wide=340),
            "line": Region(x=880, y=410, size=176, pitch=204, row=DICE, slots=DICE, marked=True, label=(0, -160)),
            "rolled": Region(x=880, y=690, size=176, pitch=204, row=DICE),
            "points": Region(x=0, y=206, size=66, pieces=CHIPS, written="number", label=(0, -96)),
        },
        {"points": Region(x=165, y=865, size=74, pieces=CHIPS, label=(0, 95))},
        Tray(x=880, y=858, size=84, dice=DICE, groups=LYING),
        (880, 690, 176),
    ),
    tall=tall(
        {
            "bank": Region(x=500, y=395, size=86, pieces=BANK, label=(0, 100)),
            "line": Region(x=500, y=720, size=146, pitch=158, row=DICE, slots=DICE, marked=True, label=(0, -140)),
            "rolled": Region(x=500, y=985, size=146, pitch=158, row=DICE),
            "points": Region(x=0, y=212, size=74, pieces=CHIPS, written="number", label=(0, -84)),
        },
        {"points": Region(x=190, y=1165, size=86, pieces=CHIPS, label=(0, 98))},
        Tray(x=660, y=1122, size=106, dice=DICE, groups=LYING, row=3),
        (500, 985, 146),
    ),
)
