"""Where everything of MACHZ lies: the object set, under each of its dice the one that matches it, and all chips."""

from __future__ import annotations

from knobel.core.game import CardStep
from knobel.core.moment import Moment
from knobel.core.stage import Piece, Region, Stage, Tray, tall, wide
from knobel.core.words import Die
from knobel.games.machz.dice import COLOURS, SET
from knobel.games.machz.telling import VALUES

CHIPS = tuple(Piece(colour=colour, worth=worth) for colour, worth in VALUES.items())
LYING = ("object", "locked", "loose")

MOMENTS = {"told.machz": Moment(says="moment.machz", rains=tuple(VALUES))}
"""All five matched."""

STEPS = (
    CardStep(dice=tuple(Die("", colour) for colour in COLOURS[:SET])),
    CardStep(dice=(*(Die("", colour) for colour in COLOURS[:3]), Die(), Die())),
    CardStep(pieces=("red", "blue")),
)
"""A turn in pictures: the object set, three that match it and two to roll again, a bet on a match and one against."""

STAGE = Stage(
    wide=wide(
        {
            "pot": Region(x=150, y=450, size=74, pieces=CHIPS, label=(0, 105)),
            "object": Region(
                x=800, y=380, size=152, pitch=184, row=SET, slots=SET, marked=True, numbered=True, label=(0, -116)
            ),
            "locked": Region(x=800, y=590, size=152, pitch=184, row=SET, slots=SET, marked=True, numbered=True),
            "loose": Region(x=800, y=800, size=152, pitch=184, row=SET, slots=SET, numbered=True),
            "tossed": Region(x=800, y=590, size=130, pitch=160, row=SET, label=(0, 260)),
            "chips": Region(x=-80, y=180, size=58, pieces=CHIPS, written="number", label=(0, -84)),
            "bet": Region(x=130, y=150, size=58, pieces=CHIPS, written="card", label=(0, 70)),
        },
        {
            "chips": Region(x=150, y=780, size=74, pieces=CHIPS, label=(0, 105)),
            "bet": Region(x=1440, y=790, size=74, pieces=CHIPS, written="card", label=(0, 100)),
        },
        Tray(x=1440, y=500, size=74, dice=2 * SET, groups=LYING, row=3),
        (800, 700, 152),
    ),
    tall=tall(
        {
            "pot": Region(x=190, y=390, size=80, pieces=CHIPS, label=(0, 108)),
            "object": Region(
                x=500, y=640, size=152, pitch=186, row=SET, slots=SET, marked=True, numbered=True, label=(0, -122)
            ),
            "locked": Region(x=500, y=850, size=152, pitch=186, row=SET, slots=SET, marked=True, numbered=True),
            "loose": Region(x=500, y=1060, size=152, pitch=186, row=SET, slots=SET, numbered=True),
            "tossed": Region(x=500, y=850, size=130, pitch=160, row=SET, label=(0, 270)),
            "chips": Region(x=-80, y=206, size=62, pieces=CHIPS, written="number", label=(0, -84)),
            "bet": Region(x=120, y=160, size=62, pieces=CHIPS, written="card", label=(0, 76)),
        },
        {
            "chips": Region(x=190, y=1220, size=80, pieces=CHIPS, label=(0, 96)),
            "bet": Region(x=810, y=1220, size=80, pieces=CHIPS, written="card", label=(0, 96)),
        },
        Tray(x=690, y=410, size=78, dice=2 * SET, groups=LYING, row=5),
        (500, 950, 152),
    ),
)
