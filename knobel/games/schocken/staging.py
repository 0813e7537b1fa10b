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
            "middle": Region(x=800, y=410, size=104, pieces=DISC, label=(0, 112)),
            "cup": Region(x=-60, y=158, size=68, pitch=78, row=HAND, holder="cup", rest=(-130, 0), label=(0, 78)),
            "aside": Region(x=90, y=158, size=68, pitch=78, row=HAND),
            "hand": Region(x=0, y=158, size=68, pitch=78, row=HAND, holder="cup", rest=(-180, 0), label=(0, 78)),
            "discs": Region(x=205, y=158, size=64, pieces=DISC, written="number", label=(0, 66)),
            "red": Region(x=205, y=96, size=56, pieces=RED),
        },
        {
            "cup": Region(x=720, y=720, size=178, pitch=212, row=HAND, holder="cup", rest=(-520, 0), label=(0, 185)),
            "aside": Region(x=1270, y=720, size=178, pitch=212, row=2, label=(0, 142)),
            "hand": Region(x=720, y=720, size=178, pitch=212, row=HAND, holder="cup", rest=(-520, 0), label=(0, 185)),
            "discs": Region(x=1270, y=450, size=84, pieces=DISC, label=(0, 92)),
            "red": Region(x=1440, y=450, size=84, pieces=RED, label=(0, 92)),
        },
        throws=(720, 720, 178),
    ),
    tall=tall(
        {
            "middle": Region(x=500, y=440, size=110, pieces=DISC, label=(0, 122)),
            "cup": Region(x=-60, y=176, size=68, pitch=78, row=HAND, holder="cup", rest=(-130, 0), label=(0, 84)),
            "aside": Region(x=90, y=176, size=68, pitch=78, row=HAND),
            "hand": Region(x=0, y=176, size=68, pitch=78, row=HAND, holder="cup", rest=(-180, 0), label=(0, 84)),
            "discs": Region(x=205, y=150, size=62, pieces=DISC, written="number", label=(0, 56)),
            "red": Region(x=205, y=106, size=56, pieces=RED),
        },
        {
            "cup": Region(x=500, y=860, size=200, pitch=236, row=HAND, holder="cup", rest=(-330, 304), label=(70, 185)),
            "aside": Region(x=520, y=1190, size=150, pitch=180, row=2, label=(310, 0)),
            "hand": Region(
                x=500, y=860, size=200, pitch=236, row=HAND, holder="cup", rest=(-330, 304), label=(70, 185)
            ),
            "discs": Region(x=800, y=600, size=90, pieces=DISC, label=(0, 102)),
            "red": Region(x=230, y=600, size=90, pieces=RED, label=(0, 102)),
        },
        throws=(500, 860, 200),
    ),
)
