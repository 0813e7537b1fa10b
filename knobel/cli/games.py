"""The commands that tell about the games: which there are, and how each is played."""

from __future__ import annotations

import msgspec

from knobel.cli.common import PLAIN, Common
from knobel.cli.flags import GameName, Json
from knobel.cli.rulebook import as_data, show_options, show_presets, show_rules
from knobel.cli.stories import introduce
from knobel.cli.terminal import Terminal
from knobel.core.game import Game
from knobel.core.registry import all_games
from knobel.core.registry import game as game_called
from knobel.players.roster import roster


def games(*, json: Json = False, common: Common = PLAIN) -> int:
    """The command `games`: which games there are."""
    terminal = common.terminal()
    if json:
        terminal.json(msgspec.json.encode([_described(terminal, game) for game in all_games().values()]))
    else:
        show_games(terminal)
    return 0


def rules(game: GameName, /, *, json: Json = False, common: Common = PLAIN) -> int:
    """The command `rules`: a game's rulebook."""
    terminal, found = common.terminal(), game_called(game)
    if json:
        terminal.json(msgspec.json.encode(as_data(terminal, found)))
        return 0
    introduce(terminal, found)
    terminal.show()
    show_rules(terminal, found)
    show_options(terminal, found)
    show_presets(terminal, found)
    terminal.show()
    terminal.say("rules.players", players=", ".join(roster(found)))
    return 0


def show_games(terminal: Terminal) -> None:
    """The games, numbered, each with what it feels like."""
    for number, game in enumerate(all_games().values(), 1):
        count = terminal.text("games.seats", least=game.seats[0], most=game.seats[-1])
        terminal.show(f"{number:>3}  {game.title(terminal.language)} ({game.name}) · {count}", "bold")
        if tagline := game.words.template("tagline", terminal.language):
            terminal.hung(tagline, 5)


def _described(terminal: Terminal, game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title(terminal.language),
        "tagline": game.words.template("tagline", terminal.language) or "",
        "seats": [game.seats[0], game.seats[-1]],
        "secret": game.secret,
        "players": list(roster(game)),
        "presets": ["box", *(name for name in game.presets if name != "box")],
    }
