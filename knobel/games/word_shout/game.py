"""Word Shout, for two to eight players."""

from knobel.core.game import Coaching, Game, RealTime, RichMoves, RulesCard
from knobel.core.levels import BEGINNER
from knobel.games.word_shout.coaching import odds, weigh
from knobel.games.word_shout.commands import words_command
from knobel.games.word_shout.moves import Roll
from knobel.games.word_shout.options import PRESETS, WordShoutOptions
from knobel.games.word_shout.players import FORMER, MINDS
from knobel.games.word_shout.rules import PLAYERS, FirstWordShout, WordShout, hush, live
from knobel.games.word_shout.shouts import GRACE
from knobel.games.word_shout.speaking import improvise, parse
from knobel.games.word_shout.staging import STAGE, STEPS
from knobel.games.word_shout.telling import card, guide, label, scene, tell

GAME = Game(
    name="word-shout",
    rulebook=WordShout,
    options=WordShoutOptions,
    seats=PLAYERS,
    version=2,
    earlier={1: FirstWordShout},
    secret=True,
    presets=PRESETS,
    players=MINDS,
    former=FORMER,
    first=BEGINNER,
    rich_moves=RichMoves(improvise=improvise, parse=parse),
    realtime=RealTime(live=live, grace=GRACE, hush=hush),
    tell=tell,
    label=label,
    scene=scene,
    stage=STAGE,
    card=RulesCard(rows=card, steps=STEPS),
    guide=guide,
    throws=(Roll,),
    coaching=Coaching(odds=odds, weigh=weigh),
    commands={"words": words_command},
)
