"""High Die, for two to four players."""

from knobel.core.game import Game

from .options import HighDieOptions
from .players import Eager
from .rules import HighDie
from .telling import label, scene, tell

GAME = Game(
    name="high-die",
    rulebook=HighDie,
    options=HighDieOptions,
    seats=range(2, 5),
    players={"eager": Eager},
    tell=tell,
    label=label,
    scene=scene,
)
