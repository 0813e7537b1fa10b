"""The commands that tell about the games: which there are, and how each is played."""

from __future__ import annotations

import msgspec

from knobel.cli.parameters import COMMON, Card, Common, GameName, Json
from knobel.cli.reference import show_card, show_options, show_presets, show_rules
from knobel.cli.telling import introduce
from knobel.cli.terminal import Terminal
from knobel.core.registry import all_games
from knobel.core.registry import game as game_called
from knobel.players.roster import roster
from knobel.table.game_info import game_info


def games(*, json: Json = False, common: Common = COMMON) -> int:
    """The command `games`: which games there are."""
    terminal = common.terminal()
    if json:
        terminal.json(msgspec.json.encode([game_info(game, terminal.language) for game in all_games().values()]))
    else:
        show_games(terminal)
    return 0


def rules(game: GameName, /, *, card: Card = False, json: Json = False, common: Common = COMMON) -> int:
    """The command `rules`: a game's rulebook."""
    terminal, found = common.terminal(), game_called(game)
    if json:
        terminal.json(msgspec.json.encode(game_info(found, terminal.language)))
        return 0
    introduce(terminal, found)
    terminal.show()
    if card:
        show_card(terminal, found)
        return 0
    show_rules(terminal, found)
    show_options(terminal, found)
    show_presets(terminal, found)
    terminal.show()
    terminal.say("rules.players", players=", ".join(f"{terminal.level(name)} ({name})" for name in roster(found)))
    return 0


def show_games(terminal: Terminal) -> None:
    """The games, numbered, each with what it feels like."""
    for number, game in enumerate(all_games().values(), 1):
        count = terminal.text("games.seats", least=game.seats[0], most=game.seats[-1])
        terminal.show(f"{number:>3}  {game.title(terminal.language)} ({game.name}) · {count}", "bold")
        if tagline := game.words.template("tagline", terminal.language):
            terminal.show_hung(tagline, 5)
