"""Great moments of every game, as a house sends them: the table just before, and the news of the moment.

They come from the golden games, and where these have none from games played at random; each is looked at by the house's
own projection, so what the page is shown is what it would be shown at a table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from knobel.core.contract import Move
from knobel.core.game import Game
from knobel.core.record import read_record
from knobel.core.registry import game as game_called
from knobel.core.timeline import Step, Timeline
from knobel.core.words import Voice
from knobel.server.socket.projection import encode, moment_view, scene_view
from knobel.table.table import Sight
from tests.page.positions import Json, recorded

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("Ann", "Bo", "Cleo")
MOST_GAMES = 3000


class Great(NamedTuple):
    """A moment: the key of the sentence that tells it (`end`: the game is over), what is known before, and the news."""

    key: str
    welcome: Json
    news: Json


def moments_of(name: str, language: str = "en") -> list[Great]:
    """The first of each moment of a game, and an end of it."""
    game, met = game_called(name), dict[str, Great]()
    wanted = {*game.moments, "end"}
    for step in steps_of(game):
        keys = [say.key for say in Sight(game, None).told(step) if say.key in game.moments]
        over = ["end"] if not keys and step.after.due().places else []
        for key in [*keys, *over]:
            met.setdefault(key, great(game, step, key, language))
        if met.keys() == wanted:
            break
    return list(met.values())


def steps_of(game: Game) -> Iterator[Step]:
    """Every step of its golden games; of games at random where it has none."""
    for path in sorted(GOLDEN.glob(f"{game.name}-*.knobel")):
        yield from Timeline.replay(game, read_record(path.read_bytes())).steps
    if not game.sources:  # what nature's own sources do takes long
        for seed in range(MOST_GAMES):
            yield from played(game, Random(seed))


def played(game: Game, chance: Random, **options: Any) -> Iterator[Step]:
    """A game at random, as long as only listed moves are needed."""
    state, at = game.start(len(NAMES), **options), 0
    while not (due := state.due()).places:
        if due.nature:
            actor, move = "nature", game.draw(state, chance.randrange, lambda: chance)
        elif due.must:
            actor = min(due.must)
            move = chance.choice([each for each in state.moves(actor, at) if isinstance(each, Move)])
        else:
            return
        after = state.play(actor, move, at)
        yield Step(n=1, at=at, actor=actor, move=move, before=state, after=after, draw=None)
        state = after


def great(game: Game, step: Step, key: str, language: str = "en") -> Great:
    """A step of a game, as a house would tell it to somebody who looks on."""
    sight, voice = Sight(game, None), Voice(language=language, names=NAMES)
    base = recorded(game.name)[0]
    seats = [{"name": name, "player": "person", "person": True, "muted": False, "open": False} for name in NAMES]

    def position(state: Any) -> Json:
        due = state.due()
        return base["position"] | {
            "view": json.loads(encode(sight.view(state))),
            "scene": json.loads(encode(scene_view(sight.scene(state), game.words, voice))),
            "due": {"must": sorted(due.must), "may": sorted(due.may), "nature": due.nature},
            "scores": state.scores(),
            "places": due.places,
            "moves": [],
            "open": [],
            "undo": False,
            "guide": "",
            "live": False,
            "sway": None,
            "throw": None,
        }

    says = list(sight.told(step))
    moment = next((say for say in says if say.key in game.moments), None)
    dice, landing = sight.landed(step)
    what = {
        "type": "moved",
        "entry": step.n,
        "by": step.actor,
        "move": json.loads(encode(sight.shown(step))),
        "at": step.at,
        "dice": dice,
        "lying": json.loads(encode(scene_view(landing, game.words, voice))) if landing else None,
        "moment": json.loads(encode(moment_view(game, moment, voice))) if moment else None,
    }
    room = base["room"] | {"seats": seats, "stage": "playing"}
    welcome = base | {"yours": [], "host": False, "looking": None, "room": room, "position": position(step.before)}
    happening = {"seq": 0, "on": 0, "what": what, "words": [game.words.text(say, voice) for say in says]}
    return Great(key, welcome, {"type": "news", "happenings": [happening], "position": position(step.after)})
