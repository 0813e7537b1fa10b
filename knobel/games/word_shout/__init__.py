"""Word Shout, for two to eight players."""

from knobel.core.game import Game
from knobel.games.word_shout.commands import words_command
from knobel.games.word_shout.options import PRESETS, WordShoutOptions
from knobel.games.word_shout.players import PLAYERS as MINDS
from knobel.games.word_shout.rules import PLAYERS, FirstWordShout, WordShout, is_live
from knobel.games.word_shout.shouts import GRACE
from knobel.games.word_shout.speaking import improvise, reading
from knobel.games.word_shout.telling import label, scene, tell

WORD_SHOUT = Game(
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
    live=is_live,
    grace=GRACE,
    telling=tell,
    labelling=label,
    laying_out=scene,
    commands={"words": words_command},
)
