"""All commands, and what becomes of a mistake: one clear line and exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cyclopts import App
from cyclopts.exceptions import CycloptsError, UnusedCliTokensError
from rich.console import Console

from knobel import __version__
from knobel.cli import games, play, records, serve, upkeep, watch
from knobel.cli.choices import spelled_out
from knobel.cli.common import Common
from knobel.cli.main import MISTAKEN
from knobel.cli.terminal import EndOfInput, Terminal
from knobel.cli.words import WORDS, Mistake
from knobel.core.contract import IllegalMove
from knobel.core.errors import KnobelError
from knobel.core.registry import all_games, broken_games
from knobel.core.words import LANGUAGES, Say, Voice

COMMANDS = (
    games.games,
    games.rules,
    play.play,
    play.resume,
    records.records,
    records.replay,
    records.verify,
    watch.watch,
    serve.serve,
    upkeep.backup,
    upkeep.prune,
)

OPEN_TO_OPTIONS = ("play", "watch")
"""The commands that take a game's options."""


def built() -> tuple[App, list[Say]]:
    """The commands of the house and each game's own; and what is to be said of games that are broken."""
    broken = [game.say for game in broken_games().values()]
    app = App(name="knobel", version=__version__, default_command=play.sit_down, help_format="markdown")
    for command in COMMANDS:
        app.command(command)
    for game in all_games().values():
        for path, run_it in game.commands.items():
            *groups, name = path.split()
            try:
                _group(app, groups).command(run_it, name=name)
            except Exception as error:  # whatever a stranger's command is: all others are there
                why = " ".join(f"{type(error).__name__}: {error}".split())
                broken.append(Say("mistake.command-broken", {"game": game.name, "path": path, "why": why}))
    return app, broken


def _group(app: App, names: Sequence[str]) -> App:
    """The group of commands of that name, new or already there: several games may have commands in one group."""
    for name in names:
        if name not in app:
            app.command(App(name=name, help=WORDS.text(Say("group", {"name": name}))))
        app = app[name]
    return app


def run(words: Sequence[str]) -> int:
    """Carries out a command line; the exit code says how it went."""
    terminal = Terminal(language_typed(words))
    app, broken = built()
    for unusable in broken:
        terminal.complain(terminal.spoken(WORDS, unusable, Voice(language=terminal.language)))
    try:
        words = _with_options(app, words)
        command, bound, _ = app.parse_args(
            words, exit_on_error=False, print_error=False, console=_console(terminal, words)
        )
    except UnusedCliTokensError as error:
        terminal.complain(terminal.text("not-understood", typed=" ".join(error.unused_tokens or ())))
        return MISTAKEN
    except CycloptsError as error:
        terminal.complain(" ".join(str(error).split()))
        return MISTAKEN
    common = next((value for value in bound.arguments.values() if isinstance(value, Common)), None)
    terminal = common.terminal() if common else terminal
    try:
        code = command(*bound.args, **bound.kwargs)
    except (KnobelError, Mistake) as error:
        if error.say not in broken:  # else it stands there already
            terminal.complain(terminal.spoken(WORDS, error.say, Voice(language=terminal.language)))
    except IllegalMove as error:
        terminal.complain(str(error))
    except EndOfInput:
        return 0
    else:
        return code if isinstance(code, int) else 0
    return MISTAKEN


def language_typed(words: Sequence[str]) -> str | None:
    """The language that a command line asks for, wherever in it, before anything else of it is understood."""
    for word, after in zip(words, (*words[1:], ""), strict=False):
        name, _, value = word.partition("=")
        if name == "--language" and (asked := value or after) in LANGUAGES:
            return asked
    return None


def _with_options(app: App, words: Sequence[str]) -> Sequence[str]:
    """Where a command takes a game's options, those that are on or off can be typed as flags."""
    if not words or words[0] not in OPEN_TO_OPTIONS:
        return words
    own = {name for argument in app[words[0]].assemble_argument_collection() for name in argument.names}
    return spelled_out(words, own)


def _console(terminal: Terminal, words: Sequence[str]) -> Console:
    """Help is as colourless as everything else where that is asked for."""
    plain = terminal.console.color_system is None or bool({"--no-colour", "--no-color"} & set(words))
    return Console(file=sys.stdout, color_system=None if plain else "auto", safe_box=True)
