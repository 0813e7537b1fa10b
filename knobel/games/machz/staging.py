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
            "pot": Region(x=168, y=450, size=68, pieces=CHIPS, label=(0, 100)),
            "object": Region(
                x=800, y=414, size=152, pitch=184, row=SET, slots=SET, marked=True, numbered=True, label=(0, -142)
            ),
            "locked": Region(x=800, y=618, size=152, pitch=184, row=SET, slots=SET, marked=True, numbered=True),
            "loose": Region(x=800, y=822, size=152, pitch=184, row=SET, slots=SET, numbered=True),
            "tossed": Region(x=800, y=610, size=130, pitch=160, row=SET, label=(0, 260)),
            "chips": Region(x=-100, y=180, size=50, pieces=CHIPS, written="number", label=(0, -84)),
            "bet": Region(x=110, y=95, size=50, pieces=CHIPS, facedown=True, written="card", label=(0, 62), wide=260),
        },
        {
            "chips": Region(x=178, y=800, size=74, pieces=CHIPS, label=(0, 105)),
            "bet": Region(x=1440, y=800, size=74, pieces=CHIPS, facedown=True, written="card", label=(0, 100)),
        },
        Tray(x=1440, y=500, size=74, dice=2 * SET, groups=LYING, row=3),
        (800, 720, 152),
    ),
    tall=tall(
        {
            "pot": Region(x=190, y=435, size=80, pieces=CHIPS, label=(0, 88)),
            "object": Region(
                x=500, y=655, size=144, pitch=182, row=SET, slots=SET, marked=True, numbered=True, label=(0, -130)
            ),
            "locked": Region(x=500, y=865, size=144, pitch=182, row=SET, slots=SET, marked=True, numbered=True),
            "loose": Region(x=500, y=1075, size=144, pitch=182, row=SET, slots=SET, numbered=True),
            "tossed": Region(x=500, y=865, size=130, pitch=160, row=SET, label=(0, 270)),
            "chips": Region(x=-100, y=226, size=56, pieces=CHIPS, written="number", label=(0, -84)),
            "bet": Region(x=110, y=176, size=56, pieces=CHIPS, facedown=True, written="card", label=(0, 112), wide=280),
        },
        {
            "chips": Region(x=190, y=1262, size=80, pieces=CHIPS, label=(0, 84)),
            "bet": Region(x=810, y=1262, size=80, pieces=CHIPS, facedown=True, written="card", label=(0, 84)),
        },
        Tray(x=690, y=448, size=76, dice=2 * SET, groups=LYING, row=5),
        (500, 965, 144),
    ),
)
