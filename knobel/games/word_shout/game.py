"""Word Shout, for two to eight players."""

from knobel.core.game import Game
from knobel.games.word_shout.commands import words_command
from knobel.games.word_shout.options import PRESETS, WordShoutOptions
from knobel.games.word_shout.players import MINDS
from knobel.games.word_shout.rules import PLAYERS, FirstWordShout, WordShout, live
from knobel.games.word_shout.shouts import GRACE
from knobel.games.word_shout.speaking import improvise, reading
from knobel.games.word_shout.telling import label, scene, tell

GAME = Game(
    name="word-shout",
    rulebook=WordShout,
    options=WordShoutOptions,
    seats=PLAYERS,
    version=2,
    earlier={1: FirstWordShout},
    presets=PRESETS,
    players=MINDS,
    improvise=improvise,
    reading=reading,
    live=live,
    grace=GRACE,
    tell=tell,
    label=label,
    scene=scene,
    commands={"words": words_command},
)
