"""Where everything of Word Shout lies: ten letters as they fell, shouts in the air, words before whoever took them."""

from __future__ import annotations

from knobel.core.game import CardStep
from knobel.core.stage import Region, Stage, tall, wide
from knobel.core.words import Die

DICE = 10

STEPS = (
    CardStep(dice=tuple(map(Die, "RETAINS"))),
    CardStep(dice=tuple(map(Die, "RAIN"))),
    CardStep(dice=tuple(map(Die, "RAIN")), pieces=("ivory",) * 4),
)
"""A turn in pictures: letters, a word among them, and a point for each of its dice."""

STAGE = Stage(
    wide=wide(
        {
            "doubled": Region(x=800, y=232, written="card", label=(0, 0)),
            "table": Region(
                x=800, y=470, size=152, pitch=226, row=5, slots=DICE, numbered=True, scatter=0.1, holder="bag"
            ),
            "cry": Region(x=930, y=738, size=54, pitch=61, step=70, written="card", label=(-470, 0)),
            "missed": Region(x=800, y=760, label=(0, 0)),
            "points": Region(x=0, y=86, written="number", label=(0, 0)),
            "taken": Region(x=0, y=158, step=56, written="card", label=(0, 0)),
        },
        {
            "points": Region(x=150, y=800, label=(0, 0)),
            "taken": Region(x=1412, y=884, step=-66, written="card", label=(0, 0)),
        },
        throws=(800, 480, 152),
    ),
    tall=tall(
        {
            "doubled": Region(x=500, y=362, written="card", label=(0, 0)),
            "table": Region(
                x=500, y=712, size=160, pitch=232, row=4, slots=DICE, numbered=True, scatter=0.09, holder="bag"
            ),
            "cry": Region(x=665, y=1112, size=52, pitch=58, step=62, written="card", label=(-445, 0)),
            "missed": Region(x=500, y=1190, label=(0, 0)),
            "points": Region(x=0, y=130, written="number", label=(0, 0)),
            "taken": Region(x=0, y=205, step=110, written="card", label=(0, 0)),
        },
        {
            "points": Region(x=170, y=1325, label=(0, 0)),
            "taken": Region(x=845, y=1318, step=-112, written="card", label=(0, 0)),
        },
        throws=(500, 712, 160),
    ),
)
