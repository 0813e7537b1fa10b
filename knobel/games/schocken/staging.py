"""Where everything of Schocken lies: cups and hands before everybody, discs before them and in the middle."""

from __future__ import annotations

from knobel.core.game import CardStep
from knobel.core.moment import Moment
from knobel.core.stage import Piece, Region, Stage, tall, wide
from knobel.core.words import Die
from knobel.games.schocken.cup import ALL_DICE

HAND = len(ALL_DICE)
DISC = (Piece(colour="wood"),)
RED = (Piece(colour="red"),)

MOMENTS = {"told.takes.all": Moment(says="moment.schock-out", sound="gong", rains=("wood",))}
"""Three ones: every disc on the table goes to one player."""

STEPS = (
    CardStep(dice=(Die("6"), Die("4"), Die("1"))),
    CardStep(dice=(Die("1"),) * HAND, pieces=("wood",) * 3),
    CardStep(pieces=("wood",) * 6 + ("red",)),
)
"""A turn in pictures: a throw, the best hand and discs that it costs, all discs with one player."""

STAGE = Stage(
    wide=wide(
        {
            "middle": Region(x=800, y=408, size=104, pieces=DISC, label=(0, 106)),
            "cup": Region(
                x=-80, y=164, size=62, pitch=70, row=HAND, holder="cup", rest=(-105, 0), label=(30, 80), wide=310
            ),
            "aside": Region(x=56, y=164, size=62, pitch=70, row=HAND),
            "hand": Region(
                x=0, y=164, size=62, pitch=70, row=HAND, holder="cup", rest=(-155, 0), label=(-50, 80), wide=310
            ),
            "discs": Region(x=172, y=164, size=56, pieces=DISC, written="number", label=(0, 80)),
            "red": Region(x=0, y=88, size=52, pieces=RED),
        },
        {
            "cup": Region(x=720, y=740, size=170, pitch=204, row=HAND, holder="cup", rest=(-510, 0), label=(0, 165)),
            "aside": Region(x=1270, y=740, size=170, pitch=204, row=2, label=(0, 160)),
            "hand": Region(x=720, y=740, size=170, pitch=204, row=HAND, holder="cup", rest=(-510, 0), label=(0, 165)),
            "discs": Region(x=1230, y=450, size=84, pieces=DISC, label=(0, 92)),
            "red": Region(x=1440, y=450, size=84, pieces=RED, label=(0, -74)),
        },
        throws=(720, 740, 170),
    ),
    tall=tall(
        {
            "middle": Region(x=500, y=505, size=110, pieces=DISC, label=(0, 106)),
            "cup": Region(
                x=-80, y=160, size=62, pitch=70, row=HAND, holder="cup", rest=(-105, 0), label=(25, 84), wide=330
            ),
            "aside": Region(x=56, y=160, size=62, pitch=70, row=HAND),
            "hand": Region(
                x=0, y=160, size=62, pitch=70, row=HAND, holder="cup", rest=(-155, 0), label=(-55, 84), wide=330
            ),
            "discs": Region(x=172, y=142, size=50, pieces=DISC, written="number", label=(0, 47)),
            "red": Region(x=-224, y=232, size=44, pieces=RED),
        },
        {
            "cup": Region(x=500, y=880, size=190, pitch=226, row=HAND, holder="cup", rest=(-340, 290), label=(70, 178)),
            "aside": Region(x=520, y=1205, size=136, pitch=164, row=2, label=(310, 0)),
            "hand": Region(
                x=500, y=880, size=190, pitch=226, row=HAND, holder="cup", rest=(-340, 290), label=(70, 178)
            ),
            "discs": Region(x=850, y=640, size=90, pieces=DISC, label=(0, 76)),
            "red": Region(x=150, y=640, size=90, pieces=RED, label=(0, 76)),
        },
        throws=(500, 880, 190),
    ),
)
