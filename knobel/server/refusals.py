"""Why not, in words: whatever was raised becomes a name for programs, a rule if there is one, and a sentence."""

from __future__ import annotations

from knobel.core.contract import IllegalMove
from knobel.core.errors import KnobelError, Malformed
from knobel.core.game import Game
from knobel.core.record import RecordError
from knobel.core.registry import BrokenGame
from knobel.core.words import Say, Voice, plain
from knobel.server.cluster.bus import BusTrouble
from knobel.server.words import WORDS, Denied
from knobel.store.log import NoTable, StoreTrouble, Unsure

EXPECTED = (Denied, IllegalMove, KnobelError)
"""What can be explained to whoever asked. Anything else is a fault of the house."""
OF_AN_OPTION = ("option-unknown", "option-value", "options-together", "option-real-dice")
"""Refusals that blame a house rule by its name."""


class Why:
    """A refusal, explained."""

    def __init__(self, error: Exception, voice: Voice, game: Game | None = None) -> None:
        self.rule = self.option = ""
        match error:
            case IllegalMove():
                self.code, self.rule, self.status = "rule", error.objection.rule, 409
                say, words = error.objection.say(), game.words if game else WORDS
            case Denied():
                self.code, self.status = error.code, error.status
                say, words = error.say, WORDS
            case (
                StoreTrouble() | BusTrouble()
            ):  # its own words are for whoever runs the house: they name files and hosts
                self.code, self.status = error.say.key.removeprefix("error."), 503
                say, words = Say("no.unsure" if isinstance(error, Unsure) else "no.store"), WORDS
            case BrokenGame():  # so are these: they name packages
                self.code, self.status = "game-broken", 503
                say, words = Say("no.game-broken", {"name": error.name}), WORDS
            case KnobelError():
                self.code, self.status = error.say.key.removeprefix("error."), _status(error)
                say, words = error.say, game.words if game else WORDS
                if self.code in OF_AN_OPTION:
                    self.option = str(say.args.get("name", ""))
            case _:
                raise TypeError(error)
        self.parts = words.parts(say, voice)
        self.text = plain(self.parts)


def _status(error: KnobelError) -> int:
    match error:
        case NoTable():
            return 404
        case Malformed() | RecordError():
            return 400
        case _:
            return 409
